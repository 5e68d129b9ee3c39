"""Ways of writing times that the usual reading, cell by cell, would miss or take for another: one for a whole column.

The usual reading (`times.microseconds`) knows dates and numbers since 1970. A format here is taken only where it fits a
whole column; `time_columns` decides, and every row is then read by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

_1601 = 11_644_473_600_000_000
"""Microseconds from 1601 (Windows, Chrome) to 1970."""
_0001 = 62_135_596_800_000_000
"""Microseconds from year 1 (.NET) to 1970."""

_YEAR = 365 * 86_400_000_000

EARLIEST = 0
"""Where plausible times begin: 1970, in microseconds."""


def latest() -> int:
    """Where plausible times end, in microseconds since 1970: with the year after this one."""
    return (date(date.today().year + 2, 1, 1) - date(1970, 1, 1)).days * 86_400_000_000


@dataclass(frozen=True)
class TimeFormat:
    """A way of writing times: what it is called, and SQL for the microseconds since 1970 that a cell says."""

    said: str
    microseconds: Callable[[str], str]
    in_ticks: bool = False
    """Whether it counts 100 nanoseconds, so that the usual reading would take it for nanoseconds since 1970."""


def _whole(text: str) -> str:
    return f"TRY_CAST({text} AS BIGINT)"


def _since(text: str, ticks: int, start: int) -> str:
    """SQL for a number of ticks of a microsecond, counted from so many microseconds before 1970; NULL where that gives
    no plausible time."""
    number = f"({_whole(text)} // {ticks})"
    return f"CASE WHEN {number} >= {start + EARLIEST} AND {number} < {start + latest()} THEN {number} - {start} END"


def _unit(per_second: int) -> Callable[[str], str]:
    """SQL for numbers since 1970, all in this unit: 0, or from 1971 on, since any number is early 1970 in some unit."""
    factor = 1_000_000 / per_second
    first, last = _YEAR, latest()

    def microseconds(text: str) -> str:
        number = f"TRY_CAST({text} AS DOUBLE) * {factor}"
        return f"""CASE WHEN {number} = 0 OR ({number} >= {first} AND {number} < {last})
            THEN CAST(floor({number}) AS BIGINT) END"""

    return microseconds


_DAY, _CLOCK, _ZONE = r"([12]\d{3})(\d\d)(\d\d)", r"[ T]?(\d\d)(\d\d)", r"(Z|[+-]\d\d:?\d\d)?"


def _compact(text: str) -> str:
    """SQL for 20050731120000, 20050731T120000Z, 200507311200, 20050731; a '.0' at the end does no harm."""
    to_second = rf"^{_DAY}{_CLOCK}(\d\d)(\.\d+)?{_ZONE}$"
    to_minute = rf"^{_DAY}{_CLOCK}(?:\.0+)?{_ZONE}$"
    to_day = rf"^{_DAY}(?:\.0+)?$"
    return f"""epoch_us(TRY_CAST(CASE
        WHEN regexp_matches({text}, '{to_second}')
            THEN regexp_replace({text}, '{to_second}', '\\1-\\2-\\3 \\4:\\5:\\6\\7\\8')
        WHEN regexp_matches({text}, '{to_minute}')
            THEN regexp_replace({text}, '{to_minute}', '\\1-\\2-\\3 \\4:\\5:00\\6')
        WHEN regexp_matches({text}, '{to_day}') THEN regexp_replace({text}, '{to_day}', '\\1-\\2-\\3')
        END AS TIMESTAMPTZ))"""


def _compact_hours(text: str) -> str:
    """SQL for 2005073112."""
    pattern = rf"^{_DAY}(\d\d)(?:\.0+)?$"
    return f"""epoch_us(TRY_CAST(CASE WHEN regexp_matches({text}, '{pattern}')
        THEN regexp_replace({text}, '{pattern}', '\\1-\\2-\\3 \\4:00:00') END AS TIMESTAMPTZ))"""


COMPACT = TimeFormat("compact dates and times such as 20050731120000", _compact)
COMPACT_HOURS = TimeFormat("compact dates and hours such as 2005073112", _compact_hours)
WEBKIT = TimeFormat("Chrome's times (microseconds since 1601)", lambda text: _since(text, 1, _1601))
FILETIME = TimeFormat(
    "Windows file times (100 nanoseconds since 1601)",
    lambda text: _since(text, 10, _1601),
    in_ticks=True,
)
TICKS = TimeFormat(
    ".NET ticks (100 nanoseconds since year 1)",
    lambda text: _since(text, 10, _0001),
    in_ticks=True,
)
MILLISECONDS = TimeFormat("milliseconds since 1970", _unit(1_000))
MICROSECONDS = TimeFormat("microseconds since 1970", _unit(1_000_000))
NANOSECONDS = TimeFormat("nanoseconds since 1970", _unit(1_000_000_000))

FORMATS = (COMPACT, COMPACT_HOURS, WEBKIT, FILETIME, TICKS, MILLISECONDS, MICROSECONDS, NANOSECONDS)
"""All formats; of those that fit equally many rows, the first is taken."""

LOOK_ALIKES = (COMPACT, FILETIME, TICKS)
"""Formats whose cells the usual reading takes for plausible times as well."""


def look_alike_spans() -> tuple[tuple[int, int], ...]:
    """Where the usual reading puts look-alikes, in microseconds: 1976, 1973-74 and 1989-90."""
    ends = ((_1601, _1601 + latest()), (_0001, _0001 + latest()))
    ticks = tuple((first // 100, last // 100) for first, last in ends)
    return ((197_001_010_000 * 1_000, 210_012_312_359 * 1_000), *ticks)


def round_steps(per_second: int) -> tuple[int, ...]:
    """Second, minute, hour and day in a unit: what times are rounded to."""
    return tuple(seconds * per_second for seconds in (1, 60, 3_600, 86_400))
