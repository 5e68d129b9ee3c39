"""Data in which people have an item several times: counted as people, kept as they are, looked at once where asked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import by_day_and_value, holders_in, holders_in_shard, item_counts, once, record_sums
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays, items_once
from standout.data.model import Records, Scale, Source
from standout.data.prepared import Entries, open_prepared, write_prepared
from standout.data.vocabulary import numbered
from standout.engines.base import Cells
from standout.engines.item_counts import item_counts as item_counts_of
from standout.engines.partitioned import PartitionedEngine
from standout.errors import BadInput
from tests.data.crafted import edit, reseal
from tests.event_worlds import EventWorld, event_worlds, length, released

SCALE = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))


def rows_of(data: LocalDataset, records: Records | None = None) -> list[tuple[int, int, int | None, int | None]]:
    """Every entry as plain numbers: person, item, value, day."""
    records = data.held.records if records is None else records
    count = len(records.items)
    people = np.repeat(np.arange(data.people), np.diff(records.starts)).tolist()
    values = records.values.tolist() if len(records.values) else [NO_VALUE] * count
    days = records.days.tolist() if len(records.days) else [NO_DAY] * count
    return list(zip(people, records.items.tolist(), values, days, strict=True))


def expected_rows(world: EventWorld) -> list[tuple[int, int, int, int]]:
    return sorted(
        (
            (p, i, NO_VALUE if e.value is None else e.value, NO_DAY if e.day is None else e.day)
            for p, i, e in world.entries
        ),
        key=lambda row: (row[0], row[1], row[3], row[2]),
    )


@given(world=event_worlds())
def test_every_event_is_kept_by_item_day_and_value(world: EventWorld) -> None:
    data = released(world, shard_people=3)
    assert rows_of(data) == expected_rows(world)
    assert data.lengths.tolist() == [length(record) for record in world.records]
    assert data.held.repeated == any(len(entries) > 1 for record in world.records for entries in record.values())
    assert data.facts.longest == max(length(record) for record in world.records)


@given(world=event_worlds())
def test_holders_are_people_and_items_count_once(world: EventWorld) -> None:
    data = released(world, shard_people=3)
    holders = [sum(item in record for record in world.records) for item in range(world.items)]
    counts = [len(record) for record in world.records]
    assert data.holders.tolist() == holders
    assert holders_in(data.held.records, world.items).tolist() == holders
    assert np.sum([holders_in_shard(shard) for shard in data.held.shards], axis=0).tolist() == holders
    assert item_counts(data.held.records).tolist() == data.held.item_counts.tolist() == counts
    far = PartitionedEngine().take(data)
    assert item_counts_of(data).tolist() == item_counts_of(far).tolist() == counts
    amounts = np.arange(1, world.items + 1) ** 2
    assert record_sums(data.held.records, amounts).tolist() == [
        sum((item + 1) ** 2 for item in record) for record in world.records
    ]
    if world.has_days:
        kept = data.held.records.days != NO_DAY
        assert record_sums(data.held.records, amounts, kept).tolist() == [
            sum((item + 1) ** 2 for item, entries in record.items() if any(e.day is not None for e in entries))
            for record in world.records
        ]


@given(world=event_worlds())
def test_each_item_once_is_its_latest_event(world: EventWorld) -> None:
    data = released(world, shard_people=3)
    latest = {(row[0], row[1]): row for row in expected_rows(world)}
    assert rows_of(data, once(data.held.records)) == list(latest.values())
    single = items_once(data)
    assert rows_of(single) == list(latest.values())
    assert not single.held.repeated
    assert single.holders.tolist() == data.holders.tolist()
    assert rows_of(data, data.held.items_once.records) == list(latest.values())


@given(world=event_worlds())
def test_entries_of_an_item_can_be_put_in_order_again(world: EventWorld) -> None:
    data = released(world)
    records = data.held.records
    dice = np.random.default_rng(1)
    shuffled = []
    for person in range(data.people):
        for item in np.unique(records.items[records.starts[person] : records.starts[person + 1]]):
            rows = np.arange(records.starts[person], records.starts[person + 1])
            shuffled += dice.permutation(rows[records.items[rows] == item]).tolist()
    order = np.array(shuffled, np.int64)
    mixed = Records(
        records.starts,
        records.items[order],
        records.values[order] if len(records.values) else records.values,
        records.days[order] if len(records.days) else records.days,
    )
    assert rows_of(data, by_day_and_value(mixed)) == rows_of(data)


def test_without_events_the_last_of_repeated_entries_is_kept() -> None:
    plain = from_arrays([0, 0, 1], [0, 0, 0], None, [5, 3, 1])
    assert rows_of(plain) == [(0, 0, NO_VALUE, 3), (1, 0, NO_VALUE, 1)]
    assert not plain.events
    assert from_arrays([0, 0, 1], [0, 0, 0], None, [5, 3, 1], events=True).held.records.days.tolist() == [3, 5, 1]


def cells_of(data: LocalDataset, people: list[int], items: list[int], near: list[int]) -> Cells:
    return data.engine.look_up(data, np.array(people), np.array(items), np.array(near))


def test_the_entry_whose_day_is_nearest_is_looked_up() -> None:
    data = from_arrays(
        [0, 0, 0, 0, 1], [3, 3, 3, 4, 3], [0, 1, 2, 1, 0], [10, 20, NO_DAY, 7, 90], scale=SCALE, events=True
    )
    for dataset in (data, PartitionedEngine((0, 1)).take(data)):
        cells = dataset.engine.look_up(
            dataset, np.array([0, 0, 0, 0, 1, 1]), np.array([3, 3, 3, 4, 3, 4]), np.array([0, 16, 15, 3, 5, 5])
        )
        assert cells.there.tolist() == [True] * 5 + [False]
        assert cells.days[:5].tolist() == [10, 20, 10, 7, 90]
        assert cells.values[:5].tolist() == [0, 1, 0, 1, 0]


def prepared(folder: Path, *, events: bool, batch: int = 2) -> LocalDataset:
    people, items = np.array([0, 0, 0, 0, 1, 2, 2]), np.array([0, 1, 1, 1, 1, 0, 2])
    values = np.array([0, 1, 1, 2, 2, NO_VALUE, 0], np.uint8)
    days = np.array([5, 0, 4, 4, NO_DAY, 7, 1], np.uint16)
    batches = [
        Entries(people[at : at + batch], items[at : at + batch], values[at : at + batch], days[at : at + batch])
        for at in range(0, len(people), batch)
    ]
    return write_prepared(
        folder, batches, vocabulary=numbered(3, 3), scale=SCALE, first_day=100, source=Source(("a.csv",), "00"),
        events=events,
    )  # fmt: skip


@pytest.mark.parametrize("batch", [1, 2, 3, 7])
def test_events_are_kept_on_disk_whatever_the_batches(tmp_path: Path, batch: int) -> None:
    data = prepared(tmp_path / "p", events=True, batch=batch)
    again = open_prepared(tmp_path / "p")
    for each in (data, again):
        assert each.events
        assert each.held.records.items.tolist() == [0, 1, 1, 1, 1, 0, 2]
        assert each.held.records.days.tolist() == [5, 0, 4, 4, NO_DAY, 7, 1]
        assert each.holders.tolist() == [2, 2, 1]
        assert not each.source.notes


def test_without_events_a_prepared_dataset_is_what_it_was(tmp_path: Path) -> None:
    data = prepared(tmp_path / "p", events=False)
    assert not data.events
    assert data.held.records.items.tolist() == [0, 1, 1, 0, 2]
    assert "events" not in (tmp_path / "p" / "manifest.json").read_text()


def refusal(folder: Path) -> str:
    with pytest.raises(BadInput) as problem:
        open_prepared(folder)
    return str(problem.value)


def test_a_manifest_that_lies_about_events_is_refused(tmp_path: Path) -> None:
    prepared(tmp_path / "p", events=True)
    reseal(tmp_path / "p", lambda manifest: manifest.update(events=False))
    assert "holds an item twice, but the data is not of events" in refusal(tmp_path / "p")
    reseal(tmp_path / "p", lambda manifest: manifest.pop("events"))
    assert "holds an item twice" in refusal(tmp_path / "p")
    for odd in [1, "yes", None, {}]:
        reseal(tmp_path / "p", lambda manifest, odd=odd: manifest.update(events=odd))  # type: ignore[misc]
        assert "'events' is neither true nor false" in refusal(tmp_path / "p")
    reseal(tmp_path / "p", lambda manifest: manifest.update(events=True))
    assert open_prepared(tmp_path / "p").events


def test_holders_of_events_are_counted_again(tmp_path: Path) -> None:
    prepared(tmp_path / "p", events=True)
    edit(tmp_path / "p", "holders.bin", lambda holders: holders.__setitem__(1, 4))
    assert "holders are counted wrongly" in refusal(tmp_path / "p")


def test_counts_of_values_and_days_are_of_entries() -> None:
    data = from_arrays([0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 2, 1], [1, 1, 3, 0], scale=SCALE, events=True)
    assert data.facts.value_counts.tolist() == [Counter([0, 0, 2, 1])[code] for code in range(3)]
    assert data.facts.day_counts.tolist() == [1, 2, 0, 1]
