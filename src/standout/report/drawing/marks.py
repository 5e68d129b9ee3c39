"""Marks that lines and classes are told apart by: as large as each other, and different without their colours."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt

from markupsafe import Markup

from standout.report.drawing.svg import disc, filled, joined

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
DASHES: Sequence[Sequence[float]] = ((), (6, 3), (2, 3), (9, 3, 2, 3), (4, 4), (12, 4))
"""Lines and points differ in more than colour."""

_ARM = 0.2


def mark(shape: str, at: tuple[float, float], area: float, colour: str, *, opacity: float = 1) -> Markup:
    """A mark of this shape around a point."""
    if shape == "circle":
        return disc(at, sqrt(area / pi), colour, opacity=opacity)
    side = sqrt(area)
    corners = [(at[0] + side * x, at[1] + side * y) for x, y in _CORNERS[shape]]
    return filled(f"{joined(corners)}Z", colour, opacity=opacity)


_CORNERS = {
    "square": ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "triangle-up": ((-0.6, 0.5), (0, -0.55), (0.6, 0.5)),
    "triangle-down": ((-0.6, -0.5), (0, 0.55), (0.6, -0.5)),
    "diamond": ((0, -0.72), (0.58, 0), (0, 0.72), (-0.58, 0)),
    "cross": (
        (-0.6, -_ARM), (-_ARM, -_ARM), (-_ARM, -0.6), (_ARM, -0.6), (_ARM, -_ARM), (0.6, -_ARM),
        (0.6, _ARM), (_ARM, _ARM), (_ARM, 0.6), (-_ARM, 0.6), (-_ARM, _ARM), (-0.6, _ARM),
    ),
}  # fmt: skip
"""Corners of each shape of one unit of area, or nearly."""
