"""The result of `--check`: what is wrong with data, and what would be understood of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from standout.results.base import Document, Part, Rows
from standout.results.understood import Understood, understood_lines


class SizesRead(Part, frozen=True):
    """How much would be read."""

    people: int
    items: int
    interactions: int


class CheckedSource(Part, frozen=True):
    """One file or folder: whether it would be read as it is, and what would come of it without what is wrong."""

    data: str
    readable: bool
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    read: SizesRead | None = None
    understood: Understood | None = None

    def lines(self) -> list[str]:
        """All of it in words."""
        verdict = "can be read" if self.readable else "cannot be read as it is"
        lines = [f"{self.data}: {verdict}", *(f"problem       {problem}" for problem in self.problems)]
        if self.read is not None and not self.readable:
            lines.append("without what is wrong, it would be read so:")
        return [*lines, *understood_lines(self.understood), *(f"note          {note}" for note in self.notes)]


class DataCheck(Document, frozen=True):
    """What is wrong with the data that a command would read, and what would be understood of it."""

    KIND: ClassVar[str] = "data-check"
    FILE: ClassVar[str] = "data-check.json"

    readable: bool
    sources: tuple[CheckedSource, ...]

    def lines(self) -> list[str]:
        """All of it in words."""
        return [line for source in self.sources for line in source.lines()]

    def headline(self) -> str:
        """Whether everything can be read, and how much is wrong."""
        problems = sum(len(source.problems) for source in self.sources)
        return "can be read" if self.readable else f"cannot be read as it is: {problems:,} problems"

    def tables(self) -> Mapping[str, Rows]:
        """`problems`: a row each."""
        return {
            "problems": [
                {"data": source.data, "problem": problem} for source in self.sources for problem in source.problems
            ]
        }
