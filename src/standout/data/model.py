"""Interactions: people × items in integers, and nothing of the outside world.

A released dataset is held twice. *Records* list what each person has, for drawing knowledge and for
explaining a match. *Shards* list who has each item, for scoring every candidate at once; a shard covers at
most 65,536 people, so that a person fits in two bytes and a shard's scores stay in cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from standout.common.memory import make_room

if TYPE_CHECKING:
    from standout.data.elsewhere import Elsewhere
    from standout.data.mapped import Seen
    from standout.data.vocabulary import Vocabulary

Int64s = npt.NDArray[np.int64]
Int32s = npt.NDArray[np.int32]
UInt16s = npt.NDArray[np.uint16]
Packed = npt.NDArray[np.uint16 | np.uint32 | np.uint64]
UInt8s = npt.NDArray[np.uint8]

SHARD_PEOPLE = 65_536
"""People in a shard: as many as an unsigned 16-bit integer can tell apart."""

NO_VALUE = 255
"""Value code of an interaction that has no value."""

NO_DAY = 65_535
"""Day code of an interaction that has no day."""

_BLOCK = 1 << 22

LAST_DAY = 32_766
"""Latest day code (days are counted from the first one): 89 years."""


@dataclass(frozen=True)
class Scale:
    """What the value codes 0, 1, 2, … mean, in ascending order.

    `positions` say how far apart two values are: ratings keep their numbers, letter grades stand one step apart
    (a third for plus and minus), counts are bucketed by powers of two, a step each.
    """

    kind: Literal["none", "numbers", "letters", "counts"]
    labels: tuple[str, ...] = ()
    positions: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.positions) or len(self.labels) > NO_VALUE:
            raise ValueError("a scale has one position per label and at most 255 of them")
        if list(self.positions) != sorted(set(self.positions)):
            raise ValueError("positions of a scale ascend")

    @property
    def span(self) -> float:
        """Distance between the lowest and the highest value."""
        return self.positions[-1] - self.positions[0] if len(self.positions) > 1 else 0.0


NO_SCALE = Scale("none")


@dataclass(frozen=True)
class Bounds:
    """What the codes in an array stay below; "no value" and "no day" do not count."""

    people: int
    items: int
    values: int
    days: int


@dataclass(frozen=True)
class Records:
    """What each person has: person `p` holds the entries `starts[p]` to `starts[p + 1]`, items ascending.

    `values` and `days` are empty arrays where the data has none.
    """

    starts: Int64s
    items: Int32s
    values: UInt8s
    days: UInt16s

    @cached_property
    def bounds(self) -> Bounds:
        """What the codes stay below, looked through once; an error if these are no records."""
        from standout.data.soundness import record_bounds

        return record_bounds(self)


@dataclass(frozen=True)
class Packing:
    """How person, value and day of an entry share one number: the person in the lowest 16 bits, the day above
    them, the value on top. All bits set mean "none" for value and day.

    A kernel then reads an entry at once, and needs one look-up instead of two for what it is worth.
    """

    value_bits: int
    day_bits: int

    @property
    def bits(self) -> int:
        """Bits of value and day together, the entry's code."""
        return self.value_bits + self.day_bits

    @property
    def entry_type(self) -> type[np.uint16] | type[np.uint32] | type[np.uint64]:
        return np.uint16 if self.bits == 0 else np.uint32 if self.bits <= 16 else np.uint64


def packing_for(levels: int, last_day: int | None) -> Packing:
    """Just enough bits for this many values (0: none) and for days up to the last (none: no days)."""
    return Packing(levels.bit_length(), 0 if last_day is None else (last_day + 1).bit_length())


@dataclass(frozen=True)
class Shard:
    """Who has each item, among `people_count` people from `first_person` on.

    The holders of item `j` are `entries[starts[j]:starts[j + 1]]`, by person ascending.
    """

    first_person: int
    people_count: int
    starts: Int64s
    entries: Packed
    packing: Packing

    @cached_property
    def bounds(self) -> Bounds:
        """What the codes stay below, looked through once; an error if this is no index."""
        from standout.data.soundness import entry_bounds

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


