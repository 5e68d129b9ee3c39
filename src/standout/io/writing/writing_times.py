"""How a file writes times, and a day in that way: the start of the day, where it writes times of day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from standout.io.columns.time_formats import (
    COMPACT,
    DAYS,
    EXCEL,
    FILETIME,
    MICROSECONDS,
    MILLISECONDS,
    NANOSECONDS,
    SECONDS,
    TICKS,
    WEBKIT,
    TimeFormat,
    asked_for,
)
from standout.io.columns.time_order import other_orders
from standout.io.columns.time_search import format_of_cells
from standout.io.reading_options import TimesWanted
from standout.io.staging.raw import connected

Clock = Literal[
    "date", "compact", "compact time", "seconds", "milliseconds", "microseconds", "nanoseconds", "webkit", "filetime",
    "ticks", "excel", "days", "pattern",
]  # fmt: skip

_EPOCH = date(1970, 1, 1)
_1601, _0001 = (date(1601, 1, 1) - _EPOCH).days, (date(1, 1, 1) - _EPOCH).days
_UNITS = {
    "seconds": (1, 0),
    "milliseconds": (10**3, 0),
    "microseconds": (10**6, 0),
    "nanoseconds": (10**9, 0),
    "webkit": (10**6, _1601),
    "filetime": (10**7, _1601),
    "ticks": (10**7, _0001),
}
"""For clocks that count: how much a second, and from which day since 1970."""
_SECONDS = 86_400
_CLOCKS: tuple[tuple[float, Clock], ...] = (
    (1e11, "seconds"),
    (1e14, "milliseconds"),
    (1e17, "microseconds"),
)
_OF_FORMATS: dict[TimeFormat, Clock] = {
    COMPACT: "compact time", WEBKIT: "webkit", FILETIME: "filetime", TICKS: "ticks", EXCEL: "excel", DAYS: "days",
    SECONDS: "seconds", MILLISECONDS: "milliseconds", MICROSECONDS: "microseconds", NANOSECONDS: "nanoseconds",
}  # fmt: skip
_USUAL_DATE = re.compile(r"\d{4}([-/])\d{1,2}[-/]\d{1,2}(([ T])\d[\d:.]*?(Z?)$)?")
PARTS = ("year", "month", "day")
"""Roles of columns that together are the time."""


@dataclass(frozen=True)
class TimeStyle:
    """How a day is written: as a number in some unit, or as a date with this sign between its parts."""

    clock: Clock = "date"
    sign: str = "-"
    tail: str = ""
    """What follows a date: midnight, where the file has times of day."""
    text: bool = True
    """Whether JSON puts it in quotes."""
    pattern: str = ""
    """The pattern of written dates that are not the usual ones."""
    told: bool = True
    """Whether the cells that were looked at tell day from month."""
    zone: str = "UTC"
    """Where days begin."""


def time_style(cells: Iterable[Any], wanted: TimesWanted = TimesWanted()) -> TimeStyle:  # noqa: B008 - frozen
    """How the first cells that say something write a time."""
    filled = [cell for cell in cells if cell is not None and str(cell).strip()]
    text, zone = isinstance(filled[0], str) if filled else True, wanted.timezone
    if wanted.date_format is not None:
        return of_format(asked_for(wanted.date_format), text, zone)
    said = [str(cell).strip() for cell in filled]
    if format_ := _format(said):
        style = of_format(format_, text, zone, told=_tells_order(format_, said))
        return replace(style, pattern=style.pattern.replace("%z", "Z")) if said[0].endswith("Z") else style
    return _usual(said[0] if said else "", text, zone)


def of_format(format_: TimeFormat, text: bool, zone: str, *, told: bool = True) -> TimeStyle:
    """The style of a format that a whole column has; `told`: that its order is the right one."""
    if not format_.patterns:
        return TimeStyle(_OF_FORMATS[format_], text=text, zone=zone)
    return TimeStyle("pattern", pattern=format_.patterns[0], zone=zone, told=told)


def _usual(cell: str, text: bool, zone: str) -> TimeStyle:
    """The style of a cell that is read in the usual way."""
    try:
        number = abs(float(cell))
    except ValueError:
        parted = _USUAL_DATE.match(cell)
        if not parted:
            return TimeStyle(zone=zone)
        tail = f"{parted[3]}00:00:00{parted[4]}" if parted[2] else ""
        return TimeStyle("date", parted[1], tail, zone=zone)
    if 19000101 <= number <= 20991231 and number.is_integer():
        return TimeStyle("compact", text=text, zone=zone)
    clock: Clock = next((clock for limit, clock in _CLOCKS if number < limit), "nanoseconds")
    return TimeStyle(clock, text=text, zone=zone)


def _format(cells: Sequence[str]) -> TimeFormat | None:
    """The format of a column that is read as a whole, found as reading finds it; none for the usual ones."""
    if not cells or all(re.match(r"\d{4}[-/]\d{1,2}[-/]\d{1,2}", cell) for cell in cells[:10]):
        return None
    with connected(":memory:") as database:
        chosen = format_of_cells(database, cells)
    return chosen if chosen.patterns or chosen in _OF_FORMATS else None


def _tells_order(format_: TimeFormat, cells: Sequence[str]) -> bool:
    """Whether cells can be read in no other order of day and month."""
    others = other_orders(format_)
    if not others:
        return True
    with connected(":memory:") as database:
        fails = ", ".join(f"bool_or(({other.read('cell', 'UTC')}) IS NULL)" for other in others)
        query = f"SELECT {fails} FROM (SELECT unnest($1::VARCHAR[]) AS cell)"
        row = database.execute(query, [list(cells)]).fetchone()
    return bool(row) and all(row or ())


def day_text(day: int, time: TimeStyle) -> str:
    """A day (since 1970) as the style writes it: the start of the day, where it writes times."""
    if time.clock in _UNITS:
        per_second, start = _UNITS[time.clock]
        return str((day_seconds(day, time.zone) - start * _SECONDS) * per_second)
    if time.clock in ("excel", "days"):
        return str(day + (25_569 if time.clock == "excel" else 0))
    when = _EPOCH + timedelta(days=day)
    if time.clock == "pattern":
        return _by_pattern(when, time)
    if time.tail.endswith("Z") and time.zone != "UTC":
        moment = datetime.fromtimestamp(day_seconds(day, time.zone), UTC)
        return moment.strftime(f"%Y{time.sign}%m{time.sign}%d{time.tail[0]}%H:%M:%SZ")
    sign = "" if time.clock.startswith("compact") else time.sign
    tail = "000000" if time.clock == "compact time" else time.tail
    return f"{when.year:04}{sign}{when.month:02}{sign}{when.day:02}{tail}"


def _by_pattern(when: date, time: TimeStyle) -> str:
    start = datetime(when.year, when.month, when.day, tzinfo=ZoneInfo(time.zone))
    if time.pattern.endswith("Z"):
        start = start.astimezone(UTC)
    pattern = time.pattern.replace("%n", "000000000").replace("%Y", f"{when.year:04}")
    return start.strftime(pattern)


def day_seconds(day: int, zone: str) -> int:
    """When a day begins, in seconds since 1970."""
    if zone == "UTC":
        return day * _SECONDS
    when = _EPOCH + timedelta(days=day)
    return int(datetime(when.year, when.month, when.day, tzinfo=ZoneInfo(zone)).timestamp())


def part_text(day: int, part: str) -> str:
    """The year, the month or the day of a day."""
    when = _EPOCH + timedelta(days=day)
    return str({"year": when.year, "month": when.month, "day": when.day}[part])
