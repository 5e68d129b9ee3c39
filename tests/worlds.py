"""From the references' plain worlds to what Standout takes, and random small worlds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from standout.common.arrays import Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE, Scale
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Knowledge
from tests.reference import Asked, Entry, Known, Record, World

STARS = (1.0, 2.0, 3.0, 4.0, 5.0)
HALF_STARS = tuple(step / 2 for step in range(1, 11))


def scale_of(positions: tuple[float, ...] | None) -> Scale:
    if positions is None:
        return NO_SCALE
    return Scale("numbers", tuple(f"{position:g}" for position in positions), positions)


def released(world: World, shard_people: int = 65_536) -> LocalDataset:
    """The world as a dataset."""
    rows = [(person, item, entry) for person, record in enumerate(world.records) for item, entry in record.items()]
    return from_arrays(
        [row[0] for row in rows],
        [row[1] for row in rows],
        None if world.positions is None else [NO_VALUE if row[2].value is None else row[2].value for row in rows],
        [NO_DAY if row[2].day is None else row[2].day for row in rows] if world.has_days else None,
        scale=scale_of(world.positions),
        size=(len(world.records), world.items),
        shard_people=shard_people,
    )


def knowledge(world: World, asked: Sequence[Asked]) -> Knowledge:
    """What is known of several targets, as arrays; errors are those of the first."""
    known = [one for target in asked for one in target.known]
    return Knowledge(
        starts=np.concatenate(([0], np.cumsum([len(target.known) for target in asked]))).astype(np.int64),
        items=np.array([one.item for one in known], np.int32),
        values=np.array([NO_VALUE if one.value is None else one.value for one in known], np.uint8),
        days=np.array([UNKNOWN_DAY if one.day is None else one.day for one in known], np.int32),
        shortest=np.array([target.shortest for target in asked], np.int64),
        longest=np.array([min(target.longest, ANY_LENGTH) for target in asked], np.int64),
        scale=scale_of(world.positions),
        value_error=asked[0].value_error if asked else 0.0,
        day_error=asked[0].day_error if asked else 0.0,
    )


def people(*codes: int) -> Int64s:
    return np.array(codes, np.int64)


def sets(*records: Sequence[int], items: int | None = None) -> World:
    """A world of bare items, from who has which."""
    size = max((item for record in records for item in record), default=-1) + 1 if items is None else items
    return World(tuple({item: Entry() for item in record} for record in records), size)


SCALES = st.sampled_from((None, STARS, HALF_STARS, (0.0, 1.0, 2.0), (0.0, 10.0, 100.0), (3.0,)))


@st.composite
def worlds(draw: st.DrawFn, most_people: int = 9, most_items: int = 7) -> World:
    """Few people, few items, many ties, records from empty to full, values and days that may be missing."""
    positions, has_days = draw(SCALES), draw(st.booleans())
    items = draw(st.integers(1, most_items))
    values = st.none() if positions is None else st.one_of(st.none(), st.integers(0, len(positions) - 1))
    days = st.one_of(st.none(), st.integers(0, draw(st.sampled_from((0, 1, 2, 5, 400))))) if has_days else st.none()
    entries = st.builds(Entry, values, days)
    records = st.dictionaries(st.integers(0, items - 1), entries, max_size=items)
    return World(tuple(draw(st.lists(records, min_size=1, max_size=most_people))), items, positions, has_days)


@st.composite
def questions(draw: st.DrawFn, world: World, windows: bool = True) -> Asked:
    """Known items, right and wrong, of the record of somebody or of nobody, unknown ones (-1) among them."""
    base: Record = draw(st.sampled_from(world.records))
    items = draw(
        st.lists(st.sampled_from(sorted(base) * 3 + list(range(-1, world.items))), min_size=1, max_size=6, unique=True)
    )
    values = st.none() if world.positions is None else st.one_of(st.none(), st.integers(0, len(world.positions) - 1))
    known = []
    for item in sorted(items):
        entry = base.get(item)
        if entry is not None and draw(st.integers(0, 3)):
            known.append(Known(item, entry.value, entry.day))
        else:
            known.append(
                Known(
                    item,
                    draw(values),
                    draw(st.one_of(st.none(), st.integers(0, 5), st.integers(-40_000, 60_000), st.integers(-40, 500))),
                )
            )
    shortest = draw(st.sampled_from((0, 0, 1, 2))) if windows else 0
    longest = draw(st.sampled_from((1 << 40, 1 << 40, 4, 3))) if windows else 1 << 40
    return Asked(known, shortest=shortest, longest=longest)


@st.composite
def cases(draw: st.DrawFn, windows: bool = True) -> tuple[World, list[Asked], Int64s, int]:
    """A world, what is known of a few targets, who they are (-1: nobody), and how many people a shard has."""
    world = draw(worlds())
    value_error, day_error = draw(st.sampled_from(((0.0, 0.0), (1.0, 3.0), (0.0, 14.0))))
    asked = [
        Asked(one.known, value_error, day_error, one.shortest, one.longest)
        for one in draw(st.lists(questions(world, windows), min_size=1, max_size=3))
    ]
    truths = [draw(st.integers(-1, len(world.records) - 1)) for _ in asked]
    return world, asked, people(*truths), draw(st.sampled_from((1, 3, 65_536)))
