"""Which columns may be the person and the item where no name says so: proposed in a refusal, never taken."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence

from standout.io.columns.looks import Cells, counts_up, like_times, like_values, names_something, said_cells
from standout.io.columns.names import ROLES, plain_name

_ENOUGH = 10
"""With fewer rows nothing is proposed."""

_HINTS = {
    "user": re.compile(
        "user|customer|member|person|people|buyer|shopper|player|patient|student|guest|borrower|owner|who|email"
        "|device|cookie|session|basket|transaction|order|invoice|receipt"
        "|kunde|nutzer|mitglied|client|utilisateur|usuario|utente|klant|kund"
    ),
    "item": re.compile(
        "item|product|article|what|dish|course|exercise|category|brand|genre|thing|object|sku"
        "|artikel|produ[kci]t|articul|articol|prodott|ware"
    ),
}
"""Parts of names that speak for a person (or what comes nearest to one), and for an item."""

_NEITHER = re.compile(r".*(country|city|state|region|status|type|gender|currency|language|price|year|month|day)")
_WHOLE = re.compile(r"\d+(\.0+)?")
_PLAIN = re.compile(r"[\w ./#()-]{1,40}")
"""Names that can be typed as they are."""


def proposed(
    names: Sequence[str], positions: Mapping[str, int], wanted: Mapping[str, str], cells: Cells
) -> dict[str, int]:
    """Positions for all roles that the first cells speak for, beside those that are known; empty if they do not say
    who and what."""
    proposal = dict(positions)
    free = [place for place in sorted(cells) if place not in positions.values()]
    times = [place for place in free if like_times(names[place], cells[place])]
    for role in ("user", "item"):
        if role in proposal:
            continue
        ids = [
            place
            for place in free
            if place not in times and place not in proposal.values() and _like_ids(names[place], cells[place])
        ]
        if not ids:
            return {}
        proposal[role] = max(
            ids,
            key=lambda place: (
                _hinted(names[place], role), names_something(names[place]), _fits(role, cells[place]), -place,
            ),
        )  # fmt: skip
    values = [place for place in free if place not in times and like_values(names[place], cells[place])]
    for role, places in (("time", times), ("value", values)):
        left = [place for place in places if place not in proposal.values()]
        if role not in proposal and role not in wanted and len(left) == 1:
            proposal[role] = left[0]
    return {role: proposal[role] for role in ROLES if role in proposal}


def _like_ids(name: str, column: Sequence[str | None]) -> bool:
    """Whether the cells name things of which there are many, and some come again."""
    cells = said_cells(column)
    distinct = len(set(cells))
    if len(cells) < _ENOUGH or not 2 < distinct < len(cells) or counts_up(cells) or _NEITHER.match(plain_name(name)):
        return False
    return names_something(name) or all(_WHOLE.fullmatch(cell) for cell in cells) or not like_values(name, column)


def _hinted(name: str, role: str) -> bool:
    return _HINTS[role].search(plain_name(name)) is not None


def _fits(role: str, column: Sequence[str | None]) -> bool:
    """People mostly have numbers, and items words."""
    numbers = all(_WHOLE.fullmatch(cell) for cell in said_cells(column))
    return numbers if role == "user" else not numbers


def typed(names: Sequence[str], proposal: Mapping[str, int], header: bool) -> str:
    """Columns by role as --columns takes them, in quotes where a shell needs them; by number where a name is odd."""
    parts = (f"{role}={_typed(names, position, header)}" for role, position in proposal.items())
    return shlex.quote(",".join(parts))


def _typed(names: Sequence[str], position: int, header: bool) -> str:
    name = names[position]
    same = sum(plain_name(each) == plain_name(name) for each in names)
    return name if header and _PLAIN.fullmatch(name) and name == name.strip() and same == 1 else str(position + 1)
