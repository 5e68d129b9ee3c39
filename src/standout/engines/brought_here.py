"""Some people of a dataset with their records on this machine, for what needs records at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from standout.data.codes import packing_for
from standout.data.counting import holders_in
from standout.data.dataset import local_dataset
from standout.data.index import shards_of
from standout.data.model import Records
from standout.engines.merging import Arrays, one_after_another
from standout.engines.partition_questions import taken

if TYPE_CHECKING:
    from standout.common.arrays import Int64s
    from standout.data.dataset import AnyDataset, LocalDataset
    from standout.data.facts import Facts
    from standout.data.partition import Partition
    from standout.data.vocabulary import Vocabulary

_RECORDS = ("items", "values", "days")


def brought_here(data: AnyDataset, people: Int64s, names: Vocabulary | None = None) -> LocalDataset:
    """These people (codes, ascending) alone, with their records; items keep their codes.

    Their ids are asked for, unless `names` that are at hand have them.
    """
    found = data.engine.map(data, _records_in, people, merge=one_after_another)
    starts = np.concatenate(([0], np.cumsum(found["sizes"]))).astype(np.int64)
    records = Records(starts, *(np.ascontiguousarray(found[name]) for name in _RECORDS))
    packing = packing_for(len(data.scale.labels), None if data.first_day is None else data.last_day)
    names = data.vocabulary.brought(people) if names is None else names
    return local_dataset(
        records, tuple(shards_of(records, data.items, packing)), holders=holders_in(records, data.items),
        scale=data.scale, first_day=data.first_day, last_day=data.last_day, vocabulary=names, source=data.source,
        events=data.events,
    )  # fmt: skip


def _records_in(partition: Partition, facts: Facts, people: Int64s) -> Arrays:  # noqa: ARG001
    records = taken(partition, people[partition.places(people) >= 0]).records
    return {"sizes": np.diff(records.starts), **{name: getattr(records, name) for name in _RECORDS}}
