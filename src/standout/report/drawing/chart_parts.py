"""What the charts of a report have in common: ticks for shares, labels above rows, rules, and layers.

The charts are kept alike on purpose: who has read one can read them all. Altair and vl-convert are imported when the
first chart is drawn; they are slow to load.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from standout.report.drawing.svg import GUESS, INK
from standout.report.drawing.theme import LONG_LABEL, WIDTH

if TYPE_CHECKING:
    import altair as alt

SHARES = [0, 0.25, 0.5, 0.75, 1]


def above(labels: Sequence[str]) -> bool:
    """Whether labels are too long to stand beside their rows."""
    return any(len(label) > LONG_LABEL for label in labels)


def labels_above(base: Any, y: Any, begin: float) -> Any:
    """The labels, each above its row."""
    import altair as alt

    marks = base.mark_text(align="left", baseline="middle", dx=4, dy=-17, color=INK, limit=WIDTH - 16)
    return marks.encode(y=y, x=alt.datum(begin), text="label:N")


def rule(position: float, axis: str) -> Any:
    """A dashed rule: what blind guessing gets, or a point worth marking."""
    import altair as alt

    chart = alt.Chart(alt.InlineData(values=[{axis: position}])).mark_rule(
        color=GUESS, strokeDash=[4, 4], strokeWidth=1.5
    )
    return chart.encode(x="x:Q") if axis == "x" else chart.encode(y="y:Q")


def layered(layers: Sequence[alt.Chart]) -> alt.LayerChart:
    import altair as alt

    return alt.LayerChart(layer=list(layers))