@dataclass(frozen=True)
class Facts:
    """What an attack may need to know of a whole dataset, also where only a part of its people is at hand."""

    people: int
    longest: int
    """How many items the longest record has."""
    value_counts: Int64s
    """How many entries have each value."""
    day_counts: Int64s
    """How many entries are of each day."""


@dataclass(frozen=True)
class Interactions:
    """A dataset of people and what they have; or some of its people, numbered from `first_person` on.

    Of a part, records and shards hold the people at hand alone and count them from 0; `holders`, scale, days and
    `facts` speak of the whole. Whoever asks for people by code means codes of the whole.
    """

    records: Records
    shards: Sequence[Shard]
    holders: Int64s
    """How many people have each item."""
    scale: Scale
    first_day: int | None
    """The day with code 0, in days since 1970-01-01; none if the data has no days."""
    last_day: int
    """The largest day code in use."""
    vocabulary: Vocabulary
    source: Source
    first_person: int = 0
    """Code of the first person at hand."""
    whole: Facts | None = None
    """What is known of the whole dataset, if this is a part of it or the records are elsewhere."""
    elsewhere: Elsewhere | None = None
    """Where the records are, if not here: then only their `starts` are here, and no shards."""
    mapped_from: tuple[Seen, ...] = field(default=(), repr=False, compare=False)
    """The files of the prepared dataset that it, or what it was made from, is mapped from."""

    def __post_init__(self) -> None:
        from standout.data.soundness import check

        check(self)

    @property
    def people(self) -> int:
        """How many people are at hand."""
        return len(self.records.starts) - 1

    @property
    def items(self) -> int:
        return len(self.holders)

    @property
    def count(self) -> int:
        return int(self.records.starts[-1])

    @property
    def has_values(self) -> bool:
        return self.scale.kind != "none"

    @property
    def has_days(self) -> bool:
        return self.first_day is not None

    @cached_property
    def lengths(self) -> Int64s:
        """How many items each person has."""
        return np.diff(self.records.starts)

    @cached_property
    def facts(self) -> Facts:
        """What is known of the whole dataset, counted here if this is all of it."""
        if self.whole is not None:
            return self.whole
        return Facts(
            self.people,
            int(self.lengths.max(initial=0)),
            _counts(self.records.values, NO_VALUE, len(self.scale.labels)),
            _counts(self.records.days, NO_DAY, self.last_day + 1),
        )

    def places(self, people: Int64s) -> Int64s:
        """Where people (codes of the whole; -1: nobody) stand among those at hand; -1 for others."""
        places = people - self.first_person
        return np.where((people >= 0) & (places >= 0) & (places < self.people), places, -1)

    @cached_property
    def popularity_ranks(self) -> Int64s:
        """Rank of each item by holders, 0 for the most popular; ties by item."""
        order = np.argsort(-self.holders, kind="stable")
        ranks = np.empty(self.items, dtype=np.int64)
        ranks[order] = np.arange(self.items)
        return ranks

    def fitting(self, places: Int64s, shortest: Int64s, longest: Int64s) -> npt.NDArray[np.bool_]:
        """Whether records at these places (-1: none) are as long as they may be."""
        if not self.people:
            return np.zeros(len(places), np.bool_)
        lengths = self.lengths[np.maximum(places, 0)]
        return np.asarray((places >= 0) & (lengths >= shortest) & (lengths <= longest))


def _counts(codes: UInt8s | UInt16s, none: int, size: int) -> Int64s:
    """How often each code occurs, block by block: a dataset on disk is not read into memory at once."""
    found = np.zeros(max(size, none + 1), np.int64)
    for begin in range(0, len(codes), _BLOCK):
        found += np.bincount(codes[begin : begin + _BLOCK], minlength=len(found))
        make_room()
    return found[:size]
