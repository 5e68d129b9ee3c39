"""Which items give people away: tests by hand, choices that never see the tested people."""

from __future__ import annotations

from statistics import mean, variance

import numpy as np
import pytest
from scipy import stats
from scipy.sparse import csr_matrix

from standout.common.arrays import Int32s, Int64s
from standout.inference.amounts import by_amount, limited
from standout.inference.attackers import ATTACKERS
from standout.inference.features import values_matrix
from standout.inference.folds import stratified_folds
from standout.inference.revealing import importances, kept_items, significant_items, strongest, welch
from standout.inference.validation import Trial
from tests.inference.made import planted


def trial(classes: int = 2, people: int = 120) -> tuple[Trial, csr_matrix]:
    data, attribute = planted(people=people, classes=classes)
    folds = stratified_folds(attribute.codes, 3, 1)
    return Trial(ATTACKERS["logistic"], attribute.codes, folds, classes, 1), values_matrix(data)


def test_welchs_test_worked_by_hand() -> None:
    one, other = [5.0, 4.0, 5.0, 3.0], [1.0, 2.0, 2.0]
    matrix = csr_matrix(np.array([[value] for value in one + other + [0.0]]))
    found = welch(matrix, np.array([True] * 4 + [False] * 4))
    first, second = variance(one) / 4, variance(other) / 3
    statistic = (mean(one) - mean(other)) / (first + second) ** 0.5
    freedom = (first + second) ** 2 / (first**2 / 3 + second**2 / 2)
    assert found.statistic[0] == pytest.approx(statistic)
    assert found.p[0] == pytest.approx(2 * stats.t.sf(abs(statistic), freedom))


@pytest.mark.parametrize("holders_only", [True, False])
def test_welchs_test_is_scipys_on_random_data_with_empties(holders_only: bool) -> None:
    random = np.random.default_rng(2)
    dense = random.integers(1, 6, (40, 25)) * (random.random((40, 25)) < np.linspace(0, 0.9, 25))
    one = random.random(40) < 0.4
    found = welch(csr_matrix(dense.astype(np.float64)), one, holders_only)
    for item in range(25):
        sides = [dense[side, item].astype(np.float64) for side in (one, ~one)]
        sides = [side[side > 0] if holders_only else side for side in sides]
        if min(len(side) for side in sides) < 2 or not sum(side.var() for side in sides):
            assert np.isnan(found.p[item])
            continue
        expected = stats.ttest_ind(*sides, equal_var=False)
        assert found.statistic[item] == pytest.approx(expected.statistic)
        assert found.p[item] == pytest.approx(expected.pvalue)


def test_with_equal_variances_it_is_students_test() -> None:
    dice = np.random.default_rng(4)
    dense, one = dice.integers(0, 6, (60, 8)).astype(np.float64), dice.random(60) < 0.3
    found = welch(csr_matrix(dense), one, equal_variances=True)
    for item in range(8):
        held = dense[:, item] > 0
        expected = stats.ttest_ind(dense[held & one, item], dense[held & ~one, item], equal_var=True)
        assert found.statistic[item] == pytest.approx(expected.statistic)
        assert found.p[item] == pytest.approx(expected.pvalue)


def test_bonferroni_divides_by_the_tests_that_could_be_made() -> None:
    random = np.random.default_rng(3)
    dense = random.integers(1, 6, (200, 4)).astype(np.float64)
    dense[:100, 1] = np.minimum(dense[:100, 1], 2)
    dense[1:, 3] = 0
    found = welch(csr_matrix(dense), np.arange(200) < 100)
    assert found.tested == 3
    assert found.significant.tolist() == [1]


def test_significance_for_any_class_counts_and_the_surest_come_first() -> None:
    random = np.random.default_rng(4)
    codes = np.repeat(np.arange(3, dtype=np.int32), 80)
    has = random.random((240, 6)) < 0.3
    has[codes == 2, 5] = random.random(80) < 0.95
    has[codes == 0, 1] = random.random(80) < 0.75
    found = significant_items(csr_matrix(has.astype(np.float64)), codes, 3, holders_only=False)
    assert found.tolist() == [5, 1]


def test_a_forest_finds_the_planted_item_and_importances_sum_to_one() -> None:
    random = np.random.default_rng(5)
    codes = (np.arange(200) % 2).astype(np.int32)
    has = random.random((200, 8)) < 0.4
    has[:, 3] = random.random(200) < np.where(codes == 1, 0.9, 0.1)
    found = importances(csr_matrix(has.astype(np.float64)), codes, 1)
    assert int(np.argmax(found)) == 3
    assert found.sum() == pytest.approx(1)


def test_the_strongest_coefficients_count_whatever_their_sign() -> None:
    assert strongest(np.array([[0.1, -3.0, 1.0], [-0.1, 3.0, -1.0]])).tolist() == [1, 2, 0]


def test_a_choice_sees_the_training_people_only_unless_told_otherwise() -> None:
    tried, matrix = trial()
    seen: list[int] = []

    def choose(_some: csr_matrix, codes: Int32s) -> Int64s:
        seen.append(len(codes))
        return np.arange(5)

    found = kept_items(tried, matrix, choose, range(3))
    assert found is not None
    assert found.without is not None
    known = int((tried.codes >= 0).sum())
    assert all(2 * known // 3 - 2 <= count <= 2 * known // 3 + 2 for count in seen)
    seen.clear()
    alone = kept_items(tried, matrix, choose, range(3), on_everyone=True, rest=False)
    assert seen == [known]
    assert alone is not None
    assert alone.without is None
    assert alone.only == found.only


@pytest.mark.parametrize("items", [0, 30])
def test_choosing_nothing_or_everything_leads_nowhere(items: int) -> None:
    tried, matrix = trial()
    assert kept_items(tried, matrix, lambda _some, _codes: np.arange(items), range(3)) is None


def test_a_limited_record_is_a_random_part_of_the_whole_one() -> None:
    _, matrix = trial()
    whole, few = matrix.toarray(), limited(matrix, 4, 1).toarray()
    assert ((few > 0).sum(axis=1) == np.minimum((whole > 0).sum(axis=1), 4)).all()
    assert (few[few > 0] == whole[few > 0]).all()
    assert (limited(matrix, 4, 2).toarray() != few).any()
    counts = np.zeros(3)
    for seed in range(600):
        counts[limited(csr_matrix(np.ones((1, 3))), 1, seed).indices[0]] += 1
    assert counts.min() > 160


def test_more_items_tell_more() -> None:
    tried, matrix = trial(people=240)
    found = by_amount(tried, matrix)
    assert [row.items for row in found] == [1, 5]
    assert found[0].auc.mean < found[1].auc.mean
