"""What stands for which line or part, above a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from standout.report.drawing.letters import shortened, width_of
from standout.report.drawing.marks import mark
from standout.report.drawing.svg import straight, text
from standout.report.drawing.theme import WIDTH

ROW = 19
_AREA = 90
_LONGEST = 150
_BEFORE, _PIECE, _BETWEEN, _EDGE = 17, 24, 14, 6
"""Room for a mark, for a piece of line, between two columns, and at the edges of the chart."""


@dataclass(frozen=True)
class Entry:
    """A name with its mark; with a dash, a piece of line stands for it."""

    label: str
    colour: str
    shape: str = "square"
    dash: Sequence[float] | None = None

    @property
    def before(self) -> float:
        return _BEFORE if self.dash is None else _PIECE

    @property
    def width(self) -> float:
        return self.before + min(width_of(self.label), _LONGEST)


@dataclass(frozen=True)
class Legend:
    """Entries in columns."""

    entries: Sequence[Entry] = ()
    columns: int = 2

    @property
    def height(self) -> float:
        return ROW * ceil(len(self.entries) / self._fitting()[0])

    def drawn(self, left: float, top: float) -> list[Markup]:
        """The entries row by row, from this place on, or from further left where there is no room otherwise."""
        columns, widths = self._fitting()
        begin = max(_EDGE, min(left, WIDTH - _EDGE - sum(widths) - _BETWEEN * (len(widths) - 1)))
        parts = []
        for place, entry in enumerate(self.entries):
            row, column = divmod(place, columns)
            x = begin + sum(widths[:column]) + _BETWEEN * column
            parts += _entry(entry, x, top + (row + 0.5) * ROW)
        return parts

    def _fitting(self) -> tuple[int, list[float]]:
        """How many columns there is room for, and how wide they are."""
        for columns in range(max(min(self.columns, len(self.entries)), 1), 0, -1):
            widths = (
                [max(entry.width for entry in self.entries[at::columns]) for at in range(columns)]
                if self.entries
                else [0.0]
            )
            if sum(widths) + _BETWEEN * (columns - 1) <= WIDTH - 2 * _EDGE:
                break
        return columns, widths


def _entry(entry: Entry, x: float, y: float) -> list[Markup]:
    words = text(x + entry.before, y, shortened(entry.label, _LONGEST))
    if entry.dash is None:
        return [mark(entry.shape, (x + 6, y), _AREA, entry.colour), words]
    return [straight((x, y), (x + _PIECE - 6, y), entry.colour, width=3, dash=entry.dash), words]
