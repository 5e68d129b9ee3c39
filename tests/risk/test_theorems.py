"""The theorems, against exact arithmetic and against numbers done by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.risk.similarity import CONTAINED, Sparsity
from standout.risk.theorems import (
    contained,
    is_sparse,
    items_needed,
    items_needed_for_lineup,
    sparsity_of_whole,
    sparsity_of_whole_with_hubs,
    theory,
)
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


def sparse(*nearest: float, population: int | None = None, contained: float = 0.0) -> Sparsity:
    similarity = np.zeros((len(nearest), 4))
    similarity[:, 0] = nearest
    similarity[:, CONTAINED] = contained
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


def test_only_the_right_record_fits_unless_another_contains_it() -> None:
    """20 people of whom one's items are all in another record: 1 − ε − 1/20 = 0.9, and 0 where everybody's are."""
    left = contained(sparse(*[0.1] * 20), 0.05, 0.2)
    assert left is not None
    assert (left.holds, left.probability, left.alone_at_least) == (0.8, 0.95, 0.95)
    swallowed = contained(sparse(*[0.1] * 20, contained=1.0), 0.05, 0.2)
    assert swallowed is not None
    assert (swallowed.in_another.rate, swallowed.alone_at_least) == (1.0, 0.0)
    assert contained(sparse(), 0.05, 0.2) is None


def part_of(parents: list[int], released_share: float, rng: np.random.Generator) -> float:
    """The share of a random part whose nearest neighbour, by number, is in it as well."""
    inside = rng.random(len(parents)) < released_share
    counted = sum(bool(inside[person] and parent >= 0 and inside[parent]) for person, parent in enumerate(parents))
    return counted / max(int(inside.sum()), 1)


@pytest.mark.parametrize(("hub", "released_share"), [(1, 0.1), (10, 0.1), (10, 0.5), (40, 0.3)])
def test_the_corrected_bound_for_the_whole_holds_as_often_as_it_says(hub: int, released_share: float) -> None:
    """4,000 records, half of which have a near neighbour, `hub` of them the same one: in 2,000 parts the bound is
    below the truth in at most γ = 5% of cases. The bound on the count is 5% + 4 standard deviations (95% sure that
    it fails by chance once in 30,000 runs; the seed is fixed besides)."""
    people, rng = 4_000, np.random.default_rng(5)
    parents = [2_000 + person // hub if person < 2_000 else -1 for person in range(people)]
    missed = 0
    for _ in range(2_000):
        share = part_of(parents, released_share, rng)
        inside = round(people * released_share)
        missed += sparsity_of_whole_with_hubs(share, inside, released_share, 0.05, hub) < 0.5
    assert missed <= 2_000 * 0.05 + 4 * math.sqrt(2_000 * 0.05 * 0.95)


def test_as_printed_theorem_5_fails_where_everybody_resembles_one_record() -> None:
    """A part of a tenth lacks the record that all resemble nine times in ten; then it is perfectly sparse, and the
    whole is said to be, although everybody in it but one has a near neighbour."""
    people, rng = 500, np.random.default_rng(5)
    parents = [-1] + [0] * (people - 1)
    shares = [part_of(parents, 0.1, rng) for _ in range(400)]
    wrong = [sparsity_of_whole(share, 0.1, 0.05) < 0.99 for share in shares]
    assert sum(wrong) / len(wrong) > 0.8, "it promises to be wrong in 5% of parts"


def test_the_corrected_bound_says_nothing_where_it_cannot() -> None:
    assert sparsity_of_whole_with_hubs(0.5, 100, 0.1, 0.05, 10) == 1.0
    assert sparsity_of_whole_with_hubs(0.0, 0, 0.1, 0.05, 10) == 1.0
    assert 0 < sparsity_of_whole_with_hubs(0.0, 1_000_000, 0.5, 0.05, 10) < 0.001
    assert sparsity_of_whole_with_hubs(0.01, 100_000, 0.5, 0.05, 10) > 0.02, "at least what was seen, over the share"
