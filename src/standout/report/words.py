"""Numbers and sentences in plain language."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from markupsafe import Markup, escape

from standout.report.audit.view import Finding, Rate, listing, number, text, whole

NOT_THERE = "–"
_FIGURE = re.compile(r"(?:(?:under |over )?[\d.,]+% )?\[[\d.,]+–[\d.,]+\]")
_SMALL = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def percent(share: float | None, decimals: int | None = None) -> str:
    """A share as a percentage that is 0% or 100% only if nobody or everybody is meant."""
    if share is None or not isfinite(share):
        return NOT_THERE
    if decimals is None:
        decimals = 1 if 0 < share < 0.0095 or 0.9905 < share < 1 else 0
    if share in (0, 1):
        return f"{100 * share:.0f}%"
    if share < 0.0005:
        return "under 0.1%"
    if share >= 0.9995:
        return "over 99.9%"
    return f"{100 * share:.{decimals}f}%"


def interval(found: Rate | None) -> str:
    """A percentage with its 95% interval: "96% [95–97]"; finer where the interval is narrow."""
    return NOT_THERE if found is None else f"{percent(found.rate, _decimals(found))} {bounds(found)}"


def bounds(found: Rate | None) -> str:
    """The 95% interval alone: "[95–97]"."""
    if found is None:
        return ""
    decimals = _decimals(found)
    return f"[{_bound(found.low, decimals)}–{_bound(found.high, decimals)}]"


def _decimals(found: Rate) -> int:
    return 1 if found.high - found.low < 0.01 or 0 < found.rate < 0.0095 or 0.9905 < found.rate < 1 else 0


def _bound(share: float, decimals: int) -> str:
    shown = f"{100 * share:.{decimals}f}"
    return "100" if shown == "100.0" else "0" if shown == "0.0" else shown


def one_in(share: float | None) -> str:
    """A small chance the way people say it: "1 in 2,000"."""
    return NOT_THERE if share is None or not 0 < share <= 1 else f"1 in {1 / share:,.0f}"


def unbroken(words: str) -> Markup:
    """Text for the page in which no line breaks within a figure and its interval."""
    return Markup(_FIGURE.sub(r'<span class="nb">\g<0></span>', str(escape(words))))


def count(amount: float | None) -> str:
    """A whole number with thousands separators."""
    return NOT_THERE if amount is None or not isfinite(amount) else f"{amount:,.0f}"


def decimal(amount: float | None, digits: int = 1) -> str:
    """A number with a few digits after the point."""
    return NOT_THERE if amount is None or not isfinite(amount) else f"{amount:,.{digits}f}"


def counted(amount: int, one: str, many: str | None = None) -> str:
    """ "1 person", "1,200 people"."""
    return f"{amount:,} {one if amount == 1 else many or one + 's'}"


def spelled(amount: int) -> str:
    """Small numbers as words."""
    return _SMALL[amount] if 0 <= amount < len(_SMALL) else f"{amount:,}"


def someone(finding: Finding) -> str:
    """Who the adversary is: "Someone who knows 8 of a person's items, two of them wrong,"."""
    fields = finding.fields
    many = _how_many(fields)
    if many is None:
        return f"The adversary “{finding.adversary}”"
    parts = [f"Someone who knows {many}{_which(fields)}{_with(fields)}"]
    wrong, absent = whole(fields.get("wrong")) or 0, whole(fields.get("absent")) or 0
    strange = number(fields.get("absent_share"))
    if wrong:
        parts.append(f"{spelled(wrong)} of them wrong")
    if absent:
        parts.append(f"{spelled(absent)} of them not the person’s at all")
    if strange:
        parts.append(f"{percent(strange)} of them not the person’s at all")
    length = number(fields.get("length"))
    if length is not None:
        parts.append(f"and roughly how long the record is (within {percent(length)})")
    return ", ".join(parts) + ("," if len(parts) > 1 else "")


def _how_many(fields: dict[str, Any]) -> str | None:
    items = whole(fields.get("items"))
    if items:
        return "one of a person’s items" if items == 1 else f"{items:,} of a person’s items"
    shares = [part for part in map(number, listing(fields.get("share"))) if part is not None]
    if len(shares) == 2:
        low, high = shares
        share = f"{100 * low:g}%" if low == high else f"{100 * low:g}–{100 * high:g}%"
        return f"{share} of a person’s items"
    spans = [listing(row) for row in listing(fields.get("counts"))]
    ends = [(whole(row[0]), whole(row[1])) for row in spans if len(row) >= 2]
    known = [(low, high) for low, high in ends if low is not None and high is not None]
    if known:
        return f"{min(low for low, _ in known):,} to {max(high for _, high in known):,} items of a person"
    return None


def _which(fields: dict[str, Any]) -> str:
    outside = whole(fields.get("outside_top"))
    if not outside:
        return " (rather popular ones)" if text(fields.get("choose")) == "popular" else ""
    return " from outside the most popular ones"


def _with(fields: dict[str, Any]) -> str:
    known = []
    if fields.get("values", 0.0) != "unknown":
        off = number(fields.get("values", 0.0))
        known.append(f"their values (give or take {off:g})" if off else "their values")
    if fields.get("days", "unknown") != "unknown":
        off = number(fields.get("days"))
        known.append(f"their days (give or take {off:g} days)" if off else "their days")
    return f" with {' and '.join(known)}" if known else ""


def of_whom(finding: Finding, audited: int) -> str:
    """Whom a rate is about: everybody audited, or only those with enough items."""
    if 0 < finding.targets < audited:
        return f"of the {counted(finding.targets, 'person', 'people')} who have enough items"
    return "of people"
