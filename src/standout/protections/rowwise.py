"""Row-wise protections: what becomes of a record depends on that record and on facts of everybody, on no other record.

So they work on a partition as well as on all people, with the same result: chance is keyed by a person's code in the
dataset. A partition with nobody in it tells what the released data will look like, and refuses what cannot be done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from standout.common.arrays import Floats, Int64s, only_read
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.model import Records, Scale
from standout.data.partition import Partition
from standout.data.vocabulary import Vocabulary
from standout.protections.contract import Protected, Protection
from standout.protections.person_records import with_records


@dataclass(frozen=True)
class Reshaped:
    """What a row-wise protection makes of the people of a partition."""

    records: Records
    scale: Scale
    first_day: int | None
    counted: int = 0
    """How many of them the notes speak of."""
    left: Int64s | None = None
    """The places of those of them who are still there, ascending; none: all of them."""
    first_person: int = 0
    """The code of the first of them among all who are still there."""


@runtime_checkable
class RowWise(Protection, Protocol):
    """The contract: `reshaped` on all people gives what it gives on partitions of them, put together.

    What counters it (`counter`, `counter_attacks`) asks the release for facts and names alone: records may be on a
    cluster.
    """

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped: ...

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:
        """What the owner should be told, from facts of everybody and what was counted in all partitions together."""
        ...


@runtime_checkable
class Bounded(Protocol):
    """A row-wise protection with a proven bound on any attack."""

    def ceiling_of(self, facts: Facts) -> float:
        """The bound, from facts of everybody before protecting."""
        ...


def ceiling_of(protection: RowWise, facts: Facts) -> float | None:
    """The proven bound of a protection; none without one."""
    return protection.ceiling_of(facts) if isinstance(protection, Bounded) else None


def on_all(protection: RowWise, data: LocalDataset, seed: int) -> Protected:
    """Protect all people at once."""
    reshaped = protection.reshaped(data.held, data.facts, seed)
    names = left_names(data.vocabulary, reshaped.left)
    released = with_records(
        data, reshaped.records, scale=reshaped.scale, first_day=reshaped.first_day, vocabulary=names
    )
    notes = protection.notes(data.facts, reshaped.counted)
    return Protected(released, notes, ceiling=ceiling_of(protection, data.facts))


def left_names(names: Vocabulary, left: Int64s | None) -> Vocabulary:
    """The names where only these people are still there; none: all of them."""
    return names if left is None else names.only(left)


def chances(partition: Partition, seed: int, first: int, last: int) -> Floats:
    """A number in [0, 1) for each entry of the people from `first` up to `last`.

    It depends on the seed, the person's code and the entry's place in the record, not on who else is there.
    """
    from standout.kernels.randomness import uniforms

    starts = partition.records.starts
    drawn = np.empty(int(starts[last] - starts[first]))
    uniforms(seed, only_read(starts), partition.first_person, first, last, drawn)
    return drawn
