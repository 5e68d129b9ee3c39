"""Trimming long records: who has much has much that gives them away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from standout.attacks.contract import Attack
from standout.data.attributes import Attribute
from standout.data.model import Interactions
from standout.errors import BadInput
from standout.knowledge.changing import in_release, only
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.contract import Protected
from standout.protections.person_records import kept_records, people_blocks
from standout.protections.rowwise import Reshaped, chances, on_all
from standout.protections.swap import SHARPER


@dataclass(frozen=True)
class Trim:
    """Keep at most `keep` entries a person: the `rarest` items go first (ties at random), or `random` ones."""

    name: ClassVar[str] = "trim"
    needs_attribute: ClassVar[bool] = False

    keep: int = 100
    which: str = "rarest"

    def __post_init__(self) -> None:
        if self.keep < 1:
            raise BadInput(f"trim: keep is {self.keep}, but must be at least 1")
        if self.which not in ("rarest", "random"):
            raise BadInput(f"trim: which is '{self.which}', but must be rarest or random")

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, data: Interactions, seed: int) -> Reshaped:
        key, starts = seed_for(seed, "trim"), data.records.starts
        kept = np.ones(data.count, bool)
        for first, last in people_blocks(starts):
            begin, end = int(starts[first]), int(starts[last])
            chance = chances(data, key, first, last)
            lengths = np.diff(starts[first : last + 1])
            owners = np.repeat(np.arange(last - first), lengths)
            rarity = data.holders[data.records.items[begin:end]] if self.which == "rarest" else chance
            order = np.lexsort((chance, rarity, owners))
            # within a person, the first to go come first: all but the last `keep` of them
            left = np.repeat(starts[first + 1 : last + 1] - begin, lengths) - np.arange(end - begin)
            kept[begin + order] = left <= self.keep
        longer = int((data.lengths > self.keep).sum())
        return Reshaped(kept_records(data.records, kept), data.scale, data.first_day, counted=longer)

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:
        return (f"{counted:,} of {data.facts.people:,} people have more than {self.keep:,} entries",)

    @property
    def countered_by(self) -> str:
        if self.which == "random":
            return "lets Scoreboard-RH ask for closer matches, as some known items will be missing whoever it is"
        return "leaves out what it knows about items that no released record has any longer"

    def counter(self, knowledge: Knowledge, released: Interactions) -> Knowledge:
        return replace(knowledge) if self.which == "random" else only(knowledge, in_release(knowledge, released))

    def counter_attacks(self, released: Interactions) -> tuple[Attack, ...]:  # noqa: ARG002
        return (SHARPER,) if self.which == "random" else ()
