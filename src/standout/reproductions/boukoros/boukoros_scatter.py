"""Figures 4 to 6: score against anonymity set. Cells of people instead of single ones: a picture of aggregates."""

from __future__ import annotations

import numpy as np

from standout.label.person.assessing import group_of
from standout.report.drawing.svg import INK, SOFT
from standout.report.drawing.theme import SHAPES, Drawing, drawing, series
from standout.reproductions.boukoros.boukoros_study import Study

FEWEST = 5
"""A cell with fewer people is not drawn."""

_CELLS = 36


def scatter(name: str, study: Study, score: str) -> Drawing:
    """Mean set size (log) across, score upwards; groups by colour and mark, their centroids and borders marked."""
    import altair as alt

    groups = study.bulletin.scores[score].groups
    names = [group.name for group in groups]
    cells = alt.Chart(alt.InlineData(values=_cells(study, score)))
    across = alt.X("x:Q", scale=alt.Scale(type="log"), axis=alt.Axis(title="mean anonymity set", tickCount=5))
    up = alt.Y("y:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(title=f"{score} score", tickCount=5))
    colours = [series(number) for number in range(len(names))]
    points = cells.mark_point(filled=True, opacity=0.75).encode(
        x=across,
        y=up,
        size=alt.Size("people:Q", scale=alt.Scale(range=[8, 160]), legend=None),
        color=alt.Color("group:N", sort=names, scale=alt.Scale(domain=names, range=colours)),
        shape=alt.Shape("group:N", sort=names, scale=alt.Scale(domain=names, range=list(SHAPES[: len(names)]))),
    )
    lines = [{"y": edge} for group in groups for edge in (group.low, group.high)]
    borders = (
        alt.Chart(alt.InlineData(values=lines))
        .mark_rule(color=SOFT, strokeDash=[4, 4], strokeWidth=1)
        .encode(y=alt.Y("y:Q"))
    )
    stars = (
        alt.Chart(alt.InlineData(values=[{"y": group.centroid} for group in groups]))
        .mark_text(text="★", color=INK, fontSize=16)
        .encode(x=alt.value(12), y=alt.Y("y:Q"))
    )
    chart = alt.LayerChart(layer=[borders, points, stars])
    return drawing(chart, 340, name, name, f"{score} score against the mean anonymity set on {study.name}")


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
