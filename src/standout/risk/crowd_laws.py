"""Laws of two numbers for the share of people found in a crowd of n, and how they are fitted.

Somebody is found in a crowd if nobody in it scores as high as their own record. If a person taken by lot does so with a
chance of p, a crowd of n hides them with a chance of 1 − (1 − p)^(n−1). People differ in p. The laws differ in how:

- `pitman-yor`: p is beta(1 − d, α + d), which is the law of Rocher, Hendrickx and de Montjoye (2025) for people who are
  alone in a crowd; here without their bound of d ≥ 0. Many people have a tiny p: it forecasts most;
- `normal`: log p is normal, and widely spread: the share found is Φ((c − ln n) / s);
- `logistic`: log p is logistic, which forecasts least.

The first is the forecast: it is the published one, and errs on the side of caution. Where the whole crowd was at hand,
the truth lay between it and the others, so all three make its interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s

Law = Callable[[Floats, Floats, Floats], Floats]
"""The share found, a row for each pair of numbers and a column for each crowd."""

STEPS = 30
_NUDGE = 1e-5


def normal(centre: Floats, log_spread: Floats, crowds: Floats) -> Floats:
    """Φ((c − ln n) / s)."""
    from scipy.special import ndtr

    return np.asarray(ndtr((centre[:, None] - np.log(crowds)) / np.exp(log_spread)[:, None]))


def logistic(centre: Floats, log_spread: Floats, crowds: Floats) -> Floats:
    """1 / (1 + (n / e^c)^(1/s))."""
    from scipy.special import expit

    return np.asarray(expit((centre[:, None] - np.log(crowds)) / np.exp(log_spread)[:, None]))


def pitman_yor(log_a: Floats, log_b: Floats, crowds: Floats) -> Floats:
    """The mean of (1 − p)^(n−1) for p from beta(a, b): B(a, b + n − 1) / B(a, b)."""
    from scipy.special import betaln

    a, b = np.exp(log_a)[:, None], np.exp(log_b)[:, None]
    return np.asarray(np.exp(betaln(a, b + crowds - 1) - betaln(a, b)))


@dataclass(frozen=True)
class Family:
    """A law with where its two numbers are looked for."""

    law: Law
    first: Floats
    second: Floats


_CENTRES, _SPREADS = np.linspace(-3.0, 30.0, 60), np.linspace(np.log(0.1), np.log(12.0), 24)
LAWS = {
    "pitman-yor": Family(pitman_yor, np.linspace(-5.3, 3.0, 28), np.linspace(-4.0, 20.0, 40)),
    "normal": Family(normal, _CENTRES, _SPREADS),
    "logistic": Family(logistic, _CENTRES, _SPREADS),
}


def chance_alone(beaten_by: Int64s, rivals: int, crowds: Int64s) -> Floats:
    """The exact chance that none of those who beat somebody is in a crowd of n that is drawn from all.

    A row for each person, who is beaten by so many of so many rivals; a column for each crowd, which the person is one
    of. The n − 1 others are drawn without repetition: C(rivals − beaten, n − 1) / C(rivals, n − 1).
    """
    from scipy.special import gammaln

    others, free = crowds[None, :] - 1, (rivals - beaten_by)[:, None]
    fits = free >= others
    left = np.where(fits, free, others)
    log_chance = gammaln(left + 1) - gammaln(left - others + 1) - gammaln(rivals + 1) + gammaln(rivals - others + 1)
    return np.asarray(np.where(fits, np.exp(log_chance), 0.0))


def fitted(family: Family, shares: Floats, crowds: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The two numbers by least squares, for every row of shares at once: the best of a grid, then steps downhill
    (Levenberg and Marquardt) for as long as they lead down."""
    law, (low, high) = family.law, _ends(family)
    grid = [axis.ravel() for axis in np.meshgrid(family.first, family.second, indexing="ij")]
    tried = law(grid[0], grid[1], crowds)
    best = (((tried * tried) @ weights)[:, None] - 2 * (tried * weights) @ shares.T).argmin(axis=0)
    at = np.stack([axis[best] for axis in grid])
    drawn = law(at[0], at[1], crowds)
    cost, damping = ((drawn - shares) ** 2 @ weights), np.full(len(shares), 1e-3)
    for _ in range(STEPS):
        there = np.clip(at + _step(law, at, drawn, shares, crowds, weights, damping), low, high)
        moved = law(there[0], there[1], crowds)
        new = (moved - shares) ** 2 @ weights
        down = new <= cost
        at, drawn = np.where(down, there, at), np.where(down[:, None], moved, drawn)
        cost, damping = np.where(down, new, cost), np.where(down, damping / 3, damping * 5)
    return at[0], at[1]


def _ends(family: Family) -> tuple[Floats, Floats]:
    both = family.first, family.second
    return np.array([[axis[0]] for axis in both]), np.array([[axis[-1]] for axis in both])


def _step(
    law: Law, at: Floats, drawn: Floats, shares: Floats, crowds: Floats, weights: Floats, damping: Floats
) -> Floats:
    """A damped step of Gauss and Newton for each row, none of them long."""
    one = (law(at[0] + _NUDGE, at[1], crowds) - drawn) / _NUDGE
    two = (law(at[0], at[1] + _NUDGE, crowds) - drawn) / _NUDGE
    off = drawn - shares
    slope = (one * off) @ weights, (two * off) @ weights
    both = (one * two) @ weights
    first, second = ((part * part) @ weights * (1 + damping) + 1e-14 for part in (one, two))
    scale = first * second - both**2
    scale = np.where(scale > 0, scale, np.inf)
    step = -np.stack((second * slope[0] - both * slope[1], first * slope[1] - both * slope[0])) / scale
    return np.asarray(np.clip(step, [[-1.0], [-0.5]], [[1.0], [0.5]]))
