"""Products of sparse rows are those of the whole matrices."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from standout.kernels.products import row_products


@pytest.mark.parametrize("density", [0.0, 0.05, 0.6])
@pytest.mark.parametrize("seed", range(3))
def test_products_of_pairs_of_rows_are_those_of_whole_matrices(density: float, seed: int) -> None:
    dice = np.random.default_rng(seed)
    one, other = (csr_matrix(dice.random((rows, 40)) * (dice.random((rows, 40)) < density)) for rows in (17, 23))
    first, second = dice.integers(0, 17, 200), dice.integers(0, 23, 200)
    got = row_products(one.indptr, one.indices, one.data, other.indptr, other.indices, other.data, first, second)
    slow = np.asarray(one[first].multiply(other[second]).sum(axis=1)).ravel()
    assert got == pytest.approx(slow, rel=1e-12)
    assert got == pytest.approx((one @ other.T).toarray()[first, second], rel=1e-12)


def test_no_pairs_have_no_products() -> None:
    some, none = csr_matrix(np.eye(3)), np.zeros(0, np.int64)
    assert not len(row_products(some.indptr, some.indices, some.data, some.indptr, some.indices, some.data, none, none))
