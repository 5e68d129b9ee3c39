"""Turning records around, summing over them, and randomness, against the obvious way."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.codes import SHARD_PEOPLE
from standout.data.counting import record_sums
from standout.data.index import from_arrays
from standout.data.model import Shard
from standout.kernels import randomness
from tests.reference import World
from tests.worlds import STARS, released, scale_of, sets, worlds


def unpacked(shard: Shard, at: int) -> tuple[int | None, int | None]:
    """Value and day of an entry; none where there is none."""
    value_bits, day_bits = shard.packing.value_bits, shard.packing.day_bits
    code = int(shard.codes[at]) if len(shard.codes) else 0
    value, day = code >> day_bits, code & ((1 << day_bits) - 1)
    return (
        None if value == (1 << value_bits) - 1 else value,
        None if day == (1 << day_bits) - 1 else day,
    )


@given(world=worlds(), shard_people=st.sampled_from((1, 2, 3, SHARD_PEOPLE)))
def test_shards_list_exactly_who_has_what(world: World, shard_people: int) -> None:
    data = released(world, shard_people)
    found = {}
    for shard in data.held.shards:
        assert shard.people_count <= shard_people
        for item in range(world.items):
            begin, end = int(shard.starts[item]), int(shard.starts[item + 1])
            holders = shard.people[begin:end].tolist()
            assert holders == sorted(holders)
            for at in range(begin, end):
                value, day = unpacked(shard, at)
                found[shard.first_person + int(shard.people[at]), item] = (value, day)
    wanted = {(p, i): (e.value, e.day) for p, record in enumerate(world.records) for i, e in record.items()}
    assert found == wanted
    assert sum(shard.people_count for shard in data.held.shards) == len(world.records)


def test_a_shard_ends_before_it_has_more_entries_than_its_starts_can_count(monkeypatch: pytest.MonkeyPatch) -> None:
    people = np.repeat(np.arange(6), (3, 0, 4, 1, 2, 5))
    items = np.concatenate([np.arange(size) for size in (3, 0, 4, 1, 2, 5)])
    whole = from_arrays(people, items)
    monkeypatch.setattr("standout.data.index._MOST_ENTRIES", 5)
    cut = from_arrays(people, items)
    assert [shard.people_count for shard in cut.held.shards] == [2, 2, 1, 1]
    assert cut.holders.tolist() == whole.holders.tolist()
    assert all(shard.starts.dtype == np.int32 for shard in cut.held.shards)
    monkeypatch.setattr("standout.data.index._MOST_ENTRIES", 4)
    with pytest.raises(ValueError, match="more than 4 entries"):
        from_arrays(people, items)


@given(world=worlds())
def test_counts_of_the_data_are_those_of_the_world(world: World) -> None:
    data = released(world)
    assert data.holders.tolist() == [world.holders(item) for item in range(world.items)]
    assert data.lengths.tolist() == [len(record) for record in world.records]
    assert (data.people, data.items) == (len(world.records), world.items)
    by_popularity = sorted(range(world.items), key=lambda item: (-world.holders(item), item))
    assert [by_popularity[rank] for rank in data.facts.popularity_ranks] == list(range(world.items))


@given(world=worlds(), amounts=st.lists(st.integers(-5, 99), min_size=7, max_size=7))
def test_record_sums_add_what_each_item_amounts_to(world: World, amounts: list[int]) -> None:
    data = released(world)
    found = record_sums(data.held.records, np.array(amounts[: world.items], np.int64))
    assert found.tolist() == [sum(amounts[item] for item in record) for record in world.records]


def test_a_popular_item_may_have_more_holders_than_16_bits_count() -> None:
    count = SHARD_PEOPLE + 10
    data = from_arrays(np.arange(count), np.zeros(count, int))
    assert [shard.people_count for shard in data.held.shards] == [SHARD_PEOPLE, 10]
    assert data.held.shards[0].starts.tolist() == [0, SHARD_PEOPLE]
    assert data.held.shards[0].people[-1] == SHARD_PEOPLE - 1


def test_repeated_pairs_keep_the_last_entry() -> None:
    data = from_arrays([0, 0, 0], [1, 0, 1], [4, 2, 3], [9, 8, 7], scale=scale_of(STARS))
    assert data.held.records.items.tolist() == [0, 1]
    assert data.held.records.values.tolist() == [2, 3]
    assert data.held.records.days.tolist() == [8, 7]
    assert data.last_day == 8


def test_people_and_items_without_entries_are_kept() -> None:
    data = released(sets([], [], items=3))
    assert (data.people, data.items, data.count) == (2, 3, 0)


def stream(seed: int, first: int, second: int, count: int = 64) -> list[float]:
    state = np.empty(1, np.uint64)
    randomness.start(state, seed, first, second)
    return [float(randomness.uniform(state)) for _ in range(count)]


def test_streams_repeat_and_differ_by_every_key() -> None:
    keys = [(seed, first, second) for seed in (0, 1, 2**62) for first in (0, 1, 7) for second in (0, 1, 2)]
    assert stream(3, 4, 5) == stream(3, 4, 5)
    assert len({tuple(stream(*key)) for key in keys}) == len(keys)


def test_numbers_are_even_and_streams_are_not_correlated() -> None:
    numbers = np.array([stream(1, person, 0) for person in range(1_000)])
    assert numbers.min() >= 0
    assert numbers.max() < 1
    counts = np.histogram(numbers, bins=20, range=(0, 1))[0]
    assert np.abs(counts / numbers.size - 0.05).max() < 0.005
    assert abs(np.corrcoef(numbers[:-1, 0], numbers[1:, 0])[0, 1]) < 0.1
    assert abs(np.corrcoef(numbers[:, 0], numbers[:, 1])[0, 1]) < 0.1


@pytest.mark.parametrize("bound", [1, 2, 7])
def test_whole_numbers_below_a_bound_are_all_reached(bound: int) -> None:
    state = np.empty(1, np.uint64)
    randomness.start(state, 1, 2, 3)
    found = [int(randomness.below(state, bound)) for _ in range(700)]
    assert set(found) == set(range(bound))
    assert min(found.count(number) for number in range(bound)) > 700 / bound * 0.6


@given(world=worlds())
def test_facts_count_every_value_and_every_day(world: World) -> None:
    data = released(world, 3)
    values = Counter(entry.value for record in world.records for entry in record.values())
    days = Counter(entry.day for record in world.records for entry in record.values())
    assert data.facts.value_counts.tolist() == [values[code] for code in range(len(data.scale.labels))]
    if data.has_days:
        assert data.facts.day_counts.tolist() == [days[code] for code in range(data.last_day + 1)]
