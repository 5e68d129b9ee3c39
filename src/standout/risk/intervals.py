"""Rates and means with 95% intervals."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from standout.attacks.contract import Floats
from standout.results.estimate import Estimate

_Z = 1.959963984540054


def rate(successes: float, trials: int) -> Estimate | None:
    """A share with its Wilson interval (Wilson 1927), which stays honest near 0 and 1; none without trials."""
    if trials == 0:
        return None
    share = successes / trials
    shrink = 1 + _Z**2 / trials
    centre = (share + _Z**2 / (2 * trials)) / shrink
    half = _Z * sqrt(share * (1 - share) / trials + _Z**2 / (4 * trials**2)) / shrink
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
    half = _Z * float(numbers.std(ddof=1)) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(average, average - half, average + half)


def dicts(estimates: dict[str, Estimate | None]) -> dict[str, Any]:
    """Estimates for JSON; what could not be computed is left out."""
    return {name: estimate.as_dict() for name, estimate in estimates.items() if estimate is not None}
