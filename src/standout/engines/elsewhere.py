"""Scoring where the records are: the local engine on every part, its evidence merged.

First every true record is scored where it is; then all parts score everyone with the same levels; then, where entropy
is asked for, sums of exponentials are made with the best score and the spread of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from standout.attacks.contract import Attack, Floats
from standout.data.elsewhere import Arrays, over_parts, summed
from standout.data.model import Int64s, Interactions
from standout.engines import local
from standout.engines.tally import Evidence, Own, all_own, joined, merged, merged_likelihoods
from standout.knowledge.draw import Knowledge, of_targets, whole_records

AT_ONCE = 20_000
"""Targets that are looked for in one round: a few megabytes of evidence from each part."""

ONE_THREAD = 1
"""A part is one task's work; other cores have other tasks."""


def score(
    released: Interactions, knowledge: Knowledge, attack: Attack, truths: Int64s, *, top: int, entropy: bool
) -> Evidence:
    """Evidence of all parts together, for so many targets at once that it stays small on its way."""
    found = [
        _score(released, of_targets(knowledge, rows), attack, truths[rows], top, entropy)
        for rows in _rounds(knowledge.targets)
    ]
    return joined(found)


def _rounds(targets: int) -> list[Int64s]:
    return [np.arange(begin, min(begin + AT_ONCE, targets)) for begin in range(0, max(targets, 1), AT_ONCE)]


def _score(
    released: Interactions, knowledge: Knowledge, attack: Attack, truths: Int64s, top: int, entropy: bool
) -> Evidence:
    own = Own(**over_parts(released, _own_in, knowledge, attack, truths, merge=_all_own))
    kept = max(top, 2)  # sums of exponentials of likelihoods are merged by the two best
    found = over_parts(released, _score_in, knowledge, attack, truths, own, kept, merge=_merged)
    evidence = Evidence(**found)
    if entropy and np.isnan(evidence.exponentials).all():
        best = np.where(evidence.top_records[:, 0] >= 0, evidence.top_scores[:, 0], -np.inf)
        sums = over_parts(released, _exponentials_in, knowledge, attack, best, evidence.spread, merge=summed)
        evidence = replace(evidence, exponentials=sums["exponentials"])
    return replace(
        evidence, top_scores=evidence.top_scores[:, :top], top_records=evidence.top_records[:, :top]
    )  # fmt: skip


def item_scores(released: Interactions, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Floats:
    """What each known item adds to the score of one candidate per target (-1: none), wherever they are."""
    found = [
        over_parts(released, _item_scores_in, of_targets(knowledge, rows), attack, candidates[rows], merge=summed)
        for rows in _rounds(knowledge.targets)
    ]
    return np.concatenate([each["scores"] for each in found])


def looked_up(data: Interactions, people: Int64s, items: Int64s) -> Arrays:
    """Whether each of these people has the item beside them, and its `values` and `days` there, as in `Knowledge`."""
    found = over_parts(data, _look_up_in, people, items, merge=summed)
    return found | {"there": found["there"] > 0}


def _own_in(part: Interactions, knowledge: Knowledge, attack: Attack, truths: Int64s) -> Arrays:
    return _arrays(local.own_scores(part, knowledge, attack, truths, ONE_THREAD))


def _all_own(answers: Sequence[Arrays]) -> Arrays:
    return _arrays(all_own([Own(**answer) for answer in answers]))


def _score_in(part: Interactions, knowledge: Knowledge, attack: Attack, truths: Int64s, own: Own, top: int) -> Arrays:
    return _arrays(local.score(part, knowledge, attack, truths, top=top, threads=ONE_THREAD, own=own))


def _merged(answers: Sequence[Arrays]) -> Arrays:
    parts = [Evidence(**answer) for answer in answers]
    plain = np.isnan(parts[0].exponentials).all()
    return _arrays(merged(parts) if plain else merged_likelihoods(parts))


def _exponentials_in(part: Interactions, knowledge: Knowledge, attack: Attack, best: Floats, spreads: Floats) -> Arrays:
    return {"exponentials": local.exponentials(part, knowledge, attack, best, spreads, ONE_THREAD)}


def _item_scores_in(part: Interactions, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Arrays:
    return {"scores": local.item_scores(part, knowledge, attack, candidates, ONE_THREAD)}


def _look_up_in(part: Interactions, people: Int64s, items: Int64s) -> Arrays:
    here = np.flatnonzero((part.places(people) >= 0) & (items >= 0))
    held, rows = np.unique(people[here], return_inverse=True)
    whole = whole_records(part, held)
    keys = np.repeat(np.arange(len(held)), whole.sizes) * max(part.items, 1) + whole.items
    wanted = rows * max(part.items, 1) + items[here]
    at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    there = keys[at] == wanted if len(keys) else np.zeros(len(here), bool)
    found = {name: np.zeros(len(people), np.int64) for name in ("there", "values", "days")}
    found["there"][here] = there
    for name, cells in (("values", whole.values), ("days", whole.days)):
        found[name][here[there]] = cells[at[there]]
    return found


def _arrays(answer: Any) -> Arrays:
    """A dataclass of arrays as arrays."""
    return {field.name: np.asarray(getattr(answer, field.name)) for field in fields(answer)}
