"""Times: what a cell says, in microseconds since 1970, and the days that come of it."""

from __future__ import annotations

from collections.abc import Callable

import duckdb
import numpy as np

from standout.common.wording import shown
from standout.data.codes import LAST_DAY
from standout.errors import BadInput

DAY = 86_400_000_000
"""Microseconds in a day."""

SOONEST = 10_000_000_000_000
"""Microseconds: numbers of seconds that are all smaller (years, ranks, counters) are not seconds since 1970."""

OF_1970 = 32_000_000_000_000
"""Microseconds: numbers that are all smaller would be seconds of 1970, and may be dates such as 31072005 instead."""

_SMALL = (
    (1900, 2100, "years"),
    (25_569, 60_000, "Excel's day numbers; say so with --date-format excel"),
    (3_650, 25_568, "days since 1970"),
    (190_001, 210_012, "months such as 200507"),
)
"""What small numbers may be, by their range."""

_YEAR_1, _YEAR_10000 = -719_162 * DAY, 2_932_897 * DAY


UTC = "UTC"


def local(instant: str) -> str:
    """SQL for what clocks show at an instant, both in microseconds since 1970, in the zone that the database is in."""
    shown_there = f"epoch_us(make_timestamptz({instant})::TIMESTAMP)"
    return (
        f"CASE WHEN ({instant}) BETWEEN {_YEAR_1 + DAY} AND {_YEAR_10000 - DAY} THEN {shown_there} ELSE {instant} END"
    )


def microseconds(text: str, zone: str = UTC) -> str:
    """SQL for the time that a cell says, in microseconds since 1970; NULL where it says none.

    What counts is the clock of the zone, which the database is in too: an instant (a number, a date with an offset) is
    what that clock shows then, a date without an offset is already what it shows. A number is a date (20050731, also
    20050731.0 as data frames write it), seconds, milliseconds, microseconds or nanoseconds, by its size.
    """
    number = f"TRY_CAST({text} AS DOUBLE)"
    if zone != UTC:
        instant = f"epoch_us(TRY_CAST({text} AS TIMESTAMPTZ))"
        return _by_size(number, local, text, local(instant))
    return _by_size(number, str, text, f"epoch_us(TRY_CAST({text} AS TIMESTAMPTZ))")


def _by_size(number: str, clock: Callable[[str], str], text: str, date: str) -> str:
    return f"""CASE
        WHEN {number} IS NOT NULL THEN CASE
            WHEN {number} BETWEEN 19000101 AND 20991231 AND {number} = floor({number})
                THEN epoch_us(try_strptime(CAST(CAST({number} AS INTEGER) AS VARCHAR), '%Y%m%d'))
            WHEN abs({number}) < 1e11 THEN {clock(f"CAST(floor({number} * 1e6) AS BIGINT)")}
            WHEN abs({number}) < 1e14 THEN {clock(f"CAST(floor({number} * 1e3) AS BIGINT)")}
            WHEN abs({number}) < 1e17 THEN {clock(f"CAST(floor({number}) AS BIGINT)")}
            WHEN abs({number}) < 9e18 THEN {clock(f"CAST(floor({number} / 1e3) AS BIGINT)")}
        END
        WHEN regexp_matches({text}, '^[0-9]{{4}}[-/][0-9]{{1,2}}[-/][0-9]{{1,2}}')
            THEN {date}
    END"""


def first_day(database: duckdb.DuckDBPyConnection, file: str, column: str) -> int | None:
    """The first day in the data, in days since 1970; none if no row has a time."""
    first, last = database.execute('SELECT min("at"), max("at") FROM raw').fetchone() or (None, None)
    if first is None or last is None:
        return None
    return checked_first_day(int(first), int(last), lambda: _all_numbers(database), file, column)


def checked_first_day(first: int, last: int, all_numbers: Callable[[], bool], file: str, column: str) -> int:
    """The first day, where the first and last time in the data can be times, and are not too far apart."""
    if last < SOONEST and all_numbers():
        largest = last // 1_000_000
        raise BadInput(
            f"{file}: column '{shown(column)}' holds small numbers up to {largest:,}, which are no times"
            f"{_may_be(first // 1_000_000, largest)}; "
            "give dates or seconds since 1970, or leave it out with --columns time="
        )
    if not _YEAR_1 <= first <= last < _YEAR_10000:
        raise BadInput(
            f"{file}: column '{column}' has times outside the years 1 to 9999; mend them, or leave it out with "
            "--columns time="
        )
    days = last // DAY - first // DAY
    if days > LAST_DAY:
        raise BadInput(
            f"{file}: column '{shown(column)}' spans {days:,} days, more than the {LAST_DAY:,} that are possible; "
            "mend the earliest or latest times, or leave it out with --columns time="
        )
    return first // DAY


def _may_be(smallest: int, largest: int) -> str:
    """What small numbers in a column of times may be."""
    for first, last, what in _SMALL:
        if first <= smallest and largest <= last:
            return f" (they may be {what})"
    return ""


def _all_numbers(database: duckdb.DuckDBPyConnection) -> bool:
    other = database.execute(
        'SELECT 1 FROM raw WHERE "time" IS NOT NULL AND TRY_CAST("time" AS DOUBLE) IS NULL LIMIT 1'
    )
    return other.fetchone() is None


def day_name(moment: int) -> str:
    """A time in microseconds as a day of any year."""
    return str(np.datetime64(moment // DAY, "D"))
