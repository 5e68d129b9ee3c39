"""Datasets with other entries or other values and days, made without sorting, block by block.

Records may be larger than memory (a prepared dataset is mapped from disk), so what works entry by entry goes through
them in blocks, and only what comes out is held.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.data.codes import packing_for
from standout.data.counting import holders_in
from standout.data.dataset import LocalDataset, with_partition
from standout.data.index import shards_of
from standout.data.model import Records, Scale
from standout.data.partition import Partition
from standout.data.vocabulary import Vocabulary

BLOCK = 1 << 22
"""Entries handled at once."""


def blocks(count: int, size: int = BLOCK) -> Iterator[slice]:
    """All of this many entries, in order."""
    for begin in range(0, count, size):
        yield slice(begin, min(begin + size, count))


def with_records(
    data: LocalDataset,
    records: Records,
    *,
    scale: Scale | None = None,
    first_day: int | Literal["same"] | None = "same",
    vocabulary: Vocabulary | None = None,
) -> LocalDataset:
    """The same data with other records; with other names where people were left out."""
    scale = data.scale if scale is None else scale
    first = data.first_day if first_day == "same" else first_day
    last_day = max(records.bounds.days - 1, 0)
    packing = packing_for(len(scale.labels) if scale.kind != "none" else 0, None if first is None else last_day)
    return with_partition(
        data,
        Partition(records, tuple(shards_of(records, data.items, packing))),
        holders=holders_in(records, data.items),
        scale=scale,
        first_day=first,
        last_day=last_day,
        vocabulary=vocabulary or data.vocabulary,
    )


def only_entries(data: LocalDataset, kept: Bools) -> LocalDataset:
    """The same people and items with some entries taken away."""
    return with_records(data, kept_records(data.held.records, kept))


def kept_records(records: Records, kept: Bools) -> Records:
    """Records with some entries taken away."""
    sums = np.concatenate(([0], np.cumsum(kept)))
    return _chosen(records, sums[records.starts].astype(np.int64), kept)


def records_of(records: Records, people: Int64s) -> Records:
    """The records of these people (ascending) and of nobody else."""
    lengths = np.diff(records.starts)
    kept = np.zeros(len(lengths), bool)
    kept[people] = True
    starts = np.concatenate(([0], np.cumsum(lengths[people]))).astype(np.int64)
    return _chosen(records, starts, np.repeat(kept, lengths))


def _chosen(records: Records, starts: Int64s, kept: Bools) -> Records:
    return Records(
        starts=starts,
        items=np.asarray(records.items)[kept],
        values=np.asarray(records.values)[kept] if len(records.values) else records.values,
        days=np.asarray(records.days)[kept] if len(records.days) else records.days,
    )
