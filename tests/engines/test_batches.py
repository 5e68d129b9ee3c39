from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.partition import Partition
from standout.engines.batches import in_batches, over_shards


def partition_of(*people: int) -> Partition:
    shards = [SimpleNamespace(number=number, people_count=count) for number, count in enumerate(people)]
    return cast("Partition", SimpleNamespace(shards=shards, size=sum(people)))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("targets", [0, 1, 7, 23])
def test_every_target_meets_every_shard_once_and_in_order(threads: int, targets: int) -> None:
    met: list[list[int]] = [[] for _ in range(targets)]
    at_work: set[int] = set()
    told: list[float] = []

    def run(shard: Any, begin: int, end: int) -> None:
        assert begin not in at_work
        at_work.add(begin)
        time.sleep(0.002 * ((begin + shard.number) % 3))
        for target in range(begin, end):
            met[target].append(shard.number)
        at_work.remove(begin)

    over_shards(run, partition_of(5, 3, 2), targets, 3, threads, told.append)
    assert met == [[0, 1, 2]] * targets
    assert sum(told) == pytest.approx(targets)


def test_whoever_is_done_with_a_shard_goes_on_with_the_next() -> None:
    """The first batch waits, still on the first shard, until the second has met all others."""
    far = threading.Event()

    def run(shard: Any, begin: int, end: int) -> None:  # noqa: ARG001
        if (shard.number, begin) == (0, 0):
            assert far.wait(20)
        if (shard.number, begin) == (1, 1):
            far.set()

    over_shards(run, partition_of(1, 1, 1), 2, 1, 3)
    assert far.is_set()


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_in_a_batch_comes_out_and_nobody_waits_for_ever(threads: int) -> None:
    def run(shard: Any, begin: int, end: int) -> None:  # noqa: ARG001
        if shard.number == 1 and begin == 4:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        over_shards(run, partition_of(1, 1, 1), 12, 2, threads)


def test_more_batches_than_are_lined_up_at_a_time() -> None:
    met: list[int] = []
    over_shards(lambda shard, begin, end: met.append(end - begin), partition_of(1, 1, 1), 5_000, 1, 2)  # noqa: ARG005
    assert met == [1] * 15_000


@given(st.integers(0, 20_000), st.integers(1, 16))
def test_batches_are_neither_large_nor_uneven(targets: int, threads: int) -> None:
    step = in_batches(targets, threads)
    assert 1 <= step <= (128 if threads > 1 else 1_024)
    if threads > 1 and targets >= 32 * threads:
        batches = -(-targets // step)
        rounds = -(-batches // threads)
        assert step >= 32 or step * threads >= targets
        assert rounds * step * threads <= targets * 1.25
