"""Dealing what entries carry (values, and how often somebody has an item) apart from who has them.

A crowd's marks are a heap of tokens; each released entry gets one of its crowd's, the higher the higher its score.
Scores are made of what is so in all data: how an item is usually marked, how people differ from each other, and chance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int32s, Int64s
from standout.engines.merging import Arrays, one_after_another, summed
from standout.protections.crowds.crowd_units import Ask, Held, Units, ranges

STEADY = 5.0
"""An item's mean counts as if it had so many further entries of the usual mean."""
_GRID = float(1 << 16)
_NARROW = (1 << 16) - 1


@dataclass(frozen=True)
class Heap:
    """The tokens of some crowds: codes, which of them are "none", and whose crowd's they are."""

    codes: Int64s
    missing: Bools
    crowds: Int64s


@dataclass(frozen=True)
class Hand:
    """Released entries of some crowds, before they carry anything: items, places and crowds, numbered from 0."""

    items: Int64s
    places: Int64s
    crowds: Int64s

    def some(self, which: Bools) -> Hand:
        """These of the entries."""
        return Hand(*(codes[which] for codes in (self.items, self.places, self.crowds)))

    def repeated(self, times: Int64s) -> Hand:
        """The same with each entry so many times."""
        return Hand(*(np.repeat(codes, times) for codes in (self.items, self.places, self.crowds)))


@dataclass(frozen=True)
class Habits:
    """How entries are marked in the whole data."""

    means: Floats
    """By item."""
    between: float
    """How far apart people are, as a standard deviation."""
    within: float
    """How far a person's entries are from what is expected of person and item."""

    def scores(self, hand: Hand, dice: np.random.Generator) -> Floats:
        """A score for each entry: its item, a draw for its place, and a draw for itself."""
        lean = dice.normal(0, self.between, int(hand.places.max(initial=-1)) + 1)
        scores = self.means[hand.items] + lean[hand.places]
        return np.asarray(scores + dice.normal(0, self.within, len(scores)))


def habits(ask: Ask, size: int, which: str) -> Habits:
    """How entries are marked in the whole data, by their "values" or by how "often" somebody has an item."""
    sums = ask(_sums, which, size, merge=summed)
    totals, counts = sums["totals"] / _GRID, sums["counts"]
    if not counts.sum():
        return Habits(np.zeros(size), 0.0, 0.0)
    means = (totals + STEADY * totals.sum() / counts.sum()) / (counts + STEADY)
    told = ask(_leanings, which, means, merge=one_after_another)
    inside, many, leaning = told["inside"].sum(), told["many"], told["leaning"]
    within = float(inside) / counts.sum()
    people = max(int(told["there"].sum()), 1)
    between = max(float((leaning**2).sum()) - within * float((1 / many[many > 0]).sum()), 0.0) / people
    return Habits(means, float(np.sqrt(between)), float(np.sqrt(within)))


def _numbers(held: Held, people: Int64s, which: str) -> tuple[Int64s, Int32s, Floats]:
    """Whose entries are marked, with which items and with which numbers; NaN where there is none."""
    if which == "often":
        owners, where = ranges(held.single.starts, people)
        return owners, np.asarray(held.single.items)[where], np.asarray(np.log(held.repeats[where]))
    owners, where = ranges(held.records.starts, people)
    table = np.full(256, np.nan)
    table[: len(held.facts.scale.positions)] = held.facts.scale.positions
    return owners, np.asarray(held.records.items)[where], table[np.asarray(held.records.values)[where]]


def _sums(held: Held, units: Units, which: str, size: int) -> Arrays:
    """The sum of each item's numbers, in whole steps of a grid, and how many there are."""
    _, items, marks = _numbers(held, units.people, which)
    known = np.isfinite(marks)
    steps = np.rint(marks[known] * _GRID)
    return {
        "totals": np.bincount(items[known], steps, size).astype(np.int64),
        "counts": np.bincount(items[known], minlength=size),
    }


