"""The kernels that invent: fair draws, each depending only on the seed and on whom it is for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from standout.kernels import generate

SHARES = np.array([0.5, 0.3, 0.2])
FLAT = np.zeros((2, 3))
AGELESS = np.zeros((7, 3))


def drawn_shares(odds: npt.NDArray[np.float64], other: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """The exact chance of every cell of an alias table: the slow, obvious way."""
    chance = odds.copy()
    for cell in range(len(odds)):
        chance[other[cell]] += 1 - odds[cell]
    return chance / len(odds)


@pytest.mark.parametrize("weights", [[1.0], [1.0, 1.0], [5.0, 1.0, 0.0], [1e-9, 1.0, 1e9], [0.1] * 10])
def test_an_alias_table_gives_every_cell_its_weight(weights: list[float]) -> None:
    wanted = np.array(weights) / sum(weights)
    np.testing.assert_allclose(drawn_shares(*generate.alias_table(np.array(weights))), wanted, atol=1e-12)


def test_an_alias_table_survives_weights_of_nothing() -> None:
    odds, other = generate.alias_table(np.zeros(3))
    np.testing.assert_array_equal(odds, np.ones(3))
    np.testing.assert_array_equal(other, np.arange(3))


def test_a_permutation_has_every_number_once_and_mixes() -> None:
    order = generate.permutation(1, 2, 1000)
    np.testing.assert_array_equal(np.sort(order), np.arange(1000))
    assert abs(np.corrcoef(order, np.arange(1000))[0, 1]) < 0.15
    assert not np.array_equal(order, generate.permutation(2, 2, 1000))
    assert not np.array_equal(order, generate.permutation(1, 3, 1000))


def test_uniforms_are_uniform_and_rows_do_not_depend_on_how_many_there_are() -> None:
    drawn = generate.uniforms(7, 1, 20_000, 3)
    assert 0 <= drawn.min() < drawn.max() < 1
    np.testing.assert_allclose(np.histogram(drawn, 10, (0, 1))[0] / drawn.size, 0.1, atol=0.01)
    np.testing.assert_allclose(np.corrcoef(drawn.T), np.eye(3), atol=0.03)
    assert abs(np.corrcoef(drawn[1:, 0], drawn[:-1, 0])[0, 1]) < 0.03
    np.testing.assert_array_equal(drawn[:10], generate.uniforms(7, 1, 10, 3))


def test_items_have_one_to_three_distinct_groups() -> None:
    groups, quality = generate.draw_items(1, 5000, np.cumsum(SHARES))
    many = (groups >= 0).sum(axis=1)
    np.testing.assert_allclose(np.bincount(many)[1:] / 5000, [0.5, 0.35, 0.15], atol=0.03)
    for row in groups:
        had = row[row >= 0]
        assert len(set(had)) == len(had)
        assert (row[len(had) :] == -1).all()
    assert abs(quality.mean()) < 0.05
    assert abs(quality.std() - 1) < 0.05


def test_people_have_the_wanted_shares_and_normal_activity() -> None:
    genders, ages, activity = generate.draw_people(3, 20_000, np.array([0.3, 1.0]), np.cumsum(SHARES))
    assert abs(genders.mean() - 0.7) < 0.02
    np.testing.assert_allclose(np.bincount(ages) / 20_000, SHARES, atol=0.02)
    assert abs(activity.std() - 1) < 0.03
    assert (np.abs(activity) > 3).mean() == pytest.approx(0.0027, abs=0.0015)


def test_group_tables_split_weight_and_keep_every_membership() -> None:
    groups = np.array([[0, -1, -1], [0, 1, -1], [1, -1, -1]], np.int8)
    weights = np.array([1.0, 2.0, 4.0])
    starts, members, odds, other, shares = generate.group_tables(groups, weights, 3)
    np.testing.assert_array_equal(starts, [0, 2, 4, 4])
    np.testing.assert_array_equal(members, [0, 1, 1, 2])
    np.testing.assert_allclose(shares, [2 / 7, 5 / 7, 0])
    np.testing.assert_allclose(drawn_shares(odds[:2], other[:2]), [0.5, 0.5])
    np.testing.assert_allclose(drawn_shares(odds[2:], other[2:]), [0.2, 0.8])


def test_tastes_add_up_and_follow_the_pull() -> None:
    genders = np.array([0, 1] * 500, np.uint8)
    ages = np.zeros(1000, np.uint8)
    pull = np.array([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]])
    tastes = generate.draw_tastes(1, 0, 1000, genders, ages, SHARES, pull, AGELESS, 0.5)
    np.testing.assert_allclose(tastes.sum(axis=1), 1)
    assert tastes[genders == 0, 0].mean() > tastes[genders == 1, 0].mean() + 0.2
    part = generate.draw_tastes(1, 300, 400, genders, ages, SHARES, pull, AGELESS, 0.5)
    np.testing.assert_array_equal(part, tastes[300:400])


def choose(
    seed: int, first: int, last: int, lengths: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.int32]:
    """Choices of people without particular tastes among items that are all in one group."""
    groups = np.full((len(weights), 3), -1, np.int8)
    groups[:, 0] = 0
    tables = generate.group_tables(groups, weights, 1)
    tastes = np.ones((last - first, 1))
    chosen: npt.NDArray[np.int32] = generate.choose_items(
        seed, first, last, lengths, tastes, 0.5, *tables[:4], *generate.alias_table(weights)
    )
    return chosen


def test_choices_follow_popularity() -> None:
    weights = np.array([8.0, 4.0, 2.0, 1.0, 1.0])
    lengths = np.ones(20_000, np.int64)
    chosen = choose(1, 0, 20_000, lengths, weights)
    np.testing.assert_allclose(np.bincount(chosen) / 20_000, weights / 16, atol=0.015)


def test_choices_are_distinct_even_where_popularity_leaves_hardly_anything() -> None:
    weights = np.array([1.0] * 3 + [1e-12] * 27)
    lengths = np.full(50, 10, np.int64)
    for record in choose(1, 0, 50, lengths, weights).reshape(50, 10):
        assert len(set(record)) == 10


def test_choices_do_not_depend_on_chunks() -> None:
    weights = 1.0 / np.arange(1, 101)
    lengths = np.arange(1, 31)
    whole = choose(5, 0, 30, lengths, weights)
    parts = [choose(5, first, first + 10, lengths, weights) for first in (0, 10, 20)]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_values_follow_quality_and_taste() -> None:
    lengths = np.full(4000, 4, np.int64)
    chosen = np.tile(np.arange(4, dtype=np.int32), 4000)
    tastes = np.tile([0.9, 0.1], (4000, 1))
    quality = np.array([-1.0, 1.0, -1.0, 1.0])
    main_group = np.array([0, 0, 1, 1], np.int8)
    values = generate.draw_values(1, 0, 4000, lengths, chosen, tastes, np.array([0.5, 0.5]), main_group, quality)
    assert values.min() >= 1
    assert values.max() <= 5
    means = values.reshape(4000, 4).mean(axis=0)
    assert means[1] > means[0] + 0.4
    assert means[0] > means[2] + 0.2
    assert means[1] > means[3] + 0.2


def test_times_ascend_stay_in_the_span_and_do_not_depend_on_chunks() -> None:
    lengths = np.array([1, 2, 50, 3000] * 25)
    times = generate.draw_times(9, 0, 100, lengths, 86_400 * 10, 365)
    ends = np.cumsum(lengths)
    for begin, end in zip(ends - lengths, ends, strict=True):
        assert (np.diff(times[begin:end]) > 0).all()
    assert times.min() >= 86_400 * 10
    assert times.max() < 86_400 * (10 + 365 + 10)
    parts = [generate.draw_times(9, first, first + 50, lengths, 86_400 * 10, 365) for first in (0, 50)]
    np.testing.assert_array_equal(np.concatenate(parts), times)
