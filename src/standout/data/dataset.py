"""A dataset: what is known of everybody, what people and items are called, and the engine that has the records.

It holds no arrays of records. `held` is whatever its engine keeps records in: on this machine one `Partition`, on a
cluster something else. Code that runs on every engine takes an `AnyDataset` and asks `data.engine`; code that needs all
records at hand takes a `LocalDataset` and looks at `data.held.records`. So a look at records that are not here is a
mistake that the type checker finds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

import numpy as np

from standout.common.arrays import Int64s, UInt8s, UInt16s, only_read
from standout.common.memory import make_room
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.facts import Facts
from standout.data.model import Records, Scale, Source
from standout.data.partition import Partition
from standout.data.soundness import check, check_facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standout.data.mapped import Seen
    from standout.data.model import Shard
    from standout.data.vocabulary import Vocabulary
    from standout.engines.base import Engine
    from standout.results.understood import Understood

Held_co = TypeVar("Held_co", covariant=True)

_BLOCK = 1 << 22


def local_engine() -> Engine:
    """The engine of data that is at hand: the one thing of a later stage that data needs to be complete."""
    from standout.engines.local import LocalEngine

    return LocalEngine()


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(Generic[Held_co]):
    """People and what they have, wherever their records are."""

    vocabulary: Vocabulary
    facts: Facts
    lengths: Int64s
    """How many entries each person has."""
    source: Source
    held: Held_co = field(repr=False)
    """What the engine keeps the records in; nobody else looks at it, unless it is a partition."""
    engine: Engine = field(default_factory=local_engine)
    mapped_from: tuple[Seen, ...] = field(default=(), repr=False)
    """The files of the prepared dataset that it, or what it was made from, is mapped from."""

    def __post_init__(self) -> None:
        check_facts(self.facts)
        if isinstance(self.held, Partition):  # kernels trust what is at hand
            check(self.held, self.facts)

    def __repr__(self) -> str:
        """Sizes alone: ids never show up by themselves."""
        size = f"{self.people:,} people, {self.items:,} items, {self.count:,} interactions"
        return f"<Standout data: {size}; engine {self.engine.name}>"

    @property
    def people(self) -> int:
        return self.facts.people

    @property
    def items(self) -> int:
        return self.facts.items

    @property
    def holders(self) -> Int64s:
        """How many people have each item."""
        return self.facts.holders

    @property
    def scale(self) -> Scale:
        return self.facts.scale

    @property
    def understood(self) -> Understood | None:
        """How it was read: which column is what, what became of rows; none for data that was made."""
        return self.source.understood

    @property
    def notes(self) -> tuple[str, ...]:
        """What reading noticed."""
        return self.source.notes

    @property
    def first_day(self) -> int | None:
        return self.facts.first_day

    @property
    def last_day(self) -> int:
        return self.facts.last_day

    @property
    def has_values(self) -> bool:
        return self.facts.has_values

    @property
    def has_days(self) -> bool:
        return self.facts.has_days

    @property
    def events(self) -> bool:
        """Whether a record may hold an item several times."""
        return self.facts.events

    @cached_property
    def count(self) -> int:
        """How many entries there are."""
        return int(self.lengths.sum())


LocalDataset: TypeAlias = Dataset[Partition]
"""All records are at hand."""

AnyDataset: TypeAlias = Dataset[object]
"""Records are wherever the engine keeps them."""


def local_dataset(
    records: Records,
    shards: Sequence[Shard],
    *,
    holders: Int64s,
    scale: Scale,
    first_day: int | None,
    last_day: int,
    vocabulary: Vocabulary,
    source: Source,
    mapped_from: tuple[Seen, ...] = (),
    events: bool = False,
) -> LocalDataset:
    """A dataset whose records are all at hand; its facts are counted here."""
    held, uncounted = Partition(records, shards), np.zeros(0, np.int64)
    facts = Facts(
        people=len(records.starts) - 1,
        longest=int(held.lengths.max(initial=0)),
        holders=holders,
        scale=scale,
        first_day=first_day,
        last_day=last_day,
        value_counts=uncounted,
        day_counts=uncounted,
        events=events,
    )
    check_facts(facts)
    check(held, facts)  # before anything is counted: codes may be anything
    facts = replace(
        facts,
        value_counts=_counts(records.values, NO_VALUE, len(scale.labels)),
        day_counts=_counts(records.days, NO_DAY, last_day + 1),
    )
    return Dataset(vocabulary, facts, held.lengths, source, held, mapped_from=mapped_from)


def with_partition(
    data: LocalDataset,
    held: Partition,
    *,
    holders: Int64s,
    scale: Scale,
    first_day: int | None,
    last_day: int,
    vocabulary: Vocabulary,
) -> LocalDataset:
    """The same dataset, on the same engine, with other records."""
    dataset = local_dataset(
        held.records, held.shards, holders=holders, scale=scale, first_day=first_day, last_day=last_day,
        vocabulary=vocabulary, source=data.source, mapped_from=data.mapped_from, events=data.events,
    )  # fmt: skip
    return replace(dataset, engine=data.engine)


def _counts(codes: UInt8s | UInt16s, none: int, size: int) -> Int64s:
    """How often each code occurs, block by block: a dataset on disk is not read into memory at once."""
    from standout.kernels.records import count_codes

    counts = np.zeros(max(size, none + 1), np.int64)
    for begin in range(0, len(codes), _BLOCK):
        count_codes(only_read(codes[begin : begin + _BLOCK]), counts)
        make_room()
    return counts[:size]
