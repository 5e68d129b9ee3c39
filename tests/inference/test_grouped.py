"""What groups of items say, and who is hard to infer."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from standout.data.index import from_arrays
from standout.data.item_groups import ItemGroups
from standout.data.model import NO_SCALE
from standout.inference.attackers import ATTACKERS
from standout.inference.folds import stratified_folds
from standout.inference.grouped import (
    class_shares,
    inferred_from_groups,
    loyalty,
    merged_pairs,
    people_by_group,
    together,
)
from standout.inference.hardness import by_bands
from standout.inference.validation import Trial
from tests.inference.made import halves, planted


def test_what_people_have_and_what_they_lack_say_the_same() -> None:
    data, attribute = planted()
    tried = Trial(ATTACKERS["logistic"], attribute.codes, stratified_folds(attribute.codes, 3, 1), 2, 1)
    rows = inferred_from_groups(tried, data, halves(data.items))
    assert [(row.counted, row.value) for row in rows] == [
        ("all", None), ("absent", None), *(("value", str(star)) for star in range(1, 6)),
    ]  # fmt: skip
    assert rows[0].auc.mean > 0.7
    assert rows[1].auc.mean == pytest.approx(rows[0].auc.mean, abs=1e-3)


def test_groups_are_counted_person_by_person() -> None:
    data = from_arrays([0, 0, 1], [0, 1, 2], None, None, scale=NO_SCALE, size=(3, 3))
    groups = ItemGroups(("a", "b"), np.array([0, 0, 1]), np.array([0, 1, 1]))
    assert people_by_group(data, groups).tolist() == [[1, 2], [0, 0], [0, 0]]
    assert together(groups, 3).tolist() == [[1, 1], [1, 2]]
    found = class_shares(people_by_group(data, groups), data.lengths, np.array([0, 1, -1], np.int32), 2)
    assert found.share.tolist() == [[0.5, 1.0], [0.0, 0.0]]
    assert (found.low <= found.share).all()
    assert (found.share <= found.high).all()


def test_loyalty_is_the_share_of_the_commonest_group() -> None:
    """The example of Strucks' appendix: romance 10 times, horror 3 times, science fiction 5 times: 10/18."""
    groups = ItemGroups(("horror", "romance", "sci-fi"), np.arange(18), np.repeat([1, 0, 2], (10, 3, 5)))
    data = from_arrays([0] * 18, list(range(18)), None, None, scale=NO_SCALE, size=(2, 18))
    found = loyalty(data, groups)
    assert found[0] == pytest.approx(10 / 18)
    assert np.isnan(found[1])


def test_where_two_groups_come_together_the_larger_one_counts() -> None:
    """Items 0 to 3 are dramas, 2 and 3 also romances, 4 a horror film."""
    groups = ItemGroups(
        ("drama", "horror", "romance"), np.array([0, 1, 2, 3, 2, 3, 4]), np.array([0, 0, 0, 0, 2, 2, 1])
    )
    data = from_arrays([0] * 5, list(range(5)), None, None, scale=NO_SCALE, size=(1, 5))
    pairs = merged_pairs(together(groups, 5))
    assert pairs == [(0, 2)]
    assert loyalty(data, groups)[0] == pytest.approx(4 / 7)
    assert loyalty(data, groups, pairs)[0] == pytest.approx(4 / 5)


def test_bands_hold_everyone_once_and_equals_together() -> None:
    random = np.random.default_rng(1)
    amounts = random.integers(1, 30, 400).astype(np.float64)
    amounts[:10] = np.nan
    codes = random.integers(0, 2, 400).astype(np.int32)
    scores = np.column_stack((-codes, codes)) * amounts[:, None] / 20 + random.normal(size=(400, 2))
    scores[10:20] = np.nan
    found = by_bands(amounts, scores, codes)
    assert [band.name for band in found] == ["very low", "low", "middle", "high", "very high"]
    assert sum(band.people for band in found) == 380
    assert all(one.most < two.least for one, two in pairwise(found))
    assert found[0].auc is not None
    assert found[-1].auc is not None
    assert found[-1].auc.rate > found[0].auc.rate


def test_a_band_tells_neither_a_few_people_nor_the_figure_of_one() -> None:
    random = np.random.default_rng(2)
    amounts = np.sort(random.random(200))
    codes = random.integers(0, 2, 200).astype(np.int32)
    scores = random.normal(size=(200, 2))
    for band in by_bands(amounts, scores, codes):
        assert (amounts <= band.least + 0.005).sum() >= 5
        assert (amounts >= band.most - 0.005).sum() >= 5
        assert band.least not in amounts
        assert band.most not in amounts
    assert by_bands(amounts[:4], scores[:4], codes[:4]) == []
    assert all(band.people >= 5 for band in by_bands(amounts[:20], scores[:20], codes[:20]))


def test_a_band_of_one_class_has_no_auc() -> None:
    codes = np.array([1] * 50 + [0] * 50, np.int32)
    found = by_bands(np.arange(100.0), np.zeros((100, 2)), codes)
    assert found[0].auc is None
    assert found[2].auc is not None
    assert by_bands(np.array([np.nan]), np.zeros((1, 2)), codes[:1]) == []
