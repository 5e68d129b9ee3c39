"""Releasing a part of the people (Narayanan, section 3: a release is often a sample)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np

from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.contract import Protected
from standout.protections.person_records import records_of
from standout.protections.rowwise import Reshaped, on_all


@dataclass(frozen=True)
class Sample:
    """Releases a part of the people."""

    name: ClassVar[str] = "sample"
    summary: ClassVar[str] = (
        "Releases the records of a share of the people, drawn at random, and nothing of the others."
    )
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("people=0.5", "people=0.1")
    by_absence: ClassVar[bool] = True

    people: float = 0.1

    def __post_init__(self) -> None:
        if not 0 < self.people <= 1:
            raise BadInput(f"sample: people is {self.people}, but must be a share above 0 and up to 1")

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def ceiling_of(self, facts: Facts) -> float:
        """Who is not released cannot be found, and who is released is drawn by lot."""
        return self._count(facts) / max(facts.people, 1)

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped:
        released = _drawn(facts.people, self._count(facts), seed_for(seed, "sample"))
        begin, end = np.searchsorted(
            released, (partition.first_person, partition.first_person + partition.size)
        ).tolist()
        left = released[begin:end] - partition.first_person
        records = records_of(partition.records, left)
        return Reshaped(records, facts.scale, facts.first_day, left=left, first_person=begin)

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        return (f"{self._count(facts):,} of {facts.people:,} people are released",)

    def _count(self, facts: Facts) -> int:
        return min(max(round(self.people * facts.people), 1), facts.people)

    @property
    def countered_by(self) -> str:
        return "can do nothing more: who is released is as easy to find, who is not cannot be found"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:  # noqa: ARG002
        return replace(knowledge)


@lru_cache(maxsize=1)
def _drawn(people: int, count: int, seed: int) -> Int64s:
    """So many of the people, drawn at random, ascending; the partitions of one dataset ask for the same ones."""
    chosen: Int64s = np.sort(np.random.default_rng(seed).permutation(people)[:count])
    chosen.setflags(write=False)
    return chosen
