"""Exponents and the page of the scaling benchmark."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.scaling.fits import fitted
from benchmarks.scaling.measure import Run
from benchmarks.scaling.page import lasting


def test_a_power_law_is_found_with_its_interval() -> None:
    x = np.array([1e6, 3e6, 1e7, 3e7, 1e8])
    exact = fitted(x, 2e-3 * x**1.5)
    assert exact.exponent == pytest.approx(1.5)
    assert exact(4e6) == pytest.approx(2e-3 * 4e6**1.5)
    assert exact.half == pytest.approx(0, abs=1e-6)
    noisy = fitted(x, 2e-3 * x**1.5 * np.array([1.2, 0.9, 1.1, 0.8, 1.0]))
    assert abs(noisy.exponent - 1.5) < noisy.half


def test_the_time_left_is_read_from_what_was_printed() -> None:
    said = (
        (1.0, "  0%  reading data"),
        (10.0, " 10%  acquaintance · scoreboard-rh, 2 min 30 s left"),
        (20.0, " 20%  acquaintance · scoreboard-rh, 70 s left"),
        (30.0, " 30%  acquaintance · scoreboard-rh, 2 h 5 min left"),
    )
    assert Run(100.0, 0, said, 0.0).forecasts == [(10, 150.0, 90.0), (20, 70.0, 80.0), (30, 7_500.0, 70.0)]


@pytest.mark.parametrize(("seconds", "words"), [(3.21, "3.2 s"), (45, "45 s"), (130, "2.2 min"), (90_000, "25 h")])
def test_times_are_shown_with_two_digits(seconds: float, words: str) -> None:
    assert lasting(seconds) == words
