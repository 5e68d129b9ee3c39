"""The results of `prepare` and `sample`: what was read or invented, and where it lies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from standout.results.base import Document, Part, Rows
from standout.results.understood import Understood, understood_lines

_MOST_LABELS = 12


class ValuesRead(Part, frozen=True):
    """What the values are."""

    kind: str
    labels: tuple[str, ...]

    def __str__(self) -> str:
        if self.kind == "none":
            return "none"
        few = len(self.labels) <= _MOST_LABELS
        shown = ", ".join(self.labels) if few else f"{self.labels[0]} to {self.labels[-1]} in {len(self.labels)} steps"
        return f"{self.kind}: {shown}"


class DaysRead(Part, frozen=True):
    """The first and the last day, and how many there are from one to the other."""

    first: str
    last: str
    count: int


class PrepareResult(Document, frozen=True):
    """What was read, and the folder that it lies in, ready to be opened at once."""

    KIND: ClassVar[str] = "prepare"
    FILE: ClassVar[str] = "prepare.json"

    prepared: str
    people: int
    items: int
    interactions: int
    values: ValuesRead
    titles: bool
    files: tuple[str, ...]
    sha256: str
    notes: tuple[str, ...]
    days: DaysRead | None = None
    understood: Understood | None = None
    """Which column is what, and what became of rows; absent if that is not known."""

    def lines(self) -> list[str]:
        """What was read, in words."""
        return [
            *understood_lines(self.understood),
            f"people        {self.people:,}",
            f"items         {self.items:,}{' (with titles)' if self.titles else ''}",
            f"interactions  {self.interactions:,}",
            f"values        {self.values}",
            f"days          {f'{self.days.first} to {self.days.last}' if self.days else 'none'}",
            *(f"note          {note}" for note in self.notes),
            f"prepared in   {self.prepared}",
        ]

    def headline(self) -> str:
        """How much was read, and where it lies."""
        return f"{_size(self.people, self.items, self.interactions)}, prepared in {self.prepared}"

    def tables(self) -> Mapping[str, Rows]:
        """`sizes`: a row."""
        return {"sizes": [{"people": self.people, "items": self.items, "interactions": self.interactions}]}


class SampleResult(Document, frozen=True):
    """An invented dataset: its size, its seed, and its files."""

    KIND: ClassVar[str] = "sample"
    FILE: ClassVar[str] = "sample.json"

    people: int
    items: int
    interactions: int
    seed: int
    files: tuple[str, ...]

    def headline(self) -> str:
        """How much was invented."""
        return f"{_size(self.people, self.items, self.interactions)}, invented with seed {self.seed}"

    def tables(self) -> Mapping[str, Rows]:
        """`files`: a row each."""
        return {"files": [{"file": file} for file in self.files]}


def _size(people: int, items: int, interactions: int) -> str:
    return f"{people:,} people, {items:,} items and {interactions:,} interactions"
