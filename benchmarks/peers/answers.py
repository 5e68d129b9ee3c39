"""Answers in one form for all, and when two of them are the same.

Standout adds up whole numbers, the others floating-point ones: scores agree to a hundred-thousandth, and two records
whose scores are closer than that may change places.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s

CLOSE = 1e-5


@dataclass(frozen=True)
class Best:
    """Per target: who scores best, how much, and how many standard deviations before the second."""

    records: Int64s
    scores: Floats
    standing_out: Floats


@dataclass(frozen=True)
class Top:
    """Per target: the best records and their scores, best first; score 0 where there are fewer."""

    records: Int64s
    scores: Floats


@dataclass(frozen=True)
class Agreement:
    """How many answers are the same, of how many compared."""

    same: int
    of: int

    @property
    def full(self) -> bool:
        return self.same == self.of

    def __str__(self) -> str:
        return f"yes, {self.of:,} of {self.of:,}" if self.full else f"NO: {self.same:,} of {self.of:,}"


def agreement(same: Bools) -> Agreement:
    return Agreement(int(same.sum()), len(same))


def same_best(ours: Best, theirs: Best) -> Agreement:
    """Targets for which the best record, its score and how much it stands out are the same."""
    some = len(theirs.records)
    scores = _close(ours.scores[:some], theirs.scores)
    standing_out = np.abs(ours.standing_out[:some] - theirs.standing_out) <= 100 * CLOSE
    tied = theirs.standing_out <= 100 * CLOSE
    return agreement(scores & standing_out & (tied | (ours.records[:some] == theirs.records)))


def same_top(ours: Top, theirs: Top) -> Agreement:
    """Targets for which the scores are the same, and all records that clearly score more than the last."""
    some = len(theirs.records)
    scores = _close(ours.scores[:some], theirs.scores).all(axis=1)
    return agreement(scores & (_inside(ours, theirs, some) & _inside(theirs, ours, some)))


def same_counts(ours: Int64s, theirs: Int64s) -> Agreement:
    """Sets of known items that as many records contain."""
    return agreement(ours[: len(theirs)] == theirs)


def _close(ours: Floats, theirs: Floats) -> Bools:
    return np.asarray(np.abs(ours - theirs) <= CLOSE * np.maximum(np.abs(theirs), CLOSE), np.bool_)


def _inside(one: Top, other: Top, some: int) -> Bools:
    """Whether the other lists whatever the one lists with clearly more than its last score."""
    clear = one.scores[:some] > one.scores[:some, -1:] + CLOSE
    listed = (one.records[:some, :, None] == other.records[:some, None, :]).any(axis=2)
    return np.asarray((listed | ~clear).all(axis=1), np.bool_)
