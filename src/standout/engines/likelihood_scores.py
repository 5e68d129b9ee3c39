"""Scoring by likelihood: the same shards, batches and threads, with the kernel that counts matches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from standout.attacks.contract import LikelihoodGains
from standout.common.arrays import Floats, Int64s, only_read
from standout.common.lanes import each_in_turn
from standout.common.memory import at_once, make_room
from standout.data.codes import Packed
from standout.data.facts import Facts
from standout.data.model import Shard
from standout.data.partition import Partition
from standout.engines.batches import in_batches, over_shards
from standout.engines.likelihood_grid import Grid, gridded, is_small, sloped
from standout.engines.tally import Own, Tally
from standout.knowledge.draw import Knowledge

_LOOKED_UP = 1_024
_WIDENED = 1 << 22
_NEVER = -(1 << 62)


def score_likelihoods(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    gains: LikelihoodGains,
    grid: Grid,
    truths: Int64s,
    own_records: Own,
    *,
    top: int,
    threads: int,
    progress: Callable[[float], None] | None = None,
) -> Tally:
    """The tally by likelihood; exponentials are sums of e^(score − second best) over all but the best, always there."""
    from standout.kernels.likelihood import score_shard

    targets, lengths = knowledge.targets, partition.lengths
    present = own_records.here
    levels = np.where(present, own_records.whole.astype(np.float64), np.inf)
    kept = max(top, 2)
    top_scores, top_records = np.full((targets, kept), -np.inf), np.full((targets, kept), -1, np.int64)
    moments, ranks, exponentials = np.zeros((targets, 3)), np.zeros((targets, 2), np.int64), np.zeros(targets)

    ways = np.where(gains.possible, grid.starts.astype(np.float64), -np.inf)
    by_count, slopes = sloped(grid)
    logs = np.concatenate((np.zeros(by_count.shape[1] - 1), grid.logs))
    by_length, own = grid.by_length.astype(np.float64), grid.own.astype(np.float64)
    small = is_small(grid, facts)
    order = np.lexsort((gains.length_rows, -gains.count_rows))  # most known items first: no thread is left with these

    def run(shard: Shard, begin: int, end: int) -> None:
        make_room()
        score_shard(
            only_read(shard.starts), only_read(as_scored(shard.entries)),
            shard.packing.value_bits, shard.packing.day_bits,
            shard.first_person, shard.people_count, facts.last_day, len(facts.scale.labels),
            knowledge.starts, knowledge.items, grid.weights, grid.rows, grid.known_days, grid.has_day,
            grid.tables, grid.near, gains.reach, len(knowledge.scale.positions), shard.bounds.repeated, small,
            gains.with_values, gains.with_days, ways,
            by_count, grid.least_steps, gains.count_rows, by_length, gains.length_rows, logs,
            gains.room, own, gains.curves is not None, slopes, grid.costs,
            partition.item_counts, lengths, knowledge.shortest, knowledge.longest, levels,
            order, begin, end, top_scores, top_records, moments, ranks, exponentials,
        )  # fmt: skip

    over_shards(run, partition, targets, in_batches(targets, threads), threads, progress)
    counted = present & own_records.fits
    records = in_whole(top_records, partition.first_person)
    return Tally(
        top_scores[:, :top], records[:, :top], moments[:, 0].astype(np.int64), moments[:, 1], moments[:, 2],
        beat=ranks[:, 0],
        tied=ranks[:, 1] - (counted & (partition.places(truths) >= 0)),
        true_scores=np.where(present, own_records.scores, 0.0),
        counted=counted,
        listed=counted,
        listed_from=np.full(targets, -np.inf),
        exponentials=exponentials,
    )  # fmt: skip


def own_likelihoods(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    gains: LikelihoodGains,
    grid: Grid,
    places: Int64s,
    threads: int,
) -> Own:
    """What the true records score, where they are in the partition (-1: not)."""
    from standout.kernels.likelihood_worth import GRID_BITS

    if not (places >= 0).any():
        nothing = np.zeros(len(places), np.int64)
        return Own(places >= 0, nothing, nothing.astype(np.float64), places >= 0)
    whole = np.max(_by_way(partition, facts, knowledge, gains, grid, places, threads)[1], axis=0)
    fits = partition.fitting(places, knowledge.shortest, knowledge.longest)
    return Own(places >= 0, whole, np.asarray(whole * 2.0**-GRID_BITS, dtype=np.float64), fits)


def in_whole(records: Int64s, first_person: int) -> Int64s:
    """Codes of the dataset from places in the partition (-1: nobody)."""
    return np.where(records >= 0, records + first_person, -1) if first_person else records


def as_scored(entries: Packed) -> Packed:
    """The entries as kernels take them. Bare items have two bytes each; where they are not many, four, so that no
    kernel is compiled for them alone."""
    return entries.astype(np.uint32) if entries.dtype == np.uint16 and len(entries) <= _WIDENED else entries


def in_pairs(entries: Packed) -> Packed:
    """The entries two at a time, where they are four bytes each: a kernel then reads them at half the cost."""
    return entries[: len(entries) // 2 * 2].view(np.uint64) if entries.dtype.itemsize == 4 else entries


def _by_way(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    gains: LikelihoodGains,
    grid: Grid,
    candidates: Int64s,
    threads: int,
) -> tuple[list[Int64s], list[Int64s]]:
    """For each way: what each known item adds to the accumulator of one candidate per target, and what they score."""
    worths = [
        item_worth(partition, facts, knowledge, gains, grid, candidates, threads, way)
        for way in range(len(gains.with_values))
    ]
    scores = [
        np.where(gains.possible[way], _totals(partition, knowledge, gains, grid, worth, candidates, way), _NEVER)
        for way, worth in enumerate(worths)
    ]
    return worths, scores


def item_worth(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    gains: LikelihoodGains,
    grid: Grid,
    candidates: Int64s,
    threads: int,
    way: int,
) -> Int64s:
    """What each known item adds to the accumulator of one candidate per target (-1: none), in one of the ways."""
    from standout.kernels.likelihood import gains_of

    records, out, step = partition.records, np.zeros(len(knowledge.items), np.int64), at_once(_LOOKED_UP)

    def run(begin: int) -> None:
        make_room()
        gains_of(
            only_read(records.starts), only_read(records.items), only_read(records.values), only_read(records.days),
            candidates[begin : begin + step], len(facts.scale.labels),
            knowledge.starts[begin:], knowledge.items, grid.weights, grid.rows, grid.known_days, grid.has_day,
            grid.tables, grid.near, gains.reach, len(knowledge.scale.positions),
            grid.least_steps, gains.count_rows[begin:], grid.costs, gains.with_values[way], gains.with_days[way], out,
        )  # fmt: skip

    each_in_turn(run, range(0, len(candidates), step), threads)
    return out


def _totals(
    partition: Partition,
    knowledge: Knowledge,
    gains: LikelihoodGains,
    grid: Grid,
    worth: Int64s,
    candidates: Int64s,
    way: int,
) -> Int64s:
    """Scores of one candidate per target, from what each known item is worth to them; 0 for nobody."""
    from standout.kernels.likelihood_worth import COUNT_BITS

    totals = np.concatenate(([0], np.cumsum(worth)))
    sums = totals[knowledge.starts[1:]] - totals[knowledge.starts[:-1]]
    if not partition.size:
        return np.zeros(len(candidates), np.int64)
    count, who = sums & ((1 << COUNT_BITS) - 1), np.maximum(candidates, 0)
    if gains.curves is None:
        drawn = grid.logs[np.maximum(gains.room[who] - count, 0)] - grid.own[who]
    else:
        few = np.minimum(count, gains.room[who])
        drawn = (few * (few - 1) // 2 + (count - few) * few) * grid.own[who]
    scores = (
        (sums >> COUNT_BITS) + grid.starts[way] + grid.by_count[gains.count_rows, count]
        + drawn + count * grid.slopes[who]
    )  # fmt: skip
    by_length = grid.by_length[np.maximum(gains.length_rows, 0), partition.item_counts[who] * (gains.length_rows >= 0)]
    return np.asarray(np.where(candidates >= 0, scores + by_length * (gains.length_rows >= 0), 0))


def contributions(
    partition: Partition, facts: Facts, knowledge: Knowledge, gains: LikelihoodGains, candidates: Int64s, threads: int
) -> Floats:
    """What each known item adds to one candidate's score per target, in nats: they sum up to the score.

    What does not belong to one item (length, number of matches) is spread evenly over the items that match, or
    over all where none does.
    """
    from standout.kernels.likelihood_worth import COUNT_BITS, GRID_BITS

    grid = gridded(gains, knowledge)
    worths, scores = _by_way(partition, facts, knowledge, gains, grid, candidates, threads)
    likeliest, rows = np.argmax(scores, axis=0), np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    worth = np.choose(likeliest[rows], worths)
    totals = np.max(scores, axis=0) * 2.0**-GRID_BITS
    own = (worth >> COUNT_BITS) * 2.0**-GRID_BITS
    matched = (worth & ((1 << COUNT_BITS) - 1)).astype(np.float64)
    count = np.bincount(rows, weights=matched, minlength=knowledge.targets)
    part = np.where(count[rows] > 0, matched, 1.0)
    parts = np.maximum(np.bincount(rows, weights=part, minlength=knowledge.targets), 1.0)
    left = totals - np.bincount(rows, weights=own, minlength=knowledge.targets)
    return np.asarray(own + part * (left / parts)[rows])
