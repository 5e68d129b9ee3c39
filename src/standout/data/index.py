"""The sharded item index, and datasets made from plain arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int64s, only_read
from standout.data.codes import LAST_DAY, NO_DAY, NO_VALUE, SHARD_PEOPLE, Bounds, Packing, packing_for
from standout.data.counting import holders_in, once
from standout.data.dataset import LocalDataset, local_dataset
from standout.data.model import NO_SCALE, Records, Scale, Shard, Source
from standout.data.partition import Partition
from standout.data.vocabulary import Vocabulary, numbered

_MOST, _MOST_ITEMS, _MOST_ENTRIES = 1 << 40, (1 << 31) - 1, (1 << 31) - 1


def shards_of(records: Records, items: int, packing: Packing, shard_people: int = SHARD_PEOPLE) -> Iterator[Shard]:
    """Cut records into shards and turn each around; an error if something in them has no place there."""
    from standout.kernels.index import invert

    people, bounds = len(records.starts) - 1, records.bounds
    if bounds.items > items:
        raise ValueError(f"an item must have a code from 0 to below {items:,}")
    if not 0 < shard_people <= SHARD_PEOPLE:
        raise ValueError(f"a shard has 1 to {SHARD_PEOPLE:,} people")
    for codes, most, bits in (
        (records.values, bounds.values, packing.value_bits),
        (records.days, bounds.days, packing.day_bits),
    ):
        if bits and (len(codes) != len(records.items) or most >= 1 << bits):
            raise ValueError("every entry must have a value and a day that the index has room for, or none")
    first = 0
    while first < people:
        last = min(first + shard_people, _last_that_fits(records.starts, first))
        count = int(records.starts[last] - records.starts[first])
        entries = np.empty(count, packing.entry_type)
        starts = invert(
            only_read(records.starts), only_read(records.items), only_read(records.values), only_read(records.days),
            first, last, items, packing.value_bits, packing.day_bits, entries,
        )  # fmt: skip
        shard = Shard(first, last - first, starts, entries, packing)
        shard.__dict__["bounds"] = Bounds(
            last - first,
            items,
            bounds.values if packing.value_bits else 0,
            bounds.days if packing.day_bits else 0,
            bounds.repeated,
        )
        yield shard
        first = last


def _last_that_fits(starts: Int64s, first: int) -> int:
    """Up to whom the people from `first` on have no more entries than the starts of an index can count."""
    last = int(np.searchsorted(starts, starts[first] + _MOST_ENTRIES, side="right")) - 1
    if last == first:
        raise ValueError(f"a person has more than {_MOST_ENTRIES:,} entries")
    return last


def items_once(data: LocalDataset) -> LocalDataset:
    """The same data with each item once in a record, by its latest entry: what asks only who has what."""
    if not data.held.repeated:
        return data
    records, facts = once(data.held.records), data.facts
    packing = packing_for(len(facts.scale.labels), facts.last_day if facts.has_days else None)
    held = Partition(records, tuple(shards_of(records, facts.items, packing)))
    return replace(
        data, held=held, facts=replace(facts, longest=int(held.lengths.max(initial=0))), lengths=held.lengths
    )


def from_arrays(
    people: npt.ArrayLike,
    items: npt.ArrayLike,
    values: npt.ArrayLike | None = None,
    days: npt.ArrayLike | None = None,
    *,
    scale: Scale = NO_SCALE,
    size: tuple[int, int] | None = None,
    first_day: int = 0,
    vocabulary: Vocabulary | None = None,
    source: Source | None = None,
    shard_people: int = SHARD_PEOPLE,
    events: bool = False,
) -> LocalDataset:
    """A dataset from parallel arrays of codes; of a repeated (person, item) the last entry is kept, with `events` all.

    `values` are codes of `scale` and `days` are counted from `first_day`. `size` is (people, items), for
    people or items that have no entry. Anything else than such codes is a `ValueError`.
    """
    person_codes, item_codes = _codes(people, "people", _MOST), _codes(items, "items", _MOST_ITEMS)
    if len(item_codes) != len(person_codes):
        raise ValueError(
            f"{len(person_codes):,} people, but {len(item_codes):,} items: give one of each for every entry"
        )
    person_count, item_count = size or (_past(person_codes), _past(item_codes))
    if person_count < _past(person_codes) or not _past(item_codes) <= item_count <= _MOST_ITEMS:
        raise ValueError(f"size is ({person_count:,}, {item_count:,}), but must be above every code")
    value_codes = _details(values, "values", len(person_codes), len(scale.labels), NO_VALUE)
    day_codes = _details(days, "days", len(person_codes), LAST_DAY + 1, NO_DAY)
    if values is None and scale.kind != "none":
        raise ValueError("a scale, but no values: give both or none")
    details = tuple(codes for codes in (value_codes, day_codes) if len(codes)) if events else ()
    order = np.lexsort((np.arange(len(person_codes)), *details, item_codes, person_codes))
    kept = order if events else _last_of_each(order, person_codes, item_codes)
    records = Records(
        starts=np.concatenate(([0], np.cumsum(np.bincount(person_codes[kept], minlength=person_count)))),
        items=item_codes[kept].astype(np.int32),
        values=value_codes[kept if values is not None else slice(0)].astype(np.uint8),
        days=day_codes[kept if days is not None else slice(0)].astype(np.uint16),
    )
    known_days = records.days[records.days != NO_DAY]
    last_day = int(known_days.max(initial=0))
    packing = packing_for(len(scale.labels) if values is not None else 0, None if days is None else last_day)
    return local_dataset(
        records,
        tuple(shards_of(records, item_count, packing, shard_people)),
        holders=holders_in(records, item_count),
        scale=scale,
        first_day=None if days is None else first_day,
        last_day=last_day,
        vocabulary=vocabulary or numbered(person_count, item_count),
        source=source or Source(files=(), sha256=""),
        events=events,
    )


def _last_of_each(order: Int64s, people: Int64s, items: Int64s) -> Int64s:
    """Of entries in the order of person and item, the last of each pair."""
    by_person, by_item = people[order], items[order]
    differs = (by_person[1:] != by_person[:-1]) | (by_item[1:] != by_item[:-1])
    return np.asarray(order[np.append(differs, True)[: len(order)]])


def _codes(given: npt.ArrayLike, name: str, end: int) -> npt.NDArray[np.int64]:
    """Whole numbers from 0 to below `end`, in one dimension."""
    codes = np.asarray(given)
    fractions = codes.dtype.kind == "f" and bool((codes != np.rint(codes)).any())
    if codes.ndim != 1 or fractions or (len(codes) and codes.dtype.kind not in "iubf"):
        raise ValueError(f"{name} must be whole numbers in one dimension")
    if len(codes) and not (codes.min() >= 0 and codes.max() < end):
        raise ValueError(f"{name} must be codes from 0 to below {end:,}")
    return codes.astype(np.int64)


def _details(given: npt.ArrayLike | None, name: str, count: int, end: int, none: int) -> npt.NDArray[np.int64]:
    """Codes of values or days: one for every entry, below `end` or that for none."""
    if given is None:
        return np.empty(0, np.int64)
    codes = _codes(given, name, none + 1)
    if len(codes) != count:
        raise ValueError(
            f"{len(codes):,} {name} for {count:,} entries: give one for every entry, {none} where there is none"
        )
    if bool(((codes >= end) & (codes != none)).any()):
        raise ValueError(f"{name} must be codes from 0 to below {end:,}, or {none} for none")
    return codes


def _past(codes: npt.NDArray[np.int64]) -> int:
    return int(codes.max(initial=-1)) + 1
