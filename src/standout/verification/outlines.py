"""The outlines of a record: a few numbers per person that betray changes which no single item shows.

Length, how popular the items are, how the values are spread, how entries gather on days.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.data.model import Scale
from standout.verification.aligned import worth

MARKS = 12
"""At most this many places on the scale are looked at."""


def outlines(data: LocalDataset, holders: Int64s, marks: Floats) -> Floats:
    """A row per person. `holders` says how popular each item is taken to be, `marks` where the scale is looked at."""
    people = np.repeat(np.arange(data.people), data.lengths)
    most = np.maximum(data.lengths, 1)
    popularity = np.log1p(holders[data.held.records.items].astype(np.float64))
    columns = [
        np.log1p(data.lengths),
        *_moments(people, popularity, most),
        *_values(data, people, most, marks),
        *_days(data, people, most),
    ]
    return np.column_stack(columns)


def _moments(people: Int64s, numbers: Floats, most: Int64s) -> tuple[Floats, Floats]:
    """Mean and standard deviation of each person's numbers."""
    mean = np.bincount(people, weights=numbers, minlength=len(most)) / most
    squares = np.bincount(people, weights=numbers**2, minlength=len(most)) / most
    return mean, np.sqrt(np.maximum(squares - mean**2, 0))


def marks_on(scale: Scale) -> Floats:
    """Some positions of a scale, from the lowest to the highest."""
    if not scale.positions:
        return np.empty(0)
    places = np.unique(np.linspace(0, len(scale.positions) - 1, MARKS).astype(np.int64))
    return np.array(scale.positions)[places]


def _values(data: LocalDataset, people: Int64s, most: Int64s, marks: Floats) -> list[Floats]:
    """Mean and spread of values, and the share at or below each mark; nothing varies without values."""
    numbers = np.nan_to_num(worth(data)[data.held.records.values]) if data.has_values else np.zeros(data.count)
    shares = [np.bincount(people, weights=numbers <= mark, minlength=len(most)) / most for mark in marks]
    return [*_moments(people, numbers, most), *shares]


def _days(data: LocalDataset, people: Int64s, most: Int64s) -> list[Floats]:
    """Different days per entry, days from first to last, and shares on Mondays and on the first of a month, to which
    days may have been rounded; nothing varies without days."""
    if data.first_day is None:
        return [np.zeros(len(most)) for _ in range(4)]
    days = data.held.records.days.astype(np.int64)
    dated = days != NO_DAY
    people, days = people[dated], days[dated]
    pairs = np.unique(people * (NO_DAY + 1) + days)
    different = np.bincount(pairs // (NO_DAY + 1), minlength=len(most))
    first, last = np.full(len(most), NO_DAY, np.int64), np.zeros(len(most), np.int64)
    np.minimum.at(first, people, days)
    np.maximum.at(last, people, days)
    dates = days + data.first_day
    months = dates.astype("datetime64[D]").astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    mondays = np.bincount(people, weights=dates % 7 == 4, minlength=len(most))
    firsts = np.bincount(people, weights=dates == months, minlength=len(most))
    return [different / most, np.maximum(last - first, 0).astype(np.float64), mondays / most, firsts / most]
