"""People's whole records, brought here as knowledge: of a few people at a time, since they come to one machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from standout.engines.merging import Arrays, one_after_another
from standout.knowledge.draw import ANY_LENGTH, Knowledge, of_targets, whole_records

if TYPE_CHECKING:
    from standout.common.arrays import Int64s
    from standout.data.dataset import AnyDataset
    from standout.data.facts import Facts
    from standout.data.partition import Partition


def records_of(data: AnyDataset, people: Int64s) -> Knowledge:
    """Knowledge that is the whole record of each of these people, wherever it is."""
    wanted, rows = np.unique(people, return_inverse=True)
    records = data.engine.map(data, _records_in, wanted, merge=one_after_another)
    known = Knowledge(
        np.concatenate(([0], np.cumsum(records["sizes"]))), records["items"], records["values"], records["days"],
        np.zeros(len(wanted), np.int64), np.full(len(wanted), ANY_LENGTH), data.scale,
    )  # fmt: skip
    return known if np.array_equal(wanted, people) else of_targets(known, rows)


def _records_in(partition: Partition, facts: Facts, people: Int64s) -> Arrays:
    known = whole_records(partition, facts, people[partition.places(people) >= 0])
    return {"sizes": known.sizes, "items": known.items, "values": known.values, "days": known.days}
