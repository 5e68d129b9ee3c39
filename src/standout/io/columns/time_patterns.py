"""Written dates: which patterns of `strptime` a cell may follow, and how people call such a pattern.

A cell shows its separators, where the year stands, and whether it has a time of day. It does not always show which
number is the day and which the month: then it may follow several patterns, and only the whole column tells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONG = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_NAMES = tuple(name[:3] for name in _LONG)

_AS_PATTERNS_SAY = ((r"(?i)\bsept\b", "Sep"), (r"(?i)\b([0-9]{1,2})(?:st|nd|rd|th)\b", r"\1"))
"""What is written in other ways than patterns can say: 'Sept', '1st'."""

_WEEKDAY = re.compile(r"(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(day)?(,? +)", re.IGNORECASE)
_NUMBERS = re.compile(r"([0-9]{1,4})([-/. ])([0-9]{1,2})\2([0-9]{1,4})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-/. ]?|\. )([A-Za-z]{3,9})([-/. ]?|\. |, )([0-9]{4}|[0-9]{2})(?![0-9])")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})([-/. ]?|\. )([0-9]{1,2})(,? |[-/.])([0-9]{4}|[0-9]{2})(?![0-9:])")
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/. ]?)([A-Za-z]{3,9})([-/. ]?)([0-9]{1,2})(?![0-9])")
_TOGETHER = re.compile(r"[12][0-9]{3}(?:0[1-9]|1[0-2])[0-3][0-9](?=[ T][0-9]{1,2}:)")
_YEAR_LAST = re.compile(r"([0-3][0-9])([0-3][0-9])(?:19[7-9][0-9]|20[0-4][0-9])$")
"""Day, month and year together, such as 31072005: as seconds since 1970 all of these would be in that year."""
_ANY_MONTH = re.compile(
    r"\b[0-9]{1,2}(?:er|[.ºª])?[-/. ]*(?:de +)?([^\W\d_]{3,})[-/., ]*(?:de +)?(?:[0-9]{4}|[0-9]{2})\b"
    r"|\b([^\W\d_]{3,})[-/. ]+[0-9]{1,2}[-/., ]+[0-9]{4}\b|\b[0-9]{4}[-/. ]*([^\W\d_]{3,})[-/. ]*[0-9]{1,2}\b"
)
"""A date with a word for its month, of any language."""
_MONTH_OF_YEAR = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})$")
_MAIL = re.compile(r"([A-Za-z]{3}) +[0-9]{1,2} ([0-9:]+)( [+-][0-9]{4})? [0-9]{4}$")
_CLOCK = re.compile(
    r"(?P<gap>T|, ?| at |[ :-])? *(?P<hour>[0-9]{1,2})(?P<sign>[:.]?)(?P<minute>[0-9]{2})"
    r"(?P<seconds>(?P=sign)[0-9]{2})?(?P<fraction>[.,][0-9]{1,9})?(?P<half> ?[AaPp][Mm])?"
    r"(?P<blank> ?)(?P<zone>Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)?$"
)
_WORDS = {
    "%Y": "yyyy", "%y": "yy", "%m": "mm", "%d": "dd", "%b": "Mon", "%B": "Month", "%H": "hh", "%I": "hh", "%M": "mm",
    "%S": "ss", "%f": "fraction", "%n": "fraction", "%p": "AM/PM", "%z": "offset", "%a": "Day", "%A": "Day",
}  # fmt: skip

PIVOT = "years 00 to 68 are 2000 to 2068, 69 to 99 are 1969 to 1999"


@dataclass(frozen=True)
class Pattern:
    """A pattern in two parts: the date, which a whole column shares, and the time of day, which may be longer or
    shorter from row to row."""

    date: str
    clock: str = ""

    @property
    def whole(self) -> str:
        return self.date.replace("%@", self.clock) if "%@" in self.date else self.date + self.clock


def patterns_of(cell: str) -> tuple[Pattern, ...]:
    """The patterns that a cell may follow, the likeliest first; none where it is no date."""
    for said, meant in _AS_PATTERNS_SAY:
        cell = re.sub(said, meant, cell)
    if mail := _mail(cell):
        return (mail,)
    weekday = _WEEKDAY.match(cell)
    prefix, rest = "", cell
    if weekday:
        prefix, rest = ("%A" if weekday[2] else "%a") + weekday[3], cell[weekday.end() :]
    if month := _MONTH_OF_YEAR.match(rest):
        return (Pattern(f"{prefix}%Y{month[2]}%m"),)
    length, dates = _dates(rest)
    clock = _clock(rest[length:]) if dates else None
    return () if clock is None else tuple(Pattern(prefix + date, clock) for date in dates)


def has_unknown_month(cell: str) -> bool:
    """Whether a cell is like a date with a month's name, which is none in English: '1 janvier 2024'."""
    date = _ANY_MONTH.search(cell)
    return date is not None and next(filter(None, date.groups())).lower() not in (*_LONG, *_NAMES, "sept")


