"""Who fits what is shown: everyone who has all of it, counted for any part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.model import Shard
from standout.results.advice import Amount

DAYS_OFF = 14
"""A shown date fits an entry this many days before or after it."""


@dataclass(frozen=True)
class Shown:
    """One thing that a person shows: an item (-1: not in the data), perhaps with value and day in the data's codes."""

    item: int
    value: int | None = None
    day: int | None = None


@dataclass(frozen=True)
class Crowd:
    """Who has which of the shown things: `has[p, j]` for everybody in `people`, who have at least one."""

    everyone: int
    people: Int64s
    has: npt.NDArray[np.bool_]

    def fits(self, kept: Sequence[int] | Int64s) -> int:
        """How many people have all of these; everyone has all of nothing."""
        chosen = np.asarray(kept, np.int64)
        return self.everyone if not len(chosen) else int(self.has[:, chosen].all(axis=1).sum())

    @cached_property
    def holders(self) -> Int64s:
        """How many people have each shown thing."""
        return np.asarray(self.has.sum(axis=0), dtype=np.int64)

    def fitting(self) -> Int64s:
        """The people who have everything that is shown."""
        return self.people[self.has.all(axis=1)]


def crowd_of(data: LocalDataset, shown: Sequence[Shown]) -> Crowd:
    """Look up who has what is shown."""
    holders = [_holders(data, thing) for thing in shown]
    people = np.unique(np.concatenate([np.empty(0, np.int64), *holders]))
    has = np.zeros((len(people), len(shown)), bool)
    for column, fitting in enumerate(holders):
        has[np.searchsorted(people, fitting), column] = True
    return Crowd(data.people, people, has)


def _holders(data: LocalDataset, shown: Shown) -> Int64s:
    if shown.item < 0:
        return np.empty(0, np.int64)
    return np.concatenate([np.empty(0, np.int64), *(_in_shard(shard, shown) for shard in data.held.shards)])


def _in_shard(shard: Shard, shown: Shown) -> Int64s:
    entries = shard.entries[shard.starts[shown.item] : shard.starts[shown.item + 1]]
    packing, codes = shard.packing, entries.astype(np.int64) >> 16
    fits = np.ones(len(entries), bool)
    if shown.value is not None:
        fits &= codes >> packing.day_bits == shown.value
    if shown.day is not None:
        no_day = (1 << packing.day_bits) - 1
        days = codes & no_day
        fits &= (days != no_day) & (np.abs(days - shown.day) <= DAYS_OFF)
    return entries[fits].astype(np.uint16).astype(np.int64) + shard.first_person


@dataclass(frozen=True)
class Narrowing:
    """How one thing narrows the crowd down, after those named before it."""

    place: int
    bits: float
    left: Amount
    """How many people still fit."""


def narrowing(crowd: Crowd) -> list[Narrowing]:
    """The shown things, the one that narrows the crowd most first, then the one that narrows what is left most, …

    Bits add up to how far the crowd is narrowed in all; below one person there is nothing to narrow.
    """
    fitting, left, open_places = np.ones(len(crowd.people), bool), crowd.everyone, list(range(crowd.has.shape[1]))
    order: list[Narrowing] = []
    while open_places:
        counts = crowd.has[fitting][:, open_places].sum(axis=0)
        least = int(np.argmin(counts))
        place, now = open_places.pop(least), int(counts[least])
        order.append(Narrowing(place, float(np.log2(max(left, 1) / max(now, 1))), now))
        fitting &= crowd.has[:, place]
        left = now
    return order
