"""Numbers and sentences in plain language."""

from __future__ import annotations

import re
from math import isfinite

from markupsafe import Markup, escape

from standout.common.wording import NOT_THERE as NOT_THERE
from standout.common.wording import counted as counted
from standout.common.wording import percent as percent
from standout.results.estimate import Estimate
from standout.results.finding import AdversaryDescription, Finding

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


def interval(estimate: Estimate | None) -> str:
    """A percentage with its 95% interval: "96% [95–97]"; finer where the interval is narrow."""
    return NOT_THERE if estimate is None else f"{percent(estimate.rate, _decimals(estimate))} {bounds(estimate)}"


def bounds(estimate: Estimate | None) -> str:
    """The 95% interval alone: "[95–97]"."""
    if estimate is None:
        return ""
    decimals = _decimals(estimate)
    return f"[{_bound(estimate.low, decimals)}–{_bound(estimate.high, decimals)}]"


def _decimals(estimate: Estimate) -> int:
    return 1 if estimate.high - estimate.low < 0.01 or 0 < estimate.rate < 0.0095 or 0.9905 < estimate.rate < 1 else 0


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


def spelled(amount: int) -> str:
    """Small numbers as words."""
    return _SMALL[amount] if 0 <= amount < len(_SMALL) else f"{amount:,}"


def someone(finding: Finding) -> str:
    """Who the adversary is: "Someone who knows 8 of a person's items, two of them wrong,"."""
    adversary = finding.adversary
    many = _how_many(adversary)
    if many is None:
        return f"The adversary “{adversary.name}”"
    parts = [f"Someone who knows {many}{_which(adversary)}{_with(adversary)}"]
    if adversary.wrong:
        parts.append(f"{spelled(adversary.wrong)} of them wrong")
    if adversary.absent:
        parts.append(f"{spelled(adversary.absent)} of them not the person’s at all")
    if adversary.absent_share:
        parts.append(f"{percent(adversary.absent_share)} of them not the person’s at all")
    if adversary.length != "unknown":
        parts.append(f"and roughly how long the record is (within {percent(adversary.length)})")
    return ", ".join(parts) + ("," if len(parts) > 1 else "")


def _how_many(adversary: AdversaryDescription) -> str | None:
    if adversary.items:
        return "one of a person’s items" if adversary.items == 1 else f"{adversary.items:,} of a person’s items"
    if adversary.share is not None:
        low, high = adversary.share
        share = f"{100 * low:g}%" if low == high else f"{100 * low:g}–{100 * high:g}%"
        return f"{share} of a person’s items"
    if adversary.counts:
        fewest, most = min(row[0] for row in adversary.counts), max(row[1] for row in adversary.counts)
        return f"{fewest:,} to {most:,} items of a person"
    return None


def _which(adversary: AdversaryDescription) -> str:
    if not adversary.outside_top:
        return " (rather popular ones)" if adversary.choose == "popular" else ""
    return " from outside the most popular ones"


def _with(adversary: AdversaryDescription) -> str:
    known = []
    if adversary.values != "unknown":
        known.append(f"their values (give or take {adversary.values:g})" if adversary.values else "their values")
    if adversary.days != "unknown":
        known.append(f"their days (give or take {adversary.days:g} days)" if adversary.days else "their days")
    return f" with {' and '.join(known)}" if known else ""


def of_whom(finding: Finding, audited: int) -> str:
    """Whom a rate is about: everybody audited, or only those with enough items."""
    if 0 < finding.targets < audited:
        return f"of the {counted(finding.targets, 'person', 'people')} who have enough items"
    return "of people"
