"""The five shapes of chart that the report is made of: dots with intervals, bars, stacked bars, waterfalls and lines.

Each takes plain rows and returns a drawing for the page. The charts are kept alike on purpose: who has read one can
read them all. Altair and vl-convert are imported when the first chart is drawn; they are slow to load.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from standout.report.csv_tables import csv_text
from standout.report.drawing.svg import GRID, GUESS, INK, QUIET, SOFT
from standout.report.drawing.theme import (
    DASHES,
    LONG_LABEL,
    ROW,
    SHAPES,
    TALL_ROW,
    WIDTH,
    Drawing,
    drawing,
    series,
)
from standout.report.words import whole_brackets
from standout.results.estimate import Estimate

if TYPE_CHECKING:
    import altair as alt

    from standout.report.drawing.frontier_chart import FrontierChart

SHARES = [0, 0.25, 0.5, 0.75, 1]
GUTTER = 1.34
"""How far a chart of shares goes to the right, so that the figures have room beside the dots."""


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


@dataclass(frozen=True)
class Dot:
    """A row of a dot chart: a rate with its interval, and lesser figures for comparison."""

    label: str
    found: Estimate
    shown: str
    others: Sequence[float] = field(default_factory=tuple)


def dots(
    name: str,
    title: str,
    alt_text: str,
    rows: Sequence[Dot],
    axis: str,
    guess: float | None = None,
    plain: bool = False,
    ticks: str = "%",
) -> Drawing:
    """A row per thing: a dot for the rate, a bar for its interval, faint ticks for comparison, the figure at the
    right. `plain` leaves the percentages off the axis, for what was scaled to fit between 0 and 1; `ticks` says how
    the axis writes numbers."""
    import altair as alt

    order = [row.label for row in rows]
    values = [
        {
            "label": row.label,
            "x": row.found.rate,
            "low": row.found.low,
            "high": row.found.high,
            "text": row.shown,
        }
        for row in rows
    ]
    above = _above(order)
    y = alt.Y("label:N", sort=order, title=None, axis=alt.Axis(grid=False, labels=not above))
    scale = alt.Scale(domain=[0, GUTTER], nice=False)
    x_axis = alt.Axis(values=SHARES, format=ticks, title=axis, labels=not plain)
    base = alt.Chart(alt.InlineData(values=values))
    layers: list[alt.Chart] = []
    others = [{"label": row.label, "x": other} for row in rows for other in row.others]
    if others:
        layers.append(
            alt.Chart(alt.InlineData(values=others))
            .mark_tick(color=SOFT, thickness=2, size=13, opacity=0.75)
            .encode(y=y, x=alt.X("x:Q", scale=scale))
        )
    if guess is not None:
        layers.append(_rule(guess, "x"))
    layers += [
        base.mark_rule(color=series(0), strokeWidth=6, opacity=0.4).encode(
            y=y, x=alt.X("low:Q", scale=scale), x2="high:Q"
        ),
        base.mark_point(filled=True, color=series(0), size=95, opacity=1).encode(
            y=y, x=alt.X("x:Q", scale=scale, axis=x_axis)
        ),
        base.mark_text(align="right", color=INK).encode(y=y, x=alt.datum(GUTTER), text="text:N"),
        *([_labels(base, y, 0)] if above else []),
    ]
    flat = len(rows) > 1 and len({row.shown for row in rows}) == 1
    height = (TALL_ROW if above else ROW) * len(rows) + 60
    return drawing(_layered(layers), height, name, title, alt_text, flat=flat)


def _above(labels: Sequence[str]) -> bool:
    """Whether labels are too long to stand beside their rows."""
    return any(len(label) > LONG_LABEL for label in labels)


def _labels(base: Any, y: Any, begin: float) -> Any:
    """The labels, each above its row."""
    import altair as alt

    marks = base.mark_text(align="left", baseline="middle", dx=4, dy=-17, color=INK, limit=WIDTH - 16)
    return marks.encode(y=y, x=alt.datum(begin), text="label:N")


@dataclass(frozen=True)
class Bar:
    """A row of a bar chart."""

    label: str
    size: float
    shown: str
    strong: bool = True


def bars(name: str, title: str, alt_text: str, rows: Sequence[Bar], axis: str, row_height: float = 24) -> Drawing:
    """A row per thing: a bar, with the figure at its end; a weak bar is for comparison only."""
    import altair as alt

    most = max((row.size for row in rows), default=0) or 1
    values = [{"label": row.label, "x": row.size, "text": row.shown, "strong": row.strong} for row in rows]
    above = _above([row.label for row in rows])
    y = alt.Y("label:N", sort=[row.label for row in rows], title=None, axis=alt.Axis(grid=False, labels=not above))
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[0, 1.25 * most], nice=False),
        axis=alt.Axis(labels=False, grid=False, title=axis),
    )
    base = alt.Chart(alt.InlineData(values=values))
    colour = alt.condition(alt.datum.strong, alt.value(series(0)), alt.value(QUIET))
    layers = [
        base.mark_bar(height={"band": 0.35 if above else 0.72}).encode(y=y, x=x, color=colour),
        base.mark_text(align="left", dx=6, color=INK).encode(y=y, x="x:Q", text="text:N"),
        *([_labels(base, y, 0)] if above else []),
    ]
    height = (TALL_ROW if above else row_height) * len(rows) + 34
    flat = len(rows) > 1 and sum(row.size > 0 for row in rows) == 1
    return drawing(_layered(layers), height, name, title, alt_text, flat=flat)


def stacked(
    name: str,
    title: str,
    alt_text: str,
    rows: Sequence[tuple[str, Sequence[float]]],
    parts: Sequence[tuple[str, str]],
    axis: str,
) -> Drawing:
    """A row per thing: a bar of length 1, cut into parts; each part has a name and a colour."""
    import altair as alt

    values = [
        {"label": label, "part": part, "x": size, "at": place}
        for label, sizes in rows
        for place, ((part, _), size) in enumerate(zip(parts, sizes, strict=True))
    ]
    columns = len(parts) if len(parts) < 4 else 2
    names, colours = [part for part, _ in parts], [colour for _, colour in parts]
    labels = [label for label, _ in rows]
    above = _above(labels)
    y = alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(grid=False, labels=not above))
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_bar(height={"band": 0.35 if above else 0.7}, stroke=GRID, strokeWidth=1)
        .encode(
            y=y,
            x=alt.X(
                "x:Q",
                stack="zero",
                scale=alt.Scale(domain=[0, 1]),
                axis=alt.Axis(values=SHARES, format="%", title=axis),
            ),
            color=alt.Color(
                "part:N", sort=names, scale=alt.Scale(domain=names, range=colours), legend=alt.Legend(columns=columns)
            ),
            order=alt.Order("at:Q"),
        )
    )
    named = alt.Chart(alt.InlineData(values=[{"label": label} for label in labels]))
    layers = [chart, *([_labels(named, y, 0)] if above else [])]
    height = (TALL_ROW if above else ROW) * len(rows) + 90
    flat = len(rows) > 1 and len({tuple(round(size, 3) for size in sizes) for _, sizes in rows}) == 1
    return drawing(_layered(layers), height, name, title, alt_text, flat=flat)


@dataclass(frozen=True)
class Step:
    """A row of a waterfall: a bar from where the one above ended."""

    label: str
    begin: float
    end: float
    shown: str
    total: bool = False


def waterfall(name: str, title: str, alt_text: str, rows: Sequence[Step], axis: str) -> Drawing:
    """A row per thing: a bar that goes on where the one above ended, to the right or back to the left; sums in grey."""
    import altair as alt

    values = [
        {"label": row.label, "low": min(row.begin, row.end), "high": max(row.begin, row.end), "text": row.shown,
         "kind": "sum" if row.total else "for" if row.end >= row.begin else "against"}
        for row in rows
    ]  # fmt: skip
    edges = [0.0, *(edge for row in rows for edge in (row.begin, row.end))]
    width = (max(edges) - min(edges)) or 1.0
    scale = alt.Scale(domain=[min(edges) - 0.02 * width, max(edges) + 0.22 * width], nice=False)
    y = alt.Y("label:N", sort=[row.label for row in rows], title=None, axis=alt.Axis(grid=False))
    colours = alt.Scale(domain=["for", "against", "sum"], range=[series(1), series(3), QUIET])
    base = alt.Chart(alt.InlineData(values=values))
    layers = [
        _zero(scale),
        base.mark_bar(height={"band": 0.66}).encode(
            y=y, x=alt.X("low:Q", scale=scale, axis=alt.Axis(title=axis, tickCount=5, grid=False)), x2="high:Q",
            color=alt.Color("kind:N", scale=colours, legend=None),
        ),
        base.mark_text(align="left", dx=6, color=INK).encode(y=y, x=alt.X("high:Q", scale=scale), text="text:N"),
    ]  # fmt: skip
    return drawing(_layered(layers), 26 * len(rows) + 60, name, title, alt_text)


def _zero(scale: Any) -> Any:
    import altair as alt

    rule = alt.Chart(alt.InlineData(values=[{"x": 0}])).mark_rule(color=SOFT, strokeWidth=1)
    return rule.encode(x=alt.X("x:Q", scale=scale))


@dataclass(frozen=True)
class Line:
    """A line of a line chart; points are (x, rate), in order."""

    label: str
    points: Sequence[tuple[float | str, Estimate]]


def lines(
    name: str,
    title: str,
    alt_text: str,
    rows: Sequence[Line],
    axes: tuple[str, str],
    *,
    x: dict[str, Any] | None = None,
    percents: bool = False,
    shares: bool = True,
    points: bool = True,
    guess: float | None = None,
    marks: Sequence[tuple[float, str]] = (),
) -> Drawing:
    """Lines with shaded intervals, told apart by colour, dash and mark; `x` is the scale, `marks` are upright rules."""
    import altair as alt

    labels = [row.label for row in rows]
    values = [
        {"line": row.label, "x": position, "y": y.rate, "low": y.low, "high": y.high}
        for row in rows
        for position, y in row.points
    ]
    named = any(isinstance(value["x"], str) for value in values)
    ticks = list(dict.fromkeys(str(value["x"]) for value in values))
    scale = alt.Scale(domain=labels, range=[series(number) for number in range(len(labels))])
    across: Any
    if named:
        across = alt.X("x:O", sort=ticks, axis=alt.Axis(title=axes[0], labelAngle=0, grid=False))
    else:
        across = alt.X(
            "x:Q",
            scale=alt.Scale(**(x or {"nice": False})),
            axis=alt.Axis(title=axes[0], tickCount=5, grid=False, format=_ticks(x, percents)),
        )
    up = alt.Axis(title=axes[1], format="%", values=SHARES) if shares else alt.Axis(title=axes[1], tickCount=5)
    height = alt.Y("y:Q", scale=alt.Scale(domain=[0, 1]) if shares else alt.Scale(zero=True), axis=up)
    base = alt.Chart(alt.InlineData(values=values))
    legend: Any = None
    if len(labels) > 1:
        legend = alt.Legend(symbolDash=[1, 0], symbolStrokeWidth=0)
        if not points:
            legend = alt.Legend(symbolType="stroke", symbolStrokeWidth=3, symbolSize=300, offset=26)
    colour = alt.Color("line:N", sort=labels, scale=scale, legend=legend)
    dash = alt.StrokeDash(
        "line:N",
        sort=labels,
        scale=alt.Scale(domain=labels, range=[DASHES[number % 6] for number in range(len(labels))]),
        legend=None if points else legend,
    )
    layers: list[alt.Chart] = []
    if any(y.low < y.high for row in rows for _, y in row.points):
        layers.append(base.mark_area(opacity=0.16).encode(x=across, y=alt.Y("low:Q"), y2="high:Q", color=colour))
    layers.append(base.mark_line(strokeWidth=2.5).encode(x=across, y=height, color=colour, strokeDash=dash))
    if points:
        shape = alt.Shape(
            "line:N",
            sort=labels,
            scale=alt.Scale(domain=labels, range=[SHAPES[number % 6] for number in range(len(labels))]),
        )
        layers.append(
            base.mark_point(filled=True, size=60, opacity=1).encode(x=across, y=height, color=colour, shape=shape)
        )
    if guess is not None:
        layers.append(_rule(guess, "y"))
    for position, words in marks:
        layers.append(_rule(position, "x"))
        layers.append(
            alt.Chart(alt.InlineData(values=[{"x": position, "text": words}]))
            .mark_text(color=SOFT, baseline="bottom")
            .encode(x="x:Q", y=alt.value(-4), text="text:N")
        )
    flat = len(values) > 1 and len({f"{value['y']:.2f}" for value in values}) == 1 and shares
    return drawing(_layered(layers), 290 + 22 * (len(labels) + 1) // 2, name, title, alt_text, flat=flat)


def _ticks(x: dict[str, Any] | None, percents: bool) -> Any:
    """How the axis across writes numbers: shares, sizes over many powers of ten ("10k"), or plainly."""
    import altair as alt

    return "%" if percents else "~s" if x is not None and x.get("type") == "log" else alt.Undefined


def _rule(position: float, axis: str) -> Any:
    """A dashed rule: what blind guessing gets, or a point worth marking."""
    import altair as alt

    chart = alt.Chart(alt.InlineData(values=[{axis: position}])).mark_rule(
        color=GUESS, strokeDash=[4, 4], strokeWidth=1.5
    )
    return chart.encode(x="x:Q") if axis == "x" else chart.encode(y="y:Q")


def _layered(layers: Sequence[alt.Chart]) -> alt.LayerChart:
    import altair as alt

    return alt.LayerChart(layer=list(layers))
