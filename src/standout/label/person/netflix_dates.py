"""Dates as Netflix writes them in the language of an account: day, month and year in whatever order."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from itertools import pairwise

_THREE = re.compile(r"\s*(\d{1,4})\s*([./-])\s*(\d{1,2})\s*[./-]\s*(\d{1,4})(\.?)\s*")


def written_alike(dates: Sequence[str]) -> list[str]:
    """The dates as 2026-11-16 where they can be understood, else as they are.

    Whether the day or the month comes first, all dates together decide: no month is beyond 12, and the newest stand
    first. Where that leaves it open, it is the month with slashes, and the day with dots or dashes.
    """
    found = [_THREE.fullmatch(date) for date in dates]
    loose = [match for match in found if match and len(match[1]) < 4 and not match[5]]
    day_first = _day_first(loose)
    return [
        date if match is None else _iso(match, day_first=day_first) or date
        for match, date in zip(found, dates, strict=True)
    ]


def _day_first(found: list[re.Match[str]]) -> bool:
    first, second = ([int(match[place]) for match in found] for place in (1, 3))
    if any(number > 12 for number in first) != any(number > 12 for number in second):
        return any(number > 12 for number in first)
    orders = [[_iso(match, day_first=day_first) for match in found] for day_first in (True, False)]
    falling = [sum(one >= two for one, two in pairwise(order)) for order in orders]
    if falling[0] != falling[1]:
        return falling[0] > falling[1]
    return any(match[2] != "/" for match in found)


def _iso(match: re.Match[str], *, day_first: bool) -> str:
    one, two, three = int(match[1]), int(match[3]), int(match[4])
    if len(match[1]) == 4 or match[5]:  # a dot at the end: 24. 1. 31.
        year, month, day = one + (2000 if len(match[1]) <= 2 else 0), two, three
    else:
        year, month, day = three + (2000 if len(match[4]) <= 2 else 0), two, one
        if not day_first:
            month, day = one, two
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return ""
