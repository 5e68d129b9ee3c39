"""The bounds for fresh noise are true: against sums of probabilities, and against seeded draws."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.luck import chance_of_mean, chance_of_mean_distance, farthest


def drawn(scale: float, size: tuple[int, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Discrete Laplace noise: the difference of two geometric numbers."""
    dice = np.random.default_rng(1)
    chance = 1 - math.exp(-1 / scale)
    return dice.geometric(chance, size) - dice.geometric(chance, size)


@pytest.mark.parametrize("scale", [0.3, 2.5, 20.0])
@pytest.mark.parametrize("chance", [1e-3, 1e-9])
def test_one_count_goes_farther_as_seldom_as_said_and_no_seldomer(scale: float, chance: float) -> None:
    a = math.exp(-1 / scale)

    def beyond(k: int) -> float:
        return sum(2 * (1 - a) / (1 + a) * a**x for x in range(k + 1, k + 3_000))

    bound = farthest(scale, 1, chance)
    assert beyond(bound) <= chance * (1 + 1e-9)
    assert beyond(bound - 1) > chance


def test_means_go_farther_as_seldom_as_said() -> None:
    noise = drawn(20.0, (4_000, 50))
    means, distances = noise.mean(axis=1), np.abs(noise).mean(axis=1)
    for away in (5.0, 8.0, 10.0):
        assert (np.abs(means) >= away).mean() <= chance_of_mean(20.0, 50, away)
    for above in (24.0, 28.0):
        assert (distances >= above).mean() <= chance_of_mean_distance(20.0, 50, above)
    for below in (16.0, 12.0):
        assert (distances <= below).mean() <= chance_of_mean_distance(20.0, 50, below)
    assert chance_of_mean_distance(20.0, 50, 28.0) < 0.05
    assert chance_of_mean(20.0, 50, 10.0) < 0.2
