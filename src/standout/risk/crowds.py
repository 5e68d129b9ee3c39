"""Rows that hide in a crowd: a table is told cell by cell, each only where enough rows read the same.

Somebody who holds the data can work out every figure of it again, for every person. So a row of a table is safe only
if as many people as the crowd asks for have exactly this row. Here that is so by construction: columns are told one
after the other, the most useful first; each splits the groups of rows that were alike so far, and no part of a split is
ever smaller than the crowd. What would need a smaller part is told more coarsely, or withheld.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Floats, Int64s

WITHHELD = -1
"""The code of a cell that is not told."""


class Crowds:
    """The rows of a table, in groups that read alike in all that was told so far."""

    def __init__(self, rows: int, fewest: int, secret: int) -> None:
        self.fewest = fewest
        self.groups = np.zeros(rows, np.int64)
        self._random = np.random.default_rng(secret)

    @property
    def smallest(self) -> int:
        """How many rows the smallest group has."""
        return int(np.bincount(self.groups).min(initial=len(self.groups)))

    def tell(self, *choices: Int64s) -> Int64s:
        """Tell one more column: for each row one of its codes, or that none is told.

        `choices` are ways to say it, the finest first; each has a code for every row (-1: none), or several codes a row
        of which one is told. Codes of different ways must differ. The groups are split by what is returned.
        """
        answers = np.full(len(self.groups), WITHHELD, np.int64)
        for codes in choices:
            self._tell(answers, (codes if codes.ndim > 1 else codes[:, None]).astype(np.int64))
        self._fill_up(answers)
        self.groups = np.unique(_paired(self.groups, answers), return_inverse=True)[1].astype(np.int64)
        return answers

    def mean(self, numbers: Floats, digits: int = 2) -> Floats:
        """The mean over all rows that read alike so far."""
        sizes = np.maximum(np.bincount(self.groups), 1)
        return np.round((np.bincount(self.groups, weights=numbers) / sizes)[self.groups], digits)

    def _tell(self, answers: Int64s, codes: Int64s) -> None:
        """Let every row without an answer take that of its codes which most rows of its group could take."""
        left = np.where(answers[:, None] < 0, codes, WITHHELD)
        while len(rows := np.flatnonzero((left >= 0).any(axis=1))):
            shared = np.where(left[rows] >= 0, self._shared(answers, left, rows), -1)
            columns = shared.argmax(axis=1)
            picked = left[rows, columns]
            enough = self._picked(answers, rows, picked) >= self.fewest
            answers[rows[enough]] = picked[enough]
            left[rows[enough]] = WITHHELD
            left[rows[~enough], columns[~enough]] = WITHHELD

    def _shared(self, answers: Int64s, left: Int64s, rows: Int64s) -> Int64s:
        """For each code of these rows, how many rows of the group have it or took it."""
        each = np.repeat(self.groups[rows], left.shape[1])
        taken = np.flatnonzero(answers >= 0)
        groups = np.concatenate((each, self.groups[taken]))
        keys = _paired(groups, np.concatenate((left[rows].ravel(), answers[taken])))
        counts = np.unique(keys, return_inverse=True, return_counts=True)
        return counts[2][counts[1]][: len(each)].reshape(len(rows), -1)

    def _picked(self, answers: Int64s, rows: Int64s, picked: Int64s) -> Int64s:
        """For each of these rows, how many rows of its group picked the same or took it before."""
        taken = np.flatnonzero(answers >= 0)
        groups = np.concatenate((self.groups[rows], self.groups[taken]))
        _, inverse, counts = np.unique(
            _paired(groups, np.concatenate((picked, answers[taken]))), return_inverse=True, return_counts=True
        )
        return np.asarray(counts[inverse][: len(rows)], dtype=np.int64)

    def _fill_up(self, answers: Int64s) -> None:
        """Where too few rows of a group are left without an answer, withhold it from some others, chosen by lot."""
        lonely = np.bincount(self.groups[answers < 0], minlength=int(self.groups.max(initial=0)) + 1)
        short = np.flatnonzero((lonely > 0) & (lonely < self.fewest))
        if not len(short):
            return
        order = np.argsort(self.groups, kind="stable")
        begins = np.searchsorted(self.groups[order], short)
        ends = np.searchsorted(self.groups[order], short, side="right")
        for group, begin, end in zip(short.tolist(), begins.tolist(), ends.tolist(), strict=True):
            rows = order[begin:end]
            codes, counts = np.unique(answers[rows][answers[rows] >= 0], return_counts=True)
            if not len(codes):
                continue
            others = rows[answers[rows] == codes[counts.argmax()]]
            missing = self.fewest - int(lonely[group])
            if len(others) - missing >= self.fewest:
                others = self._random.choice(others, missing, replace=False)
            answers[others] = WITHHELD


def _paired(groups: Int64s, codes: Int64s) -> Int64s:
    """One number for each pair of a group and a code."""
    width = int(codes.max(initial=0)) + 2
    return groups * width + codes + 1


def folded(counts: Sequence[int], fewest: int) -> list[tuple[int, int]]:
    """Neighbouring bins, from and to, joined until none holds a few people: nobody, or at least so many."""
    bins = [(place, place, count) for place, count in enumerate(counts)]
    while len(bins) > 1 and (small := [place for place, span in enumerate(bins) if 0 < span[2] < fewest]):
        place = small[-1]
        other = place - 1 if place else 1
        first, second = sorted((place, other))
        bins[first : second + 1] = [(bins[first][0], bins[second][1], bins[first][2] + bins[second][2])]
    return [(begin, end) for begin, end, _ in bins]
