"""Help that ends with the plug-ins to choose from: each says in one line what it does, and is loaded only then."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from standout.cli.checked_words import CheckedCommand
from standout.common import plugins
from standout.common.plain import plain_text
from standout.errors import BadInput

Rows = list[tuple[str, str]]

_LONGEST = 1_000


def adversary_rows() -> Rows:
    from standout.knowledge.presets import PRESETS, adversaries

    return _rows(plugins.ADVERSARIES, PRESETS, lambda name: adversaries([name])[0].summary)


def attack_rows() -> Rows:
    from standout.attacks import ATTACKS, attacks

    return _rows(plugins.ATTACKS, ATTACKS, lambda name: attacks([name])[0].summary)


def protection_rows() -> Rows:
    from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS, kind_of

    rows = _rows(plugins.PROTECTIONS, (*PROTECTIONS, *KNOWLEDGE_PROTECTIONS), lambda name: _protection(kind_of(name)))
    return [row for row in rows if row[0] not in KNOWLEDGE_PROTECTIONS]


def own_rows() -> Rows:
    from standout.protections import KNOWLEDGE_PROTECTIONS

    return [(name, _protection(kind)) for name, kind in KNOWLEDGE_PROTECTIONS.items()]


def _rows(kind: str, ours: Collection[str], summary: Callable[[str], str]) -> Rows:
    """A row for each of ours and for each that other packages registered; help is there even if those are broken."""
    try:
        names, notes = plugins.all_names(kind, ours), []
    except BadInput as problem:  # a name has two owners
        names, notes = [*ours], [("(others)", problem.as_typed)]
    return [(name, _tried(name, summary)) for name in names] + notes


def _tried(name: str, summary: Callable[[str], str]) -> str:
    try:
        return plain_text(summary(name), _LONGEST)
    except BadInput as problem:
        return problem.as_typed
    except Exception as problem:
        return f"Cannot be used: {type(problem).__name__}: {plain_text(str(problem), 200)}"


def _protection(kind: Any) -> str:
    from standout.protections import options_in_short

    return f"{kind.summary} Options: {options_in_short(kind)}"


_ROWS = {
    "Adversaries": adversary_rows,
    "Attacks": attack_rows,
    "Protections": protection_rows,
    "What people can do themselves": own_rows,
}


class ListingCommand(CheckedCommand):
    """A command whose help ends with lists of plug-ins."""

    lists: tuple[str, ...] = ()

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        for title in self.lists:
            with formatter.section(title):
                formatter.write_dl(_ROWS[title]())
        super().format_epilog(ctx, formatter)


class AuditCommand(ListingCommand):
    lists = ("Adversaries", "Attacks")


class LinkCommand(ListingCommand):
    lists = ("Attacks",)


class ProtectCommand(ListingCommand):
    lists = ("Protections",)


class CompareCommand(ListingCommand):
    lists = ("Protections", "What people can do themselves", "Adversaries", "Attacks")
