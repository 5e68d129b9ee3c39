"""Which records fit what is known: Scoreboard at the number of items that theory asks for.

The theorems draw items of the target's record evenly, know them without error, and pick one of the records that hold
them all by lot. Here that is done as they say it, so that their promise can be put beside what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s, UInt8s
from standout.common.memory import make_room
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.model import Shard
from standout.data.partition import Partition
from standout.engines.merging import Arrays
from standout.knowledge.draw import Knowledge, seed_for, whole_records
from standout.results.about_data import TheoryMeasured
from standout.risk.intervals import rate_of
from standout.risk.similarity import records_alike
from standout.risk.theorems import LINEUP, items_needed, items_needed_for_lineup

TARGETS = 400
"""So many people are looked for: enough for an interval of five points."""


@dataclass(frozen=True)
class Fitting:
    """The records that fit, a row per target."""

    sizes: Int64s
    """How many fit."""
    drawn: Int64s
    """One of them, by lot."""
    held: Floats
    """The share of the target's items that this one holds."""


def fitting(data: AnyDataset, people: Int64s, numbers: Sequence[int], seed: int) -> list[Fitting]:
    """For each of these numbers, the records that hold so many items of each of these people's, drawn evenly, or all
    that they have."""
    if not len(people):
        return [Fitting(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)) for _ in numbers]
    answer = data.engine.map_records(data, _fitting_in, people, None, tuple(numbers), seed, people, merge=_by_lot)
    return [Fitting(*each) for each in zip(answer["sizes"], answer["drawn"], answer["held"], strict=True)]


def _fitting_in(
    partition: Partition,
    facts: Facts,
    visiting: Partition,
    rows: Int64s,
    numbers: Sequence[int],
    seed: int,
    people: Int64s,
) -> Arrays:
    known = whole_records(visiting, facts, np.arange(len(rows)))
    each = [_fitting_of(partition, facts, known, rows, items, seed, people) for items in numbers]
    return {name: np.stack([one[name] for one in each]) for name in each[0]}


def _fitting_of(
    partition: Partition, facts: Facts, known: Knowledge, rows: Int64s, items: int, seed: int, people: Int64s
) -> Arrays:
    sizes, drawn = np.zeros(len(people), np.int64), np.full(len(people), -1, np.int64)
    lots, shares = np.full(len(people), -1.0), np.zeros(len(people))
    for place, row in enumerate(rows):
        make_room()
        person = int(people[row])
        held = np.unique(known.items[known.starts[place] : known.starts[place + 1]]).astype(np.int64)
        chance = np.random.default_rng([seed, person])
        chosen = held if len(held) <= items else chance.choice(held, items, replace=False)
        rarest_first = chosen[np.argsort(facts.holders[chosen], kind="stable")]
        matches = _holding(partition, rarest_first)
        if len(matches):
            own = _lots(matches, seed, person)
            best = int(np.argmax(own))
            sizes[row], drawn[row], lots[row] = len(matches), matches[best], own[best]
            shares[row] = np.isin(held, _items_of(partition, int(matches[best]))).mean()
    return {"sizes": sizes, "drawn": drawn, "lots": lots, "held": shares}


def _items_of(partition: Partition, person: int) -> Int64s:
    starts, place = partition.records.starts, person - partition.first_person
    return partition.records.items[starts[place] : starts[place + 1]].astype(np.int64)


def _holding(partition: Partition, items: Int64s) -> Int64s:
    """The people of a partition who hold all of these items."""
    found = [_holding_in(shard, items) + shard.first_person for shard in partition.shards]
    return np.concatenate(found) + partition.first_person if found else np.zeros(0, np.int64)


def _holding_in(shard: Shard, items: Int64s) -> Int64s:
    if not len(items):
        return np.zeros(0, np.int64)
    has: UInt8s = np.zeros(shard.people_count, np.uint8)
    first = _holders(shard, int(items[0]))
    has[first] = 1
    left = np.flatnonzero(has.view(np.bool_))  # in order and each once, sooner than by sorting or hashing
    has[first] = 0
    for item in items[1:].tolist():
        if not len(left):
            break
        holders = _holders(shard, item)
        has[holders] = 1
        left = left[has[left] == 1]
        has[holders] = 0
    return left


def _holders(shard: Shard, item: int) -> Int64s:
    entries = shard.entries[shard.starts[item] : shard.starts[item + 1]]
    return entries.astype(np.uint16).astype(np.int64)


def _lots(people: Int64s, seed: int, target: int) -> Floats:
    """A lot for each person that hangs on nothing but the seed, the target and the person: the same on every engine."""
    mixed = people.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64(seed_for(seed, "lots", str(target)))
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return (mixed ^ (mixed >> np.uint64(31))).astype(np.float64)


def _by_lot(answers: Sequence[Arrays]) -> Arrays:
    """Sizes added up, and of the drawn records the one with the highest lot."""
    lots = np.stack([answer["lots"] for answer in answers])
    best = np.argmax(lots, axis=0)[None, :]
    chosen = {
        name: np.take_along_axis(np.stack([answer[name] for answer in answers]), best, axis=0)[0]
        for name in ("drawn", "lots", "held")
    }
    return {"sizes": np.add.reduce([answer["sizes"] for answer in answers]), **chosen}


def promises_kept(data: AnyDataset, epsilon: float, delta: float, seed: int, targets: int = TARGETS) -> Arrays:
    """Look for people with as many items as theorems 1 and 3 ask for: a row per target."""
    key = seed_for(seed, "theory")
    some = np.random.default_rng(key).permutation(np.flatnonzero(data.lengths > 0))[:targets]
    people = np.sort(some).astype(np.int64)
    crowd = max(data.people, 1)
    numbers = items_needed(crowd, epsilon, delta), items_needed_for_lineup(crowd, delta, LINEUP)
    enough, lineup = fitting(data, people, numbers, key)
    similarity = records_alike(data, people, enough.drawn)[:, 0]
    return {
        "people": people,
        "sizes": enough.sizes,
        "held": enough.held,
        "similarity": similarity,
        "lineup_sizes": lineup.sizes,
    }


def measured(data: AnyDataset, rows: Arrays, epsilon: float, delta: float, crowd: int) -> TheoryMeasured | None:
    """What came of it, beside what is promised; none without people."""
    people, similarity = rows["people"], rows["similarity"]
    own = data.lengths[people]
    similar, holds = rate_of(similarity >= 1 - epsilon - delta), rate_of(rows["held"] >= 1 - delta - 1e-9)
    alone = rate_of(rows["sizes"] == 1)
    if similar is None or holds is None or alone is None:
        return None
    needed = items_needed(data.people, epsilon, delta)
    fewer = int((own < needed).sum())
    return TheoryMeasured(
        targets=len(people),
        items_known=needed,
        fewer_known=fewer if fewer == 0 or fewer >= crowd else None,
        similar=similar,
        holds=holds,
        alone=alone,
        lineup_items_known=items_needed_for_lineup(data.people, delta, LINEUP),
        lineup=float(rows["lineup_sizes"].mean()),
    )
