"""Knowledge with fewer or with further known items."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from standout.common.arrays import Bools, Int32s, Int64s, UInt8s
from standout.data.codes import NO_VALUE
from standout.data.dataset import AnyDataset, LocalDataset
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge


def targets_of(knowledge: Knowledge) -> Int64s:
    """Whose each known item is: the number of the target."""
    return np.repeat(np.arange(knowledge.targets), knowledge.sizes)


def only(knowledge: Knowledge, kept: Bools) -> Knowledge:
    """The same knowledge without some known items; a target may be left with none."""
    sums = np.concatenate(([0], np.cumsum(kept)))
    return replace(
        knowledge,
        starts=sums[knowledge.starts].astype(np.int64),
        items=knowledge.items[kept],
        values=knowledge.values[kept],
        days=knowledge.days[kept],
    )


def with_more(
    knowledge: Knowledge, targets: Int64s, items: Int64s, values: UInt8s | None = None, days: Int32s | None = None
) -> Knowledge:
    """The same knowledge with further items of these targets, by item ascending so that nothing tells them apart.

    Without `values` or `days` neither is known of the further items.
    """
    more = len(items)
    values = np.full(more, NO_VALUE, np.uint8) if values is None else values
    days = np.full(more, UNKNOWN_DAY, np.int32) if days is None else days
    whose = np.concatenate((targets_of(knowledge), targets))
    both = np.concatenate((knowledge.items, items.astype(np.int32)))
    order = np.lexsort((both, whose))
    return replace(
        knowledge,
        starts=np.concatenate(([0], np.cumsum(np.bincount(whose, minlength=knowledge.targets)))).astype(np.int64),
        items=both[order],
        values=np.concatenate((knowledge.values, values))[order],
        days=np.concatenate((knowledge.days, days))[order],
    )


def are_real(data: LocalDataset, knowledge: Knowledge, people: Int64s) -> Bools:
    """For each known item, whether the person has it at all; the knowledge is in the codes of the data."""
    if not data.count:
        return np.zeros(len(knowledge.items), bool)
    owners = np.repeat(np.arange(data.people), data.lengths)
    entries = owners * data.items + data.held.records.items
    asked = np.repeat(people, knowledge.sizes) * data.items + knowledge.items
    places = np.minimum(np.searchsorted(entries, asked), len(entries) - 1)
    return np.asarray((entries[places] == asked) & (knowledge.items >= 0))


def in_release(knowledge: Knowledge, released: AnyDataset) -> Bools:
    """For each known item, whether any released record has it."""
    return np.asarray((knowledge.items >= 0) & (released.holders[np.maximum(knowledge.items, 0)] > 0))
