"""Facts: what is known of everybody in a dataset, and may be sent to wherever some of its records are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from standout.common.arrays import Int64s
from standout.data.model import Scale


@dataclass(frozen=True, eq=False)
class Facts:
    """Numbers about a whole dataset: how many people and items, who is popular, which values and days there are."""

    people: int
    """How many people there are in all."""
    longest: int
    """How many entries the longest record has."""
    holders: Int64s
    """How many people have each item."""
    scale: Scale
    first_day: int | None
    """The day with code 0, in days since 1970-01-01; none if the data has no days."""
    last_day: int
    """The largest day code in use."""
    value_counts: Int64s
    """How many entries have each value."""
    day_counts: Int64s
    """How many entries are of each day."""
    events: bool = False
    """Whether a record may hold an item several times, each time with its own value and day."""

    @property
    def items(self) -> int:
        return len(self.holders)

    @property
    def has_values(self) -> bool:
        return self.scale.kind != "none"

    @property
    def has_days(self) -> bool:
        return self.first_day is not None

    @cached_property
    def popularity_ranks(self) -> Int64s:
        """Rank of each item by holders, 0 for the most popular; ties by item."""
        order = np.argsort(-self.holders, kind="stable")
        ranks = np.empty(self.items, dtype=np.int64)
        ranks[order] = np.arange(self.items)
        return ranks
