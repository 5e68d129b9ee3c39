"""Knowledge as arrays, and drawing it from records."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import numpy as np

from standout.common.arrays import Bools, Int32s, Int64s, UInt8s, only_read
from standout.common.memory import pieces
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import records_at
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.model import Scale
from standout.data.partition import Partition
from standout.data.vocabulary import positions
from standout.knowledge.adversary import CHOICES, DAYS_OF_RECORD, Adversary

UNKNOWN_DAY = -(1 << 31)
"""Marks a known item whose day is not known."""

ANY_LENGTH = 1 << 62

NO_CODES = np.empty(0, np.uint8)
"""Stands for values where they do not say how often something was had."""


@dataclass(frozen=True)
class Knowledge:
    """What is known of a batch of targets, and all that an attack may see of them.

    Target `t` is known to have `items[starts[t]:starts[t + 1]]` (codes of the released data, -1 for an item
    that no released record has), with value codes of `scale` and days counted from the released data's first.
    """

    starts: Int64s
    items: Int32s
    values: UInt8s
    days: Int32s
    shortest: Int64s
    longest: Int64s
    scale: Scale
    value_error: float = 0.0
    day_error: float = 0.0
    counts: Int64s | None = None
    """How often the target has each known item; none where that is not known, as where nobody has anything twice."""

    @property
    def targets(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> Int64s:
        """How many items are known of each target."""
        return np.diff(self.starts)


@dataclass(frozen=True)
class Drawn:
    """Knowledge together with whose it is; `truths` (-1: not released) are for judging, never for attacking."""

    knowledge: Knowledge
    people: Int64s
    truths: Int64s
    left_out: int
    """How many people have nothing that could be known."""
    owners: Int64s | None = None
    """By released record, whose it is (-1: nobody's), where people may have several under other ids: whichever of
    theirs comes out first, they are found. None: `truths` say all."""


def seed_for(seed: int, *names: str) -> int:
    """A seed for one purpose: split by name, so that adding a purpose changes no other's figures."""
    digest = hashlib.sha256("\0".join((str(seed), *names)).encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1


def draw(
    partition: Partition,
    facts: Facts,
    adversary: Adversary,
    people: Int64s,
    seed: int,
    turn: int = 0,
    lengths: Int64s | None = None,
) -> Drawn:
    """What the adversary knows of each of these people, drawn from their records; `turn` numbers repeated draws.

    So many different items are known: of an item that a person has several times one entry at most, drawn by lot. Of an
    entry without a value or a day the rest is known, unless the adversary wants all (`fewer` is false).

    All of them must be in the partition. `lengths` say how long everybody's record is, for an adversary who knows
    that: of the released record, where another version of the data is released.
    """
    from standout.kernels import draw as kernel

    if bool((partition.places(people) < 0).any()):
        raise ValueError("knowledge can be drawn only of people who are in the partition")
    records, key = partition.records, seed_for(seed, "knowledge", adversary.name)
    people = np.ascontiguousarray(people)
    columns = tuple(only_read(codes) for codes in (records.starts, records.items, records.values, records.days))
    ranks, outside = facts.popularity_ranks, adversary.set_aside(facts.items)
    mode = kernel.FIXED if adversary.items else kernel.SHARE if adversary.share else kernel.COUNTS
    share, counts = adversary.share or (0.0, 0.0), adversary.counts or ((1, 1, 1.0),)
    weights = np.array([row[2] for row in counts])
    strict = not adversary.fewer
    needs = strict and adversary.knows_values, strict and adversary.knows_days
    choose, which = CHOICES.index(adversary.choose), DAYS_OF_RECORD.index(adversary.which)
    up_to = middle_day(facts) if adversary.which == "before" else 0
    sizes, absents, wrongs = (np.zeros(len(people), np.int64) for _ in range(3))
    for piece in pieces(len(people), len(people) or 1):
        kernel.plan(
            key, turn, people[piece], partition.first_person,
            *columns,
            ranks, outside, *needs, mode, adversary.items or 0, *share,
            np.array([row[0] for row in counts]), np.array([row[1] for row in counts]), weights / weights.sum(),
            adversary.absent, adversary.absent_share, adversary.wrong, adversary.fewer, which, up_to,
            sizes[piece], absents[piece], wrongs[piece],
        )  # fmt: skip
    kept = sizes > 0
    people, sizes, absents, wrongs = people[kept], sizes[kept], absents[kept], wrongs[kept]
    starts = np.concatenate(([0], np.cumsum(sizes)))
    known = Knowledge(
        starts=starts,
        items=np.empty(starts[-1], np.int32),
        values=np.empty(starts[-1], np.uint8),
        days=np.empty(starts[-1], np.int32),
        shortest=np.zeros(len(people), np.int64),
        longest=np.full(len(people), ANY_LENGTH),
        scale=facts.scale,
        value_error=_error(adversary.values),
        day_error=_error(adversary.days),
    )
    cumulated, positions = np.cumsum(facts.holders), np.array(facts.scale.positions, dtype=np.float64)
    how_long = partition.lengths[people - partition.first_person] if lengths is None else lengths[people]
    for piece in pieces(len(people), len(people) or 1):
        kernel.fill(
            key, turn, people[piece], partition.first_person,
            *columns,
            ranks, only_read(facts.holders), cumulated, positions, facts.last_day,
            outside, *needs, choose, columns[2] if facts.scale.kind == "counts" else only_read(NO_CODES), which, up_to,
            _error(adversary.values), _error(adversary.days), how_long[piece], _error(adversary.length),
            starts[piece.start : piece.stop + 1], absents[piece], wrongs[piece], known.items, known.values, known.days,
            known.shortest[piece], known.longest[piece],
        )  # fmt: skip
    return Drawn(known, people, people.copy(), int((~kept).sum()))


def middle_day(facts: Facts) -> int:
    """The last day of the older half of the data: that of the middle entry, or the day before if nothing is later."""
    counts = np.cumsum(facts.day_counts)
    middle = int(np.searchsorted(counts, counts[-1] / 2)) if len(counts) else 0
    return min(middle, facts.last_day - 1) if facts.last_day else 0


def known_errors(adversary: Adversary) -> tuple[float, float]:
    """How far known values and days may be off; -1 where they are not known."""
    return _error(adversary.values), _error(adversary.days)


def _error(error: float | str) -> float:
    return -1.0 if error == "unknown" else float(error)


def whole_records(partition: Partition, facts: Facts, people: Int64s) -> Knowledge:
    """Knowledge that is the whole record of people in the partition, as when a second dataset is public."""
    records = records_at(partition.records, people - partition.first_person)
    many, values, days = len(records.items), records.values, records.days.astype(np.int32)
    if not facts.has_values:
        values = np.full(many, NO_VALUE, np.uint8)
    if not facts.has_days:
        days = np.full(many, NO_DAY, np.int32)
    days[days == NO_DAY] = UNKNOWN_DAY
    return Knowledge(
        starts=records.starts,
        items=records.items,
        values=values,
        days=days,
        shortest=np.zeros(len(people), np.int64),
        longest=np.full(len(people), ANY_LENGTH),
        scale=facts.scale,
    )


def moved(knowledge: Knowledge, items: Int64s, day_shift: int) -> Knowledge:
    """The same knowledge in the codes of other data: `items[j]` is its code there, days count from its first."""
    days = np.where(knowledge.days == UNKNOWN_DAY, UNKNOWN_DAY, knowledge.days + day_shift)
    new_items = np.where(knowledge.items >= 0, items[knowledge.items], -1) if len(items) else knowledge.items
    return replace(knowledge, items=new_items.astype(np.int32), days=days.astype(np.int32))


def without_repeats(knowledge: Knowledge) -> Knowledge:
    """Each released item known once per target: two public items may turn out to be the same released one."""
    rows = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    order = np.lexsort((np.arange(len(rows)), knowledge.items, rows))
    items, ordered = knowledge.items[order], rows[order]
    again = np.append(False, (items[1:] == items[:-1]) & (ordered[1:] == ordered[:-1]) & (items[1:] >= 0))[: len(rows)]
    kept = np.zeros(len(rows), np.bool_)
    kept[order[~again]] = True
    return keeping(knowledge, kept)


def counting_repeats(knowledge: Knowledge) -> Knowledge:
    """Each item known once per target, with how often they have it; without a word on that where nobody has any
    twice."""
    once, rows = without_repeats(knowledge), np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    if len(once.items) == len(knowledge.items):
        return once
    width = int(knowledge.items.max(initial=0)) + 1
    known = knowledge.items >= 0
    keys, often = np.unique(rows[known] * width + knowledge.items[known], return_counts=True)
    own = np.repeat(np.arange(once.targets), once.sizes) * width + once.items
    places = np.minimum(np.searchsorted(keys, own), max(len(keys) - 1, 0))
    return replace(once, counts=np.where(once.items >= 0, often[places] if len(keys) else 1, 1).astype(np.int64))


def keeping(knowledge: Knowledge, kept: Bools) -> Knowledge:
    """The same targets, known by only these of the known items."""
    rows = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    return replace(
        knowledge,
        starts=np.concatenate(([0], np.cumsum(np.bincount(rows[kept], minlength=knowledge.targets)))),
        items=knowledge.items[kept],
        values=knowledge.values[kept],
        days=knowledge.days[kept],
        counts=None if knowledge.counts is None else knowledge.counts[kept],
    )


def of_targets(knowledge: Knowledge, targets: Int64s) -> Knowledge:
    """What is known of some of the targets, in this order."""
    sizes = knowledge.sizes[targets]
    starts = np.concatenate(([0], np.cumsum(sizes)))
    entries = np.repeat(knowledge.starts[targets] - starts[:-1], sizes) + np.arange(starts[-1])
    return replace(
        knowledge, starts=starts,
        items=knowledge.items[entries], values=knowledge.values[entries], days=knowledge.days[entries],
        shortest=knowledge.shortest[targets], longest=knowledge.longest[targets],
        counts=None if knowledge.counts is None else knowledge.counts[entries],
    )  # fmt: skip


def towards(released: AnyDataset, data: AnyDataset, drawn: Drawn) -> Drawn:
    """Knowledge drawn from one dataset, turned against another in which people and items have the same ids."""
    items = positions(data.vocabulary.items, released.vocabulary.items)
    people = positions(data.vocabulary.people, released.vocabulary.people)
    knowledge = moved(drawn.knowledge, items, day_shift(data, released))
    return replace(drawn, knowledge=knowledge, truths=people[drawn.people])


def day_shift(source: AnyDataset, released: AnyDataset) -> int:
    """What turns a day of the source into a day of the released data."""
    if source.first_day is None or released.first_day is None:
        return 0
    return source.first_day - released.first_day
