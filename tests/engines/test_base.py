"""Threads belong to the engine, and progress goes along without being in the way."""

from __future__ import annotations

import pickle

from standout.data.index import from_arrays
from standout.engines.base import Telling, threaded
from standout.engines.local import LocalEngine
from standout.engines.partition_scores import cores
from standout.engines.partitioned import PartitionedEngine


def test_data_with_other_threads_is_the_same_data() -> None:
    data = from_arrays([0, 0, 1], [0, 1, 1])
    assert threaded(data, None) is data
    other = threaded(data, 3)
    assert (other.engine, data.engine) == (LocalEngine(3), LocalEngine())
    assert (other.held, other.facts, other.lengths) == (data.held, data.facts, data.lengths)


def test_an_engine_says_how_many_threads_a_partitions_work_may_use() -> None:
    assert LocalEngine().workers == cores()
    assert LocalEngine(2).workers == 2
    assert PartitionedEngine().workers == 1
    assert PartitionedEngine().with_threads(4).workers == 4


def test_progress_that_was_sent_away_is_silent() -> None:
    told: list[float] = []
    telling = Telling(told.append)
    telling(2)
    pickle.loads(pickle.dumps(telling))(5)  # noqa: S301
    Telling()(7)
    assert told == [2]
