"""Scoring a partition: threads over batches of targets, shard after shard."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import AdditiveGains, Attack, DenseGains, Gains, LikelihoodGains
from standout.attacks.fixed import FixedGains, fixed
from standout.common.arrays import Floats, Int64s, only_read
from standout.common.lanes import each_in_turn
from standout.common.memory import at_once, make_room
from standout.data.facts import Facts
from standout.data.model import Shard
from standout.data.partition import Partition
from standout.engines.batches import in_batches, over_shards
from standout.engines.checked import checked_gains
from standout.engines.dense_scores import dense_contributions, own_dense, score_dense
from standout.engines.likelihood_grid import gridded
from standout.engines.likelihood_scores import (
    as_scored,
    contributions,
    in_pairs,
    in_whole,
    own_likelihoods,
    score_likelihoods,
)
from standout.engines.tally import Bools, Own, Tally, spread
from standout.knowledge.draw import Knowledge

_LOOKED_UP = 1_024
_NOBODY = np.iinfo(np.int32).max
_TALLY, _BOTH, _EXPONENTIALS = 0, 1, 2


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Plan:
    """Everything a kernel needs besides a shard: an attack's gains for a batch of targets, and their truths."""

    knowledge: Knowledge
    fixed: FixedGains
    least: bool
    person_scale: Floats
    shortest: Int64s
    longest: Int64s
    lengths: Int64s
    """How long records are; empty if nobody is left out for it."""
    whole_levels: Int64s
    """The score to count others above and level with: the true record's, or just below what is listed."""
    levels: Floats
    true_scores: Floats
    evenly: bool
    """Whether all listed records count as level."""
    here: Bools
    """Whether the true record is in the partition."""
    counted: Bools
    """Whether the true record is among the candidates."""
    listed: Bools
    top: int
    last_day: int
    value_count: int
    """How many values the released data tells apart."""


def score(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    attack: Attack,
    truths: Int64s,
    *,
    top: int = 3,
    entropy: bool = False,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
    own: Own | None = None,
) -> Tally:
    """Score every released record for every target; `truths` (-1: none) are only compared with, never used.

    The tally is that of the partition. Where there are others, `own` says what the true records score, wherever they
    are, and sums of exponentials are left to `exponentials`, once the best of all is known.
    """
    gains = checked_gains(attack, knowledge, partition, facts, truths)
    if isinstance(gains, LikelihoodGains):
        grid, threads = gridded(gains, knowledge), threads or cores()
        if own is None:
            own = own_likelihoods(partition, facts, knowledge, gains, grid, partition.places(truths), threads)
        return score_likelihoods(
            partition, facts, knowledge, gains, grid, truths, own, top=top, threads=threads, progress=progress
        )
    rounded = fixed(gains, knowledge) if isinstance(gains, AdditiveGains) else None
    if own is None:
        own = _own(partition, facts, knowledge, gains, truths, threads, rounded)
    if isinstance(gains, DenseGains):
        return score_dense(
            partition, knowledge, gains, truths, own, top=top, threads=threads or cores(), progress=progress
        )
    plan = planned(partition, facts, knowledge, attack, gains, truths, own, top, rounded)
    added = _blank(plan)
    once, threads = entropy and len(partition.shards) == 1, threads or cores()
    _run(threads, plan, partition, added, _BOTH if once else _TALLY, progress)
    if entropy and not once:
        _run(threads, plan, partition, added, _EXPONENTIALS, None)
    return finished(plan, added, entropy, partition.first_person)


def own_scores(
    partition: Partition, facts: Facts, knowledge: Knowledge, attack: Attack, truths: Int64s, threads: int | None = None
) -> Own:
    """What the true records score, where they are in the partition."""
    return _own(
        partition, facts, knowledge, checked_gains(attack, knowledge, partition, facts, truths), truths, threads
    )


