"""The look of every chart: one width, one type size, stand-in colours that the page's style fills in.

430 units wide with type of 13.5: at 358 pixels, a phone's text width, that is still more than 11 pixels tall;
on a desk a chart stands beside its words and is about as large as drawn. Text is measured in Liberation Sans, which
vl-convert brings along; Arial and Helvetica, which the page may fall back on, are as wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from standout.report.drawing import vega
from standout.report.drawing.svg import GRID, INK, SERIES, SOFT, page_svg

Spec = dict[str, Any]
"""A chart or a part of one, as Vega-Lite has it."""

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
"""Which Vega-Lite charts are written in; a name that nothing is fetched from."""

WIDTH = 430
TYPE = 13.5
ROW, TALL_ROW = 30, 46
"""Height of a row in charts with one row per thing; and of one with its label above it."""

LONG_LABEL = 24
"""Labels of more letters than this stand above their row: beside it there would be no room for the chart."""

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
DASHES = ([1, 0], [6, 3], [2, 3], [9, 3, 2, 3], [4, 4], [12, 4])
"""Lines and points differ in more than colour."""

CONFIG: dict[str, Any] = {
    "background": None,
    "font": "Liberation Sans",
    "aria": False,
    "padding": {"left": 8, "right": 6, "top": 4, "bottom": 4},
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": TYPE,
        "titleFontSize": TYPE,
        "titleFontWeight": "normal",
        "labelColor": INK,
        "titleColor": SOFT,
        "gridColor": GRID,
        "domainColor": GRID,
        "tickColor": GRID,
        "labelLimit": 160,
        "titlePadding": 8,
        "labelPadding": 10,
        "domain": False,
        "ticks": False,
        "labelFlush": False,
    },
    "legend": {
        "orient": "top",
        "direction": "horizontal",
        "columns": 2,
        "labelFontSize": TYPE,
        "title": None,
        "labelColor": INK,
        "labelLimit": 150,
        "symbolSize": 90,
        "rowPadding": 4,
        "columnPadding": 14,
        "offset": 10,
        "symbolStrokeWidth": 2,
        "symbolOpacity": 1,
    },
    "text": {"fontSize": TYPE},
}


@dataclass(frozen=True)
class Drawing:
    """A chart that is being drawn in the background; the page asks for it when it gets there."""

    drawn: Future[str]
    name: str
    title: str
    description: str
    flat: bool = False
    """Whether every row or line says the same, so that there is nothing to see."""

    def __html__(self) -> str:
        return page_svg(self.drawn.result(), self.name, self.title, self.description)


def drawing(
    layers: Sequence[Spec], height: float, name: str, title: str, description: str, *, flat: bool = False
) -> Drawing:
    """Draw a chart of these layers at the report's width with the report's look, while the next one is put together."""
    spec = {
        "$schema": SCHEMA,
        "autosize": {"contains": "padding", "type": "fit"},
        "config": CONFIG,
        "height": height,
        "layer": list(layers),
        "width": WIDTH,
    }
    return Drawing(_drawer().submit(vega.svg, spec), name, title, description, flat)


@cache
def warm_up() -> None:
    """Start the drawing engine, which takes seconds, while something else is going on; once."""
    _drawer().submit(vega.start)


@cache
def _drawer() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="charts")


def series(place: int) -> str:
    """The stand-in colour of the series at this place."""
    return SERIES[place % len(SERIES)]
