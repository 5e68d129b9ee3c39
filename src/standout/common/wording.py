"""Strings of strangers, made fit for one line of a message."""

from __future__ import annotations

from collections.abc import Iterable

from standout.common.plain import escaped


def shown(text: str, limit: int = 40) -> str:
    """The text, shortened, with everything that does not print (also marks that turn the writing) escaped."""
    return escaped(text, limit)


def listed(names: Iterable[str], limit: int = 12) -> str:
    """Names in quotes, a dozen at most."""
    quoted = [f"'{shown(name)}'" for name in names]
    rest = len(quoted) - limit
    return ", ".join(quoted[:limit]) + (f" and {rest} more" if rest > 0 else "")
