"""Matrices of people and items: nothing vanishes, nothing is invented."""

from __future__ import annotations

import numpy as np
import pytest

from standout.data.codes import NO_VALUE
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE, Scale
from standout.inference.features import presence_matrix, values_matrix, worths


def test_values_and_presence_stand_where_the_entries_are() -> None:
    scale = Scale("numbers", ("1", "3"), (1.0, 3.0))
    data = from_arrays([0, 0, 2], [1, 2, 0], [1, 0, 1], None, scale=scale, size=(3, 4))
    assert values_matrix(data).toarray().tolist() == [[0, 3, 1, 0], [0, 0, 0, 0], [3, 0, 0, 0]]
    assert presence_matrix(data).toarray().tolist() == [[0, 1, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
    assert values_matrix(data, np.array([2, 0])).toarray().tolist() == [[3, 0, 0, 0], [0, 3, 1, 0]]


def test_a_value_of_zero_or_below_does_not_vanish() -> None:
    assert worths(Scale("numbers", ("0", "0.5", "2"), (0.0, 0.5, 2.0))).tolist() == [0.5, 1.0, 2.5]
    assert worths(Scale("numbers", ("-1", "1"), (-1.0, 1.0))).tolist() == [2.0, 4.0]
    assert worths(Scale("numbers", ("0",), (0.0,))).tolist() == [1.0]
    assert worths(Scale("numbers", ("2", "4"), (2.0, 4.0))).tolist() == [2.0, 4.0]
    data = from_arrays([0, 0], [0, 1], [0, 1], None, scale=Scale("numbers", ("0", "1"), (0.0, 1.0)), size=(1, 2))
    assert values_matrix(data).nnz == 2


def test_entries_without_value_get_the_mean_of_the_others_or_one() -> None:
    scale = Scale("numbers", ("2", "4"), (2.0, 4.0))
    some = from_arrays([0, 0, 0], [0, 1, 2], [0, 1, NO_VALUE], None, scale=scale, size=(1, 3))
    assert values_matrix(some).toarray().tolist() == [[2.0, 4.0, 3.0]]
    none = from_arrays([0, 0], [0, 1], [NO_VALUE, NO_VALUE], None, scale=scale, size=(1, 2))
    assert values_matrix(none).toarray().tolist() == [[1.0, 1.0]]


@pytest.mark.parametrize("matrix", [values_matrix, presence_matrix])
def test_data_without_values_is_all_ones(matrix: object) -> None:
    data = from_arrays([0, 1], [1, 0], None, None, scale=NO_SCALE, size=(2, 2))
    assert callable(matrix)
    assert matrix(data).toarray().tolist() == [[0, 1], [1, 0]]
