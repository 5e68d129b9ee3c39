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
from standout.data.facts import Facts
from standout.data.model import Records, Shard

Result = TypeVar("Result")


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
        """How many items each person in it has."""
        return np.diff(self.records.starts)

    def places(self, people: Int64s) -> Int64s:
        """Where people (codes of the dataset; -1: nobody) stand in it; -1 for others."""
        places = people - self.first_person
        return np.where((people >= 0) & (places >= 0) & (places < self.size), places, -1)

    def fitting(self, places: Int64s, shortest: Int64s, longest: Int64s) -> npt.NDArray[np.bool_]:
        """Whether records at these places (-1: none) are as long as they may be."""
        if not self.size:
            return np.zeros(len(places), np.bool_)
        lengths = self.lengths[np.maximum(places, 0)]
        return np.asarray((places >= 0) & (lengths >= shortest) & (lengths <= longest))

    def once(self, what: Hashable, facts: Facts, make: Callable[[], Result]) -> Result:
        """What `make` says of these records beside these facts, made once and kept as long as the partition is."""
        known = self._kept.get(what)
        if known is None or known[0] is not facts:
            known = self._kept[what] = (facts, make())
        result: Result = known[1]
        return result
