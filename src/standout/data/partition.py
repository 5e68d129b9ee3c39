"""A partition: the records and the index of some people, or of all.

It says nothing of everybody: how many people there are, how popular an item is, which day is the last are `Facts`.
Whoever asks for people by code means codes of the whole dataset.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int64s
from standout.data.counting import item_counts, once
from standout.data.facts import Facts
from standout.data.model import Records, Shard

Result = TypeVar("Result")

_TOO_LONG = (1 << 63) - 1
"""Longer than any length that can be asked for."""


@dataclass(frozen=True, eq=False)
class Partition:
    """Some neighbouring people: records and shards count them from 0, their codes begin with `first_person`."""

    records: Records
    shards: Sequence[Shard]
    first_person: int = 0
    """Code of the first person in it."""
    _kept: dict[Hashable, tuple[Facts, Any]] = field(default_factory=dict, init=False, repr=False)

    @property
    def size(self) -> int:
        """How many people are in it."""
        return len(self.records.starts) - 1

    @property
    def count(self) -> int:
        """How many entries the people in it have."""
        return int(self.records.starts[-1])

    @cached_property
    def lengths(self) -> Int64s:
        """How many entries each person in it has."""
        return np.diff(self.records.starts)

    @property
    def repeated(self) -> bool:
        """Whether somebody in it has an item more than once."""
        return self.records.bounds.repeated

    @cached_property
    def item_counts(self) -> Int64s:
        """How many different items each person in it has."""
        return item_counts(self.records) if self.repeated else self.lengths

    @cached_property
    def items_once(self) -> Partition:
        """The same people with each item once, by its latest entry: itself, or without an index."""
        return Partition(once(self.records), (), self.first_person) if self.repeated else self

    def places(self, people: Int64s) -> Int64s:
        """Where people (codes of the dataset; -1: nobody) stand in it; -1 for others."""
        places = people - self.first_person
        return np.where((people >= 0) & (places >= 0) & (places < self.size), places, -1)

    def lengths_within(self, most_items: int | None) -> Int64s:
        """How many entries each person in it has; with more different items than so many, more than any record."""
        if most_items is None or int(self.item_counts.max(initial=0)) <= most_items:
            return self.lengths
        return np.where(self.item_counts > most_items, _TOO_LONG, self.lengths)

    def fitting(
        self, places: Int64s, shortest: Int64s, longest: Int64s, most_items: int | None = None
    ) -> npt.NDArray[np.bool_]:
        """Whether records at these places (-1: none) are as long as they may be."""
        if not self.size:
            return np.zeros(len(places), np.bool_)
        lengths = self.lengths_within(most_items)[np.maximum(places, 0)]
        return np.asarray((places >= 0) & (lengths >= shortest) & (lengths <= longest))

    def once(self, what: Hashable, facts: Facts, make: Callable[[], Result]) -> Result:
        """What `make` says of these records beside these facts, made once and kept as long as the partition is."""
        known = self._kept.get(what)
        if known is None or known[0] is not facts:
            known = self._kept[what] = (facts, make())
        result: Result = known[1]
        return result
