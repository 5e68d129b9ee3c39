"""Rows of a reproduction: what a paper published beside what we measured; the sections that they stand in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from standout.report.drawing.theme import Drawing
from standout.reproductions.rates import number_of
from standout.results.estimate import Z95, Estimate
from standout.results.reproduction import Row, Unit

NOT_READABLE = "figure not readable from the text: no published number"


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


def measured(
    table: str, what: str, published: float | None, ours: Estimate | None, remark: str = "", unit: Unit = "share"
) -> Row:
    """A row from an estimate; without a published number the remark says so."""
    if published is None and not remark:
        remark = NOT_READABLE
    if ours is None:
        return Row(table, what, published, None, None, None, remark, unit)
    least = max(ours.low, 0.0)  # neither a share nor bits can be less than nothing
    return Row(table, what, published, ours.rate, least, ours.high, remark, unit, number_of(ours))


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
    spread = published * (1 - published) / people + ((ours.high - ours.low) / (2 * Z95)) ** 2
    if abs(ours.rate - published) <= Z95 * sqrt(spread):
        return f"agrees within the sampling error of the paper's {people} people"
    return f"{points(published, ours.rate)}: {why}"


def points(published: float, ours: float) -> str:
    """How far apart two shares are: "12 points higher"."""
    apart = 100 * (ours - published)
    return f"{abs(apart):.0f} points {'higher' if apart > 0 else 'lower'}"
