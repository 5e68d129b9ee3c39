"""Rates and means with 95% intervals."""

from __future__ import annotations

from math import sqrt

import numpy as np

from standout.common.arrays import Floats
from standout.results.estimate import Z95, Estimate


def rate(successes: float, trials: int) -> Estimate | None:
    """A share with its Wilson interval (Wilson 1927), which stays honest near 0 and 1; none without trials."""
    if trials == 0:
        return None
    share = successes / trials
    shrink = 1 + Z95**2 / trials
    centre = (share + Z95**2 / (2 * trials)) / shrink
    half = Z95 * sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2)) / shrink
    return Estimate(share, min(max(centre - half, 0.0), share), max(min(centre + half, 1.0), share))


def rate_of(hits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Estimate | None:
    """The share of hits among all."""
    return rate(int(hits.sum()), len(hits))


def share_of(shares: Floats) -> Estimate | None:
    """The mean of shares between 0 and 1, one per person. Its interval is that of a rate over as many people:
    never too narrow, since nothing between 0 and 1 varies more than yes and no, and honest near 0 and 1."""
    return rate(float(shares.sum()), len(shares))


def mean(numbers: Floats) -> Estimate | None:
    """A mean with its normal interval; none without numbers."""
    if not len(numbers):
        return None
    average = float(numbers.mean())
    half = Z95 * float(numbers.std(ddof=1)) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(average, average - half, average + half)
