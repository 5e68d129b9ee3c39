"""Whether arrays are what kernels take for granted, looked at once, where interactions are made.

A kernel follows codes and starts into memory without asking. So no `Interactions` can be made whose starts fall, whose
items, values or days lie outside what it says of itself, or whose index is of another size; what was found out about
an array is kept with it, and data that only gets other names is not looked through again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.common.memory import make_room

if TYPE_CHECKING:
    from standout.data.model import Bounds, Interactions, Records, Shard

_PEOPLE_AT_ONCE = 1 << 16


def record_bounds(records: Records) -> Bounds:
    """What items, values and days of records stay below; an error if they are no records."""
    from standout.data.model import Bounds
    from standout.kernels import checking

    _check_kinds(records, {"starts": np.int64, "items": np.int32, "values": np.uint8, "days": np.uint16})
    starts, items, values, days = records.starts, records.items, records.values, records.days
    if not checking.ascends(starts, len(items)):
        raise ValueError("starts of records must ascend from 0 to the number of entries")
    if len(values) not in (0, len(items)) or len(days) not in (0, len(items)):
        raise ValueError("records must have as many values and days as items, or none")
    most, people = [0, 0, 0], len(starts) - 1
    for first in range(0, people, _PEOPLE_AT_ONCE):
        last = min(first + _PEOPLE_AT_ONCE, people)
        ascend, *found = checking.record_bounds(starts, items, values, days, first, last)
        if not ascend:
            raise ValueError("items must ascend strictly in every record")
        most = [max(pair) for pair in zip(most, found, strict=True)]
        make_room()
    return Bounds(people, *most)


def entry_bounds(shard: Shard) -> Bounds:
    """What people, values and days of an index stay below; an error if it is none."""
    from standout.data.model import Bounds
    from standout.kernels import checking

    packing = shard.packing
    if not (0 <= packing.value_bits <= 8 and 0 <= packing.day_bits <= 16):
        raise ValueError("an entry has at most 8 bits of value and 16 of day")
    _check_kinds(shard, {"starts": np.int64, "entries": packing.entry_type})
    if not checking.ascends(shard.starts, len(shard.entries)):
        raise ValueError("starts of an index must ascend from 0 to the number of entries")
    right, people, value, day = checking.entry_bounds(shard.starts, shard.entries, packing.value_bits, packing.day_bits)
    if not right:
        raise ValueError("people must ascend strictly among the holders of every item, with codes of the packing")
    return Bounds(people, len(shard.starts) - 1, value, day)


def _check_kinds(of: Any, kinds: dict[str, type[np.generic]]) -> None:
    for name, kind in kinds.items():
        array = getattr(of, name)
        if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype != kind:
            raise ValueError(f"{name} must be an array of {kind.__name__} in one dimension")


def check(data: Interactions) -> None:
    """An error if the arrays of interactions do not fit each other; arrays that are elsewhere are not looked at."""
    _check_kinds(data, {"holders": np.int64})
    if data.elsewhere is not None:
        return
    records, bounds = data.records, data.records.bounds
    levels = len(data.scale.labels) if data.has_values else 0
    _check_within(bounds, items=data.items, levels=levels)
    for name, codes, wanted in (("values", records.values, data.has_values), ("days", records.days, data.has_days)):
        if len(codes) != (data.count if wanted else 0):
            raise ValueError(f"there must be {name} for every entry, or for none where the data has no {name}")
    if isinstance(data.shards, tuple | list) and data.shards:
        _check_shards(data, data.shards, levels)


def _check_within(bounds: Bounds, *, items: int, levels: int) -> None:
    if bounds.items > items:
        raise ValueError(f"an item must have a code from 0 to below {items:,}")
    if bounds.values > levels:
        raise ValueError(f"a value must have a code below {levels}, or that for none")


def _check_shards(data: Interactions, shards: Sequence[Shard], levels: int) -> None:
    from standout.data.model import LAST_DAY, SHARD_PEOPLE, packing_for

    if not 0 <= data.last_day <= LAST_DAY or data.records.bounds.days > data.last_day + 1:
        raise ValueError(f"a day must have a code up to the last day, and that one up to {LAST_DAY:,}")
    packing = packing_for(levels, data.last_day if data.has_days else None)
    people = entries = 0
    for shard in shards:
        bounds = shard.bounds
        if shard.first_person != people or not bounds.people <= shard.people_count <= SHARD_PEOPLE:
            raise ValueError("an index must be of neighbouring people, one shard after another")
        if shard.packing != packing or bounds.items != data.items:
            raise ValueError("an index must have a place for every item, and room for every value and day")
        if bounds.values > levels or bounds.days > data.last_day + 1:
            raise ValueError("an index must have the values and days of its data")
        people, entries = people + shard.people_count, entries + len(shard.entries)
    if people != data.people or entries != data.count:
        raise ValueError("an index must have the people and entries of its data")
