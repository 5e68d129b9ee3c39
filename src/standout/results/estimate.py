"""An estimate: a rate or a mean with its 95% interval; the one type for it in all results."""

from __future__ import annotations

from standout.results.base import Part

Z95 = 1.959963984540054
"""How many standard deviations a 95% interval reaches to either side (the normal distribution's 97.5% quantile)."""


class Estimate(Part, frozen=True, kw_only=False):
    """A raw rate or mean and its 95% interval."""

    rate: float
    low: float
    high: float
