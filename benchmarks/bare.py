"""A loop that does nothing but touch memory: what the machine allows, without scoring."""

from __future__ import annotations

from collections.abc import Sequence

import numba
import numpy as np

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


def bare_loop(shards: Sequence[Shard], people: Sequence[UInt16s], knowledge: Knowledge) -> None:
    """Add 1 at every position that the kernel touches, read from a plain list: what memory allows, without scoring."""
    for shard, holders in zip(shards, people, strict=True):
        _touch(shard.starts, holders, knowledge.items, np.zeros(shard.people_count, np.int32))


def postings(data: LocalDataset, knowledge: Knowledge) -> int:
    """How many entries of the index are touched for this knowledge."""
    return int(data.holders[knowledge.items].sum())
