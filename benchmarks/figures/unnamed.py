"""Tables of measured figures that neither quote a record nor name a command: a heuristic, to find what could go stale.

A table is one of results if at least a third of its rows have a percentage or a decimal share in a cell of its own. It
is accounted for if a mark stands in it, or the section it is in names a command: text in code that begins with
`standout`, `python -m` or `make`. A page that is made by a command says so at its top.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures.quoting import MARK

_FIGURE = re.compile(r"^[*~]*(over |under |about )?[−-]?\d+(\.\d+)?%|^[*]*[01]\.\d{2,}\b|→ \**[\d.]+%")
_COMMAND = re.compile(r"`(?:STANDOUT_DATA=\S+ )?(?:standout|python -m|make) [^`]+`|^(?:standout|python -m|make) ", re.M)
_MADE = re.compile(
    r"<!-- made by (?:python -m|standout) |Made by `|Every figure below comes from |^`python -m benchmarks", re.M
)
_HEADING = re.compile(r"^#{1,6} ", re.M)
_MOST_WORDS = 0.34


@dataclass(frozen=True)
class Unnamed:
    """A table whose figures nobody can make again from what the page says."""

    page: Path
    line: int
    heading: str

    def __str__(self) -> str:
        return f"{self.page.name}, line {self.line} ({self.heading})"


def unnamed(page: Path) -> Iterator[Unnamed]:
    """The tables of results on a page that say nothing of how they came about."""
    text = page.read_text(encoding="utf-8")
    if _MADE.search(text[: text.find("\n## ") if "\n## " in text else 2_000]):
        return
    for heading, start, section in _sections(text):
        if _COMMAND.search(section):
            continue
        for place, table in _tables(section):
            if _of_results(table) and not MARK.search(table):
                yield Unnamed(page, text.count("\n", 0, start + place) + 1, heading)


def _sections(text: str) -> Iterator[tuple[str, int, str]]:
    starts = [0, *(found.start() for found in _HEADING.finditer(text)), len(text)]
    for begin, end in itertools.pairwise(starts):
        section = text[begin:end]
        yield section.partition("\n")[0].lstrip("# "), begin, section


def _tables(section: str) -> Iterator[tuple[int, str]]:
    for found in re.finditer(r"(?:^\|.*\n?)+", section, re.M):
        yield found.start(), found[0]


def _of_results(table: str) -> bool:
    rows = [line for line in table.splitlines()[2:] if line.startswith("|")]
    with_figures = sum(any(_FIGURE.search(cell.strip()) for cell in row.strip("|").split("|")[1:]) for row in rows)
    return bool(rows) and with_figures >= _MOST_WORDS * len(rows)
