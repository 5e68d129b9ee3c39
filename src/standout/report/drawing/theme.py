"""The look of every chart: one width, one type size, colours that the page's style fills in.

430 units wide with type of 13.5: at 358 pixels, a phone's text width, that is still more than 11 pixels tall;
on a desk a chart stands beside its words and is about as large as drawn. Charts are kept alike on purpose: who has
read one can read them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from standout.report.drawing.svg import SERIES, page_svg

WIDTH = 430
ROW, TALL_ROW = 30, 46
"""Height of a row in charts with one row per thing; and of one with its label above it."""


@dataclass(frozen=True)
class Drawing:
    """A drawn chart."""

    parts: Sequence[Markup]
    height: float
    name: str
    title: str
    description: str
    flat: bool = False
    """Whether every row or line says the same, so that there is nothing to see."""

    def __html__(self) -> str:
        return str(page_svg(self.parts, (WIDTH, self.height), self.name, self.title, self.description))


def series(place: int) -> str:
    """The colour of the series at this place."""
    return SERIES[place % len(SERIES)]
