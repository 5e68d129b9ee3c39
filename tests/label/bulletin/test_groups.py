"""Privacy groups: exact cuts, the criterion word for word, trimming, and the bars of the label."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from standout.label.bulletin.groups import (
    bar_of,
    bars,
    best_cut,
    borders_found,
    criterion,
    groups_of,
    mean_between,
    settled,
    spread_of,
)
from standout.results.bulletin_checks import GROUP_NAMES
from tests.label.bulletins import groups_at


def error(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def bic(groups: list[list[float]]) -> float:
    """Pelleg and Moore's formula, one group after the other."""
    people = sum(len(group) for group in groups)
    variance = sum(error(group) for group in groups) / (people - len(groups))
    likelihood = 0.0
    for group in groups:
        size = len(group)
        likelihood += -size / 2 * math.log(2 * math.pi) - size / 2 * math.log(variance)
        likelihood += -(size - 1) / 2 + size * math.log(size) - size * math.log(people)
    parameters = (len(groups) - 1) + len(groups) + 1
    return likelihood - parameters / 2 * math.log(people)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_cut_is_the_best_of_all_and_the_criterion_is_as_published(seed: int) -> None:
    dice = np.random.default_rng(seed)
    values = np.sort(np.round(dice.random(40) ** 2, 1 if seed % 2 else 5))
    spread = spread_of(dice.permutation(values))
    given = values.tolist()
    errors = {
        cut: error(given[:cut]) + error(given[cut:]) for cut in range(1, 40) if given[cut - 1] != given[cut]
    }  # fmt: skip
    cut = best_cut(spread, 0, len(spread.values))
    assert cut is not None
    many = int(spread.mass[cut])
    assert errors[many] == pytest.approx(min(errors.values()))
    assert criterion(spread, [0, cut, len(spread.values)]) == pytest.approx(bic([given[:many], given[many:]]))
    assert criterion(spread, [0, len(spread.values)]) == pytest.approx(bic([given]))


def test_weights_count_as_that_many_people() -> None:
    values, weights = np.array([0.1, 0.4, 0.5, 0.9]), np.array([3, 1, 5, 2])
    one, other = spread_of(values, weights.astype(float)), spread_of(np.repeat(values, weights))
    assert criterion(one, [0, 2, 4]) == pytest.approx(criterion(other, [0, 2, 4]))
    assert groups_of(values, weights.astype(float), wanted=2) == groups_of(np.repeat(values, weights), wanted=2)


@pytest.mark.parametrize("planted", [2, 3, 4])
def test_planted_groups_are_found(planted: int) -> None:
    dice = np.random.default_rng(planted)
    centres = np.linspace(0.1, 0.9, planted)
    values = np.concatenate([np.clip(dice.normal(centre, 0.03, 400), 0, 1) for centre in centres])
    found = groups_of(values)
    assert [group.centroid for group in found] == pytest.approx(centres.tolist(), abs=0.01)
    assert [group.name for group in found] == list(GROUP_NAMES[planted])
    assert sum(group.people for group in found) == len(values)


def test_an_elongated_crowd_is_not_split_endlessly() -> None:
    assert len(groups_of(np.random.default_rng(1).beta(2, 2, 20_000))) <= 3


def test_everybody_alike_is_one_group_and_a_forced_number_is_kept() -> None:
    (only,) = groups_of(np.full(60, 0.5))
    assert (only.name, only.centroid, only.low, only.high, only.people) == ("all alike", 0.5, 0.5, 0.5, 60)
    values = np.random.default_rng(2).random(500)
    for wanted in range(2, 8):
        assert len(groups_of(values, wanted=wanted)) == wanted


def test_no_group_is_smaller_than_asked_for() -> None:
    values = np.concatenate((np.full(3, 0.0), np.random.default_rng(1).random(200) / 10 + 0.9))
    spread = spread_of(values)
    borders = borders_found(spread, fewest=20, wanted=4)
    assert np.diff(spread.mass[borders]).min() >= 20


def test_borders_settle_where_no_single_move_helps() -> None:
    values = np.sort(np.random.default_rng(3).random(60) ** 3)
    spread = spread_of(values)
    borders = settled(spread, [0, 5, 55, 60], 1)
    given = values.tolist()

    def total(at: list[int]) -> float:
        return sum(error(given[begin:end]) for begin, end in pairwise(at))

    for move in (1, 2):
        for cut in range(borders[move - 1] + 1, borders[move + 1]):
            assert total(borders) <= total([*borders[:move], cut, *borders[move + 1 :]]) + 1e-9


def test_a_twentieth_is_trimmed_at_either_end() -> None:
    low, high = np.linspace(0.0, 0.2, 100), np.linspace(0.8, 1.0, 40)
    found = groups_of(np.concatenate((low, high)), wanted=2, fewest=1)
    assert (found[0].low, found[0].high) == pytest.approx((low[5], low[94]), abs=1e-6)
    assert found[0].centroid == pytest.approx(low[5:95].mean(), abs=1e-6)
    assert (found[1].low, found[1].high) == pytest.approx((high[2], high[37]), abs=1e-6)
    blunt = groups_of(np.concatenate((low, high)), wanted=2, fewest=5)
    assert blunt[0].low == pytest.approx(low[5:10].mean(), abs=1e-6), "a border is several people's"
    assert blunt[1].high == pytest.approx(high[33:38].mean(), abs=1e-6)
    assert (found[0].people, found[1].people) == (100, 40), "everyone belongs to a group"


def test_means_over_parts_of_people() -> None:
    values, weights = np.array([1.0, 2.0, 4.0]), np.array([2.0, 1.0, 3.0])
    assert mean_between(values, weights, 0, 6) == pytest.approx(16 / 6)
    assert mean_between(values, weights, 1, 4) == pytest.approx((1 + 2 + 4) / 3)


def test_three_groups_become_five_bars_and_others_one_each() -> None:
    groups = groups_at(0.1, 0.5, 0.8)
    found = bars(groups)
    assert [bar.group for bar in found] == [0, 1, 1, 2, 2]
    assert [bar.above for bar in found] == pytest.approx([0.0, 0.3, 0.5, 0.65, 0.8])
    assert len({bar.name for bar in found}) == 5
    assert (found[0].name, found[-1].name) == ("not safe", "safe")
    assert [bar_of(score, found) for score in (0.0, 0.3, 0.31, 0.6, 0.7, 1.0)] == [0, 0, 1, 2, 3, 4]
    for many in (1, 2, 4, 5, 6, 7):
        several = groups_at(*np.linspace(0.1, 0.9, many).tolist())
        assert [bar.name for bar in bars(several)] == list(GROUP_NAMES[many])
