"""Charts with a row per thing: dots with intervals, bars, stacked bars and waterfalls.

Each takes plain rows and returns a drawing for the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from markupsafe import Markup

from standout.report.drawing.axes import SHARES, SHARES_IN_DECIMALS, ticks
from standout.report.drawing.frame import Frame, foot, foot_name, frame, row_labels, stand_above, upright_rule
from standout.report.drawing.legend import Entry, Legend
from standout.report.drawing.marks import mark
from standout.report.drawing.svg import GRID, QUIET, SOFT, box, filled, straight, text
from standout.report.drawing.theme import ROW, TALL_ROW, Drawing, series
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
    decimals: bool = False,
) -> Drawing:
    """A row per thing: a dot for the rate, a bar for its interval, faint ticks for comparison, the figure at the
    right. `plain` leaves the numbers off the axis, for what was scaled to fit between 0 and 1; with `decimals` they
    are no percentages."""
    labels = [row.label for row in rows]
    tall = stand_above(labels)
    height = (TALL_ROW if tall else ROW) * len(rows) + 60
    numbers = [(at, "" if plain else words) for at, words in (SHARES_IN_DECIMALS if decimals else SHARES)]
    room = frame(height, beside=() if tall else labels, below=() if plain else [numbers[0][1], ""])
    across = room.across(0, GUTTER)
    parts = foot(room, across, numbers, axis, rules=True)
    ys = [room.row(place, len(rows)) for place in range(len(rows))]
    for row, y in zip(rows, ys, strict=True):
        parts += [
            straight((across(other), y - 6.5), (across(other), y + 6.5), SOFT, width=2, opacity=0.75)
            for other in row.others
        ]
    parts += [] if guess is None else [upright_rule(room, across(guess))]
    for row, y in zip(rows, ys, strict=True):
        low, high = across(row.found.low), across(row.found.high)
        parts += [
            straight((low, y), (high, y), series(0), width=6, opacity=0.4),
            mark("circle", (across(row.found.rate), y), 95, series(0)),
            text(room.right, y, row.shown, "end"),
        ]
    parts += row_labels(room, labels, above=tall)
    flat = len(rows) > 1 and len({row.shown for row in rows}) == 1
    return Drawing(parts, height, name, title, alt_text, flat)


@dataclass(frozen=True)
class Bar:
    """A row of a bar chart."""

    label: str
    size: float
    shown: str
    strong: bool = True


def bars(name: str, title: str, alt_text: str, rows: Sequence[Bar], axis: str, row_height: float = 24) -> Drawing:
    """A row per thing: a bar, with the figure at its end; a weak bar is for comparison only."""
    labels = [row.label for row in rows]
    tall = stand_above(labels)
    height = (TALL_ROW if tall else row_height) * len(rows) + 34
    room = frame(height, beside=() if tall else labels)
    across = room.across(0, 1.25 * (max((row.size for row in rows), default=0) or 1))
    parts = [foot_name(room, axis, labelled=False)]
    for place, row in enumerate(rows):
        parts.append(_bar(room, place, len(rows), (room.left, across(row.size)), 0.35 if tall else 0.72,
                          series(0) if row.strong else QUIET))  # fmt: skip
        parts.append(text(across(row.size) + 6, room.row(place, len(rows)), row.shown))
    parts += row_labels(room, labels, above=tall)
    flat = len(rows) > 1 and sum(row.size > 0 for row in rows) == 1
    return Drawing(parts, height, name, title, alt_text, flat)


def _bar(
    room: Frame, place: int, count: int, ends: tuple[float, float], share: float, colour: str, edge: str | None = None
) -> Markup:
    """A bar in a row of so many, which fills this share of its height."""
    height = share * room.row_height(count)
    path = box(ends[0], room.row(place, count) - height / 2, ends[1] - ends[0], height)
    return filled(path, colour, edge=edge)


def stacked(
    name: str,
    title: str,
    alt_text: str,
    rows: Sequence[tuple[str, Sequence[float]]],
    parts: Sequence[tuple[str, str]],
    axis: str,
) -> Drawing:
    """A row per thing: a bar of length 1, cut into parts; each part has a name and a colour."""
    labels = [label for label, _ in rows]
    tall = stand_above(labels)
    height = (TALL_ROW if tall else ROW) * len(rows) + 90
    legend = Legend([Entry(part, colour) for part, colour in parts], len(parts) if len(parts) < 4 else 2)
    room = frame(height, beside=() if tall else labels, below=[words for _, words in SHARES], legend=legend)
    across = room.across(0, 1)
    drawn = [*legend.drawn(room.left, 4), *foot(room, across, SHARES, axis, rules=True)]
    for place, (_, sizes) in enumerate(rows):
        edges = [across(edge) for edge in accumulate(sizes, initial=0.0)]
        drawn += [
            _bar(room, place, len(rows), ends, 0.35 if tall else 0.7, colour, GRID)
            for (_, colour), ends in zip(parts, pairwise(edges), strict=True)
            if ends[1] > ends[0]
        ]
    drawn += row_labels(room, labels, above=tall)
    flat = len(rows) > 1 and len({tuple(round(size, 3) for size in sizes) for _, sizes in rows}) == 1
    return Drawing(drawn, height, name, title, alt_text, flat)


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
    labels = [row.label for row in rows]
    edges = [0.0, *(edge for row in rows for edge in (row.begin, row.end))]
    length = (max(edges) - min(edges)) or 1.0
    span = min(edges) - 0.02 * length, max(edges) + 0.22 * length
    height = 26 * len(rows) + 60
    numbers = ticks(*span)
    room = frame(height, beside=labels, below=[numbers[0][1], ""])
    across = room.across(*span)
    parts = [*foot(room, across, numbers, axis), straight((across(0), room.top), (across(0), room.bottom), SOFT)]
    for place, row in enumerate(rows):
        low, high = sorted((across(row.begin), across(row.end)))
        colour = QUIET if row.total else series(1) if row.end >= row.begin else series(3)
        parts.append(_bar(room, place, len(rows), (low, high), 0.66, colour))
        parts.append(text(high + 6, room.row(place, len(rows)), row.shown))
    return Drawing([*parts, *row_labels(room, labels)], height, name, title, alt_text)
