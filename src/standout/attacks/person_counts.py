"""Means, extremes and numbers of different codes, person by person."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, Int64s

_TABLED = 32
"""Up to so many times more people and codes than entries, codes are crossed off in a table."""


class Means:
    """Means by person; not a number of those who have nothing."""

    def __init__(self, rows: Int64s, people: int) -> None:
        self._rows = rows
        self.count = np.bincount(rows, minlength=people).astype(np.float64)

    def __call__(self, amounts: Floats) -> Floats:
        sums = np.bincount(self._rows, weights=amounts, minlength=len(self.count))
        return self._by_count(sums)

    def shares(self, codes: Int64s, many: int) -> list[Floats]:
        """For each of the first so many codes, from 0 on, the share of entries that have it."""
        kept = (codes >= 0) & (codes < many)
        places, people = self._rows[kept] * many + codes[kept], len(self.count)
        counts = np.bincount(places, minlength=people * many).reshape(people, many)
        return [self._by_count(counts[:, code]) for code in range(many)]

    def _by_count(self, sums: Floats | Int64s) -> Floats:
        return np.where(self.count > 0, sums / np.maximum(self.count, 1.0), np.nan)


def extremes_of(rows: Int64s, amounts: Int64s, people: int) -> tuple[Floats, Floats]:
    """The least and the largest amount of each person; not a number of those who have none. Rows ascend."""
    begins = np.flatnonzero(np.diff(rows, prepend=-1))
    least, largest = np.full(people, np.nan), np.full(people, np.nan)
    if len(begins):
        least[rows[begins]] = np.minimum.reduceat(amounts, begins)
        largest[rows[begins]] = np.maximum.reduceat(amounts, begins)
    return least, largest


def different_codes(rows: Int64s, codes: Int64s, people: int) -> Int64s:
    """How many different codes each person has, of all that stand beside them; rows ascend."""
    if not len(rows):
        return np.zeros(people, np.int64)
    least = int(codes.min())
    width = int(codes.max()) - least + 1
    places = rows * width + (codes - least)
    if (places[1:] >= places[:-1]).all():  # as the items of records are
        return np.bincount(rows[np.diff(places, prepend=-1) != 0], minlength=people)
    if people * width <= _TABLED * len(rows):
        there = np.zeros(people * width, np.bool_)
        there[places] = True
        return np.asarray(np.count_nonzero(there.reshape(people, width), axis=1), dtype=np.int64)
    return np.bincount(np.unique(places) // width, minlength=people)
