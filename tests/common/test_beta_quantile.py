"""Quantiles of the beta distribution, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainccinv, betaincinv

from standout.common.beta_quantile import beta_quantile


@given(
    trials=st.integers(1, 20_000),
    part=st.floats(0.0001, 0.9999),
    tail=st.sampled_from((0.025, 0.975, 0.0005, 0.9995, 0.5, 1e-6)),
)
def test_it_agrees_with_scipy(trials: int, part: float, tail: float) -> None:
    successes = part * trials
    found = beta_quantile(successes + 1, trials - successes, tail)
    assert found == pytest.approx(betaincinv(successes + 1, trials - successes, tail), rel=1e-10, abs=1e-14)


@pytest.mark.parametrize("trials", [1, 2, 10, 943, 6_040, 1_000_000])
def test_it_agrees_with_scipy_at_the_edges_of_rates(trials: int) -> None:
    for successes in sorted({1, 2, trials // 2, trials - 1, trials} & set(range(1, trials + 1))):
        for tail in (0.025, 0.0025, 1e-9):
            low = beta_quantile(successes, trials - successes + 1, tail)
            assert low == pytest.approx(betaincinv(successes, trials - successes + 1, tail), rel=1e-9)
            high = 1 - beta_quantile(successes, trials - successes + 1, tail)
            assert high == pytest.approx(betainccinv(trials - successes + 1, successes, tail), rel=1e-9)


def test_a_flat_distribution_has_its_shares_as_quantiles() -> None:
    shares = np.linspace(0.01, 0.99, 25)
    assert [beta_quantile(1, 1, share) for share in shares] == pytest.approx(list(shares), rel=1e-12)
