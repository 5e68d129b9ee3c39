"""One record for each group: who is in it, what it holds, and that nobody is told from the others."""

from __future__ import annotations

from collections import Counter
from statistics import median_low

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.errors import BadInput
from standout.protections import protection
from standout.protections.contract import Entries, entries_of
from standout.protections.microaggregate import Microaggregate, groups_of

Record = tuple[tuple[int, int, int], ...]
SCALE = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))


def dataset(people: int, items: int, seed: int) -> LocalDataset:
    dice = np.random.default_rng(seed)
    owners, held = np.nonzero(dice.random((people, items)) < 0.4)
    values, days = dice.integers(0, 5, len(owners)), dice.integers(0, 50, len(owners))
    values[dice.random(len(owners)) < 0.1] = NO_VALUE
    days[dice.random(len(owners)) < 0.1] = NO_DAY
    return from_arrays(owners, held, values.astype(np.uint8), days.astype(np.uint16), scale=SCALE, size=(people, items))


def records_of(entries: Entries, people: int) -> list[Record]:
    rows: list[list[tuple[int, int, int]]] = [[] for _ in range(people)]
    columns = (entries.people, entries.items, entries.values, entries.days)
    for person, item, value, day in zip(*(column.tolist() for column in columns), strict=True):
        rows[person].append((item, value, day))
    return [tuple(sorted(row)) for row in rows]


@given(st.integers(4, 60), st.integers(1, 12), st.integers(2, 4), st.integers(0, 5))
def test_everybody_shares_their_record_with_enough_others(people: int, items: int, k: int, seed: int) -> None:
    data = dataset(people, items, seed)
    made = Microaggregate(k=k, at_least=1).protect(data, None, seed)
    counts = Counter(records_of(entries_of(made.data), people))
    assert min(counts.values()) >= k
    assert made.data.people == people
    assert made.ceiling is not None
    assert 1 / min(counts.values()) <= made.ceiling <= 1 / k


@given(st.integers(2, 200), st.integers(2, 20), st.integers(0, 5))
def test_groups_have_k_people_and_fewer_than_twice_as_many(people: int, k: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    sizes = np.bincount(groups_of(dice.normal(size=(people, 3)), k, dice))
    assert people < 2 * k or sizes.min() >= k
    assert sizes.max() < 2 * k or len(sizes) == 1
    assert sizes.sum() == people


def test_a_group_gets_what_most_of_it_have() -> None:
    """One group: its record by hand, with medians and the mean length; what ties at the end goes by lot."""
    data = dataset(7, 9, 3)
    before, after = (
        records_of(entries_of(each), 7) for each in (data, Microaggregate(k=7).protect(data, None, 1).data)
    )
    assert len(set(after)) == 1
    rows = [row for record in before for row in record]
    holders = Counter(item for item, _, _ in rows)
    wanted = round(len(rows) / 7)
    common = [count for _, count in holders.most_common()][:wanted]
    shared = after[0]
    assert sorted((holders[item] for item, _, _ in shared), reverse=True) == [count for count in common if count >= 2]
    for item, value, day in shared:
        values = [given for own, given, _ in rows if own == item and given != NO_VALUE]
        days = [given for own, _, given in rows if own == item and given != NO_DAY]
        assert value == (median_low(values) if values else NO_VALUE)
        assert day == (median_low(days) if days else NO_DAY)


def test_people_of_one_taste_come_together() -> None:
    """Two tastes that have nothing in common: nobody gets an item of the other."""
    owners, items = np.divmod(np.arange(20 * 4), 4)
    data = from_arrays(owners, items + 4 * (owners % 2), size=(20, 8))
    assert records_of(entries_of(Microaggregate(k=10).protect(data, None, 1).data), 20) == records_of(
        entries_of(data), 20
    )


@pytest.mark.parametrize(
    ("text", "said"), [("microaggregate:k=1", "k is 1"), ("microaggregate:at-least=0", "at-least is 0")]
)
def test_what_makes_no_group_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        protection(text)


def test_too_few_people_are_refused() -> None:
    with pytest.raises(BadInput, match="has only 3 people; give a smaller k"):
        Microaggregate(k=4).protect(dataset(3, 5, 1), None, 1)
