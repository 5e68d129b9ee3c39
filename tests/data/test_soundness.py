"""No dataset can be made whose arrays would lead a kernel out of memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from standout.data.codes import NO_DAY, NO_VALUE, Bounds, Packing
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays, shards_of
from standout.data.model import Records, Scale, Shard
from standout.engines.partitioned import PartitionedEngine, cut

SCALE = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))


@pytest.fixture
def data() -> LocalDataset:
    who, what = np.divmod(np.arange(40), 4)
    return from_arrays(who, what, who % 3, (who + what) % 9, scale=SCALE, shard_people=7)


def changed(array: Any, at: int, value: int) -> Any:
    other = array.copy()
    other[at] = value
    return other


@pytest.mark.parametrize(
    ("field", "at", "value"),
    [
        ("starts", 0, 1),
        ("starts", 3, 2**40),
        ("starts", 3, 0),
        ("starts", 3, -1),
        ("starts", -1, 41),
        ("items", 5, 2**31 - 1),
        ("items", 5, -1),
        ("items", 7, 4),
        ("values", 5, 3),
        ("values", 5, 254),
        ("days", 5, 60_000),
        ("days", 5, 20),
    ],
)
def test_records_that_reach_outside_are_refused(data: LocalDataset, field: str, at: int, value: int) -> None:
    records = replace(data.held.records, **{field: changed(getattr(data.held.records, field), at, value)})
    with pytest.raises(ValueError, match="must"):
        replace(data, held=replace(data.held, records=records))
    with pytest.raises(ValueError, match="must"):
        list(shards_of(records, data.items, Packing(2, 4)))


def test_an_item_stands_in_a_record_twice_only_where_events_are_declared(data: LocalDataset) -> None:
    records = replace(data.held.records, items=changed(data.held.records.items, 5, 0))
    shards = tuple(shards_of(records, data.items, Packing(2, 4), 7))
    assert records.bounds.repeated
    assert shards[0].bounds.repeated
    with pytest.raises(ValueError, match="must ascend strictly in every record"):
        replace(data, held=replace(data.held, records=records))
    with pytest.raises(ValueError, match="must ascend strictly among the holders"):
        replace(data, held=replace(data.held, shards=(replace(shards[0]), *data.held.shards[1:])))
    events = replace(data.facts, events=True)
    assert replace(data, facts=events, held=replace(data.held, records=records, shards=shards)).events
    with pytest.raises(ValueError, match="must ascend in every record"):
        replace(data, facts=events, held=replace(data.held, records=replace(records, items=records.items[::-1].copy())))


@pytest.mark.parametrize("field", ["starts", "items", "values", "days"])
@pytest.mark.parametrize("how", ["shorter", "longer", "wider", "square", "list"])
def test_records_of_another_size_or_kind_are_refused(data: LocalDataset, field: str, how: str) -> None:
    array = getattr(data.held.records, field)
    made: Any = {
        "shorter": array[:-1],
        "longer": np.append(array, array[-1:]).astype(array.dtype),
        "wider": array.astype(np.float64),
        "square": array[:, None],
        "list": array.tolist(),
    }[how]
    with pytest.raises(ValueError, match="must"):
        replace(data, held=replace(data.held, records=replace(data.held.records, **{field: made})))


def test_values_belong_to_a_scale_and_days_to_a_first_day(data: LocalDataset) -> None:
    for other in ({"scale": Scale("none")}, {"first_day": None}):
        with pytest.raises(ValueError, match="must"):
            replace(data, facts=replace(data.facts, **other))


@pytest.mark.parametrize(
    "other",
    [{"holders": np.zeros(3, np.int64)}, {"last_day": 3}, {"last_day": 100}, {"last_day": 40_000}, {"holders": [1, 2]}],
)
def test_facts_that_do_not_fit_the_arrays_are_refused(data: LocalDataset, other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must"):
        replace(data, facts=replace(data.facts, **other))


def meddled(shard: Shard) -> list[Shard]:
    return [
        replace(shard, entries=changed(shard.entries, 0, 65_535)),
        replace(shard, entries=changed(shard.entries, 0, 2**32 - 1)),
        replace(shard, entries=shard.entries[:-1]),
        replace(shard, entries=shard.entries.astype(np.uint64)),
        replace(shard, starts=changed(shard.starts, 2, 2**30)),
        replace(shard, starts=changed(shard.starts, 2, -1)),
        replace(shard, starts=shard.starts[:-1]),
        replace(shard, starts=shard.starts.astype(np.int64)),
        replace(shard, packing=Packing(2, 5)),
        replace(shard, packing=Packing(0, 6)),
        replace(shard, packing=Packing(-1, 70)),
        replace(shard, people_count=3),
        replace(shard, people_count=10**6),
        replace(shard, first_person=5),
    ]


@pytest.mark.parametrize("number", range(14))
def test_an_index_that_reaches_outside_is_refused(data: LocalDataset, number: int) -> None:
    with pytest.raises(ValueError, match=r"must|bits"):
        replace(data, held=replace(data.held, shards=(meddled(data.held.shards[0])[number], *data.held.shards[1:])))


def test_an_index_of_fewer_people_is_refused(data: LocalDataset) -> None:
    with pytest.raises(ValueError, match="must"):
        replace(data, held=replace(data.held, shards=data.held.shards[:-1]))


def test_what_was_looked_through_is_not_looked_through_again(data: LocalDataset) -> None:
    assert replace(data, vocabulary=data.vocabulary).held.records.bounds is data.held.records.bounds


def test_partitions_are_as_sound_as_the_whole(data: LocalDataset) -> None:
    assert cut(data, 2, 5).records.bounds.items == 4
    assert PartitionedEngine((0, 4)).take(data).people == 10


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"people": [0, -1], "items": [0, 0]}, "people"),
        ({"people": [0, 1], "items": [0, -1]}, "items"),
        ({"people": [0, 1], "items": [0, 2**31]}, "items"),
        ({"people": [0, 1], "items": [0]}, "one of each"),
        ({"people": [0.5, 1], "items": [0, 0]}, "whole numbers"),
        ({"people": [float("nan"), 1], "items": [0, 0]}, "whole numbers"),
        ({"people": ["a", "b"], "items": [0, 0]}, "whole numbers"),
        ({"people": [float("inf"), 1], "items": [0, 0]}, "people"),
        ({"people": [1e300, 1], "items": [0, 0]}, "people"),
        ({"people": [[0, 1]], "items": [0, 0]}, "one dimension"),
        ({"people": [0, 2**63], "items": [0, 0]}, "people"),
        ({"people": [0, 1], "items": [0, 0], "size": (1, 1)}, "size"),
        ({"people": [0, 1], "items": [0, 3], "size": (2, 3)}, "size"),
        ({"people": [0, 1], "items": [0, 0], "values": [0, 3], "scale": SCALE}, "values"),
        ({"people": [0, 1], "items": [0, 0], "values": [0], "scale": SCALE}, "values"),
        ({"people": [0, 1], "items": [0, 0], "values": [0, 300], "scale": SCALE}, "values"),
        ({"people": [0, 1], "items": [0, 0], "values": [0, 1]}, "values"),
        ({"people": [0, 1], "items": [0, 0], "scale": SCALE}, "scale"),
        ({"people": [0, 1], "items": [0, 0], "days": [0, -1]}, "days"),
        ({"people": [0, 1], "items": [0, 0], "days": [0, 40_000]}, "days"),
        ({"people": [0, 1], "items": [0, 0], "days": [0, 65_536]}, "days"),
        ({"people": [0, 1], "items": [0, 0], "days": [0.5, 1]}, "days"),
        ({"people": [0, 1], "items": [0, 0], "shard_people": 0}, "shard"),
        ({"people": [0, 1], "items": [0, 0], "shard_people": 65_537}, "shard"),
    ],
)
def test_plain_arrays_that_are_no_codes_get_a_clear_error(given: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        from_arrays(**given)


def test_codes_for_none_and_no_entries_at_all_are_fine() -> None:
    data = from_arrays([0, 1], [0, 0], [0, NO_VALUE], [NO_DAY, 3], scale=SCALE)
    assert (data.held.records.bounds.values, data.held.records.bounds.days) == (1, 4)
    assert from_arrays([], []).count == 0
    nobody = Records(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.uint8), np.empty(0, np.uint16))
    assert nobody.bounds == Bounds(0, 0, 0, 0)
