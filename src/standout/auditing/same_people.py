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

from standout.common.arrays import Int32s, Int64s
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.data.vocabulary import positions
from standout.engines.merging import Arrays, largest
from standout.engines.whole_records import records_of
from standout.knowledge.draw import seed_for

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

PEOPLE = 300
"""How many people's records are looked for."""

FEWEST = 10
"""Fewer records under other ids than this say nothing."""

GIVEN_ANEW = "ids were given anew, so figures by id say nothing"

_AT_ONCE = 20_000
"""So many records are compared at once: the whole release would take as much memory again."""

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


def places_of_records(data: AnyDataset, released: AnyDataset, seed: int) -> Places:
    """Where the records of some people, drawn by lot, stand in the release; wherever records are."""
    chosen = np.sort(np.random.default_rng(seed_for(seed, "places")).permutation(data.people)[:PEOPLE])
    homes = positions(data.vocabulary.people, released.vocabulary.people)[chosen]
    codes, own_codes = positions(released.vocabulary.items, data.vocabulary.items), np.arange(data.items)
    whole = records_of(data, chosen)
    known = _table(whole.starts, whole.items, np.arange(len(chosen)), own_codes)
    among = data.engine.map(data, _nearest_in, known, own_codes, chosen, merge=largest)
    found = released.engine.map(released, _nearest_in, known, codes, homes, merge=largest)
    twin, elsewhere, at_home = among["best"], found["best"], found["at_home"]
    own = (at_home > twin + _ROUNDING) & (at_home >= elsewhere - _ROUNDING)
    other = elsewhere > np.maximum((1 + twin) / 2, at_home) + _ROUNDING
    return Places(len(chosen), int(own.sum()), int(other.sum()))


def _table(starts: Int64s, held: Int32s, people: Int64s, codes: Int64s) -> csr_matrix:
    """What these people have, each row of length 1; items without a code (-1) only count in the length."""
    from scipy.sparse import csr_matrix, diags

    sizes = starts[people + 1] - starts[people]
    ends = np.cumsum(sizes)
    entries = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts[people] - ends + sizes, sizes)
    rows, items = np.repeat(np.arange(len(people)), sizes), held[entries]
    shape = (len(people), len(codes))
    table = csr_matrix((np.ones(len(items)), (rows, items)), shape=shape)  # repeats are summed up
    table.data[:] = 1
    lengths = np.maximum(np.diff(table.indptr), 1)
    coded = np.flatnonzero(codes >= 0)
    width = int(codes.max(initial=-1)) + 1
    moved = csr_matrix((np.ones(len(coded)), (coded, codes[coded])), shape=(len(codes), width))
    return csr_matrix(diags(1 / np.sqrt(lengths)) @ table @ moved)


def _nearest_in(partition: Partition, facts: Facts, known: csr_matrix, codes: Int64s, homes: Int64s) -> Arrays:  # noqa: ARG001
    """How alike the likest record is that does not stand at home, and the one that does (0 where none does)."""
    records, places = partition.records, partition.places(homes)
    best, at_home = np.zeros(len(homes)), np.zeros(len(homes))
    for begin in range(0, partition.size, _AT_ONCE):
        some = np.arange(begin, min(begin + _AT_ONCE, partition.size))
        table = _table(records.starts, records.items, some, codes)
        alike = (known[:, : table.shape[1]] @ table.T).toarray()
        rows = np.flatnonzero((places >= begin) & (places <= some[-1]))
        at_home[rows] = alike[rows, places[rows] - begin]
        alike[rows, places[rows] - begin] = 0.0
        best = np.maximum(best, alike.max(axis=1, initial=0.0))
    return {"best": best, "at_home": at_home}
