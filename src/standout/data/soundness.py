"""Whether arrays are what kernels take for granted, looked at once, where a dataset is made.

A kernel follows codes and starts into memory without asking. So no dataset can be made whose starts fall, whose items,
values or days lie outside what its facts say, or whose index is of another size; what was found out about an array is
kept with it, and data that only gets other names is not looked through again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from standout.common.arrays import only_read
from standout.common.memory import make_room
from standout.data.codes import LAST_DAY, SHARD_PEOPLE, Bounds, packing_for

if TYPE_CHECKING:
    from standout.data.facts import Facts
    from standout.data.model import Records, Shard
    from standout.data.partition import Partition

_PEOPLE_AT_ONCE = 1 << 16


def record_bounds(records: Records) -> Bounds:
    """What items, values and days of records stay below; an error if they are no records."""
    from standout.kernels import checking

    _check_kinds(records, {"starts": np.int64, "items": np.int32, "values": np.uint8, "days": np.uint16})
    starts, items = only_read(records.starts), only_read(records.items)
    values, days = only_read(records.values), only_read(records.days)
    if not checking.ascends(starts, len(items)):
        raise ValueError("starts of records must ascend from 0 to the number of entries")
    if len(values) not in (0, len(items)) or len(days) not in (0, len(items)):
        raise ValueError("records must have as many values and days as items, or none")
    most, people, repeated = [0, 0, 0], len(starts) - 1, False
    for first in range(0, people, _PEOPLE_AT_ONCE):
        last = min(first + _PEOPLE_AT_ONCE, people)
        falls, repeats, *bounds = checking.record_bounds(starts, items, values, days, first, last)
        if falls:
            raise ValueError("items must ascend in every record")
        repeated |= bool(repeats)
        most = [max(pair) for pair in zip(most, bounds, strict=True)]
        make_room()
    return Bounds(people, most[0], most[1], most[2], repeated)


def entry_bounds(shard: Shard) -> Bounds:
    """What people, values and days of an index stay below; an error if it is none."""
    from standout.kernels import checking

    packing = shard.packing
    if not (0 <= packing.value_bits <= 8 and 0 <= packing.day_bits <= 16):
        raise ValueError("an entry has at most 8 bits of value and 16 of day")
    _check_kinds(shard, {"starts": np.int32, "entries": packing.entry_type})
    if not checking.ascends(only_read(shard.starts), len(shard.entries)):
        raise ValueError("starts of an index must ascend from 0 to the number of entries")
    right, repeats, people, value, day = checking.entry_bounds(
        only_read(shard.starts), only_read(shard.entries), packing.value_bits, packing.day_bits
    )
    if not right:
        raise ValueError("people must ascend among the holders of every item, with codes of the packing")
    return Bounds(people, len(shard.starts) - 1, value, day, bool(repeats))


def _check_kinds(of: Any, kinds: dict[str, type[np.generic]]) -> None:
    for name, kind in kinds.items():
        array = getattr(of, name)
        if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype != kind:
            raise ValueError(f"{name} must be an array of {kind.__name__} in one dimension")


def check_facts(facts: Facts) -> None:
    """An error if facts are not what kernels take for granted."""
    _check_kinds(facts, {"holders": np.int64})


def check(partition: Partition, facts: Facts) -> None:
    """An error if a partition's records and index do not fit each other, or are not those of data with such facts."""
    records, bounds = partition.records, partition.records.bounds
    levels = len(facts.scale.labels) if facts.has_values else 0
    _check_within(bounds, items=facts.items, levels=levels)
    if bounds.repeated and not facts.events:
        raise ValueError("items must ascend strictly in every record, unless the data is of events")
    for name, codes, wanted in (("values", records.values, facts.has_values), ("days", records.days, facts.has_days)):
        if len(codes) != (partition.count if wanted else 0):
            raise ValueError(f"there must be {name} for every entry, or for none where the data has no {name}")
    if isinstance(partition.shards, tuple | list) and partition.shards:
        _check_shards(partition, facts, levels)


def _check_within(bounds: Bounds, *, items: int, levels: int) -> None:
    if bounds.items > items:
        raise ValueError(f"an item must have a code from 0 to below {items:,}")
    if bounds.values > levels:
        raise ValueError(f"a value must have a code below {levels}, or that for none")


def _check_shards(partition: Partition, facts: Facts, levels: int) -> None:

    if not 0 <= facts.last_day <= LAST_DAY or partition.records.bounds.days > facts.last_day + 1:
        raise ValueError(f"a day must have a code up to the last day, and that one up to {LAST_DAY:,}")
    packing = packing_for(levels, facts.last_day if facts.has_days else None)
    people = entries = 0
    for shard in partition.shards:
        bounds = shard.bounds
        if shard.first_person != people or not bounds.people <= shard.people_count <= SHARD_PEOPLE:
            raise ValueError("an index must be of neighbouring people, one shard after another")
        if shard.packing != packing or bounds.items != facts.items:
            raise ValueError("an index must have a place for every item, and room for every value and day")
        if bounds.repeated and not facts.events:
            raise ValueError("people must ascend strictly among the holders of every item, unless there are events")
        if bounds.values > levels or bounds.days > facts.last_day + 1:
            raise ValueError("an index must have the values and days of its data")
        people, entries = people + shard.people_count, entries + len(shard.entries)
    if people != partition.size or entries != partition.count:
        raise ValueError("an index must have the people and entries of its data")
