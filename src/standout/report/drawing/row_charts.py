"""Charts with a row per thing: dots with intervals, bars, stacked bars and waterfalls.

Each takes plain rows and returns a drawing for the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from standout.report.drawing.chart_parts import SHARES, above, labels_above, layer, measured, named, rule
from standout.report.drawing.svg import GRID, INK, QUIET, SOFT
from standout.report.drawing.theme import ROW, TALL_ROW, Drawing, Spec, drawing, series
from standout.results.estimate import Estimate

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
    values = [
        {"label": row.label, "x": row.found.rate, "low": row.found.low, "high": row.found.high, "text": row.shown}
        for row in rows
    ]
    tall = above([row.label for row in rows])
    y = _row_by([row.label for row in rows], tall)
    scale = {"domain": [0, GUTTER], "nice": False}
    x_axis = {"format": ticks, "labels": not plain, "title": axis, "values": SHARES}
    others = [{"label": row.label, "x": other} for row in rows for other in row.others]
    layers: list[Spec] = []
    if others:
        placed = {"x": measured("x", scale=scale), "y": y}
        layers.append(layer(others, "tick", placed, color=SOFT, opacity=0.75, size=13, thickness=2))
    if guess is not None:
        layers.append(rule(guess, "x"))
    spans = {"x": measured("low", scale=scale), "x2": {"field": "high"}, "y": y}
    layers += [
        layer(values, "rule", spans, color=series(0), opacity=0.4, strokeWidth=6),
        layer(values, "point", {"x": measured("x", axis=x_axis, scale=scale), "y": y},
              color=series(0), filled=True, opacity=1, size=95),
        layer(values, "text", {"text": named("text"), "x": {"datum": GUTTER}, "y": y}, align="right", color=INK),
        *([labels_above(values, y, 0)] if tall else []),
    ]  # fmt: skip
    flat = len(rows) > 1 and len({row.shown for row in rows}) == 1
    height = (TALL_ROW if tall else ROW) * len(rows) + 60
    return drawing(layers, height, name, title, alt_text, flat=flat)


def _row_by(labels: Sequence[str], tall: bool = False) -> Spec:
    """A row for each label, in this order; the labels beside their rows, unless they stand above them."""
    axis = {"grid": False, "labels": not tall}
    return named("label", axis=axis, sort=list(labels), title=None)


@dataclass(frozen=True)
class Bar:
    """A row of a bar chart."""

    label: str
    size: float
    shown: str
    strong: bool = True


def bars(name: str, title: str, alt_text: str, rows: Sequence[Bar], axis: str, row_height: float = 24) -> Drawing:
    """A row per thing: a bar, with the figure at its end; a weak bar is for comparison only."""
    most = max((row.size for row in rows), default=0) or 1
    values = [{"label": row.label, "x": row.size, "text": row.shown, "strong": row.strong} for row in rows]
    tall = above([row.label for row in rows])
    y = _row_by([row.label for row in rows], tall)
    scale = {"domain": [0, 1.25 * most], "nice": False}
    x = measured("x", axis={"grid": False, "labels": False, "title": axis}, scale=scale)
    colour = {"condition": {"test": "datum.strong", "value": series(0)}, "value": QUIET}
    layers = [
        layer(values, "bar", {"color": colour, "x": x, "y": y}, height={"band": 0.35 if tall else 0.72}),
        layer(values, "text", {"text": named("text"), "x": measured("x"), "y": y}, align="left", color=INK, dx=6),
        *([labels_above(values, y, 0)] if tall else []),
    ]
    height = (TALL_ROW if tall else row_height) * len(rows) + 34
    flat = len(rows) > 1 and sum(row.size > 0 for row in rows) == 1
    return drawing(layers, height, name, title, alt_text, flat=flat)


def stacked(
    name: str,
    title: str,
    alt_text: str,
    rows: Sequence[tuple[str, Sequence[float]]],
    parts: Sequence[tuple[str, str]],
    axis: str,
) -> Drawing:
    """A row per thing: a bar of length 1, cut into parts; each part has a name and a colour."""
    values = [
        {"label": label, "part": part, "x": size, "at": place}
        for label, sizes in rows
        for place, ((part, _), size) in enumerate(zip(parts, sizes, strict=True))
    ]
    names, colours = [part for part, _ in parts], [colour for _, colour in parts]
    labels = [label for label, _ in rows]
    tall = above(labels)
    y = _row_by(labels, tall)
    legend = {"columns": len(parts) if len(parts) < 4 else 2}
    encoding = {
        "color": named("part", legend=legend, scale={"domain": names, "range": colours}, sort=names),
        "order": measured("at"),
        "x": measured(
            "x", axis={"format": "%", "title": axis, "values": SHARES}, scale={"domain": [0, 1]}, stack="zero"
        ),
        "y": y,
    }
    layers = [
        layer(values, "bar", encoding, height={"band": 0.35 if tall else 0.7}, stroke=GRID, strokeWidth=1),
        *([labels_above([{"label": label} for label in labels], y, 0)] if tall else []),
    ]
    height = (TALL_ROW if tall else ROW) * len(rows) + 90
    flat = len(rows) > 1 and len({tuple(round(size, 3) for size in sizes) for _, sizes in rows}) == 1
    return drawing(layers, height, name, title, alt_text, flat=flat)


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
    values = [
        {"label": row.label, "low": min(row.begin, row.end), "high": max(row.begin, row.end), "text": row.shown,
         "kind": "sum" if row.total else "for" if row.end >= row.begin else "against"}
        for row in rows
    ]  # fmt: skip
    edges = [0.0, *(edge for row in rows for edge in (row.begin, row.end))]
    width = (max(edges) - min(edges)) or 1.0
    scale = {"domain": [min(edges) - 0.02 * width, max(edges) + 0.22 * width], "nice": False}
    y = named("label", axis={"grid": False}, sort=[row.label for row in rows], title=None)
    colours = {"domain": ["for", "against", "sum"], "range": [series(1), series(3), QUIET]}
    from_to = {
        "color": named("kind", legend=None, scale=colours),
        "x": measured("low", axis={"grid": False, "tickCount": 5, "title": axis}, scale=scale),
        "x2": {"field": "high"},
        "y": y,
    }
    at_end = {"text": named("text"), "x": measured("high", scale=scale), "y": y}
    layers = [
        layer([{"x": 0}], "rule", {"x": measured("x", scale=scale)}, color=SOFT, strokeWidth=1),
        layer(values, "bar", from_to, height={"band": 0.66}),
        layer(values, "text", at_end, align="left", color=INK, dx=6),
    ]
    return drawing(layers, 26 * len(rows) + 60, name, title, alt_text)
