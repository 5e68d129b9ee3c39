"""What is around the marks of a chart: the room for them, rules, ticks, labels of rows, names of axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from standout.report.drawing.axes import Scale, Tick
from standout.report.drawing.legend import Legend
from standout.report.drawing.letters import shortened, width_of
from standout.report.drawing.svg import GRID, GUESS, INK, SOFT, TYPE, straight, text
from standout.report.drawing.theme import WIDTH

LONG_LABEL = 24
"""Labels of more letters than this stand above their row: beside it there would be no room for the chart."""

_LONGEST = 160
"""Room for a label beside its row."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 9, 6, 6, 5
_APART, _BELOW = 10, 8
"""Between an axis and its labels, and between these and the axis's name."""
_BELOW_LEGEND = 10
_UP = 17
"""How far above the middle of its row a label stands."""


@dataclass(frozen=True)
class Frame:
    """The room for marks, from edge to edge."""

    left: float
    top: float
    right: float
    bottom: float

    def across(self, low: float, high: float, *, log: bool = False) -> Scale:
        return Scale(low, high, self.left, self.right, log)

    def up(self, low: float, high: float) -> Scale:
        return Scale(low, high, self.bottom, self.top)

    def column(self, place: int, count: int) -> float:
        """The middle of one of so many columns."""
        return self.left + (place + 0.5) * (self.right - self.left) / max(count, 1)

    def row(self, place: int, count: int) -> float:
        """The middle of one of so many rows."""
        return self.top + (place + 0.5) * self.row_height(count)

    def row_height(self, count: int) -> float:
        return (self.bottom - self.top) / max(count, 1)


def frame(
    height: float,
    *,
    beside: Sequence[str] = (),
    named_beside: bool = False,
    below: Sequence[str] = (),
    named_below: bool = True,
    legend: Legend | None = None,
    over: float = 0,
) -> Frame:
    """The room that labels and a legend leave in a chart of this height.

    `beside` are the labels at the left, `below` the first and the last one at the foot if they stand at the very edges;
    `over` is room above all marks.
    """
    labels = min(max((width_of(label) for label in beside), default=0), _LONGEST)
    left = _LEFT + (TYPE + _BELOW if named_beside else 0) + (labels + _APART if beside else 0)
    right, foot = float(_RIGHT), _BOTTOM + (TYPE + _BELOW if named_below else 0)
    if below:
        left = max(left, _LEFT + width_of(below[0]) / 2)
        right = max(right, _RIGHT / 2 + width_of(below[-1]) / 2)
        foot += TYPE + _APART
    top = _TOP + over + (legend.height + _BELOW_LEGEND if legend and legend.entries else 0)
    return Frame(left, top, WIDTH - right, height - foot)


def foot(room: Frame, scale: Scale, ticks: Sequence[Tick], name: str, *, rules: bool = False) -> list[Markup]:
    """The axis below: numbers, with rules up from them if wanted, and what they are."""
    placed = [(scale(value), words) for value, words in ticks]
    parts = [straight((x, room.top), (x, room.bottom), GRID) for x, _ in placed] if rules else []
    return [*parts, *foot_labels(room, placed), foot_name(room, name, labelled=any(words for _, words in ticks))]


def foot_labels(room: Frame, placed: Sequence[Tick]) -> list[Markup]:
    """Labels below their places: every one, or every second, fourth … where they would run into each other."""
    y = room.bottom + _APART + TYPE / 2
    every = 1
    while every < len(placed) and _collide(placed[::every]):
        every *= 2
    return [text(x, y, words, "middle") for x, words in placed[::every] if words]


def _collide(placed: Sequence[Tick]) -> bool:
    return any((width_of(one) + width_of(other)) / 2 + 3 > after - x for (x, one), (after, other) in pairwise(placed))


def foot_name(room: Frame, name: str, *, labelled: bool = True) -> Markup:
    """The name of the axis below, in the middle, but never beyond the edges."""
    name = shortened(name, WIDTH - 8)
    half = width_of(name) / 2
    x = min(max((room.left + room.right) / 2, half + 4), WIDTH - 4 - half)
    return text(x, room.bottom + (_APART + TYPE if labelled else 0) + _BELOW + TYPE / 2, name, "middle", SOFT)


def side(room: Frame, scale: Scale, ticks: Sequence[Tick], name: str) -> list[Markup]:
    """The axis at the left: numbers with rules from them, and what they are."""
    parts = [straight((room.left, scale(value)), (room.right, scale(value)), GRID) for value, _ in ticks]
    parts += [text(room.left - _APART, scale(value), words, "end") for value, words in ticks]
    name = shortened(name, room.bottom - room.top + 20)
    return [*parts, text(_LEFT + TYPE / 2 - 2, (room.top + room.bottom) / 2, name, "middle", SOFT, upright=True)]


def stand_above(labels: Sequence[str]) -> bool:
    """Whether labels are too long to stand beside their rows."""
    return any(len(label) > LONG_LABEL for label in labels)


def row_labels(room: Frame, labels: Sequence[str], *, above: bool = False) -> list[Markup]:
    """The labels of rows: beside them, or above."""
    heights = [room.row(place, len(labels)) for place in range(len(labels))]
    if above:
        return [_label_above(room, label, y - _UP) for label, y in zip(labels, heights, strict=True)]
    return [
        text(room.left - _APART, y, shortened(label, _LONGEST), "end", INK)
        for label, y in zip(labels, heights, strict=True)
    ]


def _label_above(room: Frame, label: str, y: float) -> Markup:
    """A label where its row begins, or further left where it would end beyond the edge; cut if it must be."""
    said = shortened(label, WIDTH - 4)
    return text(max(2, min(room.left + 4, WIDTH - 2 - width_of(said))), y, said)


def across_rule(room: Frame, y: float) -> Markup:
    """A dashed rule from side to side: what blind guessing gets."""
    return straight((room.left, y), (room.right, y), GUESS, width=1.5, dash=(4, 4))


def upright_rule(room: Frame, x: float) -> Markup:
    """A dashed rule from top to bottom: what blind guessing gets, or a point worth marking."""
    return straight((x, room.top), (x, room.bottom), GUESS, width=1.5, dash=(4, 4))
