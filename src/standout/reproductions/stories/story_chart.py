"""The chart of a story: our figures as dots with their intervals, published ones as ticks; for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.drawing import row_charts
from standout.results.estimate import Estimate
from standout.results.reproduction import Row

_LIGHT = {
    "ink": "#1b1f24",
    "soft": "#545c66",
    "grid": "#dcd9d2",
    "guess": "#545c66",
    "quiet": "#8d949e",
    "c1": "#1f5fa8",
}
_DARK = {
    "ink": "#e9ebee",
    "soft": "#aab2bc",
    "grid": "#343b44",
    "guess": "#aab2bc",
    "quiet": "#6f7883",
    "c1": "#7db4f5",
}
_PAPER = '<rect width="100%" height="100%" fill="#ffffff"/>'
"""White below everything: what a picture of a reproduction is recognised by. The style darkens it on dark pages."""


def story_chart(paper: str, rows: Sequence[Row]) -> bytes:
    """A file of its own that follows the reader's light or dark page, with its words for those who do not see it."""
    dots = [row_charts.Dot(row.what, _estimate(row), _shown(row), _published(row)) for row in rows]
    decimals = any(row.unit == "decimal" for row in rows)
    axis = "dots: ours, with 95% intervals; ticks: published"
    said = "; ".join(
        f"{row.what}: ours {row.ours_text()}" + ("" if row.published is None else f", published {row.published_text()}")
        for row in rows
    )
    title = "Published figures beside ours"
    svg = row_charts.dots(f"{paper}-story", title, said, dots, axis, decimals=decimals).__html__()
    begin = svg.index(">") + 1
    head = svg[:begin].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    return f"{head}{_PAPER}<style>{_style()}</style>{svg[begin:]}\n".encode()


def _estimate(row: Row) -> Estimate:
    ours = float(row.ours or 0)
    return Estimate(ours, ours if row.low is None else row.low, ours if row.high is None else row.high)


def _published(row: Row) -> list[float]:
    return [] if row.published is None else [float(row.published)]


def _shown(row: Row) -> str:
    return row.ours_text().partition(" [")[0]


def _style() -> str:
    dark = f"svg>rect:first-child{{fill:#1a1e23}}{_classes(_DARK)}"
    font = 'text{font-family:"Liberation Sans",Arimo,Arial,Helvetica,sans-serif}'
    return f"{font}{_classes(_LIGHT)}@media (prefers-color-scheme: dark){{{dark}}}"


def _classes(colours: dict[str, str]) -> str:
    return "".join(f".f-{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}" for name, colour in colours.items())
