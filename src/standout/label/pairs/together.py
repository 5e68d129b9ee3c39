"""Exact sums over people's records, each person's part bounded: what noise is added to."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from standout.common.arrays import Int32s, Int64s
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.merging import Arrays, summed

UNIT = 4096
"""What a pair of a person with few items weighs: sums are whole numbers of such parts of a person."""


def weights_for(listed: int, max_items: int) -> Int64s:
    """What each pair of a person with 0, 1, 2, … listed items weighs, an item with itself included.

    Who has n of them has n (n + 1) / 2 pairs, so the length of what they add is weight · √(n (n + 1) / 2). It is kept
    at or below that of somebody with `max_items` items whose pairs weigh one UNIT each.
    """
    squared = UNIT * UNIT * max_items * (max_items + 1)
    weights = [UNIT] + [min(UNIT, math.isqrt(squared // (n * (n + 1)))) for n in range(1, listed + 1)]
    return np.array(weights, np.int64)


def longest_part(max_items: int) -> float:
    """The length (L2) of the most that one person adds to the sums."""
    return UNIT * math.sqrt(max_items * (max_items + 1) / 2)


def sums_together(data: AnyDataset, place: Int32s, listed: int, max_items: int) -> Int64s:
    """For every two listed items the weight of those who have both, row by row of the upper half, diagonal included."""
    weights, workers = weights_for(listed, max_items), data.engine.workers
    square = data.engine.map(data, _together_in, place, weights, workers, merge=summed)["sums"]
    return upper(square)


def upper(square: Int64s) -> Int64s:
    """The upper half of a square, row by row, with its diagonal."""
    half: Int64s = square[np.triu_indices(len(square))]
    return half


def _together_in(partition: Partition, facts: Facts, place: Int32s, weights: Int64s, workers: int) -> Arrays:  # noqa: ARG001
    from standout.kernels.together import add_together

    records, listed = partition.items_once.records, len(weights) - 1
    even = np.linspace(0, records.starts[-1], workers + 1)
    borders = np.searchsorted(records.starts, even).tolist()
    borders[0], borders[-1] = 0, len(records.starts) - 1

    def counted(first: int, last: int) -> Int64s:
        sums = np.zeros((listed, listed), np.int64)
        add_together(records.starts, records.items, place, weights, first, last, sums)
        return sums

    with ThreadPoolExecutor(workers) as pool:
        return {"sums": sum(pool.map(counted, borders[:-1], borders[1:]), np.zeros((listed, listed), np.int64))}
