"""What the charts of a report have in common: layers and what they are encoded by, labels above rows, rules.

The charts are kept alike on purpose: who has read one can read them all. They are plain Vega-Lite, as dictionaries:
Altair writes the same, but takes seconds to be loaded and to check what it writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from standout.report.drawing.svg import GUESS, INK
from standout.report.drawing.theme import LONG_LABEL, WIDTH, Spec

SHARES = [0, 0.25, 0.5, 0.75, 1]

Values = Sequence[Mapping[str, Any]]


def layer(values: Values, mark: str, encoding: Spec, **look: Any) -> Spec:
    """Marks of one kind, one for each value."""
    return {"data": {"values": list(values)}, "mark": {"type": mark, **look}, "encoding": encoding}


def named(field: str, **how: Any) -> Spec:
    """Told apart by a name."""
    return {"field": field, "type": "nominal", **how}


def measured(field: str, **how: Any) -> Spec:
    """Placed or sized by a number."""
    return {"field": field, "type": "quantitative", **how}


def above(labels: Sequence[str]) -> bool:
    """Whether labels are too long to stand beside their rows."""
    return any(len(label) > LONG_LABEL for label in labels)


def labels_above(values: Values, y: Spec, begin: float) -> Spec:
    """The labels, each above its row."""
    encoding = {"text": named("label"), "x": {"datum": begin}, "y": y}
    return layer(values, "text", encoding, align="left", baseline="middle", color=INK, dx=4, dy=-17, limit=WIDTH - 16)


def rule(position: float, axis: str) -> Spec:
    """A dashed rule: what blind guessing gets, or a point worth marking."""
    return layer([{axis: position}], "rule", {axis: measured(axis)}, color=GUESS, strokeDash=[4, 4], strokeWidth=1.5)
