"""Splitting records: what a person has stands in fragments under separate pseudonyms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.model import Records
from standout.data.needs import NOTHING, Needs
from standout.io.writing.new_ids import first_free
from standout.knowledge.draw import ANY_LENGTH, Knowledge, seed_for
from standout.protections.checks import check_at_least
from standout.protections.contract import Protected
from standout.protections.person_records import with_records


@dataclass(frozen=True)
class Split:
    """Cuts each record into fragments of about `size` entries, drawn at random, each under a pseudonym of its own.

    Every entry stays as it is; nobody is told which fragments belong together. Fragments of one person are of equal
    size, to within one entry. The order of the new people is drawn by lot.
    """

    name: ClassVar[str] = "split"
    summary: ClassVar[str] = (
        "Cuts each record into random fragments of at most `size` entries, each under a pseudonym of its own."
    )
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("size=20",)
    new_people: ClassVar[bool] = True

    size: int = 20

    def __post_init__(self) -> None:
        check_at_least(self.name, "size", self.size, 1)

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        records, dice = data.held.records, np.random.default_rng(seed_for(seed, "split"))
        pieces = np.maximum(-(-np.diff(records.starts) // self.size), 1)
        origins = np.repeat(np.arange(data.people), pieces)
        fragments = self._fragments(records, pieces, dice)
        places = dice.permutation(len(origins))  # where each fragment stands: by lot
        owners = places[fragments]
        order = np.lexsort((np.arange(len(owners)), owners))
        starts = np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=len(origins))))).astype(np.int64)
        values, days = (part[order] if len(part) else part for part in map(np.asarray, (records.values, records.days)))
        first = first_free(data.vocabulary.everybody(), len(origins))
        ids = pc.cast(pa.array(np.arange(first, first + len(origins))), pa.large_string())
        made = with_records(
            data,
            Records(starts, np.asarray(records.items)[order], values, days),
            vocabulary=replace(data.vocabulary, people=ids),
        )
        of_places = np.empty(len(origins), np.int64)
        of_places[places] = origins
        cut = int((pieces > 1).sum())
        note = f"{data.people:,} records became {len(origins):,} fragments; {cut:,} records are in several"
        return Protected(made, (note,), origins=of_places)

    def _fragments(self, records: Records, pieces: Int64s, dice: np.random.Generator) -> Int64s:
        """The fragment of each entry, counted over everybody: a person's entries dealt in turn, in random order."""
        people = np.repeat(np.arange(len(pieces)), np.diff(records.starts))
        shuffled = np.lexsort((dice.random(len(people)), people))
        turns = np.empty(len(people), np.int64)
        turns[shuffled] = np.arange(len(people)) - records.starts[people]
        return (np.cumsum(pieces) - pieces)[people] + turns % pieces[people]

    @property
    def countered_by(self) -> str:
        return "forgets how long records are, and looks among the best fragments for those that belong together"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:  # noqa: ARG002
        anything = np.zeros_like(knowledge.shortest)
        return replace(knowledge, shortest=anything, longest=np.full_like(knowledge.longest, ANY_LENGTH))
