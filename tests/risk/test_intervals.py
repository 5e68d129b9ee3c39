"""Rates and means with intervals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from standout.risk.intervals import mean, rate, rate_of, share_of
from tests import reference


@given(trials=st.integers(1, 5_000), share=st.floats(0, 1))
def test_wilson_intervals_are_those_of_scipy_and_of_the_definition(trials: int, share: float) -> None:
    hits = round(trials * share)
    found = rate(hits, trials)
    wanted = binomtest(hits, trials).proportion_ci(method="wilson")
    assert found is not None
    assert found.rate == hits / trials
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)
    assert (found.low, found.high) == pytest.approx(reference.wilson(hits, trials), abs=1e-7)
    assert 0 <= found.low <= found.rate <= found.high <= 1


def test_nothing_is_said_without_trials() -> None:
    none = np.empty(0)
    assert rate(0, 0) is None
    assert rate_of(none.astype(bool)) is None
    assert mean(none) is None
    assert share_of(none) is None


def test_a_mean_has_its_normal_interval() -> None:
    found = mean(np.array([1.0, 2.0, 6.0]))
    assert found is not None
    half = norm.ppf(0.975) * np.std([1, 2, 6], ddof=1) / np.sqrt(3)
    assert (found.rate, found.low, found.high) == pytest.approx((3.0, 3 - half, 3 + half))
    single = mean(np.array([4.0]))
    assert single is not None
    assert (single.low, single.high) == (4.0, 4.0)


@given(shares=st.lists(st.floats(0, 1), min_size=2, max_size=50))
def test_a_mean_share_has_an_interval_around_it(shares: list[float]) -> None:
    found = share_of(np.array(shares))
    assert found is not None
    assert 0 <= found.low <= found.rate <= found.high <= 1
