"""What named records add: against plain sets, with events, groups, few people, and names that are wrong."""

from __future__ import annotations

import random

import numpy as np
import pyarrow as pa
import pytest

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.engines.partitioned import PartitionedEngine
from standout.knowledge.draw import Knowledge, whole_records
from standout.library.reading import as_dataset, asked, at_hand
from standout.risk.adding import ALL, SENSITIVE, Interest, Names, adds, item_columns, new_items


def world(seed: int, repeats: str | None = None) -> tuple[LocalDataset, list[set[int]]]:
    """Invented records, and the same as sets of item codes."""
    dice = random.Random(seed)
    rows = [(person, f"i{dice.randint(0, 11)}") for person in range(12) for _ in range(dice.randint(1, 9))]
    days = [f"2024-01-{dice.randint(1, 28):02}" for _ in rows]
    table = pa.table({"user": [p for p, _ in rows], "item": [i for _, i in rows], "date": days})
    options = {} if repeats is None else {"repeats": repeats}
    data = at_hand(as_dataset(table, asked(**options)))  # type: ignore[arg-type]
    items = data.vocabulary.items.to_pylist()
    people = [int(name) for name in data.vocabulary.everybody().to_pylist()]
    return data, [{items.index(item) for person, item in rows if person == who} for who in people]


def known_of(sets: list[set[int]], data: LocalDataset) -> Knowledge:
    flat = [item for items in sets for item in items]
    whole = whole_records(data.held, data.facts, np.zeros(0, np.int64))
    sizes = np.array([len(items) for items in sets])
    return Knowledge(
        np.concatenate(([0], np.cumsum(sizes))), np.array(flat, np.int32), np.full(len(flat), 255, np.uint8),
        np.full(len(flat), -(1 << 31), np.int32), np.zeros(len(sets), np.int64), np.full(len(sets), 1 << 62),
        whole.scale,
    )  # fmt: skip


@pytest.mark.parametrize("repeats", [None, "events"])
@pytest.mark.parametrize("cut", [False, True])
def test_as_sets_say(repeats: str | None, cut: bool) -> None:
    for seed in range(4):
        dice = random.Random(seed + 50)
        data, sets = world(seed, repeats)
        groups = ItemGroups(("a", "b"), np.array([0, 1, 1, 3]), np.array([0, 0, 1, 1]))
        sensitive = np.arange(data.items) % 3 == 0
        interest = Interest(groups, sensitive)
        released = PartitionedEngine((0, 5, 7)).take(data) if cut else data
        records = np.array([dice.randint(-1, data.people - 1) for _ in range(20)])
        known = [{item if item < data.items else -1 for item in dice.sample(range(data.items + 2), 3)} for _ in records]
        found = new_items(released, known_of(known, data), records, interest)
        for row, (record, items) in enumerate(zip(records.tolist(), known, strict=True)):
            new = sets[record] - items if record >= 0 else set()
            wanted = [
                len(new), sum(bool(sensitive[item]) for item in new), len(new & {0, 1}), len(new & {1, 3}),
            ]  # fmt: skip
            assert found[row].tolist() == wanted


def test_no_groups_and_nothing_sensitive() -> None:
    data, sets = world(1)
    held = item_columns(data, np.arange(data.people), Interest())
    assert held[:, ALL].tolist() == [len(items) for items in sets]
    assert not held[:, SENSITIVE].any()


def counts(*rows: tuple[int, int]) -> Int64s:
    return np.array(rows)


MASK = Interest(sensitive=np.array([True, False]))


def test_rates_have_their_denominators() -> None:
    truths = np.array([0, 1, 2, 3, -1])
    named = np.array([0, 1, 7, -1, 4])
    new_true = counts((5, 1), (3, 0), (2, 1), (4, 2), (0, 0))
    new_named = counts((5, 1), (3, 0), (9, 1), (0, 0), (6, 0))
    said = adds(Names(named, truths, left_out=5), new_named, new_true, MASK)
    assert (said.over, said.people, said.looked_for) == ("rightly named", 2, 10)
    assert said.right is not None
    assert said.right.rate == 0.5  # two of four names
    assert said.items is not None
    assert (said.items.mean, said.items.median) == (4.0, 4.0)
    assert said.items_of_everybody is not None
    assert said.items_of_everybody.mean == pytest.approx(0.8)
    found = said.sensitive
    assert found is not None
    assert (found.items, found.have, found.told) == (1, 3, 2)
    assert found.revealed is not None
    assert found.revealed.rate == pytest.approx(0.1)
    assert found.of_those_who_have is not None
    assert found.of_those_who_have.rate == pytest.approx(1 / 3)
    assert found.certainty is not None
    assert found.certainty.rate == 0.5
    assert all(estimate.low <= estimate.rate <= estimate.high for estimate in (found.revealed, found.certainty))
    assert "called sensitive is revealed of 10%" in said.words()[1]


def test_without_truth_only_names_are_told() -> None:
    named, chances = np.array([0, -1, 2]), np.array([0.9, np.nan, 0.7])
    said = adds(Names(named, None, chances), counts((5, 1), (0, 0), (3, 0)), None, MASK)
    assert (said.over, said.people, said.right) == ("named", 2, None)
    assert said.claimed == pytest.approx(0.8)
    assert said.sensitive is not None
    assert (said.sensitive.told, said.sensitive.revealed, said.sensitive.certainty) == (1, None, None)
    assert said.sensitive.claimed == pytest.approx(0.9)
    assert "by the attack’s own account" in said.words()[0]


def test_nothing_is_told_of_fewer_people_than_a_crowd() -> None:
    truths = np.arange(8)
    new = counts(*((4, int(row < 2)) for row in range(8)))
    said = adds(Names(truths, truths), new, new, MASK, crowd=5)
    assert said.items is not None
    assert said.sensitive is not None
    assert (said.sensitive.have, said.sensitive.revealed, said.sensitive.told) == (None, None, None)
    assert "Too few people" in said.words()[1]
    few = adds(Names(np.where(truths < 3, truths, -1), truths), new, new, MASK, crowd=5)
    assert (few.people, few.items, few.right, few.words()) == (0, None, None, [])
    assert few.notes == ("fewer than 5 people are named rightly",)
    none = adds(Names(np.full(8, -1), truths), new, new, MASK)
    assert none.notes == ("nobody is named rightly, so nothing is added",)
    assert none.sensitive is not None
    assert none.sensitive.revealed is not None
    assert none.sensitive.revealed.rate == 0


def test_groups_are_those_that_a_crowd_has() -> None:
    groups = ItemGroups(("a", "b"), np.array([0, 1]), np.array([0, 1]))
    new = np.array([[3, 0, 1, 0], [2, 0, 2, 1], [4, 0, 0, 0]])
    truths = np.arange(3)
    said = adds(Names(truths, truths), new, new, Interest(groups), crowd=2)
    assert [(row.group, round(row.people.rate, 6), row.items) for row in said.groups] == [("a", 0.666667, 1.0)]
    assert said.sensitive is None