def exponentials(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    attack: Attack,
    best: Floats,
    spreads: Floats,
    threads: int | None = None,
) -> Floats:
    """Sums of e^((score − best)/σ) over the people of the partition, with the best score and σ of all."""
    nobody = np.full(knowledge.targets, -1, np.int64)
    gains = checked_gains(attack, knowledge, partition, facts)
    if not isinstance(gains, AdditiveGains):
        raise ValueError("likelihoods are summed up while they are scored, not afterwards")
    plan = planned(
        partition, facts, knowledge, attack, gains, nobody, _own(partition, facts, knowledge, gains, nobody, threads), 1
    )
    into = _blank(plan)
    into.top_scores[:, 0] = best
    _run(threads or cores(), plan, partition, into, _EXPONENTIALS, None, spreads)
    return into.exponentials


def _own(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    gains: Gains,
    truths: Int64s,
    threads: int | None = None,
    grid: FixedGains | None = None,
) -> Own:
    """Look the true records up and score them, on the grid if that is known already."""
    places = partition.places(truths)
    if isinstance(gains, LikelihoodGains):
        whole_gains = gridded(gains, knowledge)
        return own_likelihoods(partition, facts, knowledge, gains, whole_gains, places, threads or cores())
    if isinstance(gains, DenseGains):
        return own_dense(partition, knowledge, gains, places)
    grid, present, known = grid or fixed(gains, knowledge), places >= 0, np.maximum(places, 0)
    whole = _true_sums(knowledge, gains, item_gains(partition, knowledge, grid, gains.least, places, threads))
    scale = np.ones(1) if gains.person_scale is None or not present.any() else gains.person_scale[known]
    return Own(
        present,
        whole,
        whole * grid.units * scale,
        partition.fitting(places, knowledge.shortest, knowledge.longest, gains.longest),
    )


def planned(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    attack: Attack,
    gains: AdditiveGains,
    truths: Int64s,
    own: Own,
    top: int,
    grid: FixedGains | None = None,
) -> Plan:
    """Turn an attack's gains into what kernels take, on the grid if that is known already."""
    evenly = attack.probabilities == "uniform"
    grid, longest = grid or fixed(gains, knowledge), knowledge.longest
    scale = np.empty(0) if gains.person_scale is None else gains.person_scale
    lengths, present = partition.lengths_within(gains.longest), own.here
    all_fit = lengths.max(initial=0) <= longest.min(initial=1 << 62) and knowledge.shortest.max(
        initial=0
    ) <= lengths.min(initial=0)
    whole_level, level = (
        (grid.listed_from - 1, (grid.listed_from - 1) * grid.units) if evenly else (own.whole, own.scores)
    )
    return Plan(
        knowledge, grid, gains.least, scale, knowledge.shortest, longest, lengths[:0] if all_fit else lengths,
        whole_levels=np.where(present | evenly, whole_level, _NOBODY),
        levels=np.where(present | evenly, level, np.inf),
        true_scores=np.where(present, own.scores, 0.0),
        evenly=evenly,
        here=partition.places(truths) >= 0,
        counted=present & own.fits,
        listed=present & own.fits & (own.whole >= grid.listed_from),
        top=top,
        last_day=facts.last_day,
        value_count=len(facts.scale.labels),
    )  # fmt: skip


def item_gains(
    partition: Partition,
    knowledge: Knowledge,
    grid: FixedGains,
    least: bool,
    candidates: Int64s,
    threads: int | None = None,
) -> Int64s:
    """What each known item is worth to one candidate per target (-1: none), in the target's units."""
    from standout.kernels.score import gains_of

    records, out, step = partition.records, np.zeros(len(knowledge.items), np.int64), at_once(_LOOKED_UP)

    def run(begin: int) -> None:
        make_room()
        gains_of(
            only_read(records.starts), only_read(records.items), only_read(records.values), only_read(records.days),
            candidates[begin : begin + step], knowledge.starts[begin:], knowledge.items,
            grid.weights, grid.value_rows, grid.day_rows, grid.known_days, grid.by_value, grid.by_day, least, out,
        )  # fmt: skip

    each_in_turn(run, range(0, len(candidates), step), threads or cores())
    return out


