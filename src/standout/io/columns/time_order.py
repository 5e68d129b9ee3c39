"""Day before month, or month before day: what the whole column tells, and a question where it tells nothing.

A day after the 12th tells. Where there is none, two more things do: rows that are in the order of time under one
reading only, and days that run on under one reading where the other scatters them over months. Each is unlikely to come
about by chance; but rows that are sorted as text, such as parts of a table by their names, are in the order of one
reading anyway, which tells nothing. If neither holds, both readings are shown, and the user has to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import duckdb

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.time_formats import EARLIEST, TimeFormat, latest, written
from standout.io.columns.time_patterns import Pattern, order_of
from standout.io.columns.times import DAY, day_name

_FEW = 100
"""Rows that only another order reads are single bad rows, if at most one in so many is."""
_ENOUGH_DAYS = 5
"""From so many different days on, an order of rows and a run of days are no chance."""
_ENOUGH_MOMENTS = 3
"""The same, where times of day are given too."""
_SCATTERED = 10
"""Days are scattered that cover so many times less of their span than under another reading."""


@dataclass(frozen=True)
class Reading:
    """What a column says under one order: its days, and whether rows go up or down in time."""

    format: TimeFormat
    first: int
    last: int
    days: int
    days_of_month: int
    only_firsts: bool
    has_clock: bool
    rises: int
    falls: int
    as_text: bool
    """Whether rows go up or down as text."""

    @property
    def covered(self) -> float:
        """Which part of the days from the first to the last there is."""
        return self.days / (self.last - self.first + 1)

    @property
    def in_order(self) -> bool:
        return not self.as_text and (not self.rises or not self.falls)

    @property
    def span(self) -> str:
        return f"{day_name(self.first * DAY)} to {day_name(self.last * DAY)}"


def other_orders(format_: TimeFormat) -> tuple[TimeFormat, ...]:
    """The same format with day, month and year in other places, where people write them so too."""
    order = order_of(format_.date)
    two_digits = "%y" in format_.date
    orders = ("dmy", "mdy", "ymd") if two_digits else ("dmy", "mdy")
    if order not in orders or not format_.patterns:
        return ()
    return tuple(_in_order(format_, other, "%y" if two_digits else "%Y") for other in orders if other != order)


def _in_order(format_: TimeFormat, order: str, year: str) -> TimeFormat:
    parts = [{"d": "%d", "m": "%m", "y": year}[part] for part in order]

    def moved(pattern: str) -> str:
        left = iter(parts)
        return re.sub("%[dmyY]", lambda _: next(left), pattern)

    date = moved(format_.date)
    return replace(written([Pattern(moved(pattern)) for pattern in format_.patterns]), date=date)


def settle_order(
    database: duckdb.DuckDBPyConnection, file: str, column: str, cell: str, format_: TimeFormat, zone: str
) -> tuple[TimeFormat, str]:
    """The order in which the column has day and month, and why, where that is worth a word; the table `raw` holds what
    `format_` reads. One line that asks where the data cannot tell."""
    open_: list[TimeFormat] = []
    for other in other_orders(format_):
        here, there = _only(database, cell, format_, other, zone)
        if min(here, there) * _FEW > max(here, there):
            raise BadInput(
                f"{file}: column '{shown(column)}' mixes {format_.said} ({here:,} rows can only be that) and "
                f"{other.said} ({there:,} rows); mend it, or leave it out with --columns time="
            )
        if not here:
            open_.append(other)
    if not open_:
        return format_, ""
    readings = [reading for each in (format_, *open_) if (reading := _reading(database, cell, each, zone))]
    if len(readings) < 2 or _same_days(database, cell, readings, zone):
        return format_, ""
    return _clearest(file, column, readings)


def _only(
    database: duckdb.DuckDBPyConnection, cell: str, format_: TimeFormat, other: TimeFormat, zone: str
) -> tuple[int, int]:
    """How many rows only this order reads, and how many only the other.

    Where clocks are as they are written and years have four digits, the days that were read show it: the quick way.
    """
    shows = format_.is_clock and "%Y" in format_.date
    fails = 'day(make_timestamp("at")) > 12' if shows else f"NOT {_plausible(other, cell, zone)}"
    (here,) = database.execute(f'SELECT count(*) FROM raw WHERE "at" IS NOT NULL AND {fails}').fetchone() or (0,)
    (there,) = database.execute(
        f'SELECT count(*) FROM raw WHERE "at" IS NULL AND "time" IS NOT NULL AND {_plausible(other, cell, zone)}'
    ).fetchone() or (0,)
    return int(here), int(there)


def _plausible(format_: TimeFormat, cell: str, zone: str) -> str:
    return f"coalesce(({format_.read(cell, zone)}) BETWEEN {EARLIEST} AND {latest() - 1}, false)"


def _reading(database: duckdb.DuckDBPyConnection, cell: str, format_: TimeFormat, zone: str) -> Reading | None:
    row = database.execute(f"""
        WITH moments AS (SELECT rowid AS place, {cell} AS text, {format_.read(cell, zone)} AS moment
            FROM raw WHERE "time" IS NOT NULL),
        days AS (SELECT place, text, moment % {DAY} AS clock, moment // {DAY} AS day
            FROM moments WHERE moment IS NOT NULL),
        steps AS (SELECT *, day(make_timestamp(day * {DAY})) AS of_month, lag(day) OVER rows AS before,
            lag(text) OVER rows AS above FROM days WINDOW rows AS (ORDER BY place))
        SELECT min(day), max(day), count(DISTINCT day), count(DISTINCT of_month), bool_and(of_month = 1),
            count(DISTINCT clock) > 1, count(*) FILTER (day > before), count(*) FILTER (day < before),
            NOT bool_or(day <> before AND text > above) OR NOT bool_or(day <> before AND text < above)
        FROM steps
    """).fetchone()
    return Reading(format_, *row) if row and row[0] is not None else None


def _same_days(database: duckdb.DuckDBPyConnection, cell: str, readings: list[Reading], zone: str) -> bool:
    """Whether all readings come to the same days, as of 05/05/2011."""
    first, *rest = (f"({reading.format.read(cell, zone)})" for reading in readings)
    other = " OR ".join(f"{each} IS DISTINCT FROM {first}" for each in rest)
    return database.execute(f'SELECT 1 FROM raw WHERE "time" IS NOT NULL AND ({other}) LIMIT 1').fetchone() is None


def _clearest(file: str, column: str, readings: list[Reading]) -> tuple[TimeFormat, str]:
    """The reading that is clearly better than every other one, or the question."""
    for reading in readings:
        others = [other for other in readings if other is not reading]
        if all(_is_better(reading, other) and not _is_better(other, reading) for other in others):
            other = min(others, key=lambda each: -each.days)
            return reading.format, f"as {other.format.said} it would be {other.span}, scattered or out of order"
    ways = ", ".join(
        f"--date-format '{'|'.join(reading.format.patterns)}' gives {reading.span}" for reading in readings
    )
    number = "two" if len(readings) == 2 else len(readings)
    raise BadInput(
        f"{file}: column '{shown(column)}' can be read in {number} ways, and the data does not tell which is meant: "
        f"{ways}; say which"
    )


def _is_better(reading: Reading, other: Reading) -> bool:
    """Whether one reading is clearly better than another: rows are in order under it alone, or days run on under it."""
    enough = reading.days >= (_ENOUGH_MOMENTS if reading.has_clock else _ENOUGH_DAYS)
    if not enough:
        return False
    if reading.in_order and not other.in_order and reading.days >= _ENOUGH_DAYS:
        return True
    is_monthly = other.days_of_month == 1 and not other.has_clock and other.only_firsts
    runs_on = reading.covered >= 0.5 and other.covered * _SCATTERED <= reading.covered
    return runs_on and not is_monthly
