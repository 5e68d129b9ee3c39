"""What every plug-in says of itself, so that reports, help and documentation can ask it."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

from standout.data.needs import NEEDS

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LINE = re.compile(r"\S.{8,}\.")
_POSSIBLE = [frozenset(some) for size in range(len(NEEDS) + 1) for some in combinations(NEEDS, size)]


def check_described(plugin: Any, what: str, automatic: str | None = None) -> None:
    """Raise `AssertionError` if a plug-in lacks a name, a one-line summary, or what it needs of the data.

    The name that it gets where it is given none, the automatic one, is always fine.
    """
    name, summary, needs = (getattr(plugin, word, None) for word in ("name", "summary", "needs"))
    assert (automatic is not None and name == automatic) or _NAME.fullmatch(name if isinstance(name, str) else ""), (
        f"{what} has the name {name!r}: give it small letters, digits and hyphens, such as 'my-own'"
    )
    assert _LINE.fullmatch(summary if isinstance(summary, str) else ""), (
        f"{name} has the summary {summary!r}: say in one line, with a full stop, what it does"
    )
    assert needs in _POSSIBLE, (
        f"{name} needs {needs!r}: give a frozenset of {', '.join(NEEDS)}, or NOTHING of standout.data.needs"
    )
