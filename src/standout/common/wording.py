"""Words for messages and results: strings of strangers made fit for one line, and shares as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from standout.common.plain import escaped

NOT_THERE = "–"
"""What stands where there is no figure."""

_SMALL = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def shown(text: str, limit: int = 40) -> str:
    """The text, shortened, with everything that does not print (also marks that turn the writing) escaped."""
    return escaped(text, limit)


def listed(names: Iterable[str], limit: int = 12) -> str:
    """Names in quotes, a dozen at most."""
    quoted = [f"'{shown(name)}'" for name in names]
    rest = len(quoted) - limit
    return ", ".join(quoted[:limit]) + (f" and {rest} more" if rest > 0 else "")


def counted(amount: int, one: str, many: str | None = None) -> str:
    """ "1 person", "1,200 people"."""
    return f"{amount:,} {one if amount == 1 else many or one + 's'}"


def spelled(amount: int) -> str:
    """Small numbers as words."""
    return _SMALL[amount] if 0 <= amount < len(_SMALL) else f"{amount:,}"


def someone_who(name: str) -> str:
    """An adversary within a sentence: called by what it knows ("knows 2 items (start)"), as a person; else its name."""
    return f"someone who {name}" if name.startswith("knows ") else f"“{name}”"


def begun(words: str) -> str:
    """Words at the beginning of a sentence."""
    return f"{words[:1].upper()}{words[1:]}"


def percent(share: float | None, decimals: int | None = None) -> str:
    """A share as a percentage that is 0% or 100% only if nobody or everybody is meant; more than everything is said as
    it is."""
    if share is None or not isfinite(share):
        return NOT_THERE
    if decimals is None:
        decimals = 1 if 0 < share < 0.0095 or 0.9905 < share < 1 else 0
    if share in (0, 1):
        return f"{100 * share:.0f}%"
    if share < 0.0005:
        return "under 0.1%"
    if 0.9995 <= share < 1:
        return "over 99.9%"
    return f"{100 * share:.{decimals}f}%"
