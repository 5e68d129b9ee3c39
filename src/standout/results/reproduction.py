"""What `standout reproduce` finds: every figure and table of a paper beside our own, and why they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from standout.results.base import Document, Part, Rows
from standout.results.estimate import Estimate

Unit = Literal["share", "number", "bits", "order", "decimal"]
Number = int | float


class Row(Part, frozen=True, kw_only=False, omit_defaults=False):
    """One published figure beside ours. Shares are between 0 and 1; what there is no figure for is None."""

    table: str
    """The paper's name for it, such as "figure 4"."""
    what: str
    published: Number | None
    ours: Number | None
    low: Number | None
    high: Number | None
    remark: str
    unit: Unit = "share"
    n: int | None = None
    """How many people, targets or profiles our figure is of; none where there is none of ours."""

    def published_text(self) -> str:
        """The published figure for reading."""
        return shown(self.published, self.unit)

    def ours_text(self) -> str:
        """Our figure for reading, with its 95% interval in brackets."""
        return f"{shown(self.ours, self.unit)}{shown_interval(self)}"

    def n_text(self) -> str:
        """How many our figure is of, for reading."""
        return "" if self.n is None else f"{self.n:,}"


class DatasetPart(Part, frozen=True):
    """One of several datasets that a paper was reproduced on."""

    people: int
    items: int
    interactions: int
    left_out: int
    sha256: str


class ReproducedOn(Part, frozen=True, kw_only=True):
    """What a paper was reproduced on: interactions, several datasets of them, or profiles."""

    datasets: dict[str, DatasetPart] | None = None
    rounds: int | None = None
    people: int | None = None
    items: int | None = None
    interactions: int | None = None
    attributes: int | None = None
    pairs: int | None = None
    entries: int | None = None
    sites: tuple[str, ...] | None = None
    known: tuple[str, ...] | None = None
    """Attributes that whoever looks knows from the start."""
    source: str | None = None
    files: tuple[str, ...] | None = None
    sha256: str
    words: str | None = None
    """What it is in words, where it is more than people, items and interactions."""

    def described(self) -> str:
        """ "6,040 people, 3,706 items and 1,000,209 interactions"."""
        if self.words is not None:
            return self.words
        return f"{self.people or 0:,} people, {self.items or 0:,} items and {self.interactions or 0:,} interactions"


class Reproduction(Document, frozen=True):
    """A paper reproduced on one dataset."""

    KIND: ClassVar[str] = "reproduce"
    FILE: ClassVar[str] = "reproduce.json"

    paper: str
    rows: tuple[Row, ...]
    data: ReproducedOn
    seed: int
    draws: int
    findings: tuple[str, ...]
    """What comes out and why it differs, in plain sentences with the measured numbers in them."""
    title: str | None = None
    """The paper's title, authors and year; absent in documents of before."""
    standout: str | None = None
    """The version that made it; absent in documents of before."""

    def by_table(self) -> dict[str, list[Row]]:
        """The rows of each table and figure of the paper, in its order."""
        tables: dict[str, list[Row]] = {}
        for row in self.rows:
            tables.setdefault(row.table, []).append(row)
        return tables

    def headline(self) -> str:
        """How much of the paper stands beside ours, and on what, without a full stop."""
        published = [row for row in self.rows if row.published is not None]
        beside = sum(row.ours is not None for row in published)
        return (
            f"{self.paper} on {self.data.described()}: {len(published):,} published figures, "
            f"{beside:,} of them beside our own"
        )

    def __str__(self) -> str:
        return ". ".join([self.headline(), *(finding.removesuffix(".") for finding in self.findings)]) + "."

    def tables(self) -> Mapping[str, Rows]:
        """`rows`: all figures."""
        return {"rows": [row.to_dict() for row in self.rows]}


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
        digits = 1 if round(row.high - row.low, 9) < 0.01 or (row.ours or 0) > 0.9905 else 0
        return f" [{_bound(row.low, digits)}–{_bound(row.high, digits)}]"
    if row.unit == "decimal":
        low, high = (f"{bound:.3f}".replace("0.", ".", 1) for bound in (row.low, row.high))
        return f" [{low}–{high}]" if row.low < row.high else ""
    return f" [{row.low:.1f}–{row.high:.1f}]"


def _bound(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f}".replace("100.0", "100").removesuffix(".0" if share < 0.0005 else "%")
