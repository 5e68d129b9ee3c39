"""What stands on paper: a title, and blocks one after another; how they look is the printer's business.

A paper is text and tables alone, and pictures of ours: the same paper always gives the same pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from standout.report.drawing.figure import Figure, Missing, Same, Table

PICTURE_WIDTH = 100.0
"""Millimetres: charts are drawn for a phone’s width, and print well at that."""
_MOST_COLUMNS = 9
_LETTERS, _LINE, _WORDS = 105, 4.6, 12.0
"""About how many letters a line has, how high it is, and what a heading takes."""

Tone = Literal["plain", "good", "bad"]


@dataclass(frozen=True)
class Heading:
    """The title of a section (level 1) or of a part of it (level 2)."""

    text: str
    level: Literal[1, 2] = 1
    room: float = 0.0
    """Millimetres that what follows needs on the same page, where it belongs together."""


@dataclass(frozen=True)
class Words:
    """A paragraph; what is `quiet` is smaller and greyer, what is `code` is in type of one width."""

    text: str
    quiet: bool = False
    code: bool = False


@dataclass(frozen=True)
class Facts:
    """Names at the left, what is to be said of them at the right."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Listing:
    """Points, one below the other."""

    items: Sequence[str]


@dataclass(frozen=True)
class Callout:
    """What everybody should read: in a box, with a line below."""

    text: str
    under: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True)
class Grid:
    """A table; `widths` are shares of the width, one for each column, and found out where they are not given."""

    table: Table
    widths: Sequence[float] | None = None

    @property
    def turned(self) -> bool:
        """Whether it is so wide that it lies on pages of its own, which are turned; its caption goes with it."""
        return len(self.table.head) > _MOST_COLUMNS


@dataclass(frozen=True)
class Picture:
    """A chart as SVG of ours, with what it says."""

    svg: str
    alt: str

    @property
    def height(self) -> float:
        """Millimetres, as wide as charts are printed."""
        found = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', self.svg)
        return PICTURE_WIDTH * (float(found[2]) / float(found[1]) if found else 0.6)


Block = Heading | Words | Facts | Listing | Callout | Grid | Picture


@dataclass(frozen=True)
class Paper:
    """A document to be printed."""

    title: str
    eyebrow: str
    """What kind of document it is, above the title."""
    running: str
    """What stands at the top of every page."""
    foot: str
    """What stands at the bottom of every page, beside its number."""
    made: date
    """The day that the file says it was made on."""
    blocks: Sequence[Block] = field(default_factory=tuple)
    subject: str = ""


def figure_blocks(block: Figure | Missing | Same | Table) -> list[Block]:
    """What a report shows, on paper: the chart with its words, why there is none, what never varies, or the table."""
    if isinstance(block, Table):
        grid = Grid(block)
        return [grid] if grid.turned else [Heading(block.caption, 2), grid]
    if isinstance(block, Missing):
        return [Heading(block.title, 2), Words(f"Not shown: {block.reason}", quiet=True)]
    if isinstance(block, Same):
        said = " ".join(f"{title}: {says}" for title, says in block.says)
        return [Words(f"The same throughout, so not drawn. {said}")]
    drawn = Picture(str(block.svg.__html__()), block.says)
    words = len(block.says) / _LETTERS + len(block.reading) / _LETTERS
    room = _WORDS + _LINE * (2 + words) + drawn.height
    return [Heading(block.title, 2, room), Words(block.says), Words(block.reading, quiet=True), drawn]
