"""What is in records that an adversary believes in: which items, with which values, each as far as it is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s, UInt8s
from standout.common.memory import make_room
from standout.data.codes import NO_VALUE
from standout.data.dataset import AnyDataset
from standout.engines.merging import Arrays, summed
from standout.engines.whole_records import records_of
from standout.risk.believed import Believed

if TYPE_CHECKING:
    from standout.data.facts import Facts
    from standout.data.partition import Partition

_BLOCK = 1 << 20


@dataclass(frozen=True)
class Contents:
    """What is in the records that anybody looks at: each item once, by its latest entry."""

    people: Int64s
    starts: Int64s
    items: Int32s
    values: UInt8s
    """Codes of values. Empty where the release has no values."""
    positions: Floats
    """Where each code lies; not a number for none."""

    def places(self, believed: Believed) -> Int64s:
        """Where the records are that are believed in, -1 for none."""
        there = (believed.records >= 0) & (believed.chances > 0)
        return np.where(there, np.searchsorted(self.people, believed.records), -1)


def contents_of(released: AnyDataset, lists: Sequence[Believed]) -> Contents:
    """The records of all lists, fetched once."""
    seen = [each.records[(each.records >= 0) & (each.chances > 0)] for each in lists]
    people = np.unique(np.concatenate(seen))
    records = records_of(released, people)
    rows = np.repeat(np.arange(len(people)), records.sizes)
    last = np.append((rows[1:] != rows[:-1]) | (records.items[1:] != records.items[:-1]), True)[: len(rows)]
    sizes = np.bincount(rows[last], minlength=len(people))
    values = records.values[last] if released.has_values else np.zeros(0, np.uint8)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    return Contents(people, starts, records.items[last].astype(np.int32), values, positions_of(released))


def positions_of(data: AnyDataset) -> Floats:
    """Where each value code lies on the scale; not a number for none."""
    table = np.full(NO_VALUE + 1, np.nan)
    table[: len(data.scale.positions)] = data.scale.positions
    return table


def mean_values(released: AnyDataset) -> Floats:
    """The mean position of the values of each item; not a number without any. Empty where the release has no values."""
    if not released.has_values:
        return np.zeros(0)
    sums = released.engine.map(released, _value_sums, positions_of(released), merge=summed)
    counts = sums["counts"]
    return np.asarray(np.divide(sums["sums"], counts, out=np.full(released.items, np.nan), where=counts > 0))


def _value_sums(partition: Partition, facts: Facts, positions: Floats) -> Arrays:
    records, sums = partition.records, np.zeros((2, facts.items))
    for begin in range(0, len(records.items), _BLOCK):
        places, items = positions[records.values[begin : begin + _BLOCK]], records.items[begin : begin + _BLOCK]
        known = np.isfinite(places)
        sums[0] += np.bincount(items[known], places[known], facts.items)
        sums[1] += np.bincount(items[known], minlength=facts.items)
        make_room()
    return {"sums": sums[0], "counts": sums[1]}
