"""Quantiles of the beta distribution, in plain Python: what exact intervals of rates are made of.

SciPy has them, but loading it takes longer than drawing a whole report, which needs a handful. Tests compare the two.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

_TINY = 1e-300
_CLOSE = 1e-14
_MOST_STEPS = 200
_MOST_TERMS = 100_000


@lru_cache(maxsize=10_000)
def beta_quantile(a: float, b: float, share: float) -> float:
    """Below which number this share of a beta distribution lies; `a` and `b` are positive, the share within 0 and 1.

    Newton's steps, and halving where one would leave the span that is known to hold the answer. For a share near 1 ask
    for 1 less the quantile of the rest with `a` and `b` exchanged: near 1 there are fewer digits than near 0. Twelve
    digits are told: further ones would depend on the machine's logarithms.
    """
    low, high, at = 0.0, 1.0, _near(a, b, share)
    after = at
    for _ in range(_MOST_STEPS):
        over = _share_below(at, a, b) - share
        low, high = (low, at) if over > 0 else (at, high)
        slope = _density(at, a, b)
        after = at - over / slope if slope > 0 else -1.0
        after = after if low < after < high else (low + high) / 2
        if abs(after - at) <= _CLOSE * at:
            break
        at = after
    return float(f"{after:.12g}")


def _near(a: float, b: float, share: float) -> float:
    """About where it is: as if the odds were distributed normally on a logarithmic scale."""
    odds = log(a / b) + NormalDist().inv_cdf(share) * sqrt(1 / a + 1 / b)
    return 1 / (1 + exp(-min(max(odds, -300.0), 30.0)))


def _share_below(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, from the side on which its continued fraction is quick."""
    if x <= 0.0 or x >= 1.0:
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):
        return 1 - exp(_log_front(x, a, b)) * _fraction(1 - x, b, a) / b
    return exp(_log_front(x, a, b)) * _fraction(x, a, b) / a


def _log_front(x: float, a: float, b: float) -> float:
    return a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)


def _density(x: float, a: float, b: float) -> float:
    return exp(_log_front(x, a, b) - log(x) - log1p(-x)) if 0 < x < 1 else 0.0


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by the method of Lentz."""
    upper, lower = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = lower
    for term in range(1, _MOST_TERMS):
        twice = a + 2 * term
        for part in (
            term * (b - term) * x / ((twice - 1) * twice),
            -(a + term) * (a + b + term) * x / (twice * (twice + 1)),
        ):
            lower = 1 / _not_zero(1 + part * lower)
            upper = _not_zero(1 + part / upper)
            value *= lower * upper
        if abs(lower * upper - 1) < 1e-15:
            break
    return value


def _not_zero(value: float) -> float:
    return value or _TINY
