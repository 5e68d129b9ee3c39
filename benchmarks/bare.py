"""A loop that does nothing but touch memory: what the machine allows, without scoring."""

from __future__ import annotations

from collections.abc import Sequence

import numba
import numpy as np

from benchmarks.timing import Compared, seconds
from standout.common.arrays import UInt16s
from standout.data.dataset import LocalDataset
from standout.data.model import Shard
from standout.knowledge.draw import Knowledge


@numba.njit(nogil=True, cache=True)
def _touch(item_starts, people, items, counts):  # type: ignore[no-untyped-def]
    for known in range(len(items)):
        holders = people[item_starts[items[known]] : item_starts[items[known] + 1]]
        for at in range(len(holders)):
            counts[holders[at]] += 1


@numba.njit(nogil=True, cache=True)
def _pass(item_starts, entries, items):  # type: ignore[no-untyped-def]
    total = np.uint32(0)
    for known in range(len(items)):
        listed = entries[item_starts[items[known]] : item_starts[items[known] + 1]]
        for at in range(len(listed)):
            total += np.uint32(listed[at])
    return total


def streamed(shards: Sequence[Shard], knowledge: Knowledge) -> None:
    """Read the entries that the kernel reads, all four bytes of each, and only sum them up: what bandwidth allows."""
    for shard in shards:
        _pass(shard.starts, shard.entries, knowledge.items)


def bare_loop(shards: Sequence[Shard], people: Sequence[UInt16s], knowledge: Knowledge) -> None:
    """Add 1 at every position that the kernel touches, read from a plain list: what memory allows, without scoring."""
    for shard, holders in zip(shards, people, strict=True):
        _touch(shard.starts, holders, knowledge.items, np.zeros(shard.people_count, np.int32))


def postings(data: LocalDataset, knowledge: Knowledge) -> int:
    """How many entries of the index are touched for this knowledge."""
    return int(data.holders[knowledge.items].sum())


def roofline(data: LocalDataset, knowledge: Knowledge, scored: Compared) -> str:
    """What an entry costs to read, to read and add 1 at its person, and to score, in one run."""
    count, size = postings(data, knowledge), data.held.shards[0].entries.itemsize
    passed = min(seconds(lambda: streamed(data.held.shards, knowledge)) for _ in range(6))
    reading, adding, scoring = (1e9 * each / count for each in (passed, scored.theirs, scored.ours))
    return (
        f"ours {1 / scoring:.2f} G/s, bare {1 / adding:.2f} G/s; "
        f"an entry of {size} bytes: {reading:.2f} ns to read ({size / reading:.1f} GB/s), "
        f"{adding:.2f} ns to add 1 at its person (from 2 bytes), {scoring:.2f} ns to score"
    )
