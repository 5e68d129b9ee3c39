"""Interactions with other entries or other values and days, made without sorting, block by block.

Records may be larger than memory (a prepared dataset is mapped from disk), so what works entry by entry goes through
them in blocks, and only what comes out is held.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from standout.data.index import shards_of
from standout.data.model import NO_DAY, Int64s, Interactions, Records, Scale, packing_for
from standout.data.vocabulary import Vocabulary

BLOCK = 1 << 22
"""Entries handled at once."""

Bools = npt.NDArray[np.bool_]


def blocks(count: int, size: int = BLOCK) -> Iterator[slice]:
    """All of this many entries, in order."""
    for begin in range(0, count, size):
        yield slice(begin, min(begin + size, count))


def people_blocks(starts: Int64s, size: int = BLOCK) -> Iterator[tuple[int, int]]:
    """All people in order, as (first, past the last), each time as many as hold about this many entries."""
    first, people = 0, len(starts) - 1
    while first < people:
        last = int(np.searchsorted(starts, starts[first] + size, side="right")) - 1
        last = min(max(last, first + 1), people)
        yield first, last
        first = last


def with_records(
    data: Interactions,
    records: Records,
    *,
    scale: Scale | None = None,
    first_day: int | Literal["same"] | None = "same",
    vocabulary: Vocabulary | None = None,
) -> Interactions:
    """The same data with other records; with other names where people were left out."""
    scale = data.scale if scale is None else scale
    first = data.first_day if first_day == "same" else first_day
    known = records.days[records.days != NO_DAY]
    last_day = int(known.max(initial=0))
    packing = packing_for(len(scale.labels) if scale.kind != "none" else 0, None if first is None else last_day)
    return replace(
        data,
        records=records,
        shards=tuple(shards_of(records, data.items, packing)),
        holders=np.bincount(records.items, minlength=data.items).astype(np.int64),
        scale=scale,
        first_day=first,
        last_day=last_day,
        vocabulary=vocabulary or data.vocabulary,
    )


def only_entries(data: Interactions, kept: Bools) -> Interactions:
    """The same people and items with some entries taken away."""
    return with_records(data, kept_records(data.records, kept))


def kept_records(there: Records, kept: Bools) -> Records:
    """Records with some entries taken away."""
    sums = np.concatenate(([0], np.cumsum(kept)))
    return _chosen(there, sums[there.starts].astype(np.int64), kept)


def records_of(there: Records, people: Int64s) -> Records:
    """The records of these people (ascending) and of nobody else."""
    lengths = np.diff(there.starts)
    kept = np.zeros(len(lengths), bool)
    kept[people] = True
    starts = np.concatenate(([0], np.cumsum(lengths[people]))).astype(np.int64)
    return _chosen(there, starts, np.repeat(kept, lengths))


def _chosen(there: Records, starts: Int64s, kept: Bools) -> Records:
    return Records(
        starts=starts,
        items=np.asarray(there.items)[kept],
        values=np.asarray(there.values)[kept] if len(there.values) else there.values,
        days=np.asarray(there.days)[kept] if len(there.days) else there.days,
    )
