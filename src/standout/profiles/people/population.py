"""A population: everyone's profile, as sorted numbers of attribute-value pairs, perhaps on several sites."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from standout.common.arrays import Bools, Floats, Int16s, Int32s, Int64s
from standout.profiles.people.pairs import Pairs

NO_SITES = np.empty(0, np.int16)
"""The sites of the entries of a population that is on one site."""


@dataclass(frozen=True, eq=False)
class Population(Pairs):
    """Person `p` shares the pairs `pairs[starts[p]:starts[p + 1]]`, ascending.

    On several sites, `pair_sites` says where, and a pair that is shown on two sites comes twice; on one site it is
    empty. The same person is the same number on every site: we know who is who, the adversary does not.
    """

    sites: tuple[str, ...]
    people: pa.Array
    starts: Int64s
    pairs: Int32s
    pair_sites: Int16s
    notes: tuple[str, ...] = ()
    """What was noticed on reading."""

    def __post_init__(self) -> None:
        """Kernels follow starts and pairs into memory without asking."""
        starts, pairs, sites = self.starts, self.pairs, self.pair_sites
        if not len(starts) or starts[0] != 0 or starts[-1] != len(pairs) or bool((np.diff(starts) < 0).any()):
            raise ValueError("starts of a population must ascend from 0 to the number of entries")
        if len(pairs) and not 0 <= int(pairs.min()) <= int(pairs.max()) < self.pair_count:
            raise ValueError(f"pairs of a population must be from 0 to below {self.pair_count:,}")
        if len(sites) not in (0, len(pairs)):
            raise ValueError("a population must have a site for every entry, or none")

    @property
    def size(self) -> int:
        """How many people there are."""
        return len(self.starts) - 1

    @cached_property
    def owners(self) -> Int64s:
        """The person of each entry."""
        return np.repeat(np.arange(self.size), np.diff(self.starts))

    @cached_property
    def holders(self) -> Int64s:
        """How many people share each pair, on whatever site."""
        whole = self.merged()
        return np.bincount(whole.pairs, minlength=self.pair_count).astype(np.int64)

    @cached_property
    def several(self) -> Bools:
        """Which attributes somebody gives more than one value on one and the same site."""
        site = self.pair_sites.astype(np.int64) if len(self.pair_sites) else 0
        key = (self.owners * max(1, len(self.sites)) + site) * len(self.attributes) + self.pair_attribute[self.pairs]
        ordered = np.sort(key)
        repeated = np.zeros(len(self.attributes), np.bool_)
        repeated[np.unique(ordered[1:][ordered[1:] == ordered[:-1]] % max(1, len(self.attributes)))] = True
        return repeated

    def merged(self) -> Population:
        """One profile per person over all sites, each pair once."""
        if not len(self.pair_sites):
            return self
        return self._merged

    @cached_property
    def _merged(self) -> Population:
        owners = self.owners
        first = np.ones(len(self.pairs), np.bool_)
        first[1:] = (self.pairs[1:] != self.pairs[:-1]) | (owners[1:] != owners[:-1])
        starts = np.concatenate([[0], np.cumsum(np.bincount(owners[first], minlength=self.size))]).astype(np.int64)
        return Population(self.attributes, self.values, (), self.people, starts, self.pairs[first], NO_SITES)

    def profile(self, person: int) -> dict[str, tuple[str, ...]]:
        """What a person shares anywhere, in words."""
        return self.named(np.unique(self.pairs[self.starts[person] : self.starts[person + 1]]))

    def shared(self) -> Int64s:
        """How many attributes each person shares, on whatever site."""
        whole = self.merged()
        attribute, owners = self.pair_attribute[whole.pairs], whole.owners
        first = np.ones(len(whole.pairs), np.bool_)
        first[1:] = (attribute[1:] != attribute[:-1]) | (owners[1:] != owners[:-1])
        return np.bincount(owners[first], minlength=self.size).astype(np.int64)

    def exposure(self) -> Floats:
        """Attributes shared, over how many people share on average (δ): above 1 is more than most show."""
        shared = self.shared()
        return shared / (shared.mean() or 1.0) if len(shared) else np.empty(0)

    def select(self, attributes: tuple[str, ...]) -> Population:
        """The same people with these attributes only, in this order; values that nobody has left are kept."""
        places = [self.attributes.index(attribute) for attribute in attributes]
        values = tuple(self.values[place] for place in places)
        chosen = Pairs(attributes, values)
        new = np.full(self.pair_count, -1, np.int64)
        for number, place in enumerate(places):
            begin, end = self.first_pair[place], self.first_pair[place + 1]
            new[begin:end] = np.arange(end - begin) + chosen.first_pair[number]
        kept = new[self.pairs] >= 0
        owners, pairs = self.owners[kept], new[self.pairs[kept]]
        sites = self.pair_sites[kept] if len(self.pair_sites) else NO_SITES
        return assembled(attributes, values, self.sites, self.people, owners, pairs, sites)


def assembled(
    attributes: tuple[str, ...],
    values: tuple[tuple[str, ...], ...],
    sites: tuple[str, ...],
    people: pa.Array,
    owners: npt.NDArray[np.integer],
    pairs: npt.NDArray[np.integer],
    pair_sites: npt.NDArray[np.integer],
) -> Population:
    """A population from entries in any order; an entry that comes twice is kept once."""
    several = len(sites) > 1
    width = int(sum(len(each) for each in values)) or 1
    key = np.asarray(owners, np.int64) * width + np.asarray(pairs, np.int64)
    if several:
        key = key * len(sites) + np.asarray(pair_sites, np.int64)
    key.sort()
    key = key[np.concatenate([[True], key[1:] != key[:-1]])] if len(key) else key
    kept_sites = (key % len(sites)).astype(np.int16) if several else NO_SITES
    if several:
        key //= len(sites)
    starts = np.concatenate([[0], np.cumsum(np.bincount(key // width, minlength=len(people)))]).astype(np.int64)
    return Population(attributes, values, sites, people, starts, (key % width).astype(np.int32), kept_sites)
