"""The made-up data shows what it is there to show."""

from __future__ import annotations

import numpy as np
import pytest

from standout.knowledge.adversary import Adversary
from standout.testing.stages import partitions, stage, without


def test_no_partition_is_like_another_nor_like_all_of_the_data() -> None:
    """Else an attack that takes a partition for everybody would give the same scores."""
    data = stage(Adversary("contract", items=5)).data
    parts = [part for part in partitions(data) if part.size]
    assert len(parts) == 3
    lengths = [np.diff(part.records.starts) for part in parts]
    for fact in (np.max, np.min, np.mean, np.sum, len):
        assert len({float(fact(some)) for some in lengths}) == len(parts), fact.__name__
    items = [frozenset(part.records.items.tolist()) for part in parts]
    assert len({frozenset(data.held.records.items.tolist()), *items}) == len(parts) + 1


@pytest.mark.parametrize("column", ["values", "days"])
def test_without_a_column_all_else_is_the_same(column: str) -> None:
    more = stage(Adversary("contract", items=5, absent=2, days=0.0))
    plain = without(column, more)  # type: ignore[arg-type]
    assert not getattr(plain.data, f"has_{column}")
    assert plain.data.has_values + plain.data.has_days == 1
    assert np.array_equal(plain.data.held.records.items, more.data.held.records.items)
    assert np.array_equal(plain.known.items, more.known.items)
    other = "days" if column == "values" else "values"
    assert np.array_equal(getattr(plain.known, other), getattr(more.known, other))
    assert len(np.unique(getattr(plain.known, column))) == 1
