"""Two shapes of chart that only the inference page has: classes side by side, and a heat map."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.drawing.svg import INK
from standout.report.drawing.theme import ROW, SHAPES, Drawing, drawing, series


def compared(
    name: str, title: str, alt_text: str, rows: Sequence[tuple[str, Sequence[float]]], classes: Sequence[str], axis: str
) -> Drawing:
    """A row per thing, in it a mark per class; classes are told apart by colour and shape."""
    import altair as alt

    values = [
        {"label": label, "class": classes[code], "x": share}
        for label, shares in rows
        for code, share in enumerate(shares)
    ]
    spans = [{"label": label, "low": min(shares), "high": max(shares)} for label, shares in rows]
    y = alt.Y("label:N", sort=[label for label, _ in rows], title=None, axis=alt.Axis(grid=False))
    x = alt.X("x:Q", scale=alt.Scale(zero=True), axis=alt.Axis(title=axis, format="%", tickCount=5))
    colours = [series(code) for code in range(len(classes))]
    shapes = [SHAPES[(code + code // len(SHAPES)) % len(SHAPES)] for code in range(len(classes))]
    order = list(classes)
    layers = [
        alt.Chart(alt.InlineData(values=spans))
        .mark_rule(color=INK, opacity=0.3, strokeWidth=2)
        .encode(y=y, x="low:Q", x2="high:Q"),
        alt.Chart(alt.InlineData(values=values))
        .mark_point(filled=True, size=80, opacity=1)
        .encode(
            y=y,
            x=x,
            color=alt.Color("class:N", sort=order, scale=alt.Scale(domain=order, range=colours)),
            shape=alt.Shape("class:N", sort=order, scale=alt.Scale(domain=order, range=shapes)),
        ),
    ]
    height = 22 * len(rows) + 70 + 22 * ((len(classes) + 1) // 2)
    return drawing(alt.LayerChart(layer=layers), height, name, title, alt_text)


def heat(name: str, title: str, alt_text: str, labels: Sequence[str], cells: Sequence[Sequence[float]]) -> Drawing:
    """A square per pair, the stronger its colour the more; `cells` are between 0 and 1."""
    import altair as alt

    values = [
        {"row": labels[down], "column": labels[across], "share": share}
        for down, row in enumerate(cells)
        for across, share in enumerate(row)
    ]
    order = list(labels)
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_rect(color=series(0))
        .encode(
            y=alt.Y("row:N", sort=order, title=None, axis=alt.Axis(grid=False)),
            x=alt.X("column:N", sort=order, title=None, axis=alt.Axis(grid=False, labelAngle=-90, labelLimit=110)),
            opacity=alt.Opacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0.03, 1]), legend=None),
        )
    )
    return drawing(alt.LayerChart(layer=[chart]), max(4 * ROW, 20 * len(labels) + 120), name, title, alt_text)
