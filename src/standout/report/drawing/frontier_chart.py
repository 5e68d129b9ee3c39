"""The frontier as a drawing: a point per protection with a title for the pointer, and a line through the best ones.

Across, numbers are stretched near 0, where protections that are worth it lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Literal

from markupsafe import Markup

from standout.report.drawing.svg import GRID, INK, SOFT, disc, page_svg, straight, text
from standout.report.drawing.theme import WIDTH
from standout.results.estimate import Estimate

_HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 360, 58, 22, 42, 54
_TICKS = (0.0, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0)
_PLACES = ((9, -7), (9, 16), (-9, -7), (-9, 16), (0, -12), (0, 23), (19, 4), (-19, 4), (22, -16), (-22, -16))
"""Where a point's number may stand, from the point; the first that is free."""
Unit = Literal["%", "points", "AUC"]
"""What is written at the scale upwards."""
_ROOM = 13
"""How far apart numbers and points must be to be told apart."""


@dataclass(frozen=True)
class Mark:
    """A protection: what it costs, what is left to fear."""

    label: str
    loss: float
    rate: Estimate
    title: str
    best: bool
    """Whether it is on the frontier."""
    unprotected: bool = False


@dataclass(frozen=True)
class Scales:
    """Where a loss stands across, stretched near 0, and a risk upwards."""

    farthest: float
    least: float
    most: float

    def across(self, loss: float) -> float:
        return _LEFT + sqrt(min(max(loss, 0.0), self.farthest) / self.farthest) * (WIDTH - _LEFT - _RIGHT)

    def up(self, rate: float) -> float:
        share = (min(max(rate, self.least), self.most) - self.least) / (self.most - self.least)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)


@dataclass(frozen=True)
class FrontierChart:
    """A chart for the page."""

    name: str
    title: str
    description: str
    marks: Sequence[Mark]
    axes: tuple[str, str]
    bounds: tuple[float, float]
    """The least and the most of the scale upwards."""
    unit: Unit

    def __html__(self) -> str:
        farthest = max((mark.loss for mark in self.marks), default=0.0)
        scales = Scales(next((tick for tick in _TICKS[2:] if tick >= farthest), 1.0), *self.bounds)
        inner = (*self._grid(scales), *_line(self.marks, scales), *_points(self.marks, scales))
        return str(page_svg(inner, (WIDTH, _HEIGHT), self.name, self.title, self.description))

    def _grid(self, scales: Scales) -> list[Markup]:
        """Rules, ticks and the names of the axes."""
        parts = []
        steps = round((scales.most - scales.least) / (0.1 if self.unit == "AUC" else 0.25))
        for step in range(steps + 1):
            rate = scales.least + step * (scales.most - scales.least) / steps
            shown = f"{rate:.1f}" if self.unit == "AUC" else f"{100 * rate:.0f}".replace("-", "−")
            shown += "%" if self.unit == "%" else ""
            parts.append(straight((_LEFT, scales.up(rate)), (WIDTH - _RIGHT, scales.up(rate)), GRID))
            parts.append(text(_LEFT - 10, scales.up(rate), shown, "end"))
        for tick in (tick for tick in _TICKS if tick <= scales.farthest):
            parts.append(text(scales.across(tick), _HEIGHT - _BOTTOM + 15, f"{100 * tick:.0f}%", "middle"))
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        parts.append(text(middle, _HEIGHT - 13, self.axes[0], "middle", SOFT))
        parts.append(text(_LEFT - 48, 9, self.axes[1], "start", SOFT))
        return parts


def _line(marks: Sequence[Mark], scales: Scales) -> list[Markup]:
    """Steps from one protection on the frontier to the next: paying more helps only from there on."""
    best = sorted((mark for mark in marks if mark.best), key=lambda mark: (mark.loss, mark.rate.rate))
    if len(best) < 2:
        return []
    path = f"M{scales.across(best[0].loss):.1f},{scales.up(best[0].rate.rate):.1f}"
    path += "".join(f"H{scales.across(mark.loss):.1f}V{scales.up(mark.rate.rate):.1f}" for mark in best[1:])
    return [Markup('<path class="s-c1" fill="none" stroke-width="2" stroke-opacity="0.6" d="{}"/>').format(path)]


def _points(marks: Sequence[Mark], scales: Scales) -> list[Markup]:
    """Points with their numbers, the best ones on top."""
    taken = [(scales.across(mark.loss), scales.up(mark.rate.rate)) for mark in marks]
    parts = []
    for mark in sorted(marks, key=lambda mark: (mark.best, mark.unprotected)):
        x, y = scales.across(mark.loss), scales.up(mark.rate.rate)
        colour = "ink" if mark.unprotected else "c1" if mark.best else "quiet"
        shape = _shape(mark, x, y, colour)
        low, high = scales.up(mark.rate.low), scales.up(mark.rate.high)
        bar = Markup('<path class="s-{}" stroke-width="4" stroke-opacity="0.35" d="M{:.1f},{:.1f}V{:.1f}"/>').format(
            colour, x, low, high
        )
        label = _label(mark, x, y, taken)
        parts.append(Markup("<g><title>{}</title>{}{}{}</g>").format(mark.title, bar, shape, label))
    return parts


def _shape(mark: Mark, x: float, y: float, colour: str) -> Markup:
    if mark.unprotected:
        path = f"M{x:.1f},{y - 7:.1f}l7,7l-7,7l-7,-7Z"
        return Markup('<path class="f-{}" d="{}"/>').format(colour, path)
    return disc((x, y), 5.5, colour)


def _label(mark: Mark, x: float, y: float, taken: list[tuple[float, float]]) -> Markup:
    """The number beside its point, where nothing else stands if there is such a place."""

    def room(place: tuple[int, int]) -> float:
        point = x + place[0], y + place[1] - 5
        inside = _LEFT < point[0] < WIDTH - 4 and 8 < point[1] < _HEIGHT - _BOTTOM + 8
        return min((hypot(point[0] - a, point[1] - b) for a, b in taken), default=99.0) if inside else -1.0

    best = next((place for place in _PLACES if room(place) >= _ROOM), max(_PLACES, key=room))
    taken.append((x + best[0], y + best[1] - 5))
    anchor = "start" if 0 < best[0] < 15 else "end" if -15 < best[0] < 0 else "middle"
    return text(x + best[0], y + best[1] - 5, mark.label, anchor, INK if mark.best else SOFT)
