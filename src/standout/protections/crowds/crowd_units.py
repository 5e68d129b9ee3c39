"""Units: the crowds that share what is too rare in one of them. What becomes of a unit depends on the records of its
members and on what is known of everybody, so units can be dealt in any order, in threads or on many machines.

Whoever asks gives a function of some units and what is held of their members' records; answers are merged in the order
of units. So the same function runs here and on a cluster, where the members of a unit are brought together first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

import numpy as np

from standout.common.arrays import Int64s
from standout.common.memory import make_room
from standout.data.counting import once
from standout.data.facts import Facts
from standout.data.model import Records
from standout.engines.merging import Arrays, Merge
from standout.protections.crowds.crowd_groups import Grouping, in_threads

BLOCK = 1 << 20
"""Entries that are handled at once."""
TOGETHER = 8
"""Crowds of a unit, at least."""
_ANSWERS = 8

Made = TypeVar("Made")


@dataclass(frozen=True)
class Units:
    """Some units: their people, crowd after crowd, and where crowds and units begin."""

    people: Int64s
    """Where each member's record stands."""
    crowds: Int64s
    """Where each crowd begins among the people, and where the last one ends."""
    starts: Int64s
    """Where each unit begins among the crowds, and where the last one ends."""
    first: int = 0
    """The number of the first unit."""
    first_crowd: int = 0

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    @property
    def grouping(self) -> Grouping:
        """The crowds of these units, in their order, of places among the people."""
        return Grouping(np.arange(len(self.people)), self.crowds)

    @property
    def ends(self) -> Int64s:
        """Where each unit begins among the people, and where the last one ends."""
        return self.crowds[self.starts]

    def some(self, first: int, last: int) -> Units:
        """The units from `first` up to `last`, counted from the first of these."""
        begin, end = int(self.starts[first]), int(self.starts[last])
        crowds = self.crowds[begin : end + 1]
        return Units(
            self.people[int(crowds[0]) : int(crowds[-1])],
            crowds - crowds[0],
            self.starts[first : last + 1] - begin,
            self.first + first,
            self.first_crowd + begin,
        )

    def blocks(self, lengths: Int64s) -> Iterator[Units]:
        """The same units, as many at a time as have about as many entries as are handled at once; `lengths` are those
        of the people's records."""
        totals = np.concatenate(([0], np.cumsum(lengths)))[self.ends]
        first = 0
        while first < self.count:
            last = int(np.searchsorted(totals, totals[first] + BLOCK, side="right")) - 1
            last = min(max(last, first + 1), self.count)
            yield self.some(first, last)
            first = last


def units_of(grouping: Grouping, groups: Grouping | None) -> Units:
    """Units of crowds: those of a group each; without groups, some that come one after another."""
    if groups is None:
        starts = np.append(np.arange(0, grouping.count, TOGETHER), grouping.count).astype(np.int64)
        return Units(grouping.people, grouping.starts, starts)
    members = [grouping.people[grouping.starts[crowd] : grouping.starts[crowd + 1]] for crowd in groups.people]
    crowds = np.concatenate(([0], np.cumsum(grouping.sizes[groups.people]))).astype(np.int64)
    return Units(np.concatenate(members), crowds, groups.starts)


@dataclass(frozen=True)
class Held:
    """Records that are at hand, with what is known of everybody."""

    records: Records
    single: Records
    """With each item once."""
    repeats: Int64s
    """How often each entry of `single` is there; empty where records have each item once."""
    begins: Int64s
    """Where the entries of each begin."""
    facts: Facts

    @classmethod
    def of(cls, records: Records, facts: Facts) -> Held:
        if not facts.events:
            nothing = np.empty(0, np.int64)
            return cls(records, records, nothing, nothing, facts)
        repeats = _repeats(records)
        return cls(records, once(records), repeats, np.cumsum(repeats) - repeats, facts)


def _repeats(events: Records) -> Int64s:
    """How often each item of each record is there."""
    if not events.bounds.repeated:
        return np.ones(len(events.items), np.int64)
    begins = np.ones(len(events.items), bool)
    begins[1:] = events.items[1:] != events.items[:-1]
    begins[events.starts[:-1][np.diff(events.starts) > 0]] = True
    return np.diff(np.append(np.flatnonzero(begins), len(events.items)))


class Ask(Protocol):
    """How units are asked: what `run(held, units, *sent)` says of all of them, merged in their order."""

    def __call__(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays: ...


@dataclass(frozen=True)
class Here:
    """Units whose records are at hand, some at a time, in threads."""

    held: Held
    units: Units
    threads: int

    def __call__(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        return self.each(lambda some: run(self.held, some, *sent), merge)

    def each(self, run: Callable[[Units], Made], merge: Callable[[Sequence[Made]], Made]) -> Made:
        """What comes of some units at a time, merged in their order: a few answers at a time, so that few are held."""

        def block(some: Units) -> Made:
            made = run(some)
            make_room()
            return made

        lengths = np.diff(self.held.records.starts)[self.units.people]
        blocks = self.units.blocks(lengths)
        merged = []
        while some := list(islice(blocks, _ANSWERS * self.threads)):
            merged.append(merge(in_threads(block, some, self.threads)))
        return merge(merged)


def ranges(starts: Int64s, people: Int64s) -> tuple[Int64s, Int64s]:
    """All entries of these people: whose they are (places among these people), and where they stand."""
    lengths = starts[people + 1] - starts[people]
    return np.repeat(np.arange(len(people)), lengths), spread(starts[people], lengths)


def spread(begins: Int64s, lengths: Int64s) -> Int64s:
    """The numbers from each beginning on, so many each."""
    ends = np.cumsum(lengths)
    return np.asarray(np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begins - (ends - lengths), lengths))
