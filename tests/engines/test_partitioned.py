"""Partitions hold neighbouring people, and records find their way between them."""

from __future__ import annotations

import numpy as np
import pytest

from standout.engines.local import LocalEngine
from standout.engines.merging import largest, one_after_another, summed
from standout.engines.partition_questions import taken
from standout.engines.partitioned import PartitionedEngine, cut, evenly, held
from standout.engines.whole_records import records_of
from standout.testing.engines import made_up


@pytest.mark.parametrize(
    ("people", "count", "firsts"), [(10, 3, (0, 3, 6)), (2, 3, (0, 1)), (1, 5, (0,)), (0, 2, (0,))]
)
def test_people_are_cut_evenly_and_no_cut_is_made_twice(people: int, count: int, firsts: tuple[int, ...]) -> None:
    assert evenly(people, count) == firsts


def test_a_cut_has_its_people_and_none_else() -> None:
    data = made_up(values=True, days=True)
    partition = cut(data, 20, 31)
    assert (partition.first_person, partition.size) == (20, 11)
    assert np.array_equal(partition.lengths, data.lengths[20:31])
    assert partition.places(np.array([-1, 19, 20, 30, 31])).tolist() == [-1, -1, 0, 10, -1]
    assert sum(len(shard.entries) for shard in partition.shards) == partition.count
    few, many = np.zeros(3, np.int64), np.full(3, 1 << 40)
    assert partition.fitting(np.array([-1, 0, 10]), few, many).tolist() == [False, True, True]
    assert not partition.fitting(np.array([0, 1, 2]), many, many).any()


def test_whole_records_come_from_wherever_they_are_in_the_order_asked_for() -> None:
    data = made_up(values=True, days=True)
    far = PartitionedEngine((0, 7, 40)).take(data)
    people = np.array([41, 3, 3, 59, 8])
    here, there = records_of(LocalEngine().take(data), people), records_of(far, people)
    for name in ("starts", "items", "values", "days"):
        assert np.array_equal(getattr(here, name), getattr(there, name)), name
    assert np.array_equal(here.sizes, data.lengths[people])
    visiting = held(far).visiting(people)
    assert np.array_equal(visiting.records.items, here.items)
    assert np.array_equal(taken(data.held, people).records.values, visiting.records.values)


def test_answers_are_merged_by_sum_by_order_and_by_the_largest() -> None:
    answers = [{"a": np.array([1, 5])}, {"a": np.array([2, 3])}]
    assert summed(answers)["a"].tolist() == [3, 8]
    assert largest(answers)["a"].tolist() == [2, 5]
    assert one_after_another(answers)["a"].tolist() == [1, 5, 2, 3]


def test_data_that_is_cut_keeps_what_is_known_of_everybody() -> None:
    data = made_up(values=True, days=True)
    far = PartitionedEngine().take(data)
    assert (far.people, far.items, far.count) == (data.people, data.items, data.count)
    assert (far.scale, far.first_day, far.last_day) == (data.scale, data.first_day, data.last_day)
    assert far.holders is data.holders
    assert [one.size for one in held(far).partitions] == [20, 20, 20]
