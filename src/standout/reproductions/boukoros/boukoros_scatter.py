"""Figures 4 to 6: score against anonymity set. Cells of people instead of single ones: a picture of aggregates."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log10

import numpy as np

from standout.label.person.assessing import group_of
from standout.report.drawing.axes import log_ticks, ticks
from standout.report.drawing.frame import foot, frame, side
from standout.report.drawing.legend import Entry, Legend
from standout.report.drawing.marks import SHAPES, mark
from standout.report.drawing.svg import INK, SOFT, straight, text
from standout.report.drawing.theme import Drawing, series
from standout.reproductions.boukoros.boukoros_study import Study

FEWEST = 5
"""A cell with fewer people is not drawn."""

_CELLS = 36
_HEIGHT = 340
_SMALLEST, _LARGEST = 8, 160
"""Areas of marks: of one for hardly anybody, and of the one for most people."""


def scatter(name: str, study: Study, score: str) -> Drawing:
    """Mean set size (log) across, score upwards; groups by colour and mark, their centroids and borders marked."""
    groups = study.bulletin.scores[score].groups
    looks = {group.name: (series(number), SHAPES[number % len(SHAPES)]) for number, group in enumerate(groups)}
    legend = Legend([Entry(group, colour, shape) for group, (colour, shape) in looks.items()])
    cells = _cells(study, score)
    largest = max((cell.across for cell in cells), default=1.0)
    highest = 10.0 ** max(1, ceil(log10(largest) - 1e-9))
    numbers, upwards = log_ticks(1, highest), ticks(0, 1)
    room = frame(
        _HEIGHT, beside=[words for _, words in upwards], named_beside=True, below=[words for _, words in numbers],
        legend=legend,
    )  # fmt: skip
    across, up = room.across(1, highest, log=True), room.up(0, 1)
    parts = [*legend.drawn(room.left, 4), *side(room, up, upwards, f"{score} score")]
    parts += foot(room, across, numbers, "mean anonymity set", rules=True)
    for edge in (edge for group in groups for edge in (group.low, group.high)):
        parts.append(straight((room.left, up(edge)), (room.right, up(edge)), SOFT, dash=(4, 4)))
    most = max((cell.people for cell in cells), default=1)
    for cell in cells:
        colour, shape = looks[cell.group]
        area = _SMALLEST + (_LARGEST - _SMALLEST) * cell.people / most
        parts.append(mark(shape, (across(cell.across), up(cell.up)), area, colour, opacity=0.75))
    parts += [text(room.left + 12, up(group.centroid), "★", "middle", INK, size=16) for group in groups]
    return Drawing(parts, _HEIGHT, name, name, f"{score} score against the mean anonymity set on {study.name}")


@dataclass(frozen=True)
class Cell:
    """People whose set and score are about the same."""

    across: float
    up: float
    people: int
    group: str


def _cells(study: Study, score: str) -> list[Cell]:
    values, sizes = study.scores[score], np.log(study.sizes)
    span = max(float(sizes.max()), 1e-9)
    column = np.minimum((sizes / span * _CELLS).astype(int), _CELLS - 1)
    row = np.minimum((values * _CELLS).astype(int), _CELLS - 1)
    distinct, which, counts = np.unique(column * _CELLS + row, return_inverse=True, return_counts=True)
    groups = study.bulletin.scores[score].groups
    drawn = []
    for cell in np.flatnonzero(counts >= FEWEST).tolist():
        middle = float(values[which == cell].mean())
        across = float(np.exp((distinct[cell] // _CELLS + 0.5) / _CELLS * span))
        group = groups[group_of(middle, groups)].name
        drawn.append(Cell(round(across, 3), round(middle, 3), int(counts[cell]), group))
    return drawn
