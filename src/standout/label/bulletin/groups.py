"""Privacy groups: people with about the same score, and the bars of the label that stand for them.

X-means in one dimension, where the best way to cut sorted values in two is found exactly, by trying every cut. From
two groups on, a group is split while the Bayesian information criterion (as Pelleg and Moore have it for X-means)
prefers two, and k-means then moves the borders. That criterion takes every departure from a bell curve for another
group, and with many people it always finds one; so a split must also explain a fair part of the spread.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.results.bulletin import Group
from standout.results.bulletin_checks import BAND_MARKS, BAND_NAMES, GROUP_NAMES, band_borders

MOST_GROUPS = max(GROUP_NAMES)

TRIMMED = 0.05
"""The share of a group left out at either end before its centroid and borders are taken."""

WORTHWHILE = 0.05
"""The share of the whole spread around the mean that a further group must explain."""


@dataclass(frozen=True)
class Bar:
    """A bar of the label: a group, or a half of one. It is for scores above `above`, up to the next bar's."""

    name: str
    group: int
    above: float


def bars(groups: Sequence[Group]) -> tuple[Bar, ...]:
    """The bars from not safe to safe. Three groups become five bars: the two safer ones are cut at their centroids."""
    if in_bands(groups):
        return tuple(Bar(mark, at, group.low) for at, (mark, group) in enumerate(zip(BAND_MARKS, groups, strict=False)))
    borders = [0.0] + [(lower.centroid + higher.centroid) / 2 for lower, higher in pairwise(groups)]
    if len(groups) != 3:
        return tuple(Bar(group.name, place, borders[place]) for place, group in enumerate(groups))
    return (
        Bar("not safe", 0, 0.0),
        Bar("high risk", 1, borders[1]),
        Bar("medium risk", 1, groups[1].centroid),
        Bar("low risk", 2, borders[2]),
        Bar("safe", 2, groups[2].centroid),
    )


def in_bands(groups: Sequence[Group]) -> bool:
    """Whether these are the bands that mean the same everywhere, not groups of like people."""
    return groups[0].name == BAND_NAMES[0]


