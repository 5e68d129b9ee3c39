"""What other packages register: attacks, protections, adversaries, and readers of further kinds of files.

A package says so in its entry points, `standout.attacks` and so on. They are looked at only when a name is asked for
that we do not have, or when all names are: starting up costs nothing. A name has one owner.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from standout.common.plain import plain_text
from standout.errors import BadInput

ATTACKS, PROTECTIONS, ADVERSARIES, READERS = "attacks", "protections", "adversaries", "readers"


def plugin(kind: str, name: str, ours: Collection[str]) -> Any:
    """What another package registered under this name; none if nobody did. `ours` are the names that are taken."""
    entry = _registered(kind, ours).get(name)
    if entry is None:
        return None
    try:
        loaded = entry.load()
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        raise _broken(entry, kind, f"{type(problem).__name__}: {plain_text(str(problem), 200)}") from problem
    return loaded


def named(kind: str, name: str, ours: Collection[str], *, as_class: bool = False) -> Any:
    """The same for what has a name of its own, which must be the registered one; of a class, one is made."""
    loaded = plugin(kind, name, ours)
    if loaded is None:
        return None
    if isinstance(loaded, type) and not as_class:
        loaded = loaded()
    said = getattr(loaded, "name", None)
    if said != name:
        raise _broken(_registered(kind, ours)[name], kind, f"it calls itself {said!r}")
    return loaded


def all_names(kind: str, ours: Collection[str]) -> list[str]:
    """Our names, and then those that other packages registered."""
    return [*ours, *sorted(_registered(kind, ours))]


def _registered(kind: str, ours: Collection[str]) -> dict[str, EntryPoint]:
    """What is registered, by name; one line if a name has two owners."""
    by_name: dict[str, EntryPoint] = {}
    for entry in _entries(kind, tuple(sys.path)):
        before = by_name.setdefault(entry.name, entry)
        if entry.name in ours:
            raise BadInput(
                f"'{entry.name}' of standout.{kind} belongs to standout itself, but {_owner(entry)} registers it too; "
                "uninstall that package, or ask its authors to choose another name"
            )
        if (before.value, _owner(before)) != (entry.value, _owner(entry)):
            raise BadInput(
                f"'{entry.name}' of standout.{kind} is registered by {_owner(before)} and by {_owner(entry)}; "
                "uninstall one of them"
            )
    return by_name


@lru_cache(maxsize=64)
def _entries(kind: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:  # noqa: ARG001  (packages are found on it)
    return tuple(entry_points(group=f"standout.{kind}"))


def _owner(entry: EntryPoint) -> str:
    return f"the package '{entry.dist.name if entry.dist else entry.value}'"


def _broken(entry: EntryPoint, kind: str, why: str) -> BadInput:
    return BadInput(
        f"{_owner(entry)} registers '{entry.name}' of standout.{kind}, but it cannot be used ({why}); "
        "update or uninstall it"
    )
