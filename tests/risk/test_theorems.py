"""The theorems, against exact arithmetic and against numbers done by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.risk.similarity import Sparsity
from standout.risk.theorems import is_sparse, items_needed, items_needed_for_lineup, sparsity_of_whole, theory
from tests import reference

PERCENT = st.integers(1, 99).map(lambda percent: Fraction(percent, 100))


@given(people=st.integers(1, 10**7), epsilon=PERCENT, delta=PERCENT)
def test_items_needed_is_the_least_number_that_does(people: int, epsilon: Fraction, delta: Fraction) -> None:
    assert items_needed(people, float(epsilon), float(delta)) == reference.items_needed(people, epsilon, delta)


@given(people=st.integers(1, 10**7), delta=PERCENT, k=st.integers(2, 50))
def test_items_needed_for_a_lineup_is_the_least_number_that_does(people: int, delta: Fraction, k: int) -> None:
    assert items_needed_for_lineup(people, float(delta), k) == reference.items_needed_for_lineup(people, delta, k)


def test_theorem_1_by_hand() -> None:
    """500,000 people, ε = 0.05, δ = 0.2: (13.122 + 2.996) / 0.2231 = 72.2."""
    assert items_needed(500_000, 0.05, 0.2) == 73
    assert items_needed(1, 0.5, 0.5) == 1


@pytest.mark.parametrize("power", range(1, 28))
def test_a_bound_that_is_met_exactly_is_not_overshot(power: int) -> None:
    """With δ = ½ and N = 2^m, exactly m + 1 items reach ε = ½, and m reach an expected one false match."""
    assert items_needed(2**power, 0.5, 0.5) == power + 1
    assert items_needed_for_lineup(2**power, 0.5, 2) == power


def test_theorem_3_by_hand() -> None:
    """500,000 people, k = 10, δ = 0.2: ln(55,556) / 0.2231 = 48.97."""
    assert items_needed_for_lineup(500_000, 0.2, 10) == 49
    assert items_needed_for_lineup(5, 0.2, 10) == 1


@pytest.mark.parametrize(("epsilon", "delta"), [(0.0, 0.2), (1.0, 0.2), (0.05, 0.0), (0.05, 1.0)])
def test_nonsense_is_refused(epsilon: float, delta: float) -> None:
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        items_needed(10, epsilon, delta)


def test_a_lineup_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        items_needed_for_lineup(10, 0.2, 1)


def sparse(*nearest: float, population: int | None = None) -> Sparsity:
    similarity = np.zeros((len(nearest), 3))
    similarity[:, 0] = nearest
    return Sparsity(np.arange(len(nearest)), similarity, (), population or len(nearest))


def test_sparse_means_few_have_a_near_neighbour() -> None:
    assert is_sparse(sparse(*[0.1] * 19, 0.9), 0.05, 0.2)
    assert not is_sparse(sparse(*[0.1] * 18, 0.9, 0.9), 0.05, 0.2)
    assert is_sparse(sparse(*[0.75] * 20), 0.05, 0.2), "similarity must exceed 1 − ε − δ"
    assert not is_sparse(sparse(), 0.05, 0.2)


def test_a_sample_must_show_sparsity_surely_enough() -> None:
    assert not is_sparse(sparse(*[0.1] * 20, population=100), 0.05, 0.2)
    assert is_sparse(sparse(*[0.1] * 200, population=1_000), 0.05, 0.2)


def test_theorem_5_scales_the_samples_sparsity_up() -> None:
    """A sample of a tenth with δ' = 0.001: the whole has δ ≤ 0.001 · 10 / γ."""
    assert sparsity_of_whole(0.001, 0.1, 0.05) == pytest.approx(0.2)
    assert sparsity_of_whole(0.001, 0.1, 0.5) == pytest.approx(0.02)
    assert sparsity_of_whole(0.5, 0.1, 0.05) == 1.0
    assert sparsity_of_whole(0.0, 0.1, 0.05) == 0.0


def test_theory_tells_the_theorems_beside_what_they_ask_for() -> None:
    found = theory(10_000, sparse(*[0.1] * 20), released_share=0.1).to_dict()
    needed = reference.items_needed(10_000, Fraction(5, 100), Fraction(2, 10))
    assert found["theorem_1"]["items_needed"] == found["theorem_2"]["items_needed"] == needed
    assert found["theorem_2"]["applies"] is True
    assert found["theorem_3"]["entropy_bits"] == pytest.approx(math.log2(10))
    assert found["theorem_5"]["whole_delta_at_most"] == 0.0
    assert theory(10_000, sparse(0.1)).theorem_4 is None
    assert [row["people"] for row in found["items_needed_by_people"]] == [1_000, 10_000, 100_000, 1_000_000]
