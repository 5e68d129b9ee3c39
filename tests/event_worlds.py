"""Plain worlds in which people have an item several times, and what attacks say of them, from the papers' formulas.

A record with repeats stands for all the plain records that come of choosing one of each item's entries. What an attack
that adds or takes the least makes of it is the most that it makes of any of them; a likelihood is the mean over them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from tests import reference
from tests.reference import Asked, Counts, Entry, Known, Law, Record, World
from tests.worlds import SCALES, scale_of

Events = dict[int, tuple[Entry, ...]]


@dataclass(frozen=True)
class EventWorld:
    """People and what they have, each item once or several times."""

    records: tuple[Events, ...]
    items: int
    positions: tuple[float, ...] | None = None
    has_days: bool = False

    @property
    def entries(self) -> list[tuple[int, int, Entry]]:
        """Person, item and what is said of it, in no order."""
        return [
            (person, item, entry)
            for person, record in enumerate(self.records)
            for item, entries in record.items()
            for entry in entries
        ]

    @property
    def plain(self) -> World:
        """All entries, each in a record of its own: what is said of values and days in general is counted there."""
        single: tuple[Record, ...] = tuple({item: entry} for _, item, entry in self.entries)
        return World(single, self.items, self.positions, self.has_days)

    @property
    def counts(self) -> Counts:
        """Holders are people, however often they have an item."""
        holders = tuple(sum(item in record for record in self.records) for item in range(self.items))
        return Counts(len(self.records), holders)


def released(world: EventWorld, shard_people: int = 65_536, events: bool = True) -> LocalDataset:
    """The world as a dataset of events."""
    rows = world.entries
    return from_arrays(
        [row[0] for row in rows],
        [row[1] for row in rows],
        None if world.positions is None else [NO_VALUE if row[2].value is None else row[2].value for row in rows],
        [NO_DAY if row[2].day is None else row[2].day for row in rows] if world.has_days else None,
        scale=scale_of(world.positions),
        size=(len(world.records), world.items),
        shard_people=shard_people,
        events=events,
    )


def length(record: Events) -> int:
    """How many entries a record has."""
    return sum(len(entries) for entries in record.values())


def chosen(record: Events, known: list[Known]) -> Iterator[Record]:
    """All plain records that come of choosing one entry of each known item, and any of the others."""
    asked = [one.item for one in known]
    options = [entries if item in asked else entries[:1] for item, entries in record.items()]
    for choice in product(*options):
        yield dict(zip(record, choice, strict=True))


def scores(attack: str, world: EventWorld, asked: Asked) -> list[float | None]:
    """The score of every record; none for those that are no candidates."""
    return [
        _score(attack, world, asked, record) if _is_candidate(attack, world, asked, record) else None
        for record in world.records
    ]


def _is_candidate(attack: str, world: EventWorld, asked: Asked, record: Events) -> bool:
    """Lengths are counted in entries; who has a third of all items has so many different ones."""
    if attack in reference.PRODUCTS - {"scoring-heavy"} and 3 * len(record) > world.items:
        return False
    return asked.shortest <= length(record) <= asked.longest


def _score(attack: str, world: EventWorld, asked: Asked, record: Events) -> float:
    if attack in ("likelihood", "taste"):
        return _likelihood(world, asked, record)
    return max(
        reference.score(attack, world.plain, asked, plain, world.counts) for plain in chosen(record, asked.known)
    )


def _likelihood(world: EventWorld, asked: Asked, record: Events) -> float:
    """As `reference.likelihood`, where a known item is any of those entries that have what is known of it."""
    law = reference.plain_law(asked)
    return max(
        math.log(chance) + _one_way(world, kept, record, law)
        for chance, kept in reference.ways_of(world.plain, asked.known, law)
    )


def _one_way(world: EventWorld, known: list[Known], record: Events, law: Law) -> float:
    """Factor by factor: one of the items is drawn that can be known by any of its entries, then one of these."""
    counts, plain, matched = world.counts, world.plain, 0
    can = [item for item, entries in record.items() if any(_can_be_known(world, entry, law) for entry in entries)]
    room, score = len(can), 0.0
    absent = reference.log_absent(len(known), law)
    least_step = reference.least_step_of(absent)
    for one in known:
        background, even = reference._population(plain, one), reference._even(plain, one)
        frequency = reference._frequency(one.item, counts) if one.item >= 0 else 1.0
        entries = record.get(one.item, ())
        telling = [entry for entry in entries if reference._details_there(plain, one, entry, law)]
        lacks = math.log(even / background)
        if not entries:
            score += lacks
        elif not telling:
            edge = max(reference._edge(plain, one, entry, law) for entry in entries)
            score += max(math.log(reference.DOUBT * even * edge / frequency / background), lacks)
        else:
            details = [reference._chance_of_details(plain, one, entry, law) for entry in telling]
            left = max(room - matched, 1)
            least = lacks + math.log(max(room, 1) / left) - least_step
            score += max(math.log(math.fsum(details) / len(details) / left / frequency / background), least)
            matched += 1
    return score + absent[matched]


def _can_be_known(world: EventWorld, entry: Entry, law: Law) -> bool:
    """Whether the entry has what the adversary knows."""
    has_value = entry.value is not None or world.positions is None or law.value_error < 0
    return has_value and (entry.day is not None or not world.has_days or law.day_error < 0)


def similarity(world: EventWorld, one: Events, other: Events, sense: int) -> float:
    """What is alike over all different items either has; of an item any two entries may be alike."""
    plain = world.plain
    alike = sum(
        any(
            reference.similarity(plain, {item: mine}, {item: theirs}, sense) > 0
            for mine in one[item]
            for theirs in other[item]
        )
        for item in one.keys() & other.keys()
    )
    union = one.keys() | other.keys()
    return alike / len(union) if union else 0.0


@st.composite
def event_worlds(draw: st.DrawFn, most_people: int = 7, most_items: int = 6) -> EventWorld:
    """Few people, few items, many ties and repeats, records from empty to full, values and days that may be missing."""
    positions, has_days = draw(SCALES), draw(st.booleans())
    items = draw(st.integers(1, most_items))
    values = st.none() if positions is None else st.one_of(st.none(), st.integers(0, len(positions) - 1))
    last = draw(st.sampled_from((0, 1, 2, 5, 400)))
    days = st.one_of(st.none(), st.integers(0, last), st.integers(0, last)) if has_days else st.none()
    entries = st.lists(st.builds(Entry, values, days), min_size=1, max_size=3).map(tuple)
    records = st.dictionaries(st.integers(0, items - 1), entries, max_size=items)
    return EventWorld(tuple(draw(st.lists(records, min_size=1, max_size=most_people))), items, positions, has_days)


@st.composite
def event_cases(draw: st.DrawFn) -> tuple[EventWorld, list[Asked], list[int], int]:
    """A world, what is known of a few targets (each item once), who they are (-1: nobody), how many a shard has."""
    world = draw(event_worlds())
    value_error, day_error = draw(st.sampled_from(((0.0, 0.0), (1.0, 3.0), (0.0, 14.0))))
    values = st.none() if world.positions is None else st.one_of(st.none(), st.integers(0, len(world.positions) - 1))
    days = st.one_of(st.none(), st.integers(-3, 8), st.integers(-40, 500))
    asked = []
    for _ in range(draw(st.integers(1, 2))):
        base = draw(st.sampled_from(world.records))
        wanted = sorted(base) * 3 + list(range(-1, world.items))
        known = []
        for item in sorted(draw(st.lists(st.sampled_from(wanted), min_size=1, max_size=4, unique=True))):
            if item in base and draw(st.integers(0, 3)):
                entry = draw(st.sampled_from(base[item]))
                known.append(Known(item, entry.value, entry.day))
            else:
                known.append(Known(item, draw(values), draw(days)))
        window = draw(st.sampled_from(((0, 1 << 40), (0, 1 << 40), (2, 1 << 40), (0, 5))))
        asked.append(Asked(known, value_error, day_error, *window))
    truths = [draw(st.integers(-1, len(world.records) - 1)) for _ in asked]
    return world, asked, truths, draw(st.sampled_from((1, 3, 65_536)))
