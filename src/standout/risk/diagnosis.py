"""Self-diagnosis: whether what was learnt fits what was found, looked at before any name is spoken."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.scales import comparable, distances_between
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets
from standout.knowledge.fitting import as_if
from standout.results.guard import Agreement, Claims
from standout.risk.guards import shared, worth_saying

PEOPLE, FEWEST = 500, 10
"""How many people agreement is looked at with, at most and at least."""

NEAR_DAYS = 7
MISFIT = 0.25
"""Agreement that is this much below what was predicted says that the rule is wrong."""

NOBODY_STANDS_OUT = "no record stands out enough from what people who are not there look like"

SHARED = 1 / 3
"""If more than this share of names is shared with others, the others are not to be trusted either."""


def shares_of_agreement(
    knowledge: Knowledge, records: Int64s, released: AnyDataset, value_error: float = 0.0
) -> dict[str, float]:
    """The share of known items that these records have, and of these, whose value agrees, within such an error, and
    whose day does (within a week)."""
    rows = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    asked = (records[rows] >= 0) & (knowledge.items >= 0)
    if not asked.any():
        return {}
    days = knowledge.days[asked].astype(np.int64)
    cells = released.engine.look_up(released, records[rows][asked], knowledge.items[asked].astype(np.int64), days)
    found = {"items": float(cells.there.sum() / max(int((records[rows] >= 0).sum()), 1))}
    known, held = knowledge.values[asked].astype(np.int64), cells.values
    both = cells.there & (known != NO_VALUE) & (held != NO_VALUE)
    if comparable(knowledge.scale, released.scale) and both.any():
        distances = distances_between(knowledge.scale, released.scale)
        nearest = np.maximum(distances.min(axis=1), value_error)
        found["values"] = float((distances[known[both], held[both]] <= nearest[known[both]]).mean())
    both = cells.there & (days != UNKNOWN_DAY) & (cells.days != NO_DAY) & (cells.days != UNKNOWN_DAY)
    if released.has_days and both.any():
        found["days"] = float((np.abs(days[both] - cells.days[both]) <= NEAR_DAYS).mean())
    return found


def agreement(
    knowledge: Knowledge, guesses: Int64s, sure: Bools, released: AnyDataset, adversary: Adversary, seed: int
) -> tuple[Agreement, ...]:
    """Predicted against observed agreement, in the matches that the attack is sure of; none where these are too few."""
    which = np.flatnonzero(sure & (guesses >= 0))[:PEOPLE]
    if len(which) < FEWEST:
        return ()
    error = 0.0 if adversary.values == "unknown" else float(adversary.values)
    observed = shares_of_agreement(of_targets(knowledge, which), guesses[which], released, error)
    people = np.sort(np.random.default_rng(seed).permutation(released.people)[:PEOPLE]).astype(np.int64)
    drawn = released.engine.draw(released, as_if(adversary, released.facts), people, seed)
    predicted = shares_of_agreement(drawn.knowledge, drawn.truths, released, error)
    return tuple(
        Agreement(what=what, predicted=predicted[what], observed=observed[what])
        for what in observed
        if what in predicted
    )


def claims(guesses: Int64s, named: Bools) -> Claims:
    """How many people name a record that somebody else names as well."""
    counts = np.unique(guesses[named], return_counts=True)[1]
    most = int(counts.max(initial=0))
    return Claims(named=int(named.sum()), people=int(shared(guesses, named).sum()), most=most)


def reason_for_silence(claimed: Claims, alike: tuple[Agreement, ...], people: int, promised: float) -> str | None:
    """Why nobody is to be named; none if nothing speaks against it."""
    if not claimed.named:
        return NOBODY_STANDS_OUT
    if claimed.people > SHARED * claimed.named:
        return (
            f"{claimed.people:,} of {claimed.named:,} people would be named as a record that others claim as well, "
            f"one record {claimed.most:,} times: the model does not fit this data"
        )
    if not worth_saying(claimed.named - claimed.people, people, promised):
        return (
            f"only {claimed.named - claimed.people:,} of {people:,} people stand out, and as many may by chance "
            f"at a promise of {100 * promised:g}%"
        )
    wrong = misfit(alike)
    return None if wrong is None else f"{said_of(wrong)}: the model does not fit this data"


def misfit(alike: tuple[Agreement, ...]) -> Agreement | None:
    """What agrees much less than it should, if anything does."""
    return next((one for one in alike if one.observed < one.predicted - MISFIT), None)


def said_of(one: Agreement) -> str:
    return (
        f"{one.what} agree in {100 * one.observed:.0f}% of the best matches, but should in {100 * one.predicted:.0f}%"
    )
