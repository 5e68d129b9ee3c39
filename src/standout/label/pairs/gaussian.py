"""Gaussian noise for many numbers at once, with OpenDP: questions about people answered out of one budget.

Protected is one person with everything they have, added or removed. Each question declares by how much one person can
move its answer (as a length, in the L2 norm); OpenDP derives what it costs in rho (zero-concentrated differential
privacy), refuses what the budget has not left, and turns the whole into epsilon and delta. docs/publishing-pairs.md has
the argument.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.label.provider.noise import Asked, opendp

_ROUNDING = 1 + 1e-9
"""What is added to bounds, so that rounding never makes them too small."""


@dataclass(frozen=True)
class PairsBudget:
    """What a release of pairs may cost, and as how many items one person counts at most."""

    epsilon: float
    delta: float = 1e-6
    max_items: int = 20

    def __post_init__(self) -> None:
        if not 0.01 <= self.epsilon <= 100:
            raise BadInput(f"--epsilon is {self.epsilon:g}, but must be between 0.01 and 100; 2 is a beginning")
        if not 2 <= self.max_items <= 10_000:
            raise BadInput(f"--max-items is {self.max_items}, but must be between 2 and 10,000")
        least = max(1e-12, self.max_items * 1e-14)  # below that, rounding in OpenDP's bound leaves no threshold
        if not least <= self.delta <= 1e-3:
            raise BadInput(
                f"--delta is {self.delta:g}, but must be between {least:g} (with --max-items {self.max_items:,}) and "
                "0.001; 1e-6 is usual"
            )


class GaussianLedger:
    """Questions about people, answered with Gaussian noise out of one budget, in the order of its shares.

    A tenth of delta goes to a question that needs a threshold, if one does. Noise comes from the system, never from a
    seed.
    """

    def __init__(
        self, data: AnyDataset, budget: PairsBudget, shares: Mapping[str, float], thresholded: str | None = None
    ) -> None:
        dp = self._dp = opendp()
        self._delta = budget.delta / 10 if thresholded else 0.0
        self._thresholded = thresholded
        self.rho = rho_for(budget.epsilon, budget.delta, self._delta)
        self._parts = {name: share * self.rho for name, share in shares.items()}
        self._left = list(shares)
        self._people, self._metric = _space()
        spent = [(part, self._delta if name == thresholded else 0.0) for name, part in self._parts.items()]
        whole = _composed(spent)
        epsilon, delta = dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(whole), budget.delta).map(1)
        if epsilon > budget.epsilon or delta > budget.delta:
            raise RuntimeError("the parts of the budget are more than the whole")
        self._ask = whole(data)

    def sums(self, name: str, count: Callable[[AnyDataset], Int64s], length: float) -> Int64s:
        """Whole numbers with noise; one person moves them by this length at most."""
        dp, scale = self._dp, self.deviation(name, length)
        self._due(name)
        asked = Asked(lambda data: count(data).tolist())
        vector = dp.vector_domain(dp.atom_domain(T="i64"))
        counted = dp.t.make_user_transformation(
            self._people, self._metric, vector, dp.l2_distance(T="f64"), asked,
            lambda people: people * length * _ROUNDING,
        )  # fmt: skip
        noised = counted >> dp.m.then_gaussian(scale=scale)
        return np.array(asked.answered(self._ask, dp.c.make_approximate(noised)), np.int64)

    def counts_of_unknown(self, name: str, count: Callable[[AnyDataset], dict[str, int]], most: int) -> dict[str, int]:
        """Counts whose very names are people's, when one person changes at most so many of them, each by one.

        What is not far above the noise is left out; that one person alone brings a name out has a probability of at
        most a tenth of delta.
        """
        scale = self.deviation(name, math.sqrt(most))
        self._due(name)
        asked = Asked(count)
        noised = _above(asked, most, scale, least_threshold(most, scale, self._delta))
        if noised.map(1)[1] > self._delta:
            raise RuntimeError("the threshold lets more through than its part of delta")
        released = asked.answered(self._ask, noised)
        return {str(key): int(value) for key, value in released.items()}

    def deviation(self, name: str, length: float) -> float:
        """The standard deviation of the noise on each number of the answer."""
        return length * _ROUNDING**2 / math.sqrt(2 * self._parts[name])

    def _due(self, name: str) -> None:
        if not self._left or self._left[0] != name:
            raise RuntimeError(f"'{name}' is not the next question that the budget was divided for")
        self._left.pop(0)


@cache
def rho_for(epsilon: float, delta: float, of_threshold: float) -> float:
    """The largest rho whose epsilon, at this delta, is no more than this; `of_threshold` is a part of delta that is
    spent otherwise."""
    dp = opendp()

    def kept(rho: float) -> bool:
        whole = _composed([(rho, of_threshold)])
        return bool(dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(whole), delta).map(1)[0] <= epsilon)

    low, high = 0.0, epsilon
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if kept(middle) else (low, middle)
    return low * (1 - 1e-6)


@cache
def least_threshold(most: int, scale: float, delta: float) -> int:
    """The first threshold, in quarters of the deviation, that keeps to delta, whatever is counted."""
    threshold = 1
    while True:
        threshold += math.ceil(scale / 4)
        if _above(lambda _: {}, most, scale, threshold).map(1)[1] <= delta:
            return threshold


def _above(count: Callable[[AnyDataset], dict[str, int]], most: int, scale: float, threshold: int) -> Any:
    """Noise on what is counted under names, of which one person changes at most so many; a name shows above the
    threshold."""
    dp, (people_of, metric) = opendp(), _space()
    counts = dp.map_domain(dp.atom_domain(T="String"), dp.atom_domain(T="i64"))
    longest = math.isqrt(most - 1) + 1
    counted = dp.t.make_user_transformation(
        people_of, metric, counts, dp.l02inf_distance(dp.absolute_distance(T="i64")), count,
        lambda people: (people * most, people * longest, people),
    )  # fmt: skip
    return counted >> dp.m.then_gaussian_threshold(scale=scale, threshold=threshold)


def _space() -> tuple[Any, Any]:
    dp = opendp()
    return dp.user_domain("records of people", lambda _: True), dp.user_distance("people added or removed")


def _composed(spent: list[tuple[float, float]]) -> Any:
    dp = opendp()
    measure = dp.approximate(dp.zero_concentrated_divergence())
    return dp.c.make_adaptive_composition(*_space(), measure, d_in=1, d_mids=spent)
