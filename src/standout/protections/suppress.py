"""Suppressing rare items (Frankowski, section 5.1): what few people have gives them away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from standout.data.attributes import Attribute
from standout.data.model import Interactions
from standout.errors import BadInput
from standout.knowledge.changing import in_release, only
from standout.knowledge.draw import Knowledge
from standout.protections.contract import Protected
from standout.protections.person_records import Bools, blocks, kept_records
from standout.protections.rowwise import Reshaped, on_all


@dataclass(frozen=True)
class SuppressRare:
    """Take out all entries of items that fewer than `below` people have."""

    name: ClassVar[str] = "suppress-rare"
    needs_attribute: ClassVar[bool] = False

    below: int = 10

    def __post_init__(self) -> None:
        if self.below < 1:
            raise BadInput(f"suppress-rare: below is {self.below}, but must be at least 1")

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, data: Interactions, seed: int) -> Reshaped:  # noqa: ARG002
        records = kept_records(data.records, _held(data, ~self._rare(data)))
        emptied = int(((np.diff(records.starts) == 0) & (data.lengths > 0)).sum())
        return Reshaped(records, data.scale, data.first_day, counted=emptied)

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:
        rare, there = int(self._rare(data).sum()), int((data.holders > 0).sum())
        note = f"{rare:,} of {there:,} items have fewer than {self.below:,} people"
        return (note, f"{counted:,} people have nothing left") if counted else (note,)

    def _rare(self, data: Interactions) -> Bools:
        found: Bools = (data.holders < self.below) & (data.holders > 0)
        return found

    @property
    def countered_by(self) -> str:
        return "leaves out what it knows about items that no released record has"

    def counter(self, knowledge: Knowledge, released: Interactions) -> Knowledge:
        return only(knowledge, in_release(knowledge, released))


def _held(data: Interactions, kept: Bools) -> Bools:
    """For each entry whether its item is kept."""
    found = np.empty(data.count, bool)
    for part in blocks(data.count):
        found[part] = kept[data.records.items[part]]
    return found