def bands_of(said: Floats, people: int, fewest: int) -> tuple[Group, ...]:
    """The bands with how many people are in each, in whole `fewest`: none is told of fewer. `said` are normalised."""
    borders = np.array((*band_borders(people), 1.0))
    places = np.maximum(np.searchsorted(borders[:-1], said, side="left") - 1, 0)
    counts = np.bincount(places, minlength=len(borders) - 1)
    return tuple(
        Group(name, _rounded((low + high) / 2), low, high, int(count // fewest * fewest))
        for name, low, high, count in zip(BAND_NAMES, borders[:-1].tolist(), borders[1:].tolist(), counts, strict=False)
    )


def bar_of(score: float, drawn: Sequence[Bar]) -> int:
    """The bar that a score belongs to: the last one that it is above; the first for the lowest scores."""
    return max((place for place, bar in enumerate(drawn) if score > bar.above), default=0)


@dataclass(frozen=True)
class Spread:
    """Values in ascending order with their weights (how many people), and running sums of them."""

    values: Floats
    weights: Floats
    mass: Floats
    first: Floats
    second: Floats

    def error(self, begin: int | Int64s, end: int | Int64s) -> Floats:
        """The sum of squared distances from the mean, for values from `begin` up to `end`."""
        mass = np.maximum(self.mass[end] - self.mass[begin], 1e-300)
        first = self.first[end] - self.first[begin]
        return np.maximum(self.second[end] - self.second[begin] - first * first / mass, 0.0)


def spread_of(values: Floats, weights: Floats | None = None) -> Spread:
    """Values of which each one is somebody's, or of which each is that of `weights` people; equal ones are merged."""
    given = np.ones(len(values)) if weights is None else weights
    distinct, places = np.unique(values, return_inverse=True)
    weight = np.bincount(places, weights=given, minlength=len(distinct)).astype(np.float64)
    centre = float(np.average(distinct, weights=weight))
    moved = distinct - centre  # sums of squares lose no digits around the mean
    sums = [np.concatenate(([0.0], np.cumsum(part))) for part in (weight, weight * moved, weight * moved * moved)]
    return Spread(distinct, weight, *sums)


def best_cut(spread: Spread, begin: int, end: int, fewest: float = 1.0) -> int | None:
    """Where to cut these values in two so that the squared distances from both means are least; none if nowhere."""
    cuts = np.arange(begin + 1, end)
    left, right = spread.mass[cuts] - spread.mass[begin], spread.mass[end] - spread.mass[cuts]
    cuts = cuts[(left >= fewest) & (right >= fewest)]
    if not len(cuts):
        return None
    error = spread.error(np.full(len(cuts), begin), cuts) + spread.error(cuts, np.full(len(cuts), end))
    return int(cuts[np.argmin(error)])


def criterion(spread: Spread, borders: Sequence[int]) -> float:
    """Pelleg and Moore's BIC of values cut at these borders (with both ends): higher is better.

    One spherical Gaussian a group, with a variance that all share: Σ R_n ln(R_n / R) − R/2 ln(2πσ²) − (R − K)/2, less
    half the number of parameters (K − 1 shares, K means, one variance) times ln R.
    """
    sizes = np.diff(spread.mass[list(borders)])
    people, groups = float(sizes.sum()), len(sizes)
    error = sum(float(spread.error(begin, end)) for begin, end in pairwise(borders))
    variance = max(error / max(people - groups, 1.0), 1e-12)
    shares = float(np.sum(sizes * np.log(sizes / people)))
    likelihood = shares - people / 2 * math.log(2 * math.pi * variance) - (people - groups) / 2
    return likelihood - groups * math.log(people)


def borders_found(spread: Spread, fewest: float = 1.0, wanted: int | None = None) -> list[int]:
    """X-means: from two groups on, split while the criterion prefers it and the split explains enough.

    Or into as many as wanted. One group comes out only where everybody is alike.
    """
    whole = float(spread.error(0, len(spread.values)))
    borders = [0, len(spread.values)]
    while len(borders) - 1 < (wanted or MOST_GROUPS):
        splits = []
        for begin, end in pairwise(borders):
            cut = best_cut(spread, begin, end, fewest)
            if cut is None:
                continue
            gain = float(spread.error(begin, end) - spread.error(begin, cut) - spread.error(cut, end))
            preferred = criterion(spread, [begin, cut, end]) > criterion(spread, [begin, end])
            if wanted or len(borders) == 2 or (preferred and gain >= WORTHWHILE * whole > 0):
                splits.append((gain, cut))
        if not splits:
            break
        borders = settled(spread, sorted([*borders, max(splits)[1]]), fewest)
    return borders


def settled(spread: Spread, borders: list[int], fewest: float) -> list[int]:
    """k-means from these borders: move each in turn to its best place between its neighbours, until none moves."""
    moving = True
    while moving:
        moving = False
        for place in range(1, len(borders) - 1):
            begin, border, end = borders[place - 1 : place + 2]
            cut = best_cut(spread, begin, end, fewest)
            if cut is None or cut == border:
                continue
            before = float(spread.error(begin, border) + spread.error(border, end))
            after = float(spread.error(begin, cut) + spread.error(cut, end))
            if after < before * (1 - 1e-9):
                borders, moving = [*borders[:place], cut, *borders[place + 1 :]], True
    return borders


def groups_of(
    values: Floats, weights: Floats | None = None, *, wanted: int | None = None, fewest: float = 1.0
) -> tuple[Group, ...]:
    """The groups of normalised scores, from not safe to safe.

    A twentieth at either end of each group is left out first, unless fewer than `fewest` people would be left. Its
    borders are means over the `fewest` people left at either end, so that no published number is one person's.
    """
    spread = spread_of(values, weights)
    borders = borders_found(spread, fewest, wanted)
    groups = []
    for name, begin, end in zip(GROUP_NAMES[len(borders) - 1], borders, borders[1:], strict=False):
        inside, weight = spread.values[begin:end], spread.weights[begin:end]
        people = float(weight.sum())
        trimmed = max(0, min(math.floor(TRIMMED * people), math.floor((people - fewest) / 2)))
        ends = min(fewest, people)
        low = mean_between(inside, weight, trimmed, trimmed + ends)
        high = mean_between(inside, weight, people - trimmed - ends, people - trimmed)
        centroid = mean_between(inside, weight, trimmed, people - trimmed)
        groups.append(Group(name, _rounded(centroid), _rounded(low), _rounded(high), round(people)))
    return tuple(groups)


def mean_between(values: Floats, weights: Floats, begin: float, end: float) -> float:
    """The mean over people from the `begin`-th to the `end`-th by value; the values ascend."""
    reached = np.cumsum(weights)
    part = np.clip(reached, begin, end) - np.clip(reached - weights, begin, end)
    return float(np.sum(part * values) / np.sum(part))


def _rounded(number: float) -> float:
    """Six decimals: more would only tell about single people."""
    return round(number, 6)
