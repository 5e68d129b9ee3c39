"""Pairs counted by the kernel and by hand, and how far one person moves them."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.label.pairs.together import UNIT, longest_part, sums_together, weights_for

ITEMS = 12
RECORDS = st.lists(st.sets(st.integers(0, ITEMS - 1), max_size=ITEMS), min_size=1, max_size=6)
PLACES = st.lists(st.sampled_from([True, False]), min_size=ITEMS, max_size=ITEMS)


def dataset(records: list[set[int]]) -> LocalDataset:
    owners = np.repeat(np.arange(len(records)), [len(record) for record in records])
    items = np.array([item for record in records for item in sorted(record)], np.int64)
    return from_arrays(owners, items, size=(len(records), ITEMS))


def placed(listed: list[bool]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Listed items in descending order of their codes: the order of a list is not that of codes."""
    place, codes = np.full(ITEMS, -1, np.int32), [code for code in range(ITEMS) if listed[code]]
    place[codes[::-1]] = np.arange(len(codes))
    return place


def by_hand(records: list[set[int]], listed: list[bool], max_items: int) -> Int64s:
    """The obvious count: every pair of every person, in a dictionary."""
    place = placed(listed)
    size = sum(listed)
    pairs = list(combinations_with_replacement(range(size), 2))
    sums = dict.fromkeys(pairs, 0)
    for record in records:
        own = sorted(int(place[item]) for item in record if place[item] >= 0)
        if not own:
            continue
        weight = int(weights_for(size, max_items)[len(own)])
        for pair in combinations_with_replacement(own, 2):
            sums[pair] += weight
    return np.array([sums[pair] for pair in pairs], np.int64)


@given(RECORDS, PLACES, st.integers(2, 30))
def test_pairs_are_those_counted_by_hand(records: list[set[int]], listed: list[bool], max_items: int) -> None:
    counted = sums_together(dataset(records), placed(listed), sum(listed), max_items)
    assert counted.tolist() == by_hand(records, listed, max_items).tolist()


@given(RECORDS, st.sets(st.integers(0, ITEMS - 1)), PLACES, st.integers(2, 30))
def test_nobody_moves_the_sums_further_than_declared(
    records: list[set[int]], person: set[int], listed: list[bool], max_items: int
) -> None:
    place, size = placed(listed), sum(listed)
    one = sums_together(dataset(records), place, size, max_items)
    other = sums_together(dataset([*records, person]), place, size, max_items)
    assert np.linalg.norm(other - one) <= longest_part(max_items) * (1 + 1e-12)


@given(st.integers(1, 5_000), st.integers(2, 10_000))
def test_weights_keep_to_the_bound_exactly(count: int, max_items: int) -> None:
    """In whole numbers, without rounding: weight² · n (n + 1) is at most UNIT² · m (m + 1)."""
    weight = int(weights_for(count, max_items)[count])
    assert weight**2 * count * (count + 1) <= UNIT**2 * max_items * (max_items + 1)
    assert weight == UNIT or (weight + 1) ** 2 * count * (count + 1) > UNIT**2 * max_items * (max_items + 1)


def test_repeats_count_once() -> None:
    data = from_arrays(
        np.array([0, 0, 0]), np.array([0, 0, 1]), None, np.array([1, 2, 3], np.uint16), size=(1, 2), events=True
    )
    assert sums_together(data, np.array([0, 1], np.int32), 2, 5).tolist() == [UNIT] * 3
