"""Lines with shaded intervals: how a figure changes along an axis, told apart by colour, dash and mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from standout.report.drawing.chart_parts import SHARES, layered, rule
from standout.report.drawing.svg import SOFT
from standout.report.drawing.theme import DASHES, SHAPES, Drawing, drawing, series
from standout.results.estimate import Estimate

if TYPE_CHECKING:
    import altair as alt


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
        layers.append(rule(guess, "y"))
    for position, words in marks:
        layers.append(rule(position, "x"))
        layers.append(
            alt.Chart(alt.InlineData(values=[{"x": position, "text": words}]))
            .mark_text(color=SOFT, baseline="bottom")
            .encode(x="x:Q", y=alt.value(-4), text="text:N")
        )
    flat = len(values) > 1 and len({f"{value['y']:.2f}" for value in values}) == 1 and shares
    return drawing(layered(layers), 290 + 22 * (len(labels) + 1) // 2, name, title, alt_text, flat=flat)


def _ticks(x: dict[str, Any] | None, percents: bool) -> Any:
    """How the axis across writes numbers: shares, sizes over many powers of ten ("10k"), or plainly."""
    import altair as alt

    return "%" if percents else "~s" if x is not None and x.get("type") == "log" else alt.Undefined
