"""Whether ids mean the same people in data and release: a figure by id says nothing where they were given anew.

Numbers that were dealt out again look like the old ones: nobody would be found under their own id, although every
record is there, whole, under another. So some people's records are looked for by likeness alone. Where a released
record is far more like a person's than anybody else's in the data is (more than half of the way to being the same),
it was made from theirs; and then it should stand under their id.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.data.partition import Partition
from standout.data.vocabulary import positions
from standout.knowledge.draw import seed_for

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

PEOPLE = 300
"""How many people's records are looked for."""

FEWEST = 10
"""Fewer records under other ids than this say nothing."""

GIVEN_ANEW = "ids were given anew, so figures by id say nothing"

_AT_ONCE = 32
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Places:
    """Of so many people, how many have their record under their own id, and how many under another."""

    people: int
    own: int
    other: int

    @property
    def given_anew(self) -> bool:
        """Whether ids are other people's, as far as records can be told apart at all."""
        return self.other >= FEWEST and self.other > 2 * self.own

    @property
    def whole(self) -> bool:
        """Whether most records stand there as they were, so that nothing can have dealt them anew."""
        return 2 * self.other > self.people and self.other >= FEWEST

    def said(self) -> str:
        """What was seen, and what it means."""
        return (
            f"of {self.people:,} people, the records of {self.other:,} stand in the released data under another id, "
            f"and of {self.own:,} under their own: {GIVEN_ANEW}"
        )


def places_of_records(data: AnyDataset, released: AnyDataset, seed: int) -> Places | None:
    """Where the records of some people, drawn by lot, stand in the release; none if records are not at hand."""
    if not isinstance(data.held, Partition) or not isinstance(released.held, Partition):
        return None
    chosen = np.random.default_rng(seed_for(seed, "places")).permutation(data.people)[:PEOPLE]
    before, after = _table(data, data), _table(released, data)
    homes = positions(data.vocabulary.people, released.vocabulary.people)
    own = other = 0
    for begin in range(0, len(chosen), _AT_ONCE):
        people = chosen[begin : begin + _AT_ONCE]
        twin, _ = _nearest(before, people, before, people)
        elsewhere, at_home = _nearest(before, people, after, homes[people])
        own += int(((at_home > twin + _ROUNDING) & (at_home >= elsewhere - _ROUNDING)).sum())
        other += int((elsewhere > np.maximum((1 + twin) / 2, at_home) + _ROUNDING).sum())
    return Places(len(chosen), own, other)


def _table(held: AnyDataset, like: AnyDataset) -> csr_matrix:
    """Who has what, in the item codes of `like`, each row of length 1; items that are not there only lengthen it."""
    from scipy.sparse import csr_matrix, diags

    assert isinstance(held.held, Partition)
    records = held.held.records
    shape = (held.people, held.items)
    table = csr_matrix((np.ones(len(records.items), np.float32), records.items, records.starts), shape=shape)
    table.sum_duplicates()
    table.data[:] = 1
    sizes = np.maximum(np.diff(table.indptr), 1)
    if held is not like:
        codes = positions(held.vocabulary.items, like.vocabulary.items)
        known = np.flatnonzero(codes >= 0)
        ones = np.ones(len(known), np.float32)
        table = table @ csr_matrix((ones, (known, codes[known])), shape=(held.items, like.items))
    return csr_matrix(diags(1 / np.sqrt(sizes)) @ table)


def _nearest(before: csr_matrix, people: Int64s, among: csr_matrix, homes: Int64s) -> tuple[Floats, Floats]:
    """How alike the likest record is that does not stand at home, and the one that does (0 where none does)."""
    alike = np.asarray((before[people] @ among.T).todense(), dtype=np.float64)
    rows = np.flatnonzero(homes >= 0)
    at_home = np.zeros(len(people))
    at_home[rows] = alike[rows, homes[rows]]
    alike[rows, homes[rows]] = 0.0
    return alike.max(axis=1, initial=0.0), at_home
