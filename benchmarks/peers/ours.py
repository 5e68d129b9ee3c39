"""Standout asked what its peers are asked."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from benchmarks.peers.answers import Best, Top
from standout.attacks import ATTACKS
from standout.attacks.contract import Attack
from standout.common.arrays import Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.engines.local import LocalEngine
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Knowledge


def best(data: LocalDataset, knowledge: Knowledge, attack: Attack, threads: int) -> Best:
    """Every record scored for every target."""
    tally = LocalEngine(threads).score(data, knowledge, attack, _nobody(knowledge))
    ahead = tally.top_scores[:, 0] - tally.top_scores[:, 1]
    standing_out = np.divide(ahead, tally.spread, out=np.zeros_like(ahead), where=tally.spread > 0)
    return Best(tally.top_records[:, 0], tally.top_scores[:, 0], standing_out)


def top(data: LocalDataset, knowledge: Knowledge, many: int, threads: int) -> Top:
    """TF-IDF: the records most similar to each target."""
    tally = LocalEngine(threads).score(data, knowledge, ATTACKS["tf-idf"], _nobody(knowledge), top=many)
    return Top(tally.top_records, np.maximum(tally.top_scores, 0.0))


def containing(data: LocalDataset, people: Int64s, size: int, threads: int) -> Int64s:
    """How many records contain each set of `size` items of each person's record, person by person.

    Set intersection lists just those records; every set is a target of its own.
    """
    starts, items = data.held.records.starts, data.held.records.items
    sets = np.concatenate([_sets(items[starts[person] : starts[person + 1]], size) for person in people])
    tally = LocalEngine(threads).score(data, of_sets(data, sets), ATTACKS["set-intersection"], np.full(len(sets), -1))
    return tally.tied + tally.listed


def of_sets(data: LocalDataset, sets: Int64s) -> Knowledge:
    """Each row of items as what is known of one target, and nothing besides."""
    count, size = sets.shape
    return Knowledge(
        starts=np.arange(count + 1, dtype=np.int64) * size,
        items=sets.ravel().astype(np.int32),
        values=np.full(count * size, NO_VALUE, np.uint8),
        days=np.full(count * size, UNKNOWN_DAY, np.int32),
        shortest=np.zeros(count, np.int64),
        longest=np.full(count, ANY_LENGTH),
        scale=data.scale,
    )


def _sets(record: np.ndarray[tuple[int], np.dtype[np.int32]], size: int) -> Int64s:
    return np.array(list(combinations(record.tolist(), size)), np.int64).reshape(-1, size)


def _nobody(knowledge: Knowledge) -> Int64s:
    return np.full(knowledge.targets, -1)
