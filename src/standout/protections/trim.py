"""Trimming long records: who has much has much that gives them away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.attributes import Attribute
from standout.data.counting import people_blocks
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.knowledge.changing import in_release, only
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.contract import Protected
from standout.protections.person_records import kept_records
from standout.protections.rowwise import Reshaped, chances, on_all
from standout.protections.swap import SHARPER


@dataclass(frozen=True)
class Trim:
    """Keeps a part of each record."""

    name: ClassVar[str] = "trim"
    summary: ClassVar[str] = (
        "Keeps at most `keep` entries a person: the `rarest` items go first (ties at random), or `random` ones."
    )
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("keep=100", "keep=20")

    keep: int = 100
    which: str = "rarest"

    def __post_init__(self) -> None:
        if self.keep < 1:
            raise BadInput(f"trim: keep is {self.keep}, but must be at least 1")
        if self.which not in ("rarest", "random"):
            raise BadInput(f"trim: which is '{self.which}', but must be rarest or random")

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped:
        key, starts = seed_for(seed, "trim"), partition.records.starts
        kept = np.ones(partition.count, bool)
        for first, last in people_blocks(starts):
            begin, end = int(starts[first]), int(starts[last])
            lengths = np.diff(starts[first : last + 1])
            owners = np.repeat(np.arange(last - first), lengths)
            ranks = np.zeros(end - begin, np.int64)  # who goes first: by how many have the item, then by lot
            if self.which == "rarest":
                ranks = facts.holders[partition.records.items[begin:end]]
            lots = chances(partition, key, first, last)
            kept[begin:end] = last_of_each(owners, lengths, ranks, lots, self.keep)
        longer = int((partition.lengths > self.keep).sum())
        return Reshaped(kept_records(partition.records, kept), facts.scale, facts.first_day, counted=longer)

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:
        return (f"{counted:,} of {facts.people:,} people have more than {self.keep:,} entries",)

    @property
    def countered_by(self) -> str:
        if self.which == "random":
            return "lets Scoreboard-RH ask for closer matches, as some known items will be missing whoever it is"
        return "leaves out what it knows about items that no released record has any longer"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:
        return replace(knowledge) if self.which == "random" else only(knowledge, in_release(knowledge, released))

    def counter_attacks(self, released: LocalDataset) -> tuple[Attack, ...]:  # noqa: ARG002
        return (SHARPER,) if self.which == "random" else ()


def last_of_each(owners: Int64s, lengths: Int64s, ranks: Int64s, lots: Floats, keep: int) -> Bools:
    """Which entries are the last `keep` of their owner's, by rank, of equal ranks by lot, of equal lots by place.

    Owners ascend from 0, with so many entries each. Only entries level with an owner's first kept one draw lots: most
    need no sorting by them.
    """
    width = int(ranks.max(initial=0)) + 1
    places = owners * width + ranks
    ends, bars = np.cumsum(lengths), np.full(len(lengths), -1, np.int64)
    longer = lengths > keep
    bars[longer] = np.sort(places)[ends[longer] - keep]
    kept = places > bars[owners]
    level = np.flatnonzero(places == bars[owners])
    room = keep - np.bincount(owners[kept], minlength=len(lengths))
    order = level[np.lexsort((lots[level], owners[level]))]
    last = np.cumsum(np.bincount(owners[level], minlength=len(lengths)))
    kept[order[last[owners[order]] - np.arange(len(order)) <= room[owners[order]]]] = True
    return kept
