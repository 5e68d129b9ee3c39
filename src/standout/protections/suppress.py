"""Suppressing rare items (Frankowski, section 5.1): what few people have gives them away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from standout.common.arrays import Bools
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.knowledge.changing import in_release, only
from standout.knowledge.draw import Knowledge
from standout.protections.contract import Protected
from standout.protections.person_records import blocks, kept_records
from standout.protections.rowwise import Reshaped, on_all


@dataclass(frozen=True)
class SuppressRare:
    """Takes rare items out."""

    name: ClassVar[str] = "suppress-rare"
    summary: ClassVar[str] = "Takes out all entries of items that fewer than `below` people have."
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("below=10", "below=100")

    below: int = 10

    def __post_init__(self) -> None:
        if self.below < 1:
            raise BadInput(f"suppress-rare: below is {self.below}, but must be at least 1")

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped:  # noqa: ARG002
        records = kept_records(partition.records, _entries_of(partition, ~self._rare(facts)))
        emptied = int(((np.diff(records.starts) == 0) & (partition.lengths > 0)).sum())
        return Reshaped(records, facts.scale, facts.first_day, counted=emptied)

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:
        rare, held_items = int(self._rare(facts).sum()), int((facts.holders > 0).sum())
        note = f"{rare:,} of {held_items:,} items have fewer than {self.below:,} people"
        return (note, f"{counted:,} people have nothing left") if counted else (note,)

    def _rare(self, facts: Facts) -> Bools:
        rare: Bools = (facts.holders < self.below) & (facts.holders > 0)
        return rare

    @property
    def countered_by(self) -> str:
        return "leaves out what it knows about items that no released record has"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:
        return only(knowledge, in_release(knowledge, released))


def _entries_of(partition: Partition, kept: Bools) -> Bools:
    """For each entry whether its item is kept."""
    stays = np.empty(partition.count, bool)
    for block in blocks(partition.count):
        stays[block] = kept[partition.records.items[block]]
    return stays
