"""Charts with a row per thing: dots with intervals, bars, stacked bars and waterfalls.

Each takes plain rows and returns a drawing for the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from standout.report.drawing.chart_parts import SHARES, above, labels_above, layered, rule
from standout.report.drawing.svg import GRID, INK, QUIET, SOFT
from standout.report.drawing.theme import ROW, TALL_ROW, Drawing, drawing, series
from standout.results.estimate import Estimate

if TYPE_CHECKING:
    import altair as alt

GUTTER = 1.34
"""How far a chart of shares goes to the right, so that the figures have room beside the dots."""


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
    tall = above(order)
    y = alt.Y("label:N", sort=order, title=None, axis=alt.Axis(grid=False, labels=not tall))
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
        layers.append(rule(guess, "x"))
    layers += [
        base.mark_rule(color=series(0), strokeWidth=6, opacity=0.4).encode(
            y=y, x=alt.X("low:Q", scale=scale), x2="high:Q"
        ),
        base.mark_point(filled=True, color=series(0), size=95, opacity=1).encode(
            y=y, x=alt.X("x:Q", scale=scale, axis=x_axis)
        ),
        base.mark_text(align="right", color=INK).encode(y=y, x=alt.datum(GUTTER), text="text:N"),
        *([labels_above(base, y, 0)] if tall else []),
    ]
    flat = len(rows) > 1 and len({row.shown for row in rows}) == 1
    height = (TALL_ROW if tall else ROW) * len(rows) + 60
    return drawing(layered(layers), height, name, title, alt_text, flat=flat)


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
    tall = above([row.label for row in rows])
    y = alt.Y("label:N", sort=[row.label for row in rows], title=None, axis=alt.Axis(grid=False, labels=not tall))
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[0, 1.25 * most], nice=False),
        axis=alt.Axis(labels=False, grid=False, title=axis),
    )
    base = alt.Chart(alt.InlineData(values=values))
    colour = alt.condition(alt.datum.strong, alt.value(series(0)), alt.value(QUIET))
    layers = [
        base.mark_bar(height={"band": 0.35 if tall else 0.72}).encode(y=y, x=x, color=colour),
        base.mark_text(align="left", dx=6, color=INK).encode(y=y, x="x:Q", text="text:N"),
        *([labels_above(base, y, 0)] if tall else []),
    ]
    height = (TALL_ROW if tall else row_height) * len(rows) + 34
    flat = len(rows) > 1 and sum(row.size > 0 for row in rows) == 1
    return drawing(layered(layers), height, name, title, alt_text, flat=flat)


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
    tall = above(labels)
    y = alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(grid=False, labels=not tall))
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_bar(height={"band": 0.35 if tall else 0.7}, stroke=GRID, strokeWidth=1)
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
    layers = [chart, *([labels_above(named, y, 0)] if tall else [])]
    height = (TALL_ROW if tall else ROW) * len(rows) + 90
    flat = len(rows) > 1 and len({tuple(round(size, 3) for size in sizes) for _, sizes in rows}) == 1
    return drawing(layered(layers), height, name, title, alt_text, flat=flat)


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
    return drawing(layered(layers), 26 * len(rows) + 60, name, title, alt_text)


def _zero(scale: Any) -> Any:
    import altair as alt

    rule = alt.Chart(alt.InlineData(values=[{"x": 0}])).mark_rule(color=SOFT, strokeWidth=1)
    return rule.encode(x=alt.X("x:Q", scale=scale))
