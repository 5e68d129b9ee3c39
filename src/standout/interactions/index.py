"""The sharded item index, and interactions made from plain arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from standout.interactions.model import (
    NO_DAY,
    NO_SCALE,
    NO_VALUE,
    SHARD_PEOPLE,
    Interactions,
    Packing,
    Records,
    Scale,
    Shard,
    Source,
    packing_for,
)
from standout.interactions.names import Names, numbered
from standout.memory import make_room

_PEOPLE_AT_ONCE = 1 << 16


def shards_of(records: Records, items: int, packing: Packing, shard_people: int = SHARD_PEOPLE) -> Iterator[Shard]:
    """Cut records into shards and turn each around."""
    from standout.kernels.index import invert

    people = len(records.starts) - 1
    for first in range(0, people, shard_people):
        last = min(first + shard_people, people)
        entries = np.empty(int(records.starts[last] - records.starts[first]), packing.entry_type)
        starts = invert(
            records.starts, records.items, records.values, records.days, first, last, items,
            packing.value_bits, packing.day_bits, entries,
        )  # fmt: skip
        yield Shard(first, last - first, starts, entries, packing)


def record_sums(records: Records, amounts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each person, the sum of a whole amount per item over their record; piece by piece, as memory allows."""
    from standout.kernels.records import record_sums as kernel

    sums = np.zeros(len(records.starts) - 1, np.int64)
    for first in range(0, len(sums), _PEOPLE_AT_ONCE):
        kernel(records.starts, records.items, amounts, first, min(first + _PEOPLE_AT_ONCE, len(sums)), sums)
        make_room()
    return sums


def from_arrays(
    people: npt.ArrayLike,
    items: npt.ArrayLike,
    values: npt.ArrayLike | None = None,
    days: npt.ArrayLike | None = None,
    *,
    scale: Scale = NO_SCALE,
    size: tuple[int, int] | None = None,
    first_day: int = 0,
    names: Names | None = None,
    source: Source | None = None,
    shard_people: int = SHARD_PEOPLE,
) -> Interactions:
    """Interactions from parallel arrays of codes; of a repeated (person, item) the last entry is kept.

    `values` are codes of `scale` and `days` are counted from `first_day`. `size` is (people, items), for
    people or items that have no entry.
    """
    person_codes, item_codes = np.asarray(people, dtype=np.int64), np.asarray(items, dtype=np.int64)
    person_count, item_count = size or (_past(person_codes), _past(item_codes))
    order = np.lexsort((np.arange(len(person_codes)), item_codes, person_codes))
    pairs = person_codes[order] * max(item_count, 1) + item_codes[order]
    kept = order[np.append(pairs[1:] != pairs[:-1], True)[: len(pairs)]]
    records = Records(
        starts=np.concatenate(([0], np.cumsum(np.bincount(person_codes[kept], minlength=person_count)))),
        items=item_codes[kept].astype(np.int32),
        values=np.empty(0, np.uint8) if values is None else np.asarray(values)[kept].astype(np.uint8),
        days=np.empty(0, np.uint16) if days is None else np.asarray(days)[kept].astype(np.uint16),
    )
    if values is not None:
        assert np.all((records.values < len(scale.labels)) | (records.values == NO_VALUE))
    known_days = records.days[records.days != NO_DAY]
    last_day = int(known_days.max(initial=0))
    packing = packing_for(len(scale.labels) if values is not None else 0, None if days is None else last_day)
    return Interactions(
        records=records,
        shards=tuple(shards_of(records, item_count, packing, shard_people)),
        holders=np.bincount(records.items, minlength=item_count).astype(np.int64),
        scale=scale,
        first_day=None if days is None else first_day,
        last_day=last_day,
        names=names or numbered(person_count, item_count),
        source=source or Source(files=(), sha256=""),
    )


def _past(codes: npt.NDArray[np.int64]) -> int:
    return int(codes.max(initial=-1)) + 1
