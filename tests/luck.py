"""How far fresh noise may go before a test should doubt it: bounds that are passed less than once in 10^9 runs.

The noise of bulletins is the discrete Laplace distribution: with `a = exp(-1 / scale)`, a whole number `x` comes with
probability `(1 - a) / (1 + a) * a ** abs(x)`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

CHANCE = 1e-9
"""How often at most a test over fresh randomness may fail although nothing is wrong."""


def farthest(scale: float, draws: int = 1, chance: float = CHANCE) -> int:
    """How far from the truth none of so many noisy counts lies, but with this chance.

    One is at least `k` away with probability `2 a ** k / (1 + a)`; any of them, with at most `draws` times that.
    """
    a = math.exp(-1 / scale)
    return math.ceil(scale * math.log(2 * draws / ((1 + a) * chance))) - 1


def chance_of_mean_distance(scale: float, draws: int, above: float) -> float:
    """At most this probable is a mean distance from the truth of at least `above`; if less than expected, of at most.

    Chernoff: `exp(-draws (t above - log E exp(t |x|)))` for the best `t`.
    """
    a = math.exp(-1 / scale)

    def log_moments(t: float) -> float:
        return math.log((1 - a) / (1 + a)) + math.log1p(a * math.exp(t)) - math.log1p(-a * math.exp(t))

    expected = 2 * a / (1 - a * a)
    low, high = (0.0, 1 / scale) if above > expected else (-20 / scale, 0.0)
    return _bound(lambda t: -draws * (t * above - log_moments(t)), low, high)


def chance_of_mean(scale: float, draws: int, away: float) -> float:
    """At most this probable is a mean of the noise that is at least so far from 0, on either side."""
    a = math.exp(-1 / scale)

    def log_moments(t: float) -> float:
        return 2 * math.log1p(-a) - math.log1p(-a * math.exp(t)) - math.log1p(-a * math.exp(-t))

    return 2 * _bound(lambda t: -draws * (t * away - log_moments(t)), 0.0, 1 / scale)


def _bound(log: Callable[[float], float], low: float, high: float, steps: int = 2_000) -> float:
    """The least bound on an even grid inside: every `t` gives a true one, so that a coarse grid is only less sharp."""
    return math.exp(min(0.0, *(log(low + (high - low) * step / steps) for step in range(1, steps))))
