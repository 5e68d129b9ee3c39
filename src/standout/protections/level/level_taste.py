"""Taste: what a person would plausibly have, from the strongest factors of who has what.

Entries that do not fit a person's others betray that the record was edited, and thereby which class was edited more; so
what is added must fit. People × items is only ever made in blocks of people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int32s, Int64s
from standout.data.dataset import LocalDataset
from standout.inference.attackers import FACTORS, factors_of
from standout.knowledge.draw import seed_for

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Singles = npt.NDArray[np.float32]

_BLOCK = 1 << 21
"""Numbers in a block of people × items."""

_PER_FACTOR = 8
"""People or items for each factor, at least: with more factors, only what a person has would be plausible."""

_LEAST = 0.001
"""The least chance of an item: even what does not fit at all may be there."""


_LEAST_KEPT = 0.01
"""The least fit of what a person has."""


@dataclass(frozen=True)
class Held:
    """Who has which items while entries are exchanged one for one, so that everyone's number of entries stays."""

    starts: Int64s
    items: Int32s
    holders: Int64s

    @staticmethod
    def of(data: LocalDataset) -> Held:
        """A copy of what people have."""
        records = data.held.records
        return Held(np.array(records.starts, np.int64), np.array(records.items, np.int32), data.holders.copy())

    def copy(self) -> Held:
        return Held(self.starts, self.items.copy(), self.holders.copy())

    @property
    def lengths(self) -> Int64s:
        return np.diff(self.starts)

    @property
    def matrix(self) -> csr_matrix:
        """People × items, 1 where a person has an item."""
        from scipy.sparse import csr_matrix

        shape = len(self.starts) - 1, len(self.holders)
        return csr_matrix((np.ones(len(self.items), np.float32), self.items.copy(), self.starts), shape=shape)

    def differing(self, original: Int32s) -> int:
        """How many entries were added and removed, compared with the original's items."""
        owners, width = np.repeat(np.arange(len(self.lengths)), self.lengths), max(len(self.holders), 1)
        now, before = owners * width + self.items, owners * width + original
        return 2 * (len(original) - int(np.isin(now, before, assume_unique=True).sum()))


@dataclass(frozen=True)
class Taste:
    """Each person's and each item's place among the factors; their product is how well an item fits a person."""

    people: Singles
    items: Singles

    @staticmethod
    def of(held: Held, people: Int64s, seed: int) -> Taste:
        """The taste of everyone, with factors found from these people."""
        matrix = held.matrix
        count = min(FACTORS, min(len(people), matrix.shape[1]) // _PER_FACTOR)
        items = factors_of(matrix[people], count, seed_for(seed, "level", "taste")).astype(np.float32)
        return Taste(np.asarray(matrix @ items, np.float32), items)

    def strongest(self, count: int) -> Taste:
        """Only the strongest factors."""
        return Taste(self.people[:, :count], self.items[:, :count])

    def plausible(self, people: Int64s, items: Int64s | slice = slice(None)) -> Singles:
        """How plausible each of these items is for each of these people, beyond a chance alone (to the power 1.5)."""
        fit: Singles = np.clip(self.people[people] @ self.items[items].T, _LEAST, 1)
        fit *= np.sqrt(fit)
        return fit

    def misfit(self, people: Int64s, items: Int32s) -> Singles:
        """For each pair of a person and an item, how badly they fit: the inverse of the fit's root."""
        fit = np.empty(len(people), np.float32)
        step = max(_BLOCK // self.items.shape[1], 1)
        for begin in range(0, len(people), step):
            some = slice(begin, begin + step)
            fit[some] = np.einsum("nk,nk->n", self.people[people[some]], self.items[items[some]])
        misfits: Singles = (1 / np.sqrt(np.clip(fit, _LEAST_KEPT, 1))).astype(np.float32)
        return misfits


def people_in_blocks(people: Int64s, width: int) -> Iterator[tuple[slice, Int64s]]:
    """These people, so many at once that a block of this width stays small."""
    size = max(_BLOCK // max(width, 1), 16)
    for begin in range(0, len(people), size):
        yield slice(begin, begin + size), people[begin : begin + size]
