"""Two shapes of chart that only the inference page has: classes side by side, and a heat map."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.drawing.axes import rounded_out, ticks
from standout.report.drawing.frame import foot, frame, row_labels
from standout.report.drawing.legend import Entry, Legend
from standout.report.drawing.letters import shortened, width_of
from standout.report.drawing.marks import SHAPES, mark
from standout.report.drawing.svg import INK, box, filled, straight, text
from standout.report.drawing.theme import ROW, Drawing, series

_LONGEST_BELOW = 110


def compared(
    name: str, title: str, alt_text: str, rows: Sequence[tuple[str, Sequence[float]]], classes: Sequence[str], axis: str
) -> Drawing:
    """A row per thing, in it a mark per class; classes are told apart by colour and shape."""
    labels = [label for label, _ in rows]
    looks = [(series(code), SHAPES[(code + code // len(SHAPES)) % len(SHAPES)]) for code in range(len(classes))]
    height = 22 * len(rows) + 70 + 22 * ((len(classes) + 1) // 2)
    legend = Legend([Entry(each, colour, shape) for each, (colour, shape) in zip(classes, looks, strict=True)])
    low, high = rounded_out(0, max((share for _, shares in rows for share in shares), default=0))
    numbers = ticks(low, high, percents=True)
    room = frame(height, beside=labels, below=[words for _, words in numbers], legend=legend)
    across = room.across(low, high)
    parts = [*legend.drawn(room.left, 4), *foot(room, across, numbers, axis, rules=True), *row_labels(room, labels)]
    for place, (_, shares) in enumerate(rows):
        y = room.row(place, len(rows))
        parts.append(straight((across(min(shares)), y), (across(max(shares)), y), INK, width=2, opacity=0.3))
        for share, (colour, shape) in zip(shares, looks, strict=False):
            parts.append(mark(shape, (across(share), y), 80, colour))
    return Drawing(parts, height, name, title, alt_text)


def heat(name: str, title: str, alt_text: str, labels: Sequence[str], cells: Sequence[Sequence[float]]) -> Drawing:
    """A square per pair, the stronger its colour the more; `cells` are between 0 and 1."""
    height, count = max(4 * ROW, 20 * len(labels) + 120), len(labels)
    below = [shortened(label, _LONGEST_BELOW) for label in labels]
    room = frame(height - max(map(width_of, below), default=0) - 10, beside=labels, named_below=False)
    wide, high = (room.right - room.left) / count, room.row_height(count)
    parts = row_labels(room, labels)
    for down, row in enumerate(cells):
        for across, share in enumerate(row):
            square = box(room.left + across * wide, room.top + down * high, wide, high)
            parts.append(filled(square, series(0), opacity=round(0.03 + 0.97 * min(max(share, 0), 1), 3)))
    for place, label in enumerate(below):
        parts.append(text(room.column(place, count), room.bottom + 10, label, "end", upright=True))
    return Drawing(parts, height, name, title, alt_text)
