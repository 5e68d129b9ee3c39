"""An estimate: a rate or a mean with its interval; the one type for it in all results, and how it is written."""

from __future__ import annotations

from standout.common.beta_quantile import beta_quantile
from standout.common.wording import NOT_THERE, percent
from standout.results.base import Part

Z95 = 1.959963984540054
"""How many standard deviations a 95% interval reaches to either side (the normal distribution's 97.5% quantile)."""


class Estimate(Part, frozen=True, kw_only=False):
    """A raw rate or mean and its interval: of 95%, where nothing else is said."""

    rate: float
    low: float
    high: float


def exact_rate(successes: float, trials: int, confidence: float) -> Estimate:
    """A share with its interval of Clopper and Pearson (1934), which holds at least as often as it says.

    Successes may be a sum of chances, one per trial: nothing between 0 and 1 varies more than yes and no.
    """
    tail, missed = (1 - confidence) / 2, trials - successes
    low = beta_quantile(successes, missed + 1, tail) if successes > 0 else 0.0
    high = round(1 - beta_quantile(missed, successes + 1, tail), 12) if missed > 0 else 1.0
    return Estimate(successes / trials, low, high)


def interval(estimate: Estimate | None) -> str:
    """A percentage with its interval: "96% [95–97]"; finer where the interval is narrow."""
    return NOT_THERE if estimate is None else f"{percent(estimate.rate, _decimals(estimate))} {bounds(estimate)}"


def bounds(estimate: Estimate | None) -> str:
    """The interval alone: "[95–97]"."""
    if estimate is None:
        return ""
    decimals = _decimals(estimate)
    return f"[{_bound(estimate.low, decimals)}–{_bound(estimate.high, decimals)}]"


def points(gain: Estimate) -> str:
    """A difference of shares in points, with its interval: "39 [34 to 43]"."""
    return f"{100 * gain.rate:.0f} [{100 * gain.low:.0f} to {100 * gain.high:.0f}]"


def _decimals(estimate: Estimate) -> int:
    return 1 if estimate.high - estimate.low < 0.01 or 0 < estimate.rate < 0.0095 or 0.9905 < estimate.rate < 1 else 0


def _bound(share: float, decimals: int) -> str:
    shown = f"{100 * share:.{decimals}f}"
    return "100" if shown == "100.0" else "0" if shown == "0.0" else shown
