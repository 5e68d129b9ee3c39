"""How many people share any few items, against an obvious count over all sets of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.risk import known_sets
from standout.risk.known_sets import least_shared

ITEMS = 7
RECORDS = st.lists(st.sets(st.integers(0, ITEMS - 1), max_size=5), min_size=1, max_size=12)
ALIKE = st.lists(st.sampled_from([{0, 1, 2}, {0, 1, 2, 3}, {4, 5}, set()]), min_size=1, max_size=30)


def dataset(records: list[set[int]], repeated: int = 1) -> LocalDataset:
    rows = [(person, item) for person, record in enumerate(records) for item in sorted(record) for _ in range(repeated)]
    owners, items = np.array(rows, np.int64).reshape(-1, 2).T
    days = np.arange(len(rows), dtype=np.uint16) if repeated > 1 else None
    return from_arrays(owners, items, None, days, size=(len(records), ITEMS), events=repeated > 1)


def by_hand(records: list[set[int]]) -> list[tuple[int, int]]:
    """Every set of up to m items that somebody has, counted."""
    found: list[tuple[int, int]] = []
    for m in (1, 2, 3):
        counts = Counter(known for record in records for known in combinations(sorted(record), m))
        if not counts:
            break
        found.append((m, min(*counts.values(), *(k for _, k in found), len(records))))
    return found


@given(st.one_of(RECORDS, ALIKE), st.integers(1, 2))
def test_the_least_number_of_people_is_the_one_counted_by_hand(records: list[set[int]], repeated: int) -> None:
    found = least_shared(dataset(records, repeated))
    assert [(shared.m, shared.k) for shared in found] == by_hand(records)
    assert all(shared.exact for shared in found)


def test_counting_that_ends_early_says_so() -> None:
    """30 people have the same three items: one step is not enough to see that there is nothing else."""
    records = [{0, 1, 2}] * 30 + [{3, 4, 5}] * 20
    found = least_shared(dataset(records), steps=1)
    assert [(shared.m, shared.k, shared.exact) for shared in found] == [(1, 20, True), (2, 20, False), (3, 20, False)]


def test_one_alone_is_exact_however_early() -> None:
    records = [{0, 1, 2}] * 30 + [{2, 3}]
    assert [(shared.k, shared.exact) for shared in least_shared(dataset(records), steps=1)][1] == (1, True)


def test_data_too_large_to_turn_round_is_looked_at_item_by_item(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_sets, "MOST_ENTRIES", 3)
    assert [shared.m for shared in least_shared(dataset([{0, 1}, {0, 1}]))] == [1]
