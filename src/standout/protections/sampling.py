"""Releasing a part of the people (Narayanan, section 3: a release is often a sample)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from standout.errors import BadInput
from standout.interactions.attributes import Attribute
from standout.interactions.model import Interactions
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.contract import Protected
from standout.protections.records import only_people


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
        count = min(max(round(self.people * data.people), 1), data.people)
        order = np.random.default_rng(seed_for(seed, "sample")).permutation(data.people)
        released = only_people(data, np.sort(order[:count]))
        return Protected(released, (f"{count:,} of {data.people:,} people are released",))

    @property
    def countered_by(self) -> str:
        return "can do nothing more: who is released is as easy to find, who is not cannot be found"

    def counter(self, knowledge: Knowledge, released: Interactions) -> Knowledge:  # noqa: ARG002
        return replace(knowledge)