def _leanings(held: Held, units: Units, which: str, means: Floats) -> Arrays:
    """By person, how many marks there are, how far they lie from what is usual, and how much from that."""
    owners, items, marks = _numbers(held, units.people, which)
    away, size = marks - means[items], len(units.people)
    owners, away = owners[np.isfinite(away)], away[np.isfinite(away)]
    many = np.bincount(owners, minlength=size)
    leaning = np.bincount(owners, away, size) / np.maximum(many, 1)
    inside = np.bincount(owners, (away - leaning[owners]) ** 2, size)
    starts = held.records.starts
    return {
        "many": many,
        "leaning": leaning,
        "inside": inside,
        "there": starts[units.people + 1] > starts[units.people],
    }


def dealt(heap: Heap, scores: Floats, crowds: Int64s, dice: np.random.Generator) -> tuple[Int64s, Bools]:
    """A token of its crowd for each entry, the higher the higher its score; those left over are taken away by lot.

    It depends on the multiset of each crowd's tokens, not on their order. Tokens that say "none" stand anywhere.
    """
    tokens = sorted_tokens(heap)
    codes, missing, owners = tokens.codes, tokens.missing, tokens.crowds
    keys = _anywhere(codes, missing, owners, dice) if missing.any() else None
    order = _as_many(owners, crowds, dice)
    if keys is not None:
        order = order[np.lexsort((keys[order], owners[order]))]
    given_codes, given_missing = np.empty(len(scores), np.int64), np.empty(len(scores), bool)
    places = sorted_by(scores, crowds)
    given_codes[places], given_missing[places] = codes[order], missing[order]
    return given_codes, given_missing


def sorted_tokens(heap: Heap) -> Heap:
    """The same tokens by crowd, code and whether they say "none": whole numbers are sorted, and read back."""
    if not len(heap.codes):
        return heap
    base = int(heap.codes.min())
    size = int(heap.codes.max()) - base + 1
    keys = np.sort((heap.crowds * size + (heap.codes - base)) * 2 + heap.missing)
    crowds, codes = np.divmod(keys >> 1, size)
    return Heap(codes + base, (keys & 1).astype(bool), crowds)


def sorted_by(scores: Floats, *groups: Int64s) -> Int64s:
    """Places by the last of these groups, inside it by the one before, at last by score; as `np.lexsort` says it, which
    takes several times as long."""
    order = np.argsort(scores)
    ranked = scores[order]
    if (ranked[1:] == ranked[:-1]).any():  # the fast way to sort keeps no order among equals
        order = np.argsort(scores, kind="stable")
    for codes in groups:
        narrow = np.uint16 if len(codes) and codes.min() >= 0 and codes.max() <= _NARROW else np.int64
        order = order[np.argsort(codes[order].astype(narrow), kind="stable")]
    return order


def _anywhere(codes: Int64s, missing: Bools, owners: Int64s, dice: np.random.Generator) -> Floats:
    """What tokens are sorted by: their codes, and for those that say "none" a code of the same crowd."""
    keys = codes.astype(np.float64)
    known = np.bincount(owners, ~missing).astype(np.int64)
    starts, those = np.concatenate(([0], np.cumsum(known))), np.append(codes[~missing], 0)
    whose = owners[missing]
    lots = starts[whose] + (dice.random(len(whose)) * known[whose]).astype(np.int64)
    keys[missing] = those[np.where(known[whose] > 0, lots, len(those) - 1)]
    return keys


def _as_many(owners: Int64s, crowds: Int64s, dice: np.random.Generator) -> Int64s:
    """Which tokens are given away, by lot, where there are more than entries; ascending."""
    size = int(max(owners.max(initial=-1), crowds.max(initial=-1))) + 1
    have, need = np.bincount(owners, minlength=size), np.bincount(crowds, minlength=size)
    if (have == need).all():
        return np.arange(len(owners))
    by_lot = sorted_by(dice.random(len(owners)), owners)
    ranks = np.arange(len(owners)) - np.concatenate(([0], np.cumsum(have)))[owners]
    return np.sort(by_lot[ranks < need[owners]])
