"""Who is in a crowd: people counted in a population, not taken from the file of personas."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from standout.common.arrays import Int64s
from standout.profiles.people.population import Population
from standout.results.personas import Words


@dataclass(frozen=True, eq=False)
class Crowds:
    """Counts people in a population, except the one who asks."""

    population: Population
    person: int | None

    @cached_property
    def _postings(self) -> tuple[Int64s, Int64s]:
        """The people of each pair: those of pair p are `people[ends[p]:ends[p + 1]]`."""
        whole = self.population.merged()
        order = np.argsort(whole.pairs, kind="stable")
        return whole.owners[order], np.searchsorted(whole.pairs[order], np.arange(whole.pair_count + 1))

    def sharing(self, pairs: list[int | None]) -> Int64s:
        """Everybody else who shares all of these pairs (none of them: a pair that nobody has)."""
        people, ends = self._postings
        sharing: Int64s | None = None
        for pair in pairs:
            holders = people[:0] if pair is None else people[ends[pair] : ends[pair + 1]]
            sharing = holders if sharing is None else np.intersect1d(sharing, holders, assume_unique=True)
        sharing = np.arange(self.population.size) if sharing is None else sharing
        return sharing if self.person is None else sharing[sharing != self.person]

    def exactly(self, sharing: Int64s, size: int, know: frozenset[str]) -> int:
        """How many of these show nothing beside so many pairs, what is known from the start left aside."""
        whole = self.population.merged()
        counted = np.array([name not in know for name in whole.attributes], np.int64)
        sums = np.concatenate(([0], np.cumsum(counted[whole.pair_attribute[whole.pairs]])))
        return int((sums[whole.starts[sharing + 1]] - sums[whole.starts[sharing]] == size).sum())

    def of(self, words: Words) -> Int64s:
        """Everybody else who shares all of these."""
        return self.sharing([self.population.pair_id(name, value) for name, own in words.items() for value in own])
