"""Lines with shaded intervals: how a figure changes along an axis, told apart by colour, dash and mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from standout.report.drawing.axes import SHARES, Scale, log_ticks, rounded_out, ticks
from standout.report.drawing.frame import across_rule, foot, foot_labels, foot_name, frame, side, upright_rule
from standout.report.drawing.legend import Entry, Legend
from standout.report.drawing.marks import DASHES, SHAPES, mark
from standout.report.drawing.svg import SOFT, filled, joined, stroke, text
from standout.report.drawing.theme import Drawing, series
from standout.results.estimate import Estimate

_ABOVE = 16
"""Room for the words of upright rules."""


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
    log: bool = False,
    span: tuple[float, float] | None = None,
    percents: bool = False,
    shares: bool = True,
    points: bool = True,
    guess: float | None = None,
    marks: Sequence[tuple[float, str]] = (),
) -> Drawing:
    """Lines with shaded intervals, told apart by colour, dash and mark; `marks` are upright rules with words.

    Numbers across go from the least to the largest, or over a `span`, by their logarithm if `log`.
    """
    height = 290 + 22 * (len(rows) + 1) // 2
    legend = Legend([_entry(number, row, points) for number, row in enumerate(rows)] if len(rows) > 1 else [])
    low, high = (0.0, 1.0) if shares else rounded_out(*_heights(rows, guess))
    upwards = SHARES if shares else ticks(low, high)
    names = _names(rows)
    begin, end = span or _ends(rows)
    numbers = [] if names else log_ticks(begin, end) if log else ticks(begin, end, percents=percents)
    room = frame(
        height, beside=[words for _, words in upwards], named_beside=True,
        below=[words for _, words in numbers] or ["", ""], legend=legend, over=_ABOVE if marks else 0,
    )  # fmt: skip
    up, across = room.up(low, high), room.across(begin, end, log=log)
    parts = [*legend.drawn(room.left, 4), *side(room, up, upwards, axes[1])]
    if names:
        columns = {name: room.column(place, len(names)) for place, name in enumerate(names)}
        parts += [*foot_labels(room, [(x, name) for name, x in columns.items()]), foot_name(room, axes[0])]
    else:
        columns = {}
        parts += foot(room, across, numbers, axes[0])
    placed = [[(columns[str(x)] if columns else across(float(x)), y) for x, y in row.points] for row in rows]
    parts += [_interval(number, line, up) for number, line in enumerate(placed) if any(y.low < y.high for _, y in line)]
    for number, line in enumerate(placed):
        parts += _line(number, [(x, up(y.rate)) for x, y in line], points)
    parts += [] if guess is None else [across_rule(room, up(guess))]
    for position, words in marks:
        parts.append(upright_rule(room, across(position)))
        parts.append(text(across(position), room.top - _ABOVE / 2 - 2, words, "middle", SOFT))
    every = [y for row in rows for _, y in row.points]
    flat = shares and len(every) > 1 and len({f"{y.rate:.2f}" for y in every}) == 1
    return Drawing(parts, height, name, title, alt_text, flat)


def _entry(number: int, row: Line, points: bool) -> Entry:
    """What stands for a line in the legend: the mark of its points, or a piece of the line itself."""
    dash = None if points else DASHES[number % len(DASHES)]
    return Entry(row.label, series(number), SHAPES[number % len(SHAPES)], dash)


def _heights(rows: Sequence[Line], guess: float | None) -> tuple[float, float]:
    """The least and the largest number upwards, 0 among them."""
    every = [0.0, *(edge for row in rows for _, y in row.points for edge in (y.low, y.rate, y.high))]
    every += [] if guess is None else [guess]
    return min(every), max(every)


def _names(rows: Sequence[Line]) -> list[str]:
    """Names across, in their order, if any place across has one."""
    every = [x for row in rows for x, _ in row.points]
    return list(dict.fromkeys(map(str, every))) if any(isinstance(x, str) for x in every) else []


def _ends(rows: Sequence[Line]) -> tuple[float, float]:
    """The least and the largest number across."""
    every = [x for row in rows for x, _ in row.points if not isinstance(x, str)]
    return (float(min(every)), float(max(every))) if every else (0.0, 1.0)


def _interval(number: int, line: Sequence[tuple[float, Estimate]], up: Scale) -> Markup:
    """The shade between the lower and the upper ends of a line's intervals."""
    there = [(x, up(y.high)) for x, y in line]
    back = [(x, up(y.low)) for x, y in reversed(line)]
    return filled(f"{joined([*there, *back])}Z", series(number), opacity=0.16)


def _line(number: int, line: Sequence[tuple[float, float]], points: bool) -> list[Markup]:
    """A line, and marks on it."""
    parts = [stroke(joined(line), series(number), width=2.5, dash=DASHES[number % len(DASHES)])]
    shape = SHAPES[number % len(SHAPES)]
    return parts + [mark(shape, at, 60, series(number)) for at in line] if points else parts
