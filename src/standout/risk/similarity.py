"""Similarity of records, sparsity (Narayanan, definition 1 and figure 1), and how close a guess comes (θ, ω)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from standout.attacks.contract import Floats, value_distances
from standout.common.memory import at_once, make_room
from standout.data.elsewhere import Arrays, largest, one_after_another, over_parts, summed
from standout.data.model import NO_DAY, Int64s, Interactions
from standout.engines.likelihood_scores import in_pairs
from standout.engines.local import cores
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, seed_for, whole_records
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of

VALUES_APART = 1.0
DAYS_APART = 14
LEVELS = tuple(step / 10 for step in range(1, 11))
_BATCH = 16
_PAIRS = 1_024


@dataclass(frozen=True)
class Sense:
    """One way of asking whether two entries are alike, and the column that answers it."""

    name: str
    column: int


def senses_of(data: Interactions) -> list[Sense]:
    """The same items; with values within 1; with days within 14, too. Only what the data can answer."""
    senses = [Sense("items", 0)]
    if data.has_values:
        senses.append(Sense("values", 1))
    if data.has_days:
        senses.append(Sense("values-and-days" if data.has_values else "days", 2))
    return senses


@dataclass(frozen=True)
class Sparsity:
    """The similarity of each looked-at record to its nearest neighbour, a column per sense."""

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

    def as_dict(self) -> dict[str, Any]:
        curves = {
            sense.name: [
                {"similarity": level} | estimate.as_dict()
                for level in LEVELS
                if (estimate := rate_of(self.nearest[:, sense.column] >= level)) is not None
            ]
            for sense in self.senses
        }
        return {"people": len(self.people), "nearest_neighbour_at_least": curves}


def sparsity(
    data: Interactions,
    people: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Sparsity:
    """How similar the nearest neighbour is, for this many randomly chosen people (all if there are fewer)."""
    chosen = np.random.default_rng(seed_for(seed, "sparsity")).permutation(data.people)[:people]
    chosen = np.sort(chosen).astype(np.int64)
    if data.elsewhere is None:
        best = _nearest(data, whole_records(data, chosen), chosen, threads, progress)
    elif len(chosen):
        best = data.elsewhere.over_records(_nearest_in, chosen, None, chosen, merge=largest)["nearest"]
    else:
        best = np.zeros((0, 3))
    return Sparsity(chosen, best, tuple(senses_of(data)), data.people)


def _nearest_in(part: Interactions, whole: Interactions, rows: Int64s, chosen: Int64s) -> Arrays:
    found = np.zeros((len(chosen), 3))
    found[rows] = _nearest(part, whole_records(whole, np.arange(len(rows))), chosen[rows], 1)
    return {"nearest": found}


def _nearest(
    data: Interactions,
    known: Knowledge,
    people: Int64s,
    threads: int | None,
    progress: Callable[[float], None] | None = None,
) -> Floats:
    """The similarity of each of these records to the most similar other one among those at hand."""
    from standout.kernels.neighbours import nearest

    best, itself = np.zeros((len(people), 3)), data.places(people)
    values, days = known.values, _day_codes(known)
    close = close_values(known, data)

    def run(begin: int) -> None:
        for shard in data.shards:
            make_room()
            nearest(
                shard.starts, shard.entries, in_pairs(shard.entries), shard.packing.value_bits, shard.packing.day_bits,
                data.last_day, len(data.scale.labels), shard.first_person, shard.people_count,
                data.lengths, known.starts, known.items, values, days, itself, close, DAYS_APART,
                begin, min(begin + _BATCH, len(people)), best,
            )  # fmt: skip

    with ThreadPoolExecutor(threads or cores()) as pool:
        for _ in pool.map(run, range(0, len(people), _BATCH)):
            if progress is not None:
                progress(_BATCH)
    return best


def records_alike(data: Interactions, people: Int64s, guesses: Int64s, threads: int | None = None) -> Floats:
    """How similar each person's record is to that of the one guessed (-1: nobody), in each sense."""
    if data.elsewhere is None:
        return guess_similarity(data, whole_records(data, people), guesses, threads)
    found = np.zeros((len(people), 3))
    if len(people) and np.array_equal(people, guesses):
        found = over_parts(data, _alike_itself_in, people, merge=summed)["similarity"]
    elif (guesses >= 0).any():
        rows = data.elsewhere.over_records(_alike_in, people, guesses, guesses, merge=one_after_another)
        found[rows["rows"]] = rows["similarity"]
    return found


def _alike_itself_in(part: Interactions, people: Int64s) -> Arrays:
    here, found = np.flatnonzero(part.places(people) >= 0), np.zeros((len(people), 3))
    found[here] = guess_similarity(part, whole_records(part, people[here]), people[here], 1)
    return {"similarity": found}


def _alike_in(part: Interactions, whole: Interactions, rows: Int64s, guesses: Int64s) -> Arrays:
    records = whole_records(whole, np.arange(len(rows)))
    return {"rows": rows, "similarity": guess_similarity(part, records, guesses[rows], 1)}


def guess_similarity(released: Interactions, records: Knowledge, guesses: Int64s, threads: int | None = None) -> Floats:
    """How similar each target's whole record is to the guessed one, in each sense."""
    from standout.kernels.neighbours import alike

    there, similarity, guesses = released.records, np.zeros((len(guesses), 3)), released.places(guesses)
    days, close, step = _day_codes(records), close_values(records, released), at_once(_PAIRS)

    def run(begin: int) -> None:
        make_room()
        rows = slice(begin, begin + step)
        alike(
            records.starts[begin:], records.items, records.values, days,
            there.starts, there.items, there.values, there.days, guesses[rows], close, DAYS_APART, similarity[rows],
        )  # fmt: skip

    with ThreadPoolExecutor(threads or cores()) as pool:
        list(pool.map(run, range(0, len(guesses), step)))
    return similarity


def close_values(knowledge: Knowledge, released: Interactions) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which known and released value codes are within 1 of each other; "no value" is close to nothing."""
    distances = value_distances(knowledge, released)
    close = np.zeros((256, 256), dtype=np.bool_)
    close[: len(distances)] = distances <= VALUES_APART
    return close


def _day_codes(knowledge: Knowledge) -> Int64s:
    return np.where(knowledge.days == UNKNOWN_DAY, NO_DAY, knowledge.days.astype(np.int64))