def item_scores(
    partition: Partition,
    facts: Facts,
    knowledge: Knowledge,
    attack: Attack,
    candidates: Int64s,
    threads: int | None = None,
) -> Floats:
    """What each known item adds to the score of one candidate per target (-1: none)."""
    gains, candidates = checked_gains(attack, knowledge, partition, facts, candidates), partition.places(candidates)
    if isinstance(gains, LikelihoodGains):
        return contributions(partition, facts, knowledge, gains, candidates, threads or cores())
    if isinstance(gains, DenseGains):
        return dense_contributions(partition, knowledge, gains, candidates)
    grid = fixed(gains, knowledge)
    rows = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    worth = item_gains(partition, knowledge, grid, gains.least, candidates, threads) * grid.units[rows]
    if gains.person_scale is None or not partition.size:
        return worth
    return worth * gains.person_scale[np.maximum(candidates, 0)][rows]


def _true_sums(knowledge: Knowledge, gains: AdditiveGains, worth: Int64s) -> Int64s:
    """The true records' scores, from what each known item is worth to them."""
    if not gains.least:
        totals = np.concatenate(([0], np.cumsum(worth)))
        return totals[knowledge.starts[1:]] - totals[knowledge.starts[:-1]]
    least = np.zeros(knowledge.targets, np.int64)
    filled = knowledge.sizes > 0
    least[filled] = np.minimum.reduceat(worth, knowledge.starts[:-1][filled]) if filled.any() else 0
    return least


@dataclass(frozen=True)
class Accumulated:
    """What kernels add to, a row per target."""

    top_scores: Floats
    top_records: Int64s
    moments: Floats
    ranks: Int64s
    exponentials: Floats


def _blank(plan: Plan) -> Accumulated:
    targets = plan.knowledge.targets
    return Accumulated(
        np.full((targets, plan.top), -np.inf),
        np.full((targets, plan.top), -1, np.int64),
        np.zeros((targets, 3)),
        np.zeros((targets, 2), np.int64),
        np.zeros(targets),
    )


def _run(
    threads: int,
    plan: Plan,
    partition: Partition,
    into: Accumulated,
    task: int,
    progress: Callable[[float], None] | None,
    spreads: Floats | None = None,
) -> None:
    """Every batch of targets on every shard."""
    targets, against = plan.knowledge.targets, spread(*_moments(into)) if spreads is None else spreads

    def run(shard: Shard, begin: int, end: int) -> None:
        run_shard(plan, shard, into, begin, end, task, against)

    over_shards(run, partition, targets, in_batches(targets, threads), threads, progress)


def run_shard(plan: Plan, shard: Shard, into: Accumulated, begin: int, end: int, task: int, spreads: Floats) -> None:
    """One kernel call: score the shard's people for the targets `begin` to `end`."""
    from standout.kernels.score import score_shard

    make_room()
    knowledge, grid, entries = plan.knowledge, plan.fixed, as_scored(shard.entries)
    score_shard(
        only_read(shard.starts), only_read(entries), only_read(in_pairs(entries)),
        shard.packing.value_bits, shard.packing.day_bits, shard.first_person, shard.people_count,
        plan.last_day, plan.value_count,
        knowledge.starts, knowledge.items, grid.weights, grid.value_rows, grid.day_rows, grid.known_days,
        grid.by_value, grid.by_day, grid.units, plan.least, shard.bounds.repeated,
        plan.lengths, plan.shortest, plan.longest, plan.person_scale, plan.levels, plan.whole_levels,
        begin, end, task, spreads,
        into.top_scores, into.top_records, into.moments, into.ranks, into.exponentials,
    )  # fmt: skip


def _moments(into: Accumulated) -> tuple[Int64s, Floats, Floats]:
    return into.moments[:, 0].astype(np.int64), into.moments[:, 1], into.moments[:, 2]


def finished(plan: Plan, into: Accumulated, entropy: bool, first_person: int = 0) -> Tally:
    """The tally of what the kernels added up."""
    count, total, squares = _moments(into)
    return Tally(
        into.top_scores, in_whole(into.top_records, first_person), count, total, squares,
        beat=np.zeros_like(into.ranks[:, 0]) if plan.evenly else into.ranks[:, 0],
        tied=into.ranks[:, 0] - (plan.here & plan.listed)
        if plan.evenly
        else into.ranks[:, 1] - (plan.here & plan.counted),
        true_scores=plan.true_scores,
        counted=plan.counted,
        listed=plan.listed,
        listed_from=plan.fixed.listed_from * plan.fixed.units,
        exponentials=into.exponentials if entropy else np.full(plan.knowledge.targets, np.nan),
    )  # fmt: skip
