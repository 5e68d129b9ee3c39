"""A row of a reproduction: what a paper published beside what we measured, and why they differ."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Literal

from standout.report.drawing.theme import Drawing
from standout.results.estimate import Estimate

Unit = Literal["share", "number", "bits", "order", "decimal"]

NOT_READABLE = "figure not readable from the text: no published number"
_Z = 1.96


@dataclass(frozen=True)
class Row:
    """One published figure beside ours. Shares are between 0 and 1; what there is no figure for is None."""

    table: str
    what: str
    published: float | None
    ours: float | None
    low: float | None
    high: float | None
    remark: str
    unit: Unit = "share"

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class Section:
    """A figure or table of the paper: its rows, and a chart if one helps."""

    table: str
    """The paper's name for it, such as "figure 4"."""
    title: str
    rows: list[Row]
    chart: Callable[[], Drawing] | None = None
    words: str = ""
    """What was done, and how it was read where the paper leaves it open."""


@dataclass(frozen=True)
class Reproduction:
    """A paper reproduced on one dataset."""

    paper: str
    title: str
    data: dict[str, Any]
    seed: int
    draws: int
    sections: list[Section]
    findings: list[str] = field(default_factory=list)
    """What comes out and why it differs, in plain sentences with the measured numbers in them."""

    @property
    def words(self) -> str:
        """What it was run on: "6,040 people, 3,706 items and 1,000,209 interactions"."""
        data = self.data
        if "words" in data:
            return str(data["words"])
        return f"{data['people']:,} people, {data['items']:,} items and {data['interactions']:,} interactions"

    @property
    def rows(self) -> list[Row]:
        return [row for section in self.sections for row in section.rows]

    def as_dict(self) -> dict[str, Any]:
        """The contracted document, with what it was made from."""
        return {
            "paper": self.paper,
            "rows": [row.as_dict() for row in self.rows],
            "data": self.data,
            "seed": self.seed,
            "draws": self.draws,
            "findings": self.findings,
        }


def measured(
    table: str, what: str, published: float | None, ours: Estimate | None, remark: str = "", unit: Unit = "share"
) -> Row:
    """A row from an estimate; without a published number the remark says so."""
    if published is None and not remark:
        remark = NOT_READABLE
    if ours is None:
        return Row(table, what, published, None, None, None, remark, unit)
    least = max(ours.low, 0.0)  # neither a share nor bits can be less than nothing
    return Row(table, what, published, ours.rate, least, ours.high, remark, unit)


def counted(table: str, what: str, published: float | None, ours: float | None, remark: str = "") -> Row:
    """A row of plain numbers, which have no interval."""
    return Row(table, what, published, ours, None, None, remark, "number")


def said(table: str, what: str, remark: str, published: float | None = None, unit: Unit = "number") -> Row:
    """A row with nothing of ours to show, and why."""
    return Row(table, what, published, None, None, None, remark, unit)


def compared(published: float, ours: Estimate | None, people: int, why: str) -> str:
    """A remark: whether a share published for this many people differs from ours by more than chance, and why."""
    if ours is None:
        return why
    spread = published * (1 - published) / people + ((ours.high - ours.low) / (2 * _Z)) ** 2
    if abs(ours.rate - published) <= _Z * sqrt(spread):
        return f"agrees within the sampling error of the paper's {people} people"
    return f"{points(published, ours.rate)}: {why}"


def points(published: float, ours: float) -> str:
    """How far apart two shares are: "12 points higher"."""
    apart = 100 * (ours - published)
    return f"{abs(apart):.0f} points {'higher' if apart > 0 else 'lower'}"


def percent(share: float | Estimate | None, decimals: int | None = None) -> str:
    """A share in words for remarks: whole percent, finer where that would say 0 or 100."""
    if share is None:
        return "–"
    value = share.rate if isinstance(share, Estimate) else share
    if decimals is None:
        near = min(value, 1 - value)
        decimals = 0 if near <= 0 or near >= 0.0095 else 1 if near >= 0.0005 else 2
    return f"{100 * value:.{decimals}f}%"


def shown(number: float | None, unit: Unit) -> str:
    """A figure for reading."""
    if number is None:
        return "–"
    if unit == "share":
        return percent(number)
    if unit == "order":
        return "holds" if number else "does not"
    if unit == "decimal":
        return f"{number:.3f}"
    if unit == "bits":
        return f"{number:.1f} bits"
    return f"{number:,.0f}" if number == round(number) or number >= 100 else f"{number:.1f}"


def shown_interval(row: Row) -> str:
    """The 95% interval for reading, in brackets; nothing where there is none."""
    if row.low is None or row.high is None:
        return ""
    if row.unit == "share":
        digits = 1 if row.high - row.low < 0.01 or (row.ours or 0) > 0.9905 else 0
        return f" [{_bound(row.low, digits)}–{_bound(row.high, digits)}]"
    if row.unit == "decimal":
        low, high = (f"{bound:.3f}".replace("0.", ".", 1) for bound in (row.low, row.high))
        return f" [{low}–{high}]" if row.low < row.high else ""
    return f" [{row.low:.1f}–{row.high:.1f}]"


def _bound(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f}".replace("100.0", "100").removesuffix(".0" if share < 0.0005 else "%")
