"""A column of times as a whole: whether it is plausible as it was read, or better read in another way.

The usual reading goes cell by cell, so it takes .NET ticks for nanoseconds and Chrome's times for the year 2387. Here
all rows are looked at together: first only at what was read, which is quick; where that is odd, at the cells under
every known format. One format is chosen for the column, and every row is read by it or named as a bad one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb
import numpy as np

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.time_formats import (
    EARLIEST,
    FORMATS,
    LOOK_ALIKES,
    TimeFormat,
    latest,
    look_alike_spans,
    round_steps,
)
from standout.io.columns.times import DAY, microseconds
from standout.io.staging.raw import BLANKS, Staged

_FIRST_YEAR, _LAST_YEAR = -62_135_596_800_000_000, 253_402_300_800_000_000
"""Years 1 to 9999, in microseconds since 1970: what calendars can say."""

_FEW = 100
"""Implausible rows are single bad rows if at most one in so many is."""

_LOOKED_AT = 1_000


@dataclass(frozen=True)
class Times:
    """What was found out about the times."""

    notes: tuple[str, ...] = ()
    outside: str = ""
    """SQL for single rows whose time cannot be meant; empty where there are none."""
    plausible: str = ""
    """The years that rows would have to be in, in words."""


@dataclass(frozen=True)
class _Seen:
    """What reading a column gave: rows with a cell, read, implausible, in look-alike spans, 0; first and last time."""

    cells: int
    read: int
    outside: int
    alike: int
    zeros: int
    first: int
    last: int

    @property
    def fitting(self) -> int:
        return self.read - self.outside


def settle_times(database: duckdb.DuckDBPyConnection, staged: Staged, any_year: bool) -> Times:
    """Check the column of times; read it in another format if that fits it and the usual reading does not."""
    if "time" not in staged.columns.at:
        return Times()
    seen = _seen(database, EARLIEST, latest())
    if not seen.cells:
        return Times()
    column, kinds = staged.columns.names["time"], _kinds_at_the_ends(database)
    notes: tuple[str, ...] = ()
    odd = seen.fitting < seen.cells or seen.alike > 0
    fits = _fits(database) if odd else {}
    chosen = _chosen(database, seen, fits)
    if chosen:
        database.execute(f'UPDATE raw SET "at" = {chosen.microseconds(_CELL)} WHERE "time" IS NOT NULL')
        seen = _seen(database, EARLIEST, latest())
    format_name = chosen.said if chosen else kinds[0] if len(kinds) == 1 and kinds[0] not in _PLAIN else ""
    if format_name and seen.read:
        notes += (f"column '{shown(column)}' was read as {format_name}: {_days(seen)}",)
    elif len(kinds) > 1:
        notes += (f"column '{shown(column)}' mixes {' and '.join(kinds)}; each cell was read by itself",)
    if seen.zeros and seen.last > DAY:
        rows = "row has" if seen.zeros == 1 else "rows have"
        notes += (f"{seen.zeros:,} {rows} the time 0, read as 1970-01-01; leave the cell empty if it is not known",)
    return _checked(database, staged, seen, fits, notes, any_year)


_CELL = f'trim("time", {BLANKS})'


def _seen(database: duckdb.DuckDBPyConnection, first: int, end: int) -> _Seen:
    """One quick look at what was read: numbers only, no text."""
    alike = " OR ".join(f'"at" BETWEEN {low} AND {high}' for low, high in look_alike_spans())
    counts = database.execute(f"""SELECT count("time"), count("at"),
        count(*) FILTER ("at" < {first} OR "at" >= {end}), count(*) FILTER ({alike}), count(*) FILTER ("at" = 0),
        coalesce(min("at"), 0), coalesce(max("at"), 0) FROM raw""").fetchone()
    return _Seen(*(int(each) for each in counts or (0,) * 7))


def _fits(database: duckdb.DuckDBPyConnection) -> dict[TimeFormat, int]:
    """How many rows each format reads as plausible times."""
    counts = ", ".join(
        f"count(*) FILTER (({format_.microseconds(_CELL)}) BETWEEN {EARLIEST} AND {latest() - 1})"
        for format_ in FORMATS
    )
    fitting = database.execute(f'SELECT {counts} FROM raw WHERE "time" IS NOT NULL').fetchone() or (0,) * len(FORMATS)
    return dict(zip(FORMATS, (int(each) for each in fitting), strict=True))


def _chosen(database: duckdb.DuckDBPyConnection, seen: _Seen, fits: dict[TimeFormat, int]) -> TimeFormat | None:
    """The format that reads the column better than the usual reading; none where that is good, or nothing is better."""
    if not fits:
        return None
    if seen.fitting == seen.cells:
        return next(
            (format_ for format_ in LOOK_ALIKES if fits[format_] == seen.cells and not _is_usual(database, format_)),
            None,
        )
    best = max(FORMATS, key=lambda format_: fits[format_])
    return best if fits[best] > seen.fitting and 2 * fits[best] > seen.cells else None


def format_of_cells(database: duckdb.DuckDBPyConnection, cells: Sequence[str]) -> TimeFormat | None:
    """The format of a few cells, chosen as for a column; none where the usual reading is good."""
    database.execute("CREATE OR REPLACE TABLE given AS SELECT unnest($1::VARCHAR[]) AS cell", [list(cells)])
    database.execute(
        f'CREATE OR REPLACE TABLE raw AS SELECT cell AS "time", ({microseconds("cell")})::BIGINT AS "at" FROM given'
    )
    return _chosen(database, _seen(database, EARLIEST, latest()), _fits(database))


def _is_usual(database: duckdb.DuckDBPyConnection, format_: TimeFormat) -> bool:
    """Whether cells that fit this format are more likely what the usual reading took them for.

    Ticks of 100 nanoseconds look like nanoseconds in 1974 or 1990, when nobody measured fractions of a second: what is
    rounded to whole seconds, minutes, hours or days as nanoseconds, and not more so as ticks, are nanoseconds.
    """
    if not format_.in_ticks:
        return False
    steps = (*round_steps(1_000_000_000), *round_steps(10_000_000))
    rounded = ", ".join(f"bool_and(TRY_CAST({_CELL} AS BIGINT) % {step} = 0)" for step in steps)
    are_round = database.execute(f'SELECT {rounded} FROM raw WHERE "time" IS NOT NULL').fetchone() or (False,) * 8
    usual, other = sum(map(bool, are_round[:4])), sum(map(bool, are_round[4:]))
    return usual > 0 and usual >= other


_PLAIN = ("dates", "seconds since 1970")


def _kinds_at_the_ends(database: duckdb.DuckDBPyConnection) -> list[str]:
    """How the first and the last rows write times, in words, the most frequent first."""
    number = 'abs(TRY_CAST("time" AS DOUBLE))'
    rows = database.execute(f"""
        SELECT CASE WHEN {number} IS NULL OR {number} BETWEEN 19000101 AND 20991231 THEN 'dates'
            WHEN {number} < 1e11 THEN 'seconds since 1970' WHEN {number} < 1e14 THEN 'milliseconds since 1970'
            WHEN {number} < 1e17 THEN 'microseconds since 1970' ELSE 'nanoseconds since 1970' END AS kind
        FROM raw WHERE (rowid < {_LOOKED_AT} OR rowid >= (SELECT max(rowid) FROM raw) - {_LOOKED_AT})
            AND "at" IS NOT NULL AND "at" <> 0
        GROUP BY kind ORDER BY count(*) DESC, kind""").fetchall()
    return [kind for (kind,) in rows]


def _checked(
    database: duckdb.DuckDBPyConnection,
    staged: Staged,
    seen: _Seen,
    fits: dict[TimeFormat, int],
    notes: tuple[str, ...],
    any_year: bool,
) -> Times:
    """Refuse a column that is implausible; a few implausible rows are bad rows."""
    first, end = (_FIRST_YEAR, _LAST_YEAR) if any_year else (EARLIEST, latest())
    years = "year 1 to 9999" if any_year else plausible_years()
    outside = _seen(database, first, end).outside if any_year else seen.outside
    if not outside:
        return Times(notes)
    if outside * _FEW > seen.cells:
        column = staged.columns.names["time"]
        raise implausible(staged.name, column, seen.first, seen.last, f"{outside:,} of {seen.cells:,} rows", fits)
    return Times(notes, f'"at" < {first} OR "at" >= {end}', years)


def check_span(first: int, last: int, file: str, column: str, any_year: bool, *, numbers: bool) -> None:
    """Refuse a column of which only the first and the last time are known, if they cannot be meant.

    `numbers`: all cells are numbers, so that they may be those of another format.
    """
    if numbers and any(low <= first and last <= high for low, high in look_alike_spans()):
        raise BadInput(
            f"{file}: column '{shown(column)}' reads as {_day(first)} to {_day(last)}, but may be "
            f"{' or '.join(kind.said for kind in LOOK_ALIKES)}; give dates or seconds since 1970, or use --engine local"
        )
    earliest, end = (_FIRST_YEAR, _LAST_YEAR) if any_year else (EARLIEST, latest())
    if first < earliest or last >= end:
        raise implausible(file, column, first, last)


def plausible_years() -> str:
    return f"1970 to {_day(latest() - 1)[:4]}"


def implausible(
    file: str, column: str, first: int, last: int, rows: str = "", fits: dict[TimeFormat, int] | None = None
) -> BadInput:
    """The refusal of a column whose times cannot be meant: what was read, what it may be, what to do."""
    best = max(fits, key=lambda format_: (fits or {})[format_]) if fits else None
    may_be = (
        f"some of it fits {best.said}" if best and fits and fits[best] else "a year may be mistyped, or it is no time"
    )
    return BadInput(
        f"{file}: column '{shown(column)}' reads as {_day(first)} to {_day(last)}, not within {plausible_years()}"
        f"{f' ({rows})' if rows else ''}; {may_be}; give dates or seconds since 1970, "
        "take it as it is with --any-year, or leave it out with --columns time="
    )


def _days(seen: _Seen) -> str:
    return f"{_day(seen.first)} to {_day(seen.last)}"


def _day(moment: int) -> str:
    """A time in microseconds as a day of any year."""
    return str(np.datetime64(moment // DAY, "D"))
