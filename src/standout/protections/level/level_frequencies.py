"""Levelling frequencies: in every class, each item becomes as frequent as in the others, at random.

Frequency is counted per entry of the class, so that a person's length weighs in: for class g with the share q_g of an
item among its entries and the common share q, strength s, s (q - q_g) of the class's entries become the item where
q_g < q, and s (q_g - q) of them cease to be it where q_g > q. For people with records of one length these are the
chances s (p - p_g) / (1 - p_g) to gain an absent item and s (p_g - p) / p_g to lose one that is there. Gains and losses
of a class add up to the same, so every person exchanges entries one for one.

Which people an item goes to is not left to chance alone: by iterative proportional fitting, the plausible ones get it,
while every item's and every person's expected number stays as it must be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int32s, Int64s
from standout.knowledge.draw import seed_for
from standout.protections.level.level_taste import Held, Singles, Taste, people_in_blocks

_FITTING = 10
_SURE = 0.98
"""The highest chance with which an entry is removed."""


@dataclass(frozen=True)
class Shift:
    """What has to change in one class, in expected entries per item; both sum to `exchanges`."""

    added: Floats
    removed: Floats

    @property
    def exchanges(self) -> float:
        return float(self.added.sum())


def counts_of(held: Held, codes: Int32s, classes: int) -> Floats:
    """Classes × items: how many people of the class have the item; people whose class is not known do not count."""
    owners = np.repeat(codes.astype(np.int64), held.lengths)
    known = owners >= 0
    width = len(held.holders)
    counts = np.bincount(owners[known] * width + held.items[known], minlength=classes * width)
    return counts.reshape(classes, width).astype(np.float64)


def shifts(counts: Floats, strengths: Floats, goal: str) -> list[Shift]:
    """What has to change in each class: `goal` is the share of all entries ("common") or the largest class's."""
    totals = counts.sum(axis=1)
    shares = counts / np.maximum(totals, 1)[:, None]
    common = counts.sum(axis=0) / max(totals.sum(), 1) if goal == "common" else shares[int(np.argmax(totals))]
    moves = strengths[:, None] * (common - shares) * totals[:, None]
    moves[totals == 0] = 0.0
    return [Shift(np.maximum(move, 0), np.maximum(-move, 0)) for move in moves]


def levelled(held: Held, taste: Taste, codes: Int32s, changes: list[Shift], seed: int) -> Held:
    """What people have after these changes, drawn at random."""
    after = held.copy()
    for code, change in enumerate(changes):
        people = np.flatnonzero(codes == code)
        people = people[held.lengths[people] > 0]
        if change.exchanges > 0 and len(people):
            _level_class(after, taste, people, change, seed_for(seed, "level", "frequencies", str(code)))
    return after


def _level_class(held: Held, taste: Taste, people: Int64s, change: Shift, seed: int) -> None:
    """Exchange entries of one class, in place."""
    from standout.kernels.level import exchange_drawn

    lengths = held.lengths[people]
    expected = lengths * (change.exchanges / lengths.sum())
    wanted = _whole(expected, np.random.default_rng(seed).permutation(len(people)))
    candidates = np.flatnonzero(change.added > 0)
    removing = removal_chances(held, taste, people, expected, change.removed)
    columns = addition_factors(held, taste, people, expected, candidates, change.added[candidates])
    for block, some in people_in_blocks(people, len(candidates)):
        adding = absent_plausible(held, taste, some, candidates) * columns
        exchange_drawn(seed, some, held.starts, held.items, wanted[block], candidates, adding, removing, held.holders)


def _whole(expected: Floats, order: Int64s) -> Int64s:
    """Whole numbers next to the expected ones, which add up to no more; in random order, so that chance rounds."""
    reached = np.floor(np.cumsum(expected[order]) + 1e-9)
    counts = np.empty(len(expected), np.int64)
    counts[order] = np.diff(reached, prepend=0.0)
    return counts


def removal_chances(held: Held, taste: Taste, people: Int64s, expected: Floats, removed: Floats) -> Singles:
    """For every entry the chance that it goes, such that people and items lose what is expected, as far as can be.

    What fits a person least goes first, so that what is left says most about the person's taste.
    """
    chosen = np.zeros(len(held.starts) - 1, np.bool_)
    chosen[people] = True
    entries = np.flatnonzero(np.repeat(chosen, held.lengths) & (removed[held.items] > 0))
    order = np.full(len(chosen), -1)
    order[people] = np.arange(len(people))
    rows, items = np.repeat(order, held.lengths)[entries], held.items[entries]
    chances = taste.misfit(people[rows], items).astype(np.float64)
    for _ in range(_FITTING):
        chances *= _ratio(removed, np.bincount(items, chances, len(removed)))[items]
        chances *= _ratio(expected, np.bincount(rows, chances, len(people)))[rows]
        np.minimum(chances, _SURE, out=chances)
    by_entry = np.zeros(len(held.items), np.float32)
    by_entry[entries] = chances
    return by_entry


def addition_factors(
    held: Held, taste: Taste, people: Int64s, expected: Floats, candidates: Int64s, added: Floats
) -> Singles:
    """For every candidate the factor by which its plausibility counts, such that items gain what is expected."""
    factors = np.ones(len(candidates))
    for _ in range(_FITTING):
        gained = np.zeros(len(candidates))
        for block, some in people_in_blocks(people, len(candidates)):
            weights = absent_plausible(held, taste, some, candidates)
            rows = _ratio(expected[block], weights @ factors.astype(np.float32))
            gained += weights.T @ rows.astype(np.float32)
        factors = _ratio(added, gained)
    scaled: Singles = (factors / max(factors.max(initial=0), 1e-300)).astype(np.float32)
    return scaled


def absent_plausible(held: Held, taste: Taste, people: Int64s, candidates: Int64s) -> Singles:
    """People × candidates: how plausible each item is, and 0 where the person has it."""
    weights = taste.plausible(people, candidates)
    column = np.full(len(held.holders), -1)
    column[candidates] = np.arange(len(candidates))
    lengths = held.lengths[people]
    starts = held.starts[people] - np.concatenate(([0], np.cumsum(lengths)[:-1]))
    entries = np.repeat(starts, lengths) + np.arange(int(lengths.sum()))
    rows, columns = np.repeat(np.arange(len(people)), lengths), column[held.items[entries]]
    weights[rows[columns >= 0], columns[columns >= 0]] = 0.0
    return weights


def _ratio(wanted: Floats, sums: npt.NDArray[Any]) -> Floats:
    """What to multiply with to get what is wanted; 0 where there is nothing to multiply."""
    ratios: Floats = np.divide(wanted, sums, out=np.zeros(len(wanted)), where=sums > 0)
    return ratios
