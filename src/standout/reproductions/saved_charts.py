"""Charts of a reproduction: the report's own shapes, saved as files that stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from standout.data.dataset import LocalDataset
from standout.report.drawing import line_chart, row_charts
from standout.report.drawing.svg import GRID, GUESS, INK, QUIET, SERIES, SOFT, number, painted
from standout.report.drawing.theme import WIDTH, Drawing
from standout.results.estimate import Estimate
from standout.results.reproduction import ReproducedOn, Row, percent

_COLOURS = {INK: "#1b1f24", SOFT: "#545c66", GRID: "#dcd9d2", GUESS: "#a2260f", QUIET: "#8d949e"} | dict(
    zip(SERIES, ("#1f5fa8", "#b8470c", "#0b7560", "#8a3a86", "#766000", "#474f59"), strict=True)
)
Points = Sequence[tuple[float | str, Estimate | None]]


def described(data: LocalDataset) -> ReproducedOn:
    """What the data is, without anything of what is in it."""
    return ReproducedOn(
        people=data.people,
        items=data.items,
        interactions=data.count,
        files=data.source.files,
        sha256=data.source.sha256,
    )


def curves(
    name: str, rows: Sequence[tuple[str, Points]], axes: tuple[str, str], shares: bool = True, **more: Any
) -> Drawing:
    """Lines with intervals over numbers or over named steps."""
    lines = [
        line_chart.Line(label, [(x, Estimate(y.rate, y.low, y.high)) for x, y in points if y is not None])
        for label, points in rows
    ]
    return line_chart.lines(name, name, axes[1], lines, axes, shares=shares, **more)


def beside(name: str, rows: Sequence[Row], axis: str) -> Drawing:
    """A dot with its interval for each of our shares, a tick for the published one."""
    dots = [
        row_charts.Dot(
            row.what,
            Estimate(
                row.ours, row.low if row.low is not None else row.ours, row.high if row.high is not None else row.ours
            ),
            percent(row.ours),
            [] if row.published is None else [row.published],
        )
        for row in rows
        if row.ours is not None and row.unit == "share"
    ]
    return row_charts.dots(name, name, axis, dots, axis)


def shares(name: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Iterable[str]) -> Drawing:
    """Bars of length 1 cut into parts."""
    named = [(part, SERIES[number]) for number, part in enumerate(parts)]
    return row_charts.stacked(name, name, "shares by number of mentions", rows, named, "share of posters")


def standing_alone(drawing: Drawing) -> bytes:
    """A drawing as a file of its own: real colours instead of names, on white so that it reads on any page."""
    drawn = painted(drawing.__html__(), _COLOURS)
    start = drawn.index(">") + 1
    sized = drawn[: start - 1] + f' width="{WIDTH}" height="{number(drawing.height)}">'
    return (sized + '<rect width="100%" height="100%" fill="#ffffff"/>' + drawn[start:] + "\n").encode()
