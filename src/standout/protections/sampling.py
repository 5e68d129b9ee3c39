"""Releasing a part of the people (Narayanan, section 3: a release is often a sample)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np

from standout.data.attributes import Attribute
from standout.data.model import Int64s, Interactions
from standout.errors import BadInput
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.contract import Protected
from standout.protections.person_records import records_of
from standout.protections.rowwise import Reshaped, on_all


@dataclass(frozen=True)
class Sample:
    """Release the records of a share of the people, drawn at random, and nothing of the others."""

    name: ClassVar[str] = "sample"
    needs_attribute: ClassVar[bool] = False

    people: float = 0.1

    def __post_init__(self) -> None:
        if not 0 < self.people <= 1:
            raise BadInput(f"sample: people is {self.people}, but must be a share above 0 and up to 1")

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, data: Interactions, seed: int) -> Reshaped:
        released = _drawn(data.facts.people, self._count(data), seed_for(seed, "sample"))
        begin, end = np.searchsorted(released, (data.first_person, data.first_person + data.people)).tolist()
        left = released[begin:end] - data.first_person
        records = records_of(data.records, left)
        return Reshaped(records, data.scale, data.first_day, left=left, first_person=begin)

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        return (f"{self._count(data):,} of {data.facts.people:,} people are released",)

    def _count(self, data: Interactions) -> int:
        return min(max(round(self.people * data.facts.people), 1), data.facts.people)

    @property
    def countered_by(self) -> str:
        return "can do nothing more: who is released is as easy to find, who is not cannot be found"

    def counter(self, knowledge: Knowledge, released: Interactions) -> Knowledge:  # noqa: ARG002
        return replace(knowledge)


@lru_cache(maxsize=1)
def _drawn(people: int, count: int, seed: int) -> Int64s:
    """So many of the people, drawn at random, ascending; the parts of one dataset ask for the same ones."""
    found: Int64s = np.sort(np.random.default_rng(seed).permutation(people)[:count])
    found.setflags(write=False)
    return found
