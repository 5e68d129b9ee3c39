"""Days of another clock are moved to the released ones, and only where they really run apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, whole_records
from standout.risk.day_offset import NEAR, day_offset, heap, in_step


def people_of(seed: int = 1, people: int = 120, items: int = 400) -> LocalDataset:
    dice = np.random.default_rng(seed)
    rows = np.repeat(np.arange(people), 12)
    columns = np.concatenate([dice.choice(items, 12, replace=False) for _ in range(people)])
    return from_arrays(rows, columns, None, dice.integers(100, 900, len(rows)), size=(people, items))


def known(data: LocalDataset, days: Int64s | int) -> Knowledge:
    """Everybody's whole record, its days moved by so many, each on its own or all alike."""
    whole = whole_records(data.held, data.facts, np.arange(data.people))
    return replace(whole, days=(whole.days + days).astype(np.int32))


@pytest.mark.parametrize("offset", [-60, -7, 12, 400])
def test_a_constant_gap_is_found_whatever_its_side(offset: int) -> None:
    data = people_of()
    found, share = day_offset(known(data, offset), data)
    assert (found, share) == (offset, 1.0)
    moved, note = in_step(known(data, offset), data)
    assert np.array_equal(moved.days, known(data, 0).days)
    assert note is not None
    assert f"moved by {abs(offset)}" in note
    assert ("days after the" if offset > 0 else "days before the") in note


def test_small_errors_around_a_gap_do_not_hide_it() -> None:
    data = people_of()
    errors = np.random.default_rng(3).integers(-2, 3, len(known(data, 0).days))
    assert abs(day_offset(known(data, 30 + errors), data)[0] - 30) <= 1


@pytest.mark.parametrize("offset", [0, NEAR, -NEAR])
def test_days_that_fit_are_left_alone(offset: int) -> None:
    data = people_of()
    before = known(data, offset)
    after, note = in_step(before, data)
    assert note is None
    assert after is before


def test_days_by_lot_say_nothing_and_are_left_alone() -> None:
    data = people_of()
    by_lot = replace(
        known(data, 0), days=np.random.default_rng(4).integers(100, 900, len(known(data, 0).days), np.int32)
    )
    assert day_offset(by_lot, data) == (0, 0.0)


def test_gaps_of_everybody_s_own_are_no_common_one() -> None:
    data = people_of()
    own = np.repeat(np.random.default_rng(5).integers(-90, 90, data.people), 12)
    assert day_offset(known(data, own), data)[0] == 0


def test_unknown_days_stay_unknown() -> None:
    data = people_of()
    some = known(data, 50)
    days = some.days.copy()
    days[::3] = UNKNOWN_DAY
    moved, _ = in_step(replace(some, days=days), data)
    assert (moved.days[::3] == UNKNOWN_DAY).all()
    assert np.array_equal(moved.days[1::3], known(data, 0).days[1::3])


def test_nothing_is_moved_without_days_or_with_too_few_people() -> None:
    data, few = people_of(), people_of(people=4)
    nothing = replace(known(data, 0), days=np.full(len(known(data, 0).days), UNKNOWN_DAY, np.int32))
    assert day_offset(nothing, data) == (0, 0.0)
    undated = from_arrays([0, 1], [0, 1], size=(2, 2))
    assert day_offset(known(few, 9), undated) == (0, 0.0)
    assert day_offset(known(few, 9), few) == (0, 0.0)


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=60))
def test_the_heap_is_where_a_count_by_hand_finds_most(gaps: list[int]) -> None:
    counts = Counter(gaps)
    near = {day: sum(counts[day + step] for step in range(-NEAR, NEAR + 1)) for day in range(-50, 51)}
    assert near[heap(np.array(gaps))] == max(near.values())
