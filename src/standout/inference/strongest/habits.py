"""Habits that can be read off a record by itself: how long it is, what repeats, which values, when, which groups.

Nothing here learns from other people.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats
from standout.inference.strongest.sight import NO_DATE, Sight

MARKS = 10
"""At most this many steps of the values are looked at one by one."""
_WEEK, _YEAR = 7, 12


def length_table(sight: Sight) -> Floats:
    """How much a person has."""
    entries = np.bincount(sight.people, minlength=sight.size[0])
    return np.column_stack((np.log1p(sight.lengths), np.log1p(entries)))


def repeats_table(sight: Sight) -> Floats:
    """How often a person comes back to an item."""
    pairs = sight.pairs
    most = np.zeros(sight.size[0])
    np.maximum.at(most, pairs.people, pairs.counts)
    return np.column_stack(
        (sight.means(np.log(pairs.counts)), np.log1p(most), sight.means((pairs.counts > 1).astype(np.float64)))
    )


def values_table(sight: Sight, steps: Floats) -> Floats:
    """Mean and spread of a person's values, the share up to each step, and how much goes without a value."""
    worths = sight.pairs.worths
    known = np.isfinite(worths)
    numbers = np.where(known, worths, 0.0)
    mean = sight.means(numbers, known)
    spread = np.sqrt(np.maximum(sight.means(numbers**2, known) - mean**2, 0))
    shares = [sight.means(((numbers <= step) & known).astype(np.float64), known) for step in steps[:-1]]
    return np.column_stack((mean, spread, sight.means((~known).astype(np.float64)), *shares))


def marks(worths: Floats) -> Floats:
    """The values that occur; of many, some at even shares of the entries."""
    levels = np.unique(worths)
    return levels if len(levels) <= MARKS else np.unique(np.quantile(worths, np.linspace(0.1, 1, MARKS)))


def rhythm_table(sight: Sight) -> Floats:
    """Weekdays, months, first and last day, sessions (days on which something happened) and the gaps between them."""
    count = sight.size[0]
    dated = sight.dates != NO_DATE
    people, dates = sight.people[dated], sight.dates[dated]
    many = np.maximum(np.bincount(people, minlength=count), 1)
    months = dates.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % _YEAR
    shares = [np.bincount(people, weights=dates % _WEEK == day, minlength=count) / many for day in range(_WEEK)]
    shares += [np.bincount(people, weights=months == month, minlength=count) / many for month in range(_YEAR)]
    low = int(dates.min(initial=0))
    width = int(dates.max(initial=0)) - low + 1
    sessions, sizes = np.unique(people * width + (dates - low), return_counts=True)
    who, day = sessions // width, sessions % width
    active = np.bincount(who, minlength=count)
    first, last, busiest, gap = np.full(count, np.nan), np.full(count, np.nan), np.zeros(count), np.zeros(count)
    np.fmin.at(first, who, day)
    np.fmax.at(last, who, day)
    np.maximum.at(busiest, who, sizes)
    same = who[1:] == who[:-1]
    np.maximum.at(gap, who[1:][same], np.diff(day)[same])
    first, last = np.nan_to_num(first + low), np.nan_to_num(last + low)
    return np.column_stack(
        (*shares, first, last, np.log1p(last - first), np.log1p(active), np.log1p(many / np.maximum(active, 1)),
         busiest / many, np.log1p(gap))
    )  # fmt: skip


def groups_table(sight: Sight) -> Floats:
    """The share of each group of items in what a person has, and whether they value it above or below their mean (0
    without values)."""
    assert sight.groups is not None
    counts = np.asarray((sight.presence @ sight.groups).todense())
    shares = counts / sight.lengths[:, None]
    worths = sight.pairs.worths
    known = np.isfinite(worths)
    above = np.where(known, worths - sight.means(np.where(known, worths, 0.0), known)[sight.pairs.people], 0.0)
    liking = np.asarray((sight.matrix(above) @ sight.groups).todense()) / (counts + 2.0)
    return np.column_stack((shares, liking))
