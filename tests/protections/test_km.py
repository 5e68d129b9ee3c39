"""k^m-anonymity enforced, against an obvious version with sets."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.protections import km, protection
from standout.protections.contract import entries_of
from standout.protections.km import KM
from standout.risk.known_sets import least_shared

ITEMS = 8
RECORDS = st.lists(st.sets(st.integers(0, ITEMS - 1), max_size=6), min_size=1, max_size=25)


def dataset(records: list[set[int]]) -> LocalDataset:
    owners = np.repeat(np.arange(len(records)), [len(record) for record in records])
    items = np.array([item for record in records for item in sorted(record)], np.int64)
    return from_arrays(owners, items, size=(len(records), ITEMS))


def records_of(data: LocalDataset) -> list[set[int]]:
    records: list[set[int]] = [set() for _ in range(data.people)]
    entries = entries_of(data)
    for person, item in zip(entries.people.tolist(), entries.items.tolist(), strict=True):
        records[person].add(item)
    return records


def plainly(records: list[set[int]], k: int, m: int, seed: int) -> list[set[int]]:
    """Rare items go; of two items that too few share, whoever has both loses the rarer; and again."""
    lots = np.random.default_rng(seed_for(seed, "km")).permutation(ITEMS).tolist()
    records = [set(record) for record in records]
    while True:
        holders = Counter(item for record in records for item in record)
        records = [{item for item in record if holders[item] >= k} for record in records]
        if m == 1:
            return records
        pairs = Counter(pair for record in records for pair in combinations(sorted(record), 2))
        after = [
            record
            - {
                min(pair, key=lambda item: (holders[item], lots[item]))
                for pair in combinations(sorted(record), 2)
                if pairs[pair] < k
            }
            for record in records
        ]
        if after == records:
            return records
        records = after


@given(RECORDS, st.integers(2, 5), st.integers(1, 2), st.integers(0, 3))
def test_it_is_what_sets_say(records: list[set[int]], k: int, m: int, seed: int) -> None:
    released = KM(k=k, m=m).protect(dataset(records), None, seed).data
    assert records_of(released) == plainly(records, k, m, seed)
    assert all(shared.k >= k for shared in least_shared(released) if shared.m <= m)


def test_what_is_shared_already_stays() -> None:
    records = [{0, 1, 2}] * 5 + [{3, 4}] * 6
    made = KM(k=5).protect(dataset(records), None, 1)
    assert records_of(made.data) == records
    assert made.notes == ("any two items that somebody has are shared by at least 5 people, after 1 round; 0 items are "
                          "gone",)  # fmt: skip
    one = KM(k=5, m=1).protect(dataset(records), None, 1)
    assert one.notes == ("any item that somebody has is shared by at least 5 people, after 1 round; 0 items are gone",)


def test_all_entries_of_an_event_go_or_stay() -> None:
    data = from_arrays(
        np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 0, 2]), None, np.array([1, 2, 3, 4, 5], np.uint16),
        size=(2, 3), events=True,
    )  # fmt: skip
    assert entries_of(KM(k=2, m=2).protect(data, None, 1).data).items.tolist() == [0, 0, 0]


@pytest.mark.parametrize(("text", "said"), [("km:k=1", "k is 1"), ("km:m=3", "m is 3"), ("km:m=0", "m is 0")])
def test_what_cannot_be_enforced_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        protection(text)


def test_too_many_items_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(km, "MOST_ITEMS", 2)
    with pytest.raises(BadInput, match=r"pairs of 3 items are too many .* suppress-rare"):
        KM(k=2).protect(dataset([{0, 1, 2}] * 3), None, 1)
