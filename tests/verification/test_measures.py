"""Rankings, paired intervals, popularity drift and spikes against obvious references."""

from __future__ import annotations

from math import comb, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from standout.results.compare_measures import Growth, Spikes
from standout.verification.drift import popularity_drift
from standout.verification.paired import difference, ratio
from standout.verification.ranking import hits, ndcg, recall
from standout.verification.spikes import spikes


@given(st.lists(st.tuples(st.lists(st.booleans(), min_size=4, max_size=4), st.integers(4, 9)), min_size=1, max_size=5))
def test_ndcg_and_recall_as_defined(people: list[tuple[list[bool], int]]) -> None:
    found, wanted = np.array([row for row, _ in people]), np.array([many for _, many in people])
    for at, (row, many) in enumerate(people):
        gained = sum(1 / log2(place + 1) for place, hit in enumerate(row, 1) if hit)
        best = sum(1 / log2(place + 1) for place in range(1, min(many, 4) + 1))
        assert ndcg(found, wanted)[at] == pytest.approx(gained / best)
        assert recall(found, wanted)[at] == pytest.approx(sum(row) / many)


def test_a_perfect_list_is_worth_one_even_if_less_is_wanted_than_it_has_places() -> None:
    assert ndcg(np.array([[True, True, False]]), np.array([2])).tolist() == [1.0]


def test_hits_are_wanted_pairs_and_nothing_else() -> None:
    best = np.array([[3, 1, -1], [3, 0, 2]], np.int32)
    wanted = np.array([7, 7, 9], np.int32), np.array([1, 4, 2], np.int32)
    assert hits(best, np.array([7, 9]), *wanted, 5).tolist() == [[False, True, False], [False, False, True]]
    nobody = np.empty(0, np.int32)
    assert not hits(best, np.array([7, 9]), nobody, nobody, 5).any()


def test_a_paired_difference_counts_only_who_changed() -> None:
    before = np.array([True] * 60 + [False] * 40)
    after = before.copy()
    after[:20], after[60:65] = False, True
    found = difference(before, after)
    assert found is not None
    assert found.change == pytest.approx(-0.15)
    # Bonett and Price: (6 − 21)/102 ± 1.96 √((27/102 − (15/102)²)/102)
    half = 1.959964 * ((27 / 102 - (15 / 102) ** 2) / 102) ** 0.5
    assert found.low == pytest.approx(-15 / 102 - half, abs=1e-6)
    assert found.high == pytest.approx(-15 / 102 + half, abs=1e-6)
    assert difference(before[:0], after[:0]) is None


def test_a_paired_interval_is_narrower_than_two_separate_ones_and_covers() -> None:
    dice, covered, widths = np.random.default_rng(3), 0, []
    for _ in range(300):
        before = dice.random(200) < 0.8
        after = before & (dice.random(200) < 0.9)
        found = difference(before, after)
        assert found is not None
        covered += found.low <= -0.08 <= found.high
        widths.append(found.high - found.low)
    assert 0.92 < covered / 300 <= 1
    apart = 2 * 1.96 * ((0.8 * 0.2 + 0.72 * 0.28) / 200) ** 0.5
    assert np.mean(widths) < 0.7 * apart


def test_a_ratio_of_means_with_an_interval_that_covers_it() -> None:
    dice, covered = np.random.default_rng(4), 0
    for _ in range(300):
        before = dice.exponential(1.0, 400)
        after = 1.1 * before * dice.uniform(0.5, 1.5, 400)
        found = ratio(before, after)
        assert found is not None
        covered += found.low <= 1.1 <= found.high
    assert 0.91 < covered / 300 <= 1
    assert ratio(np.zeros(3), np.ones(3)) is None


def test_pairs_of_one_person_count_as_one_draw() -> None:
    dice = np.random.default_rng(5)
    before, after = dice.exponential(1.0, 50), dice.exponential(1.0, 50)
    groups = np.repeat(np.arange(50), 4)
    alone, repeated = ratio(before, after), ratio(np.repeat(before, 4), np.repeat(after, 4), groups)
    assert alone is not None
    assert repeated is not None
    assert repeated.low == pytest.approx(alone.low)
    assert repeated.high == pytest.approx(alone.high)


@given(st.lists(st.integers(0, 5), min_size=3, max_size=8), st.lists(st.integers(0, 5), min_size=8, max_size=8))
def test_popularity_drift_as_defined(before: list[int], after: list[int]) -> None:
    old, new = np.array(before), np.array(after[: len(before)])
    found = popularity_drift(old, new)
    if sum(old) and sum(new):
        moved = sum(max(0.0, a / sum(old) - b / sum(new)) for a, b in zip(old, new, strict=True))
        assert found.total_variation == pytest.approx(moved)
    if len(set(old)) > 1 and len(set(new)) > 1:
        assert found.rank_correlation == pytest.approx(spearmanr(old, new).statistic)
    else:
        assert found.rank_correlation is None


def test_a_planted_spike_is_found_and_nothing_else() -> None:
    before = np.full(50, 100)
    after = before.copy()
    after[7] = 1_000
    found = spikes(after, before)
    assert found.spikes == 1
    assert found.share == 1 / 50
    assert found.biggest == Growth(before=100, after=1_000)


def test_even_growth_and_chance_make_no_spikes() -> None:
    dice = np.random.default_rng(6)
    before = dice.integers(5, 300, 200)
    assert spikes(2 * before, before).spikes == 0
    found = [spikes(dice.poisson(before), dice.poisson(before)).spikes > 0 for _ in range(100)]
    assert np.mean(found) <= 0.12, "at most about one in twenty"
    assert spikes(np.zeros(3, np.int64), before[:3]) == Spikes(items_compared=3, spikes=0)


def test_the_chance_of_a_spike_is_binomial() -> None:
    before, after = np.array([3, 20]), np.array([9, 20])
    share = 29 / 52
    chance = sum(comb(12, k) * share**k * (1 - share) ** (12 - k) for k in range(9, 13))
    assert chance * 2 > 0.05
    assert spikes(after, before).spikes == 0
    assert spikes(np.array([40, 20]), before).spikes == 1
