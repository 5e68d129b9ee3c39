"""Records of some people, copied: against a plain loop over them."""

from __future__ import annotations

import numpy as np
import pytest

from standout.data.counting import records_at
from standout.data.model import Records


def made(seed: int, people: int, *, values: bool, days: bool) -> Records:
    """Random records, some of them empty."""
    dice = np.random.default_rng(seed)
    had = [np.flatnonzero(dice.random(30) < dice.choice((0.0, 0.2, 0.9))) for _ in range(people)]
    starts = np.concatenate(([0], np.cumsum([len(own) for own in had]))).astype(np.int64)
    items = np.concatenate([*had, np.zeros(0)]).astype(np.int32)
    codes = dice.integers(0, 6, len(items) if values else 0).astype(np.uint8)
    return Records(starts, items, codes, dice.integers(0, 99, len(items) if days else 0).astype(np.uint16))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("values", [True, False])
@pytest.mark.parametrize("days", [True, False])
def test_records_are_those_of_the_people_asked_for_in_their_order(seed: int, values: bool, days: bool) -> None:
    records = made(seed, 20, values=values, days=days)
    dice = np.random.default_rng(seed + 100)
    for people in (np.zeros(0, np.int64), np.arange(20), dice.permutation(20)[:7], dice.integers(0, 20, 40)):
        found = records_at(records, people)
        assert found.starts.tolist() == np.cumsum([0, *np.diff(records.starts)[people]]).tolist()
        places = [(records.starts[person], records.starts[person + 1]) for person in people]
        entries = [entry for begin, end in places for entry in range(begin, end)]
        assert found.items.tolist() == records.items[entries].tolist()
        assert found.values.tolist() == (records.values[entries].tolist() if values else [])
        assert found.days.tolist() == (records.days[entries].tolist() if days else [])
        kinds = [str(codes.dtype) for codes in (found.items, found.values, found.days)]
        assert kinds == ["int32", "uint8", "uint16"]


@pytest.mark.parametrize("wrong", [-1, 20, 1 << 40])
def test_nobody_is_looked_for_who_is_not_there(wrong: int) -> None:
    with pytest.raises(IndexError):
        records_at(made(1, 20, values=True, days=True), np.array([3, wrong]))
