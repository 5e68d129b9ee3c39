"""Rates and means of reproductions: with their 95% intervals, and with how many people, or draws, they are of."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats
from standout.results.estimate import Estimate
from standout.risk import intervals


class Counted(Estimate, frozen=True, kw_only=False):
    """An estimate that knows how many it is of."""

    n: int = 0


def rate(successes: float, trials: int) -> Counted | None:
    """A share with its interval; none without trials."""
    return _counted(intervals.rate(successes, trials), trials)


def rate_of(hits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Counted | None:
    """The share of hits among all."""
    return _counted(intervals.rate_of(hits), len(hits))


def share_of(shares: Floats) -> Counted | None:
    """The mean of shares between 0 and 1, one per person."""
    return _counted(intervals.share_of(shares), len(shares))


def mean(numbers: Floats) -> Counted | None:
    """A mean with its normal interval; none without numbers."""
    return _counted(intervals.mean(numbers), len(numbers))


def number_of(estimate: Estimate | None) -> int | None:
    """How many an estimate is of, where it knows."""
    return estimate.n if isinstance(estimate, Counted) else None


def _counted(estimate: Estimate | None, n: int) -> Counted | None:
    return None if estimate is None else Counted(estimate.rate, estimate.low, estimate.high, n)
