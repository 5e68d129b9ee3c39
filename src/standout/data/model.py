"""What datasets are made of: people × items in integers, and nothing of the outside world.

Interactions are held twice. *Records* list what each person has, for drawing knowledge and for
explaining a match. *Shards* list who has each item, for scoring every candidate at once; a shard covers at
most 65,536 people, so that a person fits in two bytes and a shard's scores stay in cache.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from standout.common.arrays import Int32s, Int64s, UInt8s, UInt16s
from standout.data.codes import NO_VALUE, Bounds, Packed, Packing
from standout.data.soundness import entry_bounds, record_bounds
from standout.results.understood import Understood


@dataclass(frozen=True)
class Scale:
    """What the value codes 0, 1, 2, … mean, in ascending order.

    `positions` say how far apart two values are: ratings keep their numbers, letter grades stand one step apart
    (a third for plus and minus), counts are bucketed by powers of two, and other numbers of which there are many by
    quantiles, a step each.
    """

    kind: Literal["none", "numbers", "letters", "counts", "bands"]
    labels: tuple[str, ...] = ()
    positions: tuple[float, ...] = ()
    lows: tuple[float, ...] = ()
    """The lowest number of each band; only bands have them."""

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.positions) or len(self.labels) > NO_VALUE:
            raise ValueError("a scale has one position per label and at most 255 of them")
        if list(self.positions) != sorted(set(self.positions)):
            raise ValueError("positions of a scale ascend")
        if len(self.lows) != (len(self.labels) if self.kind == "bands" else 0):
            raise ValueError("bands, and only they, have a lowest number each")
        if list(self.lows) != sorted(set(self.lows)):
            raise ValueError("the lowest numbers of bands ascend")

    @property
    def span(self) -> float:
        """Distance between the lowest and the highest value."""
        return self.positions[-1] - self.positions[0] if len(self.positions) > 1 else 0.0


NO_SCALE = Scale("none")


@dataclass(frozen=True)
class Records:
    """What each person has: person `p` holds the entries `starts[p]` to `starts[p + 1]`, items ascending.

    `values` and `days` are empty arrays where the data has none. An item stands there once, or, in data of events, as
    often as the person has it, one entry after the other, by day and value.
    """

    starts: Int64s
    items: Int32s
    values: UInt8s
    days: UInt16s

    @cached_property
    def bounds(self) -> Bounds:
        """What the codes stay below, looked through once; an error if these are no records."""
        return record_bounds(self)


@dataclass(frozen=True)
class Shard:
    """Who has each item, among `people_count` people from `first_person` on.

    The holders of item `j` are `entries[starts[j]:starts[j + 1]]`, by person ascending. Whoever has it several times
    stands there several times, one entry after the other.
    """

    first_person: int
    people_count: int
    starts: Int32s
    entries: Packed
    packing: Packing

    @cached_property
    def bounds(self) -> Bounds:
        """What the codes stay below, looked through once; an error if this is no index."""
        return entry_bounds(self)

    @property
    def people(self) -> UInt16s:
        """The person of each entry, counted from `first_person`."""
        return self.entries.astype(np.uint16)

    @property
    def codes(self) -> Int64s:
        """Value and day of each entry, as packed."""
        return self.entries.astype(np.int64) >> 16


@dataclass(frozen=True)
class Source:
    """Where interactions came from, for the report: names of files, their checksum, what reading noticed."""

    files: tuple[str, ...]
    sha256: str
    notes: tuple[str, ...] = ()
    understood: Understood | None = None
    """Which column is what, how times and values were read, what became of rows; none for data in memory."""
    path: str | None = field(default=None, compare=False)
    """What was read, as it was named, so that tables that stand beside it are found; none for data in memory."""
