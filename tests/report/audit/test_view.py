"""Columns are read from memory as Arrow would read them, gaps filled, without loading pandas for it."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from standout.report.audit.view import _list_lengths, _plain


@pytest.mark.parametrize("kind", [pa.float64(), pa.int64(), pa.int32()])
def test_columns_with_gaps_in_pieces_and_parts(kind: pa.DataType) -> None:
    dice = np.random.default_rng(3)
    for size in (0, 1, 7, 8, 9, 100):
        cells = [None if dice.random() < 0.3 else int(dice.integers(0, 50)) for _ in range(size)]
        full = pa.array([3] * size, kind)
        column = pa.chunked_array([pa.array(cells, kind), full, pa.array([], kind), pa.array([None, None], kind)])
        for begin in range(0, len(column), 3):
            part = column.slice(begin, 11)
            slow = [-1 if cell is None else cell for cell in part.to_pylist()]
            assert _plain(part, -1).tolist() == slow
    nothing = _plain(pa.chunked_array([], kind), -1)
    assert len(nothing) == 0


def test_lengths_of_lists_with_gaps_in_pieces_and_parts() -> None:
    dice = np.random.default_rng(4)
    cells = [None if dice.random() < 0.3 else ["a"] * int(dice.integers(0, 4)) for _ in range(40)]
    kind = pa.list_(pa.string())
    column = pa.chunked_array([pa.array(cells, kind), pa.array([], kind), pa.array([["b"], None], kind)])
    for begin in range(0, len(column), 3):
        table = pa.table({"found_by": column.slice(begin, 11)})
        slow = [len(cell or ()) for cell in table["found_by"].to_pylist()]
        assert _list_lengths(table, "found_by").tolist() == slow
