"""Two shapes of chart that only the inference page has: classes side by side, and a heat map."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.drawing.chart_parts import layer, measured, named
from standout.report.drawing.svg import INK
from standout.report.drawing.theme import ROW, SHAPES, Drawing, drawing, series


def compared(
    name: str, title: str, alt_text: str, rows: Sequence[tuple[str, Sequence[float]]], classes: Sequence[str], axis: str
) -> Drawing:
    """A row per thing, in it a mark per class; classes are told apart by colour and shape."""
    values = [
        {"label": label, "class": classes[code], "x": share}
        for label, shares in rows
        for code, share in enumerate(shares)
    ]
    spans = [{"label": label, "low": min(shares), "high": max(shares)} for label, shares in rows]
    y = named("label", axis={"grid": False}, sort=[label for label, _ in rows], title=None)
    x = measured("x", axis={"format": "%", "tickCount": 5, "title": axis}, scale={"zero": True})
    colours = [series(code) for code in range(len(classes))]
    shapes = [SHAPES[(code + code // len(SHAPES)) % len(SHAPES)] for code in range(len(classes))]
    order = list(classes)
    marks = {
        "color": named("class", scale={"domain": order, "range": colours}, sort=order),
        "shape": named("class", scale={"domain": order, "range": shapes}, sort=order),
        "x": x,
        "y": y,
    }
    layers = [
        layer(spans, "rule", {"x": measured("low"), "x2": {"field": "high"}, "y": y},
              color=INK, opacity=0.3, strokeWidth=2),
        layer(values, "point", marks, filled=True, opacity=1, size=80),
    ]  # fmt: skip
    height = 22 * len(rows) + 70 + 22 * ((len(classes) + 1) // 2)
    return drawing(layers, height, name, title, alt_text)


def heat(name: str, title: str, alt_text: str, labels: Sequence[str], cells: Sequence[Sequence[float]]) -> Drawing:
    """A square per pair, the stronger its colour the more; `cells` are between 0 and 1."""
    values = [
        {"row": labels[down], "column": labels[across], "share": share}
        for down, row in enumerate(cells)
        for across, share in enumerate(row)
    ]
    order = list(labels)
    encoding = {
        "opacity": measured("share", legend=None, scale={"domain": [0, 1], "range": [0.03, 1]}),
        "x": named("column", axis={"grid": False, "labelAngle": -90, "labelLimit": 110}, sort=order, title=None),
        "y": named("row", axis={"grid": False}, sort=order, title=None),
    }
    squares = layer(values, "rect", encoding, color=series(0))
    return drawing([squares], max(4 * ROW, 20 * len(labels) + 120), name, title, alt_text)
