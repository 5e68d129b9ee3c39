"""Repeats and returns: which rule a dataset gets, rows folded by it, and the scale that their amounts then have.

Without a word from the user, amounts that add up are summed, rows are counted where they have no value, and of ratings,
grades and prices the latest is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import duckdb
import numpy as np

from standout.common.arrays import Floats, UInt8s
from standout.common.wording import counted
from standout.data.model import NO_SCALE, Scale
from standout.data.prepared import Entries
from standout.data.scales import number_text
from standout.errors import BadInput
from standout.io import encoding
from standout.io.columns import values
from standout.io.columns.value_forms import is_plain
from standout.io.columns.value_kinds import Banding, Meaning
from standout.io.columns.value_scales import Extent, amounts_scale, codes_of, extent_of
from standout.io.folding import Fold, Rows, Rule, Tally, folded, whole_pairs
from standout.io.reading_options import ReadingOptions, Repeats
from standout.io.spilling import Spilled, spilled
from standout.results.understood import ValuesUnderstood


@dataclass(frozen=True)
class Plan:
    """What values are, how rows are folded, what they are worth to that end, and how many amounts become few."""

    kind: values.Kind
    meaning: Meaning
    repeats: Repeats
    rule: Rule
    amounts: encoding.Amounts
    banding: Banding
    negative: int = 0
    """Rows with a negative amount that are kept because that was asked for."""


@dataclass(frozen=True)
class Folded:
    """Rows after folding, each person and item once unless they are events, and what was understood on the way."""

    plan: Plan
    spilled: Spilled
    scale: Scale
    tally: Tally
    values: ValuesUnderstood | None
    """What values were taken for; none where there are none."""

    @property
    def repeats(self) -> Repeats | Literal["none"]:
        """The rule that repeats were folded by; none if nothing repeats."""
        return self.plan.repeats if self.tally.repeated else "none"

    @property
    def returned(self) -> int:
        """Rows with a negative amount, whatever became of them."""
        return self.tally.returned or self.plan.negative

    @property
    def counted(self) -> bool:
        """Whether the value is how often, although there is a column of values."""
        return self.plan.rule.fold == "count" and self.plan.meaning.kind != "none"

    def entries(self) -> Iterator[Entries]:
        """All entries, encoded, ascending by person, item and day; people and items without any have no code."""
        people, items = (np.cumsum(seen) - 1 for seen in (self.spilled.people, self.spilled.items))
        for rows in self.spilled.blocks():
            yield Entries(people[rows.people], items[rows.items], self._codes(rows), rows.days)

    def _codes(self, rows: Rows) -> UInt8s | None:
        if self.scale.kind == "none":
            return None
        return rows.codes if rows.amounts is None else codes_of(rows.amounts, self.scale)

    def notes(self) -> tuple[str, ...]:
        """What became of repeats and returns, in words."""
        return (*_on_repeats(self.tally, self.plan.repeats), *_on_returns(self))


def plan_for(
    database: duckdb.DuckDBPyConnection, kind: values.Kind, meaning: Meaning, options: ReadingOptions, *, dated: bool
) -> Plan:
    """How rows are folded: as asked for, else as fits what values are."""
    usual: Fold = "count" if meaning.kind == "none" else "sum" if meaning.adds else "last"
    repeats: Repeats = options.repeats or usual
    if repeats == "sum" and meaning.kind in ("none", "grade"):
        if meaning.kind == "grade":
            raise BadInput("--repeats sum: letter grades do not add up; use last, first, count or events")
        repeats = "count"
    if repeats == "events" and not dated:
        raise BadInput("--repeats events: the data has no times to tell events apart; use --repeats count")
    fold: Fold = usual if repeats == "events" else repeats
    rule = Rule(fold, each_day=repeats == "events", returns=_returns(database, meaning, options))
    as_amounts = fold == "count" or (fold == "sum" and meaning.banding == "none")
    banding: Banding = "powers of two" if as_amounts else meaning.banding
    return Plan(
        kind, meaning, repeats, rule, _amounts(database, meaning, rule), banding, _kept(database, meaning, options)
    )


def _returns(
    database: duckdb.DuckDBPyConnection, meaning: Meaning, options: ReadingOptions
) -> Literal["net", "drop", "none"]:
    """What becomes of amounts of 0 and below; nothing where there are none."""
    if options.returns == "keep" or not (meaning.returns or meaning.kind == "quantity"):
        return "none"
    ((least,),) = database.execute("SELECT min(number) FROM cells").fetchall()
    return "none" if least is None or least > 0 else options.returns or "net"


def _kept(database: duckdb.DuckDBPyConnection, meaning: Meaning, options: ReadingOptions) -> int:
    """Rows with a negative amount, where they are to be kept; a rating below 0 is no amount."""
    if options.returns != "keep" or meaning.kind in ("none", "rating", "grade", "yes or no"):
        return 0
    ((rows,),) = database.execute("SELECT coalesce(sum(times), 0) FROM cells WHERE number < 0").fetchall()
    return int(rows)


def _amounts(database: duckdb.DuckDBPyConnection, meaning: Meaning, rule: Rule) -> encoding.Amounts:
    if meaning.kind == "none" or (rule.fold == "count" and rule.returns == "none"):
        return "none"
    if meaning.banding == "none" and rule.fold in ("first", "last"):
        return "codes"
    return "numbers" if is_plain(database) else "looked up numbers"


def folded_rows(
    database: duckdb.DuckDBPyConnection, plan: Plan, first_day: int | None, scratch: Path, file: str
) -> Folded:
    """Sort and fold all rows, and find the scale of what they then say."""
    scale = values.encode(database, plan.kind, plan.meaning) if plan.amounts == "codes" else NO_SCALE
    late = plan.rule.each_day or plan.rule.fold == "first"
    rows = encoding.sorted_rows(database, plan.amounts, first_day, undated_last=late)
    tallies: list[Tally] = []

    def blocks() -> Iterator[Rows]:
        for block in whole_pairs(rows):
            kept, tally = folded(block, plan.rule)
            tallies.append(tally)
            yield kept

    waiting = spilled(blocks(), scratch / "folded", *encoding.sizes(database))
    tally = sum(tallies, Tally())
    if not waiting.count:
        raise BadInput(f"{file}: nothing is left after returns; keep them with --returns keep")
    if not (waiting.people.all() and waiting.items.all()):
        encoding.keep_only(database, waiting.people, waiting.items)
    if plan.amounts == "codes" or (plan.meaning.kind == "none" and tally.most_folded <= 1):
        return Folded(plan, waiting, scale, tally, _said(plan, scale, None, tally))
    return _scaled(database, plan, waiting, tally)


def _scaled(database: duckdb.DuckDBPyConnection, plan: Plan, waiting: Spilled, tally: Tally) -> Folded:
    """The scale of amounts, as they are after folding."""

    def amounts() -> Iterable[tuple[Floats, None]]:
        return ((rows.amounts, None) for rows in waiting.blocks() if rows.amounts is not None)

    extent = extent_of(amounts)
    if plan.rule.fold == "count" and tally.most_folded <= 1:
        scale = NO_SCALE
    elif plan.meaning.kind == "yes or no" and plan.rule.fold == "sum" and tally.most_folded <= 1:
        scale = values.encode(database, plan.kind, plan.meaning)
    else:
        scale = amounts_scale(amounts, plan.banding, extent)
    return Folded(plan, waiting, scale, tally, _said(plan, scale, extent, tally))


def _said(plan: Plan, scale: Scale, extent: Extent | None, tally: Tally) -> ValuesUnderstood | None:
    if scale.kind == "none":
        return None
    kind = plan.meaning.kind
    if plan.rule.fold == "count" or (plan.rule.fold == "sum" and scale.kind == "counts" and not plan.meaning.adds):
        kind = "count"
    low, high = scale.labels[0], scale.labels[-1]
    if extent is not None and scale.kind in ("counts", "bands"):
        low, high = _six_digits(extent.least), _six_digits(extent.most)
    banded = {"counts": "powers of two", "bands": "quantiles"}.get(scale.kind)
    if scale.kind == "bands" and not any("–" in label for label in scale.labels):
        banded = None
    kept = "keep" if plan.negative or (extent is not None and extent.least < 0) else None
    return ValuesUnderstood(
        kind=kind, low=low, high=high, banded=banded, returns=plan.rule.returns if tally.returned else kept
    )


def _six_digits(number: float) -> str:
    """A number without what adding up fractions leaves behind: "0.3", not "0.30000000000000004"."""
    return number_text(number if number.is_integer() else float(f"{number:.6g}"))


_KEPT: dict[Repeats, str] = {
    "last": "the latest of each was kept",
    "first": "the first of each was kept",
    "sum": "their amounts were added up",
    "count": "they were counted, and their number is the value",
    "events": "kept as events, one for each day",
}


def _on_repeats(tally: Tally, repeats: Repeats) -> tuple[str, ...]:
    return (f"{tally.repeated:,} repeated (person, item) entries: {_KEPT[repeats]}",) if tally.repeated else ()


def _on_returns(found: Folded) -> tuple[str, ...]:
    tally, notes = found.tally, []
    if tally.returned:
        rows = "row" if tally.returned == 1 else "rows"
        what = "set off against the person's purchases of the item" if found.plan.rule.returns == "net" else "left out"
        nothing = f"; nothing is left of {tally.emptied:,} (person, item) pairs" if tally.emptied else ""
        notes.append(f"{tally.returned:,} {rows} with a negative amount, taken as returns: {what}{nothing}")
    if kept := found.plan.negative:
        notes.append(f"{kept:,} {'row' if kept == 1 else 'rows'} with a negative amount: kept")
    if gone := int((~found.spilled.people).sum()):
        notes.append(
            f"{counted(gone, 'person has', 'people have')} nothing left and {'is' if gone == 1 else 'are'} left out"
        )
    if tally.nothing:
        rows = "row" if tally.nothing == 1 else "rows"
        notes.append(f"{tally.nothing:,} {rows} with the amount 0 left out: nothing was bought")
    return tuple(notes)
