"""Whom a protection of an attribute concerns: class by class, and those whose record is different.

A mean over everybody hides what happens to some: a protection that edits one class only changes twice as much of it,
shows twice as much in it, and takes its lists.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.data.attributes import Attribute
from standout.inference.folds import stratified_folds
from standout.inference.measures import auc_of
from standout.inference.strongest.learners import Effort, Targets
from standout.inference.strongest.sight import NO_DATE, Sight
from standout.inference.strongest.stack import QUICK, Size, crossed
from standout.knowledge.draw import seed_for
from standout.results.compare_measures import Concerned
from standout.verification.utility import Measured

SMALL = Size(3, QUICK.breadth, Effort(40, 20, 0))
"""The stack where it is tried many times."""
MOST_PEOPLE = 2_000
FEWEST = 12
"""Of fewer people nothing is told apart."""


@dataclass(frozen=True)
class Edits:
    """What became of everybody's record: numbers of entries, by person."""

    added: Floats
    removed: Floats
    altered: Floats
    had: Floats
    early: Floats
    """Added entries that are dated before anybody had the item in the original."""
    dated: Floats
    """Added entries with a day."""

    @property
    def touched(self) -> Bools:
        """Whose record is different."""
        different: Bools = self.added + self.removed + self.altered > 0
        return different

    def table(self) -> Floats:
        """What somebody sees of everybody who has an earlier copy: counts, and shares of the record."""
        counts = np.column_stack((self.added, self.removed, self.altered))
        return np.hstack((counts, counts / np.maximum(self.had, 1)[:, None]))


def edits_between(original: Sight, version: Sight) -> Edits:
    """What is different between two versions of the same people's records."""
    people, width = original.size[0], max(original.size[1], 1)
    before, after = original.pairs, version.pairs
    old, new = before.people * width + before.items, after.people * width + after.items
    added, kept = ~np.isin(new, old), np.isin(old, new)
    places = np.searchsorted(new, old[kept])
    same = (before.counts[kept] == after.counts[places]) & (before.dates[kept] == after.dates[places])
    same &= np.isclose(before.worths[kept], after.worths[places], equal_nan=True)
    since = np.full(width, np.inf)
    dated = before.dates != NO_DATE
    np.minimum.at(since, before.items[dated], before.dates[dated].astype(np.float64))
    new_dated = added & (after.dates != NO_DATE)

    def counted(who: Int64s) -> Floats:
        return np.bincount(who, minlength=people).astype(np.float64)

    return Edits(
        added=counted(after.people[added]),
        removed=counted(before.people[~kept]),
        altered=counted(before.people[kept][~same]),
        had=counted(before.people),
        early=counted(after.people[new_dated & (after.dates < since[after.items])]),
        dated=counted(after.people[new_dated]),
    )


def concerned_people(
    original: Sight, version: Sight, edits: Edits, attribute: Attribute, useful: tuple[Measured, Measured], seed: int
) -> tuple[Concerned, ...]:
    """The figures of every class, and of everybody edited where these are not all."""
    parts = [(name, attribute.codes == code) for code, name in enumerate(attribute.classes)]
    if 0 < edits.touched.sum() < len(edits.touched):
        parts.append(("edited", edits.touched))
    return tuple(_concerned(name, members, original, version, edits, useful, seed) for name, members in parts)


def _concerned(
    name: str,
    members: Bools,
    original: Sight,
    version: Sight,
    edits: Edits,
    useful: tuple[Measured, Measured],
    seed: int,
) -> Concerned:
    changed = edits.added + edits.removed + edits.altered
    dated = float(edits.dated[members].sum())
    return Concerned(
        name=name,
        people=int(members.sum()),
        touched=int((edits.touched & members).sum()),
        changed_share=float(changed[members].sum() / max(edits.had[members].sum(), 1.0)),
        told_apart=told_apart_among(original, version, np.flatnonzero(members), seed),
        lists_lost=_lists_lost(useful, members),
        too_early=float(edits.early[members].sum() / dated) if dated else None,
    )


def told_apart_among(original: Sight, version: Sight, people: Int64s, seed: int) -> float | None:
    """The AUC of a stack that tells protected records from real ones among these people, half of each.

    Nobody is in it twice. None where there are too few, or nothing is different.
    """
    lengths = np.minimum(*(np.bincount(each.people, minlength=each.size[0]) for each in (original, version)))
    there = people[lengths[people] > 0]
    dice = np.random.default_rng(seed_for(seed, "told apart among"))
    chosen = dice.permutation(there)[:MOST_PEOPLE]
    if len(chosen) < FEWEST:
        return None
    codes = np.full(original.size[0], -1, np.int32)
    codes[chosen] = np.arange(len(chosen)) % 2
    mixed = mixed_sight(original, version, codes == 1)
    folds = stratified_folds(codes, SMALL.folds, seed)
    scores = crossed(mixed, Targets(codes, 2), folds, seed, SMALL).scores
    return float(np.mean([auc_of(scores[folds == fold, 1], codes[folds == fold] == 1) for fold in range(SMALL.folds)]))


def mixed_sight(original: Sight, version: Sight, protected: Bools) -> Sight:
    """The version's records of some people, and the original's of all others."""
    real, changed = ~protected[original.people], protected[version.people]
    people = np.concatenate((original.people[real], version.people[changed]))
    order = np.argsort(people, kind="stable")
    return Sight(
        people[order],
        np.concatenate((original.items[real], version.items[changed]))[order],
        np.concatenate((original.worths[real], version.worths[changed]))[order],
        np.concatenate((original.dates[real], version.dates[changed]))[order],
        original.size,
        original.groups,
    )


def _lists_lost(useful: tuple[Measured, Measured], members: Bools) -> float | None:
    """How much worse the mean nDCG@10 of these people is than from the original."""
    means = []
    for measured in useful:
        if not len(measured.people):
            return None
        gains = measured.gains[members[measured.people]]
        means.append(float(gains.mean()) if len(gains) else 0.0)
    before, after = means
    return 1 - after / before if before > 0 else None
