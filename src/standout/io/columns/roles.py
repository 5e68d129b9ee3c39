"""Which column is the person, the item, the value, the time, the title: as told, by name, and by what it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from standout.common.wording import listed, shown
from standout.errors import BadInput
from standout.io.columns.looks import Cells, decides, finest, mostly_values, only_clocks
from standout.io.columns.names import (
    LIKELY_ITEMS,
    LIKELY_PEOPLE,
    POSSIBLE_PEOPLE,
    ROLES,
    TITLES_IF_THEY_FIT,
    USUAL,
    WEAK_ITEMS,
    WEAK_PEOPLE,
    WEAK_VALUES,
    plain_name,
    usual,
)
from standout.io.columns.proposing import proposed, typed
from standout.io.columns.time_parts import time_parts

__all__ = ["ROLES", "USUAL", "Chosen", "check_roles", "choose", "plain_name", "usual"]

_WEAK = {"user": (WEAK_PEOPLE, LIKELY_PEOPLE, POSSIBLE_PEOPLE), "item": (WEAK_ITEMS, LIKELY_ITEMS)}
"""Names that give way to surer ones, the weakest last."""
_NO_CELLS: Cells = MappingProxyType({})


@dataclass(frozen=True)
class Chosen:
    """Positions (from 0) of the columns that are used, by role, and how messages call them."""

    at: dict[str, int]
    names: dict[str, str]
    parts: tuple[int, ...] = ()
    """Columns of the year, the month and perhaps the day, where these are the time; the first is also in `at`."""
    part_names: tuple[str, ...] = ()
    """How messages call these."""
    passed_over: dict[str, str] = field(default_factory=dict)
    """Columns that might have been the person or the item as well, and which."""

    @property
    def used(self) -> frozenset[int]:
        """The positions of all columns that are used."""
        return frozenset((*self.at.values(), *self.parts))

    @property
    def time_names(self) -> tuple[str, ...]:
        """What the columns of the time are called; empty where there is none."""
        return self.part_names or ((self.names["time"],) if "time" in self.at else ())


def check_roles(wanted: Mapping[str, str]) -> None:
    """Refuse a role that does not exist."""
    for role in wanted:
        if role not in ROLES:
            raise BadInput(f"--columns: unknown '{shown(role)}'; it may say {', '.join(ROLES)}")


def choose(
    file: str,
    names: Sequence[str],
    wanted: Mapping[str, str],
    *,
    header: bool,
    defaults: Mapping[str, int],
    needed: Sequence[str] = ("user", "item"),
    cells: Cells = _NO_CELLS,
) -> Chosen:
    """Columns by role: as wanted, else by name; where names leave it open, as the first cells say.

    One line if a needed one is missing, or if neither names nor cells tell which of several it is.
    """
    parts = time_parts([plain_name(name) for name in names], wanted, defaults) if header else ()
    if "+" in wanted.get("time", "") and wanted["time"] not in names:
        parts = tuple(_position(file, names, "time", name, header) for name in wanted["time"].split("+"))
        wanted = {**wanted, "time": str(parts[0] + 1)}
    given = {role: _position(file, names, role, name, header) for role, name in wanted.items() if name != ""}
    defaults = {**defaults, "time": parts[0]} if parts else defaults
    positions = {
        role: position for role, position in defaults.items() if role not in wanted and position not in given.values()
    } | given
    if "item" not in positions and "item" not in wanted and "title" in defaults and "title" not in wanted:
        positions = positions | {"item": defaults["title"]}
        positions.pop("title", None)
    passed_over: dict[str, str] = {}
    if header:
        for role in ("user", "item"):
            if role in positions and role not in wanted:
                positions[role], others = _clearest(file, names, role, positions, cells)
                passed_over |= dict.fromkeys(others, role)
        if "value" not in wanted:
            positions = _with_values(names, positions, cells)
        if "time" not in wanted and not parts:
            positions = _dated(names, positions, cells)
        positions = _titled(names, wanted, positions, cells)
    _check_clear(file, names, wanted, positions, header)
    if missing := [role for role in needed if role not in positions]:
        raise _missing(file, names, missing, header, proposed(names, positions, wanted, cells))
    labels = {role: names[position] if header else f"{position + 1}" for role, position in positions.items()}
    part_names = tuple(names[part] if header else f"{part + 1}" for part in parts)
    if parts:
        labels["time"] = ", ".join(part_names)
    used = {*labels.values(), *part_names}
    left = {name: role for name, role in passed_over.items() if name not in used}
    return Chosen(positions, labels, parts, part_names, left)


def _missing(
    file: str, names: Sequence[str], missing: Sequence[str], header: bool, proposal: Mapping[str, int]
) -> BadInput:
    """The refusal of a table without people or items, with the line that would name them."""
    what = " and ".join({"user": "people", "item": "items"}[role] for role in missing)
    offered = f"found {listed(names)}" if header else f"{len(names)} columns without a header"
    if proposal:
        line = typed(names, proposal, header)
        return BadInput(f"{file}: no column for {what} ({offered}); say which, perhaps with --columns {line}")
    use = ",".join(f"{role}={'NAME' if header else 'NUMBER'}" for role in missing)
    return BadInput(f"{file}: no column for {what} ({offered}); say which with --columns {use}")


def _clearest(
    file: str, names: Sequence[str], role: str, positions: Mapping[str, int], cells: Cells
) -> tuple[int, list[str]]:
    """The one of several columns that is the person or the item, and the others; refused if nothing tells.

    A surer name comes first. Of equal ones, that is the item which decides the others, as a track its artist; people
    are not guessed, unless the columns say the same in two ways.
    """
    taken = {position for other, position in positions.items() if other != role}
    fitting = [place for place, name in enumerate(names) if plain_name(name) in USUAL[role] and place not in taken]
    if len(fitting) < 2 or positions[role] not in fitting:
        return positions[role], []
    surest = min(_weakness(role, names[place]) for place in fitting)
    sure = [place for place in fitting if _weakness(role, names[place]) == surest]
    in_order = sorted(sure, key=lambda place: USUAL[role].index(plain_name(names[place])))
    best = in_order[0] if len(in_order) == 1 else finest(in_order, cells)
    if best is not None and role == "user" and not all(_same(place, best, cells) for place in in_order):
        best = None
    if best is None:
        raise BadInput(
            f"{file}: {listed(names[place] for place in sure)} may each be the "
            f"{'person' if role == 'user' else 'item'}; say which with --columns {role}=NAME"
        )
    return best, [names[place] for place in fitting if place != best]


def _weakness(role: str, name: str) -> int:
    """0 for a sure name; more for one that gives way."""
    return next((tier for tier, names in enumerate(_WEAK[role], 1) if plain_name(name) in names), 0)


def _with_values(names: Sequence[str], positions: Mapping[str, int], cells: Cells) -> dict[str, int]:
    """Columns with the value; one of a weak name only if its cells, where they are known, are values."""
    if "value" not in positions or plain_name(names[positions["value"]]) not in WEAK_VALUES:
        return dict(positions)
    others = {role: place for role, place in positions.items() if role != "value"}
    weak = [place for place, name in enumerate(names) if plain_name(name) in WEAK_VALUES]
    for place in sorted(weak, key=lambda place: WEAK_VALUES.index(plain_name(names[place]))):
        fits = not cells or (place in cells and mostly_values(names[place], cells[place]))
        if fits and place not in others.values():
            return {**others, "value": place}
    return others


def _dated(names: Sequence[str], positions: Mapping[str, int], cells: Cells) -> dict[str, int]:
    """Columns with the time that has days: one that says only what a clock showed gives way, or is none."""
    time = positions.get("time")
    if time is None or not only_clocks(cells.get(time, ())):
        return dict(positions)
    others = {role: place for role, place in positions.items() if role != "time"}
    plain = [plain_name(name) for name in names]
    dated = (
        plain.index(name)
        for name in USUAL["time"]
        if name in plain and not only_clocks(cells.get(plain.index(name), ()))
    )
    place = next((place for place in dated if place not in others.values()), None)
    return others if place is None else {**others, "time": place}


def _same(one: int, other: int, cells: Cells) -> bool:
    """Whether two columns say the same in two ways: each decides the other."""
    return one == other or (finest([one, other], cells) == one and finest([other, one], cells) == other)


def _titled(
    names: Sequence[str], wanted: Mapping[str, str], positions: Mapping[str, int], cells: Cells
) -> dict[str, int]:
    """Columns with the title, where one is called as titles are and every item has but one."""
    item = positions.get("item")
    if "title" in positions or "title" in wanted or item not in cells or item is None:
        return dict(positions)
    for called in TITLES_IF_THEY_FIT:
        for place, name in enumerate(names):
            if plain_name(name) != called or place in positions.values() or place not in cells:
                continue
            if decides(cells[item], cells[place]):
                return {**positions, "title": place}
    return dict(positions)


def _check_clear(
    file: str, names: Sequence[str], wanted: Mapping[str, str], positions: Mapping[str, int], header: bool
) -> None:
    """Refuse one column in two roles, and a value, time or title of which two columns have the name."""
    for role, position in positions.items():
        other = next((name for name, place in positions.items() if place == position and name != role), None)
        if other is not None:
            raise BadInput(
                f"{file}: column '{shown(names[position])}' cannot be both {role} and {other}; mend --columns"
            )
    for role in ("value", "time", "title") if header else ():
        if role in wanted or role not in positions:
            continue
        same = [place for place, name in enumerate(names) if plain_name(name) == plain_name(names[positions[role]])]
        if len(same) > 1:
            raise _twice(file, names[positions[role]], role, same)


def _position(file: str, names: Sequence[str], role: str, name: str, header: bool) -> int:
    if header:
        matches = [position for position, each in enumerate(names) if each == name]
        matches = matches or [position for position, each in enumerate(names) if plain_name(each) == plain_name(name)]
        if len(matches) > 1:
            raise _twice(file, name, role, matches)
        if matches:
            return matches[0]
    if name.strip().isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    offered = f"there are {listed(names)}" if header else f"there are columns 1 to {len(names)} without a header"
    raise BadInput(f"{file}: no column '{shown(name)}' for {role} ({offered}); mend --columns {role}=…")


def _twice(file: str, name: str, role: str, places: Sequence[int]) -> BadInput:
    return BadInput(
        f"{file}: {len(places)} columns are called '{shown(name)}'; "
        f"say which by number, e.g. --columns {role}={places[0] + 1}"
    )
