"""Ways of writing times that the usual reading, cell by cell, would miss or take for another: one for a whole column.

The usual reading (`times.microseconds`) knows dates and numbers since 1970. A format here is taken only where it fits a
whole column; `time_columns` decides, and every row is then read by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from standout.io.columns.time_patterns import Pattern, as_patterns_say, in_words
from standout.io.columns.times import DAY, UTC, local, microseconds

_1601 = 11_644_473_600_000_000
"""Microseconds from 1601 (Windows, Chrome) to 1970."""
_0001 = 62_135_596_800_000_000
"""Microseconds from year 1 (.NET) to 1970."""

_1899 = 25_569 * DAY
"""Microseconds from the end of 1899 (Excel) to 1970."""

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
    is_clock: bool = False
    """Whether it says what a clock showed, wherever that was, and not an instant."""
    is_instant: Callable[[str], str] | None = None
    """SQL for whether a cell says an instant, where others say what a clock showed."""
    date: str = ""
    """The pattern of the date, where it is a written one."""
    patterns: tuple[str, ...] = ()
    """Patterns of written dates and times, the most frequent first."""

    def read(self, text: str, zone: str) -> str:
        """SQL for what clocks in a zone, which the database is in too, showed at the time that a cell says."""
        if self is USUAL:
            return microseconds(text, zone)
        read = self.microseconds(text)
        if self.is_clock or zone == UTC:
            return read
        if self.is_instant:
            return f"CASE WHEN {self.is_instant(text)} THEN {local(f'({read})')} ELSE {read} END"
        return local(f"({read})")


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


def _excel(text: str) -> str:
    """SQL for days since the end of 1899, as Excel counts them: 40513.35; NULL where that gives no plausible time."""
    number = f"TRY_CAST({text} AS DOUBLE)"
    start = _1899 // DAY
    return f"""CASE WHEN {number} >= {start} AND {number} < {start + latest() // DAY}
        THEN CAST(round({number} * 86400000) AS BIGINT) * 1000 - {_1899} END"""


def _days(text: str) -> str:
    return f"CAST(floor(TRY_CAST({text} AS DOUBLE)) AS BIGINT) * {DAY}"


def _seconds(text: str) -> str:
    number = f"TRY_CAST({text} AS DOUBLE)"
    return f"CASE WHEN abs({number}) < 1e12 THEN CAST(floor({number} * 1e6) AS BIGINT) END"


def written(patterns: Sequence[Pattern]) -> TimeFormat:
    """Written dates, which all share a date's pattern and may have several of times of day."""
    return from_patterns(tuple(dict.fromkeys(pattern.whole for pattern in patterns)), patterns[0].date)


_OFFSET = r"([:.][0-9]{2}(?:[.,][0-9]+)?(?: ?[AaPp][Mm])?) ?(Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)( [0-9]{4})?$"
"""A time of day with its offset from UTC, at the end or before a year."""


def from_patterns(patterns: tuple[str, ...], date_: str = "") -> TimeFormat:
    """Times that follow one of several patterns of `strptime`.

    Offsets are taken from the cell by hand: what the database makes of them is an hour off in zones with summer time.
    """
    zoned = [pattern for pattern in patterns if "%z" in pattern]
    named = any("%b" in pattern or "%B" in pattern for pattern in patterns)
    bare = [re.sub(" ?%z", "", pattern).replace("'", "''") for pattern in patterns]
    several = "[" + ", ".join(f"'{pattern}'" for pattern in dict.fromkeys(bare)) + "]"

    def microseconds_(text: str) -> str:
        cell = as_patterns_say(text) if named else text
        if not zoned:
            return f"epoch_us(try_strptime({cell}, {several}))"
        clock = f"epoch_us(try_strptime(regexp_replace({cell}, '{_OFFSET}', '\\1\\3'), {several}))"
        only_with = f"CASE WHEN {_offset(text)} <> '' THEN {clock} END" if len(zoned) == len(patterns) else clock
        return f"({only_with}) - {_ahead(_offset(text))}"

    has_offset = (lambda text: f"{_offset(text)} <> ''") if zoned else None
    return TimeFormat(
        in_words(patterns[0]), microseconds_, is_clock=not zoned, date=date_, patterns=patterns, is_instant=has_offset
    )


def _offset(text: str) -> str:
    return f"regexp_extract({text}, '{_OFFSET}', 2)"


def _ahead(offset: str) -> str:
    """SQL for how many microseconds an offset is ahead of UTC: 'Z', '-03', '+0530', '+05:30'."""
    minutes = (
        f"TRY_CAST({offset}[2:3] AS BIGINT) * 60 + coalesce(TRY_CAST(replace({offset}[4:], ':', '') AS BIGINT), 0)"
    )
    return f"CASE {offset}[1:1] WHEN '+' THEN {minutes} WHEN '-' THEN -({minutes}) ELSE 0 END * 60000000"


def asked_for(date_format: str) -> TimeFormat:
    """The format that `--date-format` names: a word, or patterns with a '|' between them."""
    if date_format in WORDS:
        return WORDS[date_format]
    patterns = tuple(pattern.strip() for pattern in date_format.split("|"))
    return from_patterns(patterns, patterns[0])


USUAL = TimeFormat("dates, or numbers since 1970", microseconds)
"""Cell by cell, by what each looks like."""
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
SECONDS = TimeFormat("seconds since 1970", _seconds)
DAYS = TimeFormat("days since 1970", _days, is_clock=True)
EXCEL = TimeFormat("Excel's day numbers", _excel, is_clock=True)

WORDS = {
    "excel": EXCEL, "epoch-s": SECONDS, "epoch-ms": MILLISECONDS, "epoch-us": MICROSECONDS, "epoch-ns": NANOSECONDS,
    "epoch-days": DAYS,
}  # fmt: skip
"""What `--date-format` takes besides patterns."""

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
