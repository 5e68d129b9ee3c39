"""Similarity of records, sparsity (Narayanan, definition 1 and figure 1), and how close a guess comes (θ, ω)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import value_distances
from standout.common.arrays import Floats, Int32s, Int64s, only_read
from standout.common.lanes import each_in_turn, in_turn
from standout.common.memory import at_once, make_room
from standout.data.codes import NO_DAY
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.base import Telling
from standout.engines.likelihood_scores import as_scored, in_pairs
from standout.engines.merging import Arrays, largest, one_after_another, summed
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, seed_for, whole_records
from standout.results.about_data import ShareFrom, SparsityCurves
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of

VALUES_APART = 1.0
DAYS_APART = 14
LEVELS = tuple(step / 10 for step in range(1, 11))
CONTAINED = 3
"""The column with the share of a record's items that another one holds."""
_COLUMNS = 4
_ROUNDING = 1e-9
_BATCH = 16
_PAIRS = 1_024


@dataclass(frozen=True)
class Sense:
    """One way of asking whether two entries are alike, and the column that answers it."""

    name: str
    column: int


def senses_of(data: AnyDataset) -> list[Sense]:
    """The same items; with values within 1; with days within 14, too. Only what the data can answer."""
    senses = [Sense("items", 0)]
    if data.has_values:
        senses.append(Sense("values", 1))
    if data.has_days:
        senses.append(Sense("values-and-days" if data.has_values else "days", 2))
    return senses


@dataclass(frozen=True)
class Sparsity:
    """The similarity of each looked-at record to its nearest neighbour, a column per sense; in the last column the
    largest share of its items that another record holds."""

    people: Int64s
    nearest: Floats
    senses: tuple[Sense, ...]
    population: int
    """How many records there are in all."""

    def share_above(self, level: float) -> Estimate | None:
        """The δ for which the data is (level, δ)-sparse, by items; without doubt if every record was looked at."""
        share = rate_of(self.nearest[:, 0] > level)
        if share is not None and len(self.people) == self.population:
            return Estimate(share.rate, share.rate, share.rate)
        return share

    def contained_share(self, level: float) -> Estimate | None:
        """The share of people of whose items another record holds at least this share; without doubt if every record
        was looked at."""
        share = rate_of(self.nearest[:, CONTAINED] >= level - _ROUNDING)
        if share is not None and len(self.people) == self.population:
            return Estimate(share.rate, share.rate, share.rate)
        return share

    def curves(self) -> SparsityCurves:
        """The share of people whose nearest neighbour is at least so similar, in each sense."""
        return SparsityCurves(
            people=len(self.people),
            nearest_neighbour_at_least={
                sense.name: shares_from(self.nearest[:, sense.column], LEVELS) for sense in self.senses
            },
        )


def shares_from(similarities: Floats, levels: Sequence[float]) -> tuple[ShareFrom, ...]:
    """The share of those who are at least so similar, level by level."""
    shares = ((level, rate_of(similarities >= level)) for level in levels)
    return tuple(ShareFrom.of(level, share) for level, share in shares if share is not None)


def sparsity(data: AnyDataset, people: int, seed: int, progress: Callable[[float], None] | None = None) -> Sparsity:
    """How similar the nearest neighbour is, for this many randomly chosen people (all if there are fewer)."""
    chosen = np.random.default_rng(seed_for(seed, "sparsity")).permutation(data.people)[:people]
    chosen = np.sort(chosen).astype(np.int64)
    best, engine = np.zeros((0, _COLUMNS)), data.engine
    if len(chosen):
        sent = (chosen, engine.workers, Telling(progress))
        best = engine.map_records(data, _nearest_in, chosen, None, *sent, merge=largest)["nearest"]
    return Sparsity(chosen, best, tuple(senses_of(data)), data.people)


def _nearest_in(
    partition: Partition,
    facts: Facts,
    visiting: Partition,
    rows: Int64s,
    chosen: Int64s,
    threads: int,
    progress: Callable[[float], None],
) -> Arrays:
    """The similarity of each of the visiting records to the most similar other one in the partition."""
    best, known = np.zeros((len(chosen), _COLUMNS)), whole_records(visiting, facts, np.arange(len(rows)))
    best[rows] = _nearest(partition, facts, known, chosen[rows], threads, progress)
    return {"nearest": best}


