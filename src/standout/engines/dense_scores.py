"""Scoring by dense tables: a blocked product of targets and people, then the kernel that adds matches and tallies.

A product is of whole numbers and exact, so it does not matter how it is cut into blocks. Each thread makes the product
of its own block; the library behind it is told to use no threads of its own meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from standout.attacks.contract import DenseGains
from standout.common.arrays import Bools, Floats, Int64s, only_read
from standout.common.memory import make_room
from standout.data.model import Shard
from standout.data.partition import Partition
from standout.engines.batches import over_shards
from standout.engines.likelihood_scores import as_scored, in_whole
from standout.engines.tally import Own, Tally
from standout.knowledge.draw import Knowledge

_BATCH = 64
_GRID = 2.0**24
"""Steps of the grid in a nat; as in the kernel behind likelihoods, whose tallies these are."""


def _whole(nats: Floats) -> Int64s:
    return np.rint(nats * _GRID).astype(np.int64)


def score_dense(
    partition: Partition,
    knowledge: Knowledge,
    gains: DenseGains,
    truths: Int64s,
    own: Own,
    *,
    top: int,
    threads: int,
    progress: Callable[[float], None] | None = None,
) -> Tally:
    """The tally; exponentials are sums of e^(score − second best) over all but the best, always there."""
    from threadpoolctl import threadpool_limits

    from standout.kernels.dense import score_dense_shard

    targets, lengths, kept = knowledge.targets, partition.lengths, max(top, 2)
    weights, starts, units = _whole(gains.weights), np.rint(gains.starts * _GRID), gains.units * _GRID
    levels = np.where(own.here, own.whole.astype(np.float64), np.inf)
    top_scores, top_records = np.full((targets, kept), -np.inf), np.full((targets, kept), -1, np.int64)
    moments, ranks, exponentials = np.zeros((targets, 3)), np.zeros((targets, 2), np.int64), np.zeros(targets)

    def run(shard: Shard, begin: int, end: int) -> None:
        make_room()
        people = gains.people[shard.first_person : shard.first_person + shard.people_count]
        score_dense_shard(
            only_read(shard.starts), only_read(as_scored(shard.entries)),
            shard.first_person, shard.people_count, shard.bounds.repeated,
            gains.targets[begin:end] @ people.T,
            knowledge.starts, knowledge.items, weights, starts, units, gains.person_scale,
            lengths, knowledge.shortest, knowledge.longest, levels,
            begin, end, top_scores, top_records, moments, ranks, exponentials,
        )  # fmt: skip

    with threadpool_limits(1, "blas"):
        over_shards(run, partition, targets, _BATCH, threads, progress)
    counted, records = own.here & own.fits, in_whole(top_records, partition.first_person)
    return Tally(
        top_scores[:, :top], records[:, :top], moments[:, 0].astype(np.int64), moments[:, 1], moments[:, 2],
        beat=ranks[:, 0],
        tied=ranks[:, 1] - (counted & (partition.places(truths) >= 0)),
        true_scores=np.where(own.here, own.scores, 0.0),
        counted=counted,
        listed=counted,
        listed_from=np.full(targets, -np.inf),
        exponentials=exponentials,
    )  # fmt: skip


def own_dense(partition: Partition, knowledge: Knowledge, gains: DenseGains, places: Int64s) -> Own:
    """What the true records score, where they are in the partition (-1: not)."""
    here = places >= 0
    whole = np.where(here, _as_a_whole(partition, gains, places) + _by_items(partition, knowledge, gains, places), 0)
    fits = partition.fitting(places, knowledge.shortest, knowledge.longest)
    return Own(here, whole, np.asarray(whole / _GRID, dtype=np.float64), fits)


def dense_contributions(partition: Partition, knowledge: Knowledge, gains: DenseGains, candidates: Int64s) -> Floats:
    """What each known item adds to one candidate's score per target, in nats: they sum up to the score.

    What a record is like as a whole belongs to no item, and is spread evenly over all.
    """
    rows = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    had = _had(partition, knowledge, candidates)
    scale = gains.person_scale[np.maximum(candidates, 0)] if partition.size else np.zeros(knowledge.targets)
    even = np.where(candidates >= 0, _as_a_whole(partition, gains, candidates) / _GRID, 0.0)
    return np.asarray(gains.weights * had * scale[rows] + (even / np.maximum(knowledge.sizes, 1))[rows])


def _as_a_whole(partition: Partition, gains: DenseGains, places: Int64s) -> Int64s:
    """What one candidate per target is worth as a whole, on the grid."""
    if not partition.size:
        return np.zeros(len(places), np.int64)
    products = np.einsum("tf,tf->t", gains.targets, gains.people[np.maximum(places, 0)])
    return np.asarray(np.rint(gains.starts * _GRID) + np.rint(products * (gains.units * _GRID))).astype(np.int64)


def _by_items(partition: Partition, knowledge: Knowledge, gains: DenseGains, places: Int64s) -> Int64s:
    """What the known items that one candidate per target has are worth, on the grid."""
    totals = np.concatenate(([0], np.cumsum(_whole(gains.weights) * _had(partition, knowledge, places))))
    sums = totals[knowledge.starts[1:]] - totals[knowledge.starts[:-1]]
    scale = gains.person_scale[np.maximum(places, 0)] if partition.size else np.zeros(len(places))
    return np.asarray(np.rint(sums.astype(np.float64) * scale)).astype(np.int64)


def _had(partition: Partition, knowledge: Knowledge, candidates: Int64s) -> Bools:
    from standout.kernels.dense import had_by

    records, had = partition.records, np.zeros(len(knowledge.items), np.bool_)
    had_by(only_read(records.starts), only_read(records.items), candidates, knowledge.starts, knowledge.items, had)
    return had
