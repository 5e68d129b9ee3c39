"""Folds: everyone once, classes evenly, the same seed the same folds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.attributes import UNKNOWN
from standout.errors import BadInput
from standout.inference.folds import NO_FOLD, check_folds, parts, stratified_folds


@given(st.lists(st.integers(-1, 3), min_size=1, max_size=80), st.integers(2, 7), st.integers(0, 99))
def test_classes_and_folds_differ_by_one_person_at_most(codes: list[int], count: int, seed: int) -> None:
    given_codes = np.array(codes, dtype=np.int32)
    folds = stratified_folds(given_codes, count, seed)
    assert ((folds == NO_FOLD) == (given_codes == UNKNOWN)).all()
    assert folds.max(initial=-1) < count
    for people in (given_codes != UNKNOWN, *(given_codes == code for code in range(4))):
        sizes = np.bincount(folds[people], minlength=count)
        assert sizes.max() - sizes.min() <= 1
    assert (folds == stratified_folds(given_codes, count, seed)).all()


def test_another_seed_deals_otherwise() -> None:
    codes = np.zeros(60, np.int32)
    assert (stratified_folds(codes, 5, 1) != stratified_folds(codes, 5, 2)).any()


def test_training_and_testing_people_share_nobody_and_leave_out_the_unknown() -> None:
    train, test = parts(np.array([0, 1, NO_FOLD, 1, 0], np.int32), 1)
    assert train.tolist() == [0, 4]
    assert test.tolist() == [1, 3]


def test_too_few_people_or_folds_are_refused() -> None:
    with pytest.raises(BadInput, match="class 'b' has 3 people, fewer than the 10 folds; give a smaller folds"):
        check_folds("kind", ("a", "b"), np.array([50, 3]), 10)
    with pytest.raises(BadInput, match="class 'b' has 1 person"):
        check_folds("kind", ("a", "b"), np.array([50, 1]), 2)
    with pytest.raises(BadInput, match="folds=1, but must be at least 2"):
        check_folds("kind", ("a", "b"), np.array([5, 5]), 1)
