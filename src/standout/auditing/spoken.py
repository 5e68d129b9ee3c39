"""What may be said of everybody looked for: columns chosen, one record a person, and silence where nothing fits."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from standout.auditing.fields import Choice, choose, tried_columns
from standout.auditing.guarding import Asked, Looked, Tell, by_best_power, look
from standout.common.arrays import Bools, Int64s
from standout.engines.tally import Tally
from standout.knowledge.draw import Knowledge, seed_for
from standout.results.estimate import Estimate
from standout.results.guard import Agreement, FieldUsed, Guarded, Thresholds
from standout.risk.diagnosis import agreement, claims, misfit, reason_for_silence, said_of
from standout.risk.guards import guarded
from standout.risk.one_to_one import after, assignment
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.presence import presence
from standout.risk.sized import outcomes_by_size
from standout.risk.verdicts import by_confidence, named_records

WHOLE = 2 / 3
"""Both sides may be the same population if neither has fewer people than this share of the other's, and if as many of
those looked for may be there."""


_FAR_FEWER = 0.75
FEWER = "far fewer are named with it among everybody"


class Spoken(NamedTuple):
    """What came of looking for everybody, what is said before any name, and the names."""

    asked: Asked
    looked: Looked
    guard: Guarded
    outcomes: Outcomes
    """With the thresholds that names are spoken from."""


def speak(asked: Asked, knowledge: Knowledge, truths: Int64s, wanted: bool | None, tell: Tell) -> Spoken:
    """Look for everybody by the columns that name most. If one of these agrees much less than it should, nobody would
    be named by them: then the best choice without it is taken, until nothing is left that disagrees. If far fewer are
    named among everybody than among those who chose, the choices without each column are tried as well."""
    tried, out = tried_columns(asked, knowledge), dict[str, str]()
    choice = choose(asked, knowledge, tried)
    spoken = _spoken(asked, choice, truths, wanted, tell)
    while (wrong := _disagreeing(spoken.guard, choice)) is not None:
        out[wrong.what] = said_of(wrong)
        choice = choose(asked, knowledge, tried, out)
        spoken = _spoken(asked, choice, truths, wanted, None)
    if choice.columns is None or _named(spoken) >= _FAR_FEWER * choice.share:
        return spoken
    without = [out | {column: FEWER} for column in choice.columns[1:]]
    others = [_spoken(asked, choose(asked, knowledge, tried, each), truths, wanted, None) for each in without]
    return max((spoken, *others), key=_named)


def _named(spoken: Spoken) -> float:
    """The share of people who are named."""
    names = named_records(spoken.outcomes)
    return float((names >= 0).mean()) if len(names) else 0.0


def _disagreeing(guard: Guarded, choice: Choice) -> Agreement | None:
    """The column that silences everybody, if it could be done without."""
    wrong = misfit(guard.agreement) if guard.silent else None
    columns = (choice.columns or ())[1:]
    return wrong if wrong is not None and wrong.what in columns else None


def _spoken(asked: Asked, choice: Choice, truths: Int64s, wanted: bool | None, tell: Tell | None) -> Spoken:
    """What is said by one choice of columns."""
    asked = replace(asked, looking=choice.looking)
    looked = look(asked, choice.knowledge, truths, tell)
    there = presence(looked.outcomes.confidence, looked.trial.standing_out, looked.nulls)
    one_to_one, why = decided(wanted, looked, there, asked.released.people)
    if one_to_one:
        assigned = _one_to_one(asked, looked, truths)
        if wanted is None and fewer(assigned.named, looked.named):
            said = f"{int(assigned.named.sum()):,} people would be named by it, {int(looked.named.sum()):,} are without"
            one_to_one, why = False, f"{why}, but {said}"
        else:
            looked = assigned
    guard, came = _guarded(asked, looked, there, choice.fields, (one_to_one, why))
    return Spoken(asked, looked, guard, came)


def decided(wanted: bool | None, looked: Looked, there: Estimate | None, released: int) -> tuple[bool, str]:
    """Whether records are given to one person each, and why: by the sizes of both sides and who seems to be there."""
    public = looked.knowledge.targets
    if wanted is not None:
        return wanted, "as asked"
    if looked.attack.probabilities != "posterior":
        return False, "this attack has no probabilities"
    sizes = f"{public:,} public people and {released:,} released records"
    if min(public, released) < WHOLE * max(public, released):
        return False, f"{sizes} are not the same population"
    if there is not None and there.high < WHOLE:
        return False, f"{sizes}, but not most of these people are there"
    return True, f"{sizes} may be the same population"


def fewer(named: Bools, before: Bools) -> bool:
    """Whether fewer people are named than before, beyond chance: of people whom one of two ways names alone, as many
    are of either kind by chance, give or take the root of how many there are."""
    gained, lost = int((named & ~before).sum()), int((before & ~named).sum())
    return bool(lost - gained > 2 * np.sqrt(gained + lost))


def _one_to_one(asked: Asked, looked: Looked, truths: Int64s) -> Looked:
    """The same once every record has one owner at most, with what absent people look like then: everybody without the
    record that they are left with, but free to claim their next best one, whoever owns it."""
    whole, people = looked.tally, asked.released.people
    given = assignment(whole, asked.present)
    tally = after(whole, given, truths)
    came = outcomes(tally, looked.attack, truths, people)
    guesses, scores = tally.top_records[:, 0], tally.top_scores[:, 0]
    next_best = np.where(whole.top_records[:, 0] == guesses, whole.top_records[:, 1], whole.top_records[:, 0])
    taken_out = replace(
        after(whole, given, guesses, spared=next_best),
        counted=guesses >= 0, true_scores=np.where(guesses >= 0, scores, 0.0),
    )  # fmt: skip
    gone = outcomes(taken_out, looked.attack, guesses, people)
    return by_best_power([_assigned(asked, each, tally, came, gone) for each in looked.powers or (looked,)])


def _sizes(looked: Looked) -> tuple[FieldUsed, ...]:
    """Whether how much is known counts for how sure one is, and how many people each way to count it names."""
    if not looked.powers[1:]:
        return ()
    counts = (f"{int(each.named.sum()):,} by the power {each.power:g}" for each in looked.powers)
    why = f"how sure one is, per known item to the power {looked.power:g}; people named: {', '.join(counts)}"
    return (FieldUsed(field="sizes", used=looked.power > 0, why=why),)


def _assigned(asked: Asked, looked: Looked, tally: Tally, came: Outcomes, gone: Outcomes) -> Looked:
    """What came of the assignment, with confidence by one power of how much is known."""
    came, gone = (outcomes_by_size(each, looked.knowledge.sizes, looked.power) for each in (came, gone))
    nulls = replace(looked.nulls, taken_out=gone.confidence_absent, taken_out_odds=gone.odds_absent)
    guard = replace(guarded(came.confidence, nulls, asked.promised), simulated=looked.guard.simulated)
    return replace(looked, tally=tally, outcomes=came, nulls=nulls, guard=guard)


def _guarded(
    asked: Asked,
    looked: Looked,
    there: Estimate | None,
    columns: tuple[FieldUsed, ...],
    one_to_one: tuple[bool, str],
) -> tuple[Guarded, Outcomes]:
    """What is said before any name, and the outcomes with the thresholds that names are spoken from.

    An attack that has a threshold of its own, as the paper's eccentricity, keeps it for its verdicts.
    """
    came, sure, released = looked.outcomes, looked.sure, asked.released
    claimed, seed = claims(came.guesses, sure), seed_for(asked.seed, "agreement")
    alike: tuple[Agreement, ...] = ()
    if looked.adversary is not None:
        alike = agreement(looked.knowledge, came.guesses, sure, released, looked.adversary, seed)
    silent = reason_for_silence(claimed, alike, looked.knowledge.targets, asked.promised)
    named = looked.named & (silent is None)
    if looked.attack.verdict.eccentricity is None:
        came = by_confidence(came, np.where(named, looked.guard.threshold, np.inf))
    values = {name: getattr(looked.guard, name) for name in ("simulated", "others", "taken_out")}
    guard = Guarded(
        promised=asked.promised,
        confidence="nats" if looked.attack.probabilities == "posterior" else "standard deviations",
        power=looked.power,
        thresholds=Thresholds(**{name: float(value) for name, value in values.items() if np.isfinite(value)}),
        silent=silent,
        unguarded=looked.attack.verdict.eccentricity,
        claims=claimed,
        agreement=alike,
        present=there,
        assumed_present=asked.present,
        fields=(*columns, *_sizes(looked)),
        one_to_one=one_to_one[0],
        one_to_one_why=one_to_one[1],
    )
    return guard, came
