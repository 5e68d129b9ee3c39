"""The census: what was measured of well-known datasets, a row each, and which row a dataset is most like.

Aggregates alone: nothing in it is about a person, or about an item.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from standout.results.base import Document, Part
from standout.results.compare_measures import Loss
from standout.results.estimate import Estimate, interval


class Shape(Part, frozen=True, kw_only=True):
    """What datasets are compared by: sizes that do not hang on what the data is about, and which kinds it has."""

    people: int
    items: int
    interactions: int
    """Persons' items, each once however often they have it."""
    single: float
    """The share of items that one person alone has."""
    values: bool
    days: bool
    repeats: bool
    """Whether people have the same item again and again."""

    @property
    def per_person(self) -> float:
        return self.interactions / max(self.people, 1)

    @property
    def per_item(self) -> float:
        return self.interactions / max(self.items, 1)

    @property
    def density(self) -> float:
        """Of all that people could have, what they have."""
        return self.per_person / max(self.items, 1)


class FoundThere(Part, frozen=True, kw_only=True):
    """How many people one adversary finds by the best attack: told how knowledge comes about, and having learnt it."""

    attack: str
    found: Estimate
    """First and alone."""
    learnt: Estimate | None = None
    """First, ties broken by lot, by who had to learn how knowledge comes about; absent for attacks that never ask."""
    here: tuple[str, ...] = ()
    """What the adversary knows less of here, since the data does not have it."""


class LearnedThere(Part, frozen=True, kw_only=True):
    """What being in the data costs a person: of ten guesses about them, by how many points more are right."""

    adversary: str
    gain: Estimate


class LinkedThere(Part, frozen=True, kw_only=True):
    """How often a person's newer half is found by the older one."""

    by: str
    people: int
    first: Estimate
    blind: float
    named: Estimate | None = None
    """Absent where the best way to link names nobody by its nature."""
    accused: Estimate | None = None
    silent: str | None = None


class InferredThere(Part, frozen=True, kw_only=True):
    """How well an attribute of people is told from what they have."""

    attribute: str
    classes: tuple[str, ...]
    auc: float
    low: float | None = None
    high: float | None = None
    people: int


class BandThere(Part, frozen=True, kw_only=True):
    """A band of the privacy label: the share of people in it, and how many of them the provider's own audit finds."""

    name: str
    share: float
    found: Estimate | None = None
    """By the adversary who finds most."""
    by: dict[str, Estimate] = msgspec.field(default_factory=dict)
    """By each adversary of that audit."""


class CrowdsThere(Part, frozen=True, kw_only=True):
    """What crowds of ten cost, and what they leave to be found."""

    k: int
    found: Estimate | None = None
    """By the worst of the census's adversaries, who knows of them."""
    ceiling: float | None = None
    lost: Loss | None = None
    """Of nDCG@10, for people who are not in the release."""


class Made(Part, frozen=True, kw_only=True):
    """How one part of a row came about."""

    command: str
    """The same by the command line, from where the data is."""
    standout: str
    commit: str
    date: str
    seed: int
    targets: int | None = None
    cpu_seconds: float


class CensusRow(Part, frozen=True, kw_only=True):
    """One dataset. What could not be measured is absent, with the reason under `absent`."""

    key: str
    """The name of its folder."""
    name: str
    about: str
    shape: Shape
    found: dict[str, FoundThere] = msgspec.field(default_factory=dict)
    """By adversary."""
    learned: LearnedThere | None = None
    linked: LinkedThere | None = None
    inferred: InferredThere | None = None
    bands: tuple[BandThere, ...] = ()
    crowds: CrowdsThere | None = None
    absent: dict[str, str] = msgspec.field(default_factory=dict)
    made: dict[str, Made] = msgspec.field(default_factory=dict)
    """By part of the row."""


class Census(Document, frozen=True):
    """All rows: package data, and what `docs/census.md` shows."""

    KIND: ClassVar[str] = "census"
    FILE: ClassVar[str] = "census.json"
    MODE: ClassVar[int] = 0o644

    rows: tuple[CensusRow, ...] = ()


class Nearest(Part, frozen=True, kw_only=True):
    """The row of the census that a dataset is most like, and how far it is from it."""

    key: str
    name: str
    near: bool
    """Whether it is close enough to be called alike."""
    apart: float
    """By which factor the compared sizes differ, on average; a kind that only one of the two has counts as one more
    doubling."""
    factors: dict[str, float]
    """By which factor each compared size is larger here."""
    differs: tuple[str, ...]
    """Of values, days and repeats, what only one of the two has."""
    rows: int
    """How many datasets were compared."""
    people: int
    found: dict[str, Estimate] = msgspec.field(default_factory=dict)
    """What was found there, by adversary; only where it is near."""

    def said(self) -> str:
        """In a sentence: like which dataset, what is compared, and what was found there."""
        sizes = "people, entries a person, entries an item and items of one person"
        if not self.near:
            return (
                f"unlike all {self.rows} datasets of the census: the nearest, {self.name}, differs by a factor of "
                f"{self.apart:.1f} on average in {sizes}{self._unlike()}"
            )
        there = ", ".join(f"{name} finds {interval(found)}" for name, found in self.found.items())
        return (
            f"like {self.name} ({self.people:,} people): {sizes} differ by a factor of {self.apart:.1f} on average"
            f"{self._unlike()}" + (f"; there {there}" if there else "")
        )

    def _unlike(self) -> str:
        return f", and only one of the two has {' and '.join(self.differs)}" if self.differs else ""
