"""Intervals for differences between two figures measured on the same people, with the same random numbers."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.results.compare_found import Change
from standout.results.estimate import Z95, Estimate


def difference(before: Bools, after: Bools, reach: float = Z95) -> Change | None:
    """How much rarer or more frequent hits became, from the same targets' hits before and after.

    The interval is that of Bonett and Price (2012): only targets that changed count, one more added each way. It is
    one of 95%, unless it reaches further, as it has to where several differences are looked at.
    """
    targets = len(before)
    if not targets:
        return None
    lost, gained = int((before & ~after).sum()), int((after & ~before).sum())
    fewer, more = (lost + 1) / (targets + 2), (gained + 1) / (targets + 2)
    half = reach * sqrt(max(fewer + more - (more - fewer) ** 2, 0.0) / (targets + 2))
    change = (gained - lost) / targets
    low, high = max(more - fewer - half, -1.0), min(more - fewer + half, 1.0)
    return Change(change=change, low=min(low, change), high=max(high, change))


def ratio(before: Floats, after: Floats, groups: Int64s | None = None) -> Estimate | None:
    """The mean after over the mean before, of numbers from 0 on that belong together in pairs.

    The 95% interval is the delta method's for the logarithm; pairs of one group (of one person) count as one draw.
    None where either mean is 0.
    """
    if not len(before) or before.mean() <= 0 or after.mean() <= 0:
        return None
    apart = after / after.mean() - before / before.mean()
    sums = apart if groups is None else np.bincount(groups, weights=apart)
    spread = sqrt(float((sums**2).sum())) / len(before)
    rate = float(after.mean() / before.mean())
    return Estimate(rate, rate * exp(-Z95 * spread), rate * exp(Z95 * spread))


def gain(better: Floats, worse: Floats, groups: Int64s | None = None) -> Change:
    """How much larger the mean of the first numbers is than that of the second, which belong to them in pairs.

    The 95% interval is the normal one; pairs of one group (of one person) count as one draw.
    """
    apart = better - worse
    mean = float(apart.mean())
    sums = apart - mean if groups is None else np.bincount(groups, weights=apart - mean)
    half = Z95 * sqrt(float((sums**2).sum())) / len(apart)
    return Change(change=mean, low=mean - half, high=mean + half)
