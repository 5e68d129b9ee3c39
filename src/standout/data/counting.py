"""Counting items in records: in data of events a person may have an item several times, and it counts once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Bools, Int64s, only_read
from standout.common.memory import make_room, pieces
from standout.data.model import Records

if TYPE_CHECKING:
    from standout.data.model import Shard

_PEOPLE_AT_ONCE, _ENTRIES_AT_ONCE = 1 << 16, 1 << 22
_ALL = np.empty(0, np.bool_)


def people_blocks(starts: Int64s, size: int = _ENTRIES_AT_ONCE) -> Iterator[tuple[int, int]]:
    """All people in order, as (first, past the last), each time as many as hold about this many entries."""
    first, people = 0, len(starts) - 1
    while first < people:
        last = int(np.searchsorted(starts, starts[first] + size, side="right")) - 1
        last = min(max(last, first + 1), people)
        yield first, last
        first = last


def item_counts(records: Records) -> Int64s:
    """How many different items each person has."""
    return _counted(records, np.empty(0, np.int64))


def holders_in(records: Records, items: int) -> Int64s:
    """How many of these people have each item."""
    holders = np.zeros(items, np.int64)
    if records.bounds.repeated:
        _counted(records, holders)
        return holders
    for begin in range(0, len(records.items), _ENTRIES_AT_ONCE):
        holders += np.bincount(records.items[begin : begin + _ENTRIES_AT_ONCE], minlength=items)
        make_room()
    return holders


def _counted(records: Records, holders: Int64s) -> Int64s:
    from standout.kernels.records import count_items

    counts = np.zeros(len(records.starts) - 1, np.int64)
    for first in range(0, len(counts), _PEOPLE_AT_ONCE):
        last = min(first + _PEOPLE_AT_ONCE, len(counts))
        count_items(only_read(records.starts), only_read(records.items), first, last, counts, holders)
        make_room()
    return counts


def holders_in_shard(shard: Shard) -> Int64s:
    """How many people of a shard have each item."""
    from standout.kernels.records import count_people

    if not shard.bounds.repeated:
        return np.diff(shard.starts).astype(np.int64)
    counts = np.zeros(len(shard.starts) - 1, np.int64)
    count_people(only_read(shard.starts), only_read(shard.entries), counts)
    return counts


def once(records: Records) -> Records:
    """The same records with each item once, by its last entry: the latest one."""
    if not records.bounds.repeated:
        return records
    last = np.ones(len(records.items), np.bool_)
    last[:-1] = records.items[1:] != records.items[:-1]
    ends = records.starts[1:]
    last[ends[ends > 0] - 1] = True
    sums = np.concatenate(([0], np.cumsum(last)))
    return Records(
        starts=sums[records.starts].astype(np.int64),
        items=records.items[last],
        values=records.values[last] if len(records.values) else records.values,
        days=records.days[last] if len(records.days) else records.days,
    )


def by_day_and_value(records: Records) -> Records:
    """The same records with the entries of an item in order again, after their days or values were changed."""
    if not records.bounds.repeated:
        return records
    owners = np.repeat(np.arange(len(records.starts) - 1), np.diff(records.starts))
    details = tuple(codes for codes in (records.values, records.days) if len(codes))
    order = np.lexsort((*details, records.items, owners))
    return Records(
        records.starts,
        records.items,
        records.values[order] if len(records.values) else records.values,
        records.days[order] if len(records.days) else records.days,
    )


def record_sums(records: Records, amounts: Int64s, kept: Bools | None = None) -> Int64s:
    """For each person, the sum of a whole amount per item over the items of their record, each counted once.

    Of the items of which an entry is kept, where that is given. Piece by piece, as memory allows.
    """
    from standout.kernels import records as kernels

    sums = np.zeros(len(records.starts) - 1, np.int64)
    plain = kept is None and not records.bounds.repeated
    starts, items = only_read(records.starts), only_read(records.items)
    for first in range(0, len(sums), _PEOPLE_AT_ONCE):
        last = min(first + _PEOPLE_AT_ONCE, len(sums))
        if plain:
            kernels.record_sums(starts, items, amounts, first, last, sums)
        else:
            kernels.sums_once(starts, items, _ALL if kept is None else kept, amounts, first, last, sums)
        make_room()
    return sums


def records_at(records: Records, people: Int64s) -> Records:
    """The records of these people (places), in this order; an error for somebody who is not there."""
    from standout.kernels.records import copy_records

    if len(people) and not 0 <= people.min() <= people.max() < len(records.starts) - 1:
        raise IndexError("nobody has such a record")
    begins = np.concatenate(([0], np.cumsum(records.starts[people + 1] - records.starts[people])))
    many = int(begins[-1])
    columns: tuple[npt.NDArray[Any], ...] = (records.items, records.values, records.days)
    items, values, days = (np.empty(many if len(codes) else 0, codes.dtype) for codes in columns)
    for some in pieces(len(people), len(people) or 1):
        copy_records(
            only_read(records.starts), only_read(records.items), only_read(records.values), only_read(records.days),
            people[some], begins[some], items, values, days,
        )  # fmt: skip
    return Records(begins, items, values, days)
