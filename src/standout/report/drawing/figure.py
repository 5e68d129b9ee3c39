"""What a report shows of one thing: a chart with the figures behind it, a table alone, or why there is neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup

from standout.report.csv_tables import csv_text
from standout.report.words import whole_brackets

if TYPE_CHECKING:
    from standout.report.drawing.frontier_chart import FrontierChart
    from standout.report.drawing.theme import Drawing


@dataclass(frozen=True)
class Table:
    """The figures behind a chart, ready to read; all columns but the first few are numbers."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1
    """How many columns from the left hold words."""
    sorted_by: int | None = None
    """The column by which rows are sorted, largest first; none where their order is one of its own."""

    def unbroken(self, cell: str) -> Markup:
        """A cell for the page: where there is little room, a line ends before an interval and not within it."""
        return whole_brackets(cell)

    @property
    def csv_link(self) -> str:
        """The table as CSV in an address of its own: it can be saved from the page, which stays one file."""
        return f"data:text/csv;charset=utf-8,{quote(csv_text(self.head, self.rows))}"

    @property
    def csv_name(self) -> str:
        """What the saved file is called."""
        return f"{'-'.join(re.findall('[a-z0-9]+', self.caption.lower()))[:60] or 'table'}.csv"


@dataclass(frozen=True)
class Figure:
    """A chart with everything that goes with it."""

    name: str
    title: str
    says: str
    """What the chart shows here, in a sentence."""
    reading: str
    """How to read it."""
    svg: Drawing | FrontierChart
    table: Table


@dataclass(frozen=True)
class Same:
    """Figures in which everything says the same: a sentence each instead of a chart."""

    name: str
    says: Sequence[tuple[str, str]]
    """The title of each, and what it says."""
    tables: Sequence[Table]

    @property
    def title(self) -> str:
        return " · ".join(title for title, _ in self.says)


@dataclass(frozen=True)
class Missing:
    """A figure that could not be made, and why."""

    name: str
    title: str
    reason: str