def as_patterns_say(text: str) -> str:
    """SQL for a cell with a month's name as patterns can say it."""
    for said, meant in _AS_PATTERNS_SAY:
        text = f"regexp_replace({text}, '{said}', '{meant}')"
    return text


def _dates(text: str) -> tuple[int, tuple[str, ...]]:
    """How long the date at the beginning is, and its patterns."""
    if numbers := _NUMBERS.match(text):
        return numbers.end(), _numeric(len(numbers[1]), numbers[2], len(numbers[4]))
    if day := _DAY_FIRST.match(text):
        return day.end(), _named(day[3], f"%d{day[2]}%@{day[4]}{_year(day[5])}")
    if month := _MONTH_FIRST.match(text):
        return month.end(), _named(month[1], f"%@{month[2]}%d{month[4]}{_year(month[5])}")
    if year := _YEAR_FIRST.match(text):
        return year.end(), _named(year[3], f"%Y{year[2]}%@{year[4]}%d")
    if together := _TOGETHER.match(text):
        return together.end(), ("%Y%m%d",)
    if day := _YEAR_LAST.match(text):
        orders = ((day[2], "%d%m%Y"), (day[1], "%m%d%Y"))
        return day.end(), tuple(order for month, order in orders if "01" <= month <= "12")
    return 0, ()


def _numeric(first: int, sign: str, last: int) -> tuple[str, ...]:
    """Patterns of three numbers, by how many digits the first and the last have."""
    if first == 4 and last <= 2:
        return (sign.join(("%Y", "%m", "%d")),)
    if first <= 2 and last == 4:
        return tuple(sign.join(order) for order in (("%d", "%m", "%Y"), ("%m", "%d", "%Y")))
    if first <= 2 and last == 2:
        orders = [("%d", "%m", "%y"), ("%m", "%d", "%y")] + ([("%y", "%m", "%d")] if first == 2 else [])
        return tuple(sign.join(order) for order in orders)
    return ()


def _year(digits: str) -> str:
    return "%Y" if len(digits) == 4 else "%y"


def _named(name: str, date: str) -> tuple[str, ...]:
    """The pattern of a date with this month's name in place of '%@'; none where no month is called so."""
    if name.lower() in _LONG and name.lower() != "may":
        return (date.replace("%@", "%B"),)
    return (date.replace("%@", "%b"),) if name.lower() in _NAMES else ()


def _clock(text: str) -> str | None:
    """The pattern of a time of day after a date: empty where there is none, no pattern where it is something else."""
    if not text:
        return ""
    parts = _CLOCK.match(text)
    if not parts or (parts["fraction"] and not parts["seconds"]) or not (parts["sign"] or parts["gap"]):
        return None
    sign, fraction, half = parts["sign"], parts["fraction"] or "", parts["half"] or ""
    return "".join(
        (
            parts["gap"] or "",
            f"{'%I' if half else '%H'}{sign}%M",
            f"{sign}%S" if parts["seconds"] else "",
            f"{fraction[0]}%{'f' if len(fraction) <= 7 else 'n'}" if fraction else "",
            f"{half[:-2]}%p" if half else "",
            f"{parts['blank']}%z" if parts["zone"] else "",
        )
    )


def _mail(cell: str) -> Pattern | None:
    """Dates as C and older services write them: 'Wed Oct 10 20:19:24 +0000 2018'."""
    weekday = _WEEKDAY.match(cell)
    parts = _MAIL.match(cell[weekday.end() :]) if weekday else None
    if not weekday or not parts or parts[1].lower() not in _NAMES:
        return None
    return Pattern(f"%a %b %d %@{' %z' if parts[3] else ''} %Y", "%H:%M:%S" if parts[2].count(":") == 2 else "%H:%M")


def in_words(pattern: str) -> str:
    """A pattern as people write it: 'dd-mm-yyyy hh:mm'; with what two digits of a year mean."""
    said = re.sub(r"%[A-Za-z]", lambda part: _WORDS.get(part[0], part[0]), pattern)
    pivot = f" ({PIVOT})" if "%y" in pattern else ""
    first = " (the first day of each month)" if not re.search("%[djcx]", pattern) else ""
    return said + pivot + first


def order_of(date: str) -> str:
    """In which order a pattern has day, month and year, where they are numbers: 'dmy'."""
    return "".join(re.findall("%([dmyY])", date)).lower()
