"""Figures 4 to 6: score against anonymity set. Cells of people instead of single ones: a picture of aggregates."""

from __future__ import annotations

import numpy as np

from standout.label.person.assessing import group_of
from standout.report.drawing.chart_parts import layer, measured, named
from standout.report.drawing.svg import INK, SOFT
from standout.report.drawing.theme import SHAPES, Drawing, drawing, series
from standout.reproductions.boukoros.boukoros_study import Study

FEWEST = 5
"""A cell with fewer people is not drawn."""

_CELLS = 36


def scatter(name: str, study: Study, score: str) -> Drawing:
    """Mean set size (log) across, score upwards; groups by colour and mark, their centroids and borders marked."""
    groups = study.bulletin.scores[score].groups
    names = [group.name for group in groups]
    colours = [series(number) for number in range(len(names))]
    cells = {
        "color": named("group", scale={"domain": names, "range": colours}, sort=names),
        "shape": named("group", scale={"domain": names, "range": list(SHAPES[: len(names)])}, sort=names),
        "size": measured("people", legend=None, scale={"range": [8, 160]}),
        "x": measured("x", axis={"tickCount": 5, "title": "mean anonymity set"}, scale={"type": "log"}),
        "y": measured("y", axis={"tickCount": 5, "title": f"{score} score"}, scale={"domain": [0, 1]}),
    }
    edges = [{"y": edge} for group in groups for edge in (group.low, group.high)]
    middles = [{"y": group.centroid} for group in groups]
    stars = {"x": {"value": 12}, "y": measured("y")}
    layers = [
        layer(edges, "rule", {"y": measured("y")}, color=SOFT, strokeDash=[4, 4], strokeWidth=1),
        layer(_cells(study, score), "point", cells, filled=True, opacity=0.75),
        layer(middles, "text", stars, color=INK, fontSize=16, text="★"),
    ]
    return drawing(layers, 340, name, name, f"{score} score against the mean anonymity set on {study.name}")


def _cells(study: Study, score: str) -> list[dict[str, object]]:
    values, sizes = study.scores[score], np.log(study.sizes)
    span = max(float(sizes.max()), 1e-9)
    column = np.minimum((sizes / span * _CELLS).astype(int), _CELLS - 1)
    row = np.minimum((values * _CELLS).astype(int), _CELLS - 1)
    distinct, which, counts = np.unique(column * _CELLS + row, return_inverse=True, return_counts=True)
    groups = study.bulletin.scores[score].groups
    drawn: list[dict[str, object]] = []
    for cell in np.flatnonzero(counts >= FEWEST).tolist():
        middle = float(values[which == cell].mean())
        across = float(np.exp((distinct[cell] // _CELLS + 0.5) / _CELLS * span))
        group = groups[group_of(middle, groups)].name
        drawn.append({"x": round(across, 3), "y": round(middle, 3), "people": int(counts[cell]), "group": group})
    return drawn
