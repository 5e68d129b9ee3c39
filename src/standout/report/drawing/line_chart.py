"""Lines with shaded intervals: how a figure changes along an axis, told apart by colour, dash and mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from standout.report.drawing.chart_parts import SHARES, layer, measured, named, rule
from standout.report.drawing.svg import SOFT
from standout.report.drawing.theme import DASHES, SHAPES, Drawing, Spec, drawing, series
from standout.results.estimate import Estimate


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
    labels = [row.label for row in rows]
    values = [
        {"line": row.label, "x": position, "y": y.rate, "low": y.low, "high": y.high}
        for row in rows
        for position, y in row.points
    ]
    across = _across(values, axes[0], x, percents)
    up = {"format": "%", "title": axes[1], "values": SHARES} if shares else {"tickCount": 5, "title": axes[1]}
    height = measured("y", axis=up, scale={"domain": [0, 1]} if shares else {"zero": True})
    legend = _legend(points) if len(labels) > 1 else None
    colour = _by_line(labels, [series(number) for number in range(len(labels))], legend=legend)
    dash = _by_line(labels, [DASHES[number % 6] for number in range(len(labels))], legend=None if points else legend)
    layers: list[Spec] = []
    if any(y.low < y.high for row in rows for _, y in row.points):
        area = {"color": colour, "x": across, "y": measured("low"), "y2": {"field": "high"}}
        layers.append(layer(values, "area", area, opacity=0.16))
    drawn = {"color": colour, "x": across, "y": height}
    layers.append(layer(values, "line", {**drawn, "strokeDash": dash}, strokeWidth=2.5))
    if points:
        shape = _by_line(labels, [SHAPES[number % 6] for number in range(len(labels))])
        layers.append(layer(values, "point", {**drawn, "shape": shape}, filled=True, opacity=1, size=60))
    if guess is not None:
        layers.append(rule(guess, "y"))
    for position, words in marks:
        said = {"text": named("text"), "x": measured("x"), "y": {"value": -4}}
        layers.append(rule(position, "x"))
        layers.append(layer([{"x": position, "text": words}], "text", said, baseline="bottom", color=SOFT))
    flat = len(values) > 1 and len({f"{value['y']:.2f}" for value in values}) == 1 and shares
    return drawing(layers, 290 + 22 * (len(labels) + 1) // 2, name, title, alt_text, flat=flat)


def _across(values: Sequence[dict[str, Any]], title: str, x: dict[str, Any] | None, percents: bool) -> Spec:
    """Where points lie from left to right: by number, or in the order of names."""
    if any(isinstance(value["x"], str) for value in values):
        ticks = list(dict.fromkeys(str(value["x"]) for value in values))
        return {"field": "x", "type": "ordinal", "axis": {"grid": False, "labelAngle": 0, "title": title},
                "sort": ticks}  # fmt: skip
    axis = {"grid": False, "tickCount": 5, "title": title, **_ticks(x, percents)}
    return measured("x", axis=axis, scale={**x} if x else {"nice": False})


def _ticks(x: dict[str, Any] | None, percents: bool) -> dict[str, str]:
    """How the axis across writes numbers: shares, sizes over many powers of ten ("10k"), or plainly."""
    if percents:
        return {"format": "%"}
    return {"format": "~s"} if x is not None and x.get("type") == "log" else {}


def _legend(points: bool) -> Spec:
    """Marks of lines in the legend: those of their points, or pieces of the lines themselves."""
    if points:
        return {"symbolDash": [1, 0], "symbolStrokeWidth": 0}
    return {"offset": 26, "symbolSize": 300, "symbolStrokeWidth": 3, "symbolType": "stroke"}


def _by_line(labels: Sequence[str], looks: Sequence[Any], **how: Any) -> Spec:
    """How each line looks, in the order of lines."""
    return named("line", scale={"domain": list(labels), "range": list(looks)}, sort=list(labels), **how)