def _nearest(
    partition: Partition,
    facts: Facts,
    known: Knowledge,
    people: Int64s,
    threads: int,
    progress: Callable[[float], None],
) -> Floats:
    from standout.kernels.neighbours import nearest

    best, itself = np.zeros((len(people), _COLUMNS)), partition.places(people)
    values, days = known.values, _day_codes(known)
    close = close_values(known, facts)

    def run(begin: int) -> None:
        for shard in partition.shards:
            make_room()
            entries = as_scored(shard.entries)
            nearest(
                only_read(shard.starts), only_read(entries), only_read(in_pairs(entries)),
                shard.packing.value_bits, shard.packing.day_bits,
                facts.last_day, len(facts.scale.labels), shard.first_person, shard.people_count,
                partition.item_counts, known.starts, known.items, values, days, itself, close, DAYS_APART, facts.events,
                begin, min(begin + _BATCH, len(people)), best,
            )  # fmt: skip

    for _ in in_turn(run, range(0, len(people), _BATCH), threads):
        progress(_BATCH)
    return best


def records_alike(data: AnyDataset, people: Int64s, guesses: Int64s) -> Floats:
    """How similar each person's record is to that of the one guessed (-1: nobody), in each sense."""
    engine, similarity = data.engine, np.zeros((len(people), 3))
    if len(people) and np.array_equal(people, guesses):
        return engine.map(data, _alike_itself_in, people, engine.workers, merge=summed)["similarity"]
    if (guesses >= 0).any():
        sent = (guesses, engine.workers)
        answer = engine.map_records(data, _alike_in, people, guesses, *sent, merge=one_after_another)
        similarity[answer["rows"]] = answer["similarity"]
    return similarity


def _alike_itself_in(partition: Partition, facts: Facts, people: Int64s, threads: int) -> Arrays:
    local, similarity = np.flatnonzero(partition.places(people) >= 0), np.zeros((len(people), 3))
    records = whole_records(partition, facts, people[local])
    similarity[local] = _alike(partition, facts, records, people[local], threads)
    return {"similarity": similarity}


def _alike_in(
    partition: Partition, facts: Facts, visiting: Partition, rows: Int64s, guesses: Int64s, threads: int
) -> Arrays:
    records = whole_records(visiting, facts, np.arange(len(rows)))
    return {"rows": rows, "similarity": _alike(partition, facts, records, guesses[rows], threads)}


def guess_similarity(released: AnyDataset, records: Knowledge, guesses: Int64s) -> Floats:
    """How similar each target's whole record is to the guessed one (-1: nobody), in each sense."""
    engine = released.engine
    return engine.map(released, _guesses_in, records, guesses, engine.workers, merge=summed)["similarity"]


def _guesses_in(partition: Partition, facts: Facts, records: Knowledge, guesses: Int64s, threads: int) -> Arrays:
    return {"similarity": _alike(partition, facts, records, guesses, threads)}


def _alike(partition: Partition, facts: Facts, records: Knowledge, guesses: Int64s, threads: int) -> Floats:
    """How similar records are to the guessed ones; nothing, where these are not in the partition."""
    from standout.kernels.neighbours import alike

    held, similarity, places = partition.records, np.zeros((len(guesses), 3)), partition.places(guesses)
    days, close, step = _day_codes(records), close_values(records, facts), at_once(_PAIRS)

    def run(begin: int) -> None:
        make_room()
        rows = slice(begin, begin + step)
        alike(
            records.starts[begin:], records.items, records.values, days,
            only_read(held.starts), only_read(held.items), only_read(held.values), only_read(held.days),
            places[rows], close, DAYS_APART, similarity[rows],
        )  # fmt: skip

    each_in_turn(run, range(0, len(guesses), step), threads)
    return similarity


def close_values(knowledge: Knowledge, facts: Facts) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which known and released value codes are within 1 of each other; "no value" is close to nothing."""
    distances = value_distances(knowledge, facts)
    close = np.zeros((256, 256), dtype=np.bool_)
    close[: len(distances)] = distances <= VALUES_APART
    return close


def _day_codes(knowledge: Knowledge) -> Int32s:
    return np.where(knowledge.days == UNKNOWN_DAY, np.int32(NO_DAY), knowledge.days)
