"""How many different items everybody has, wherever the records are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standout.engines.merging import Arrays, one_after_another

if TYPE_CHECKING:
    from standout.common.arrays import Int64s
    from standout.data.dataset import AnyDataset
    from standout.data.facts import Facts
    from standout.data.partition import Partition


def item_counts(data: AnyDataset) -> Int64s:
    """How many different items each person has: as many as entries, unless the data is of events."""
    return data.engine.map(data, _counts_in, merge=one_after_another)["counts"] if data.events else data.lengths


def _counts_in(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
    return {"counts": partition.item_counts}
