"""Columns that were not used: named, with what they could be; those that look like times or values in a note each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from standout.common.wording import listed, shown
from standout.io.columns.looks import LOOKED_AT, Cells, like_times, like_values
from standout.io.columns.names import USUAL, WEAK_VALUES, plain_name
from standout.io.columns.roles import Chosen

__all__ = ["LOOKED_AT", "Unused", "unused_columns"]


@dataclass(frozen=True)
class Unused:
    """Columns that were not used, what some of them could be, and what to say of those."""

    names: tuple[str, ...] = ()
    could_be: dict[str, str] = field(default_factory=dict)
    """By name, the role that a column could have: value or time, or user or item where another was taken."""
    notes: tuple[str, ...] = ()


def unused_columns(names: Sequence[str], columns: Chosen, wanted: Mapping[str, str], cells: Cells) -> Unused:
    """The columns that were not used; `cells` has the first cells of each, by position."""
    left = [position for position in range(len(names)) if position not in columns.used]
    times = [position for position in left if like_times(names[position], cells.get(position, ()))]
    values = [
        position for position in left if position not in times and like_values(names[position], cells.get(position, ()))
    ]
    looks = {names[position]: role for role, places in (("time", times), ("value", values)) for position in places}
    notes = (
        _note(role, [place for place in places if _is_open(role, names[place], columns, wanted)], names, columns)
        for role, places in (("time", times), ("value", values))
    )
    return Unused(
        tuple(names[position] for position in left),
        looks | columns.passed_over,
        tuple(note for note in notes if note),
    )


def _is_open(role: str, name: str, columns: Chosen, wanted: Mapping[str, str]) -> bool:
    """Whether nobody said what the role is; where a usual name decided, another one is worth a word."""
    if role in wanted:
        return False
    if role not in columns.at:
        return True
    of_weak = plain_name(columns.names[role]) in WEAK_VALUES
    return plain_name(name) in USUAL[role] and (of_weak or plain_name(name) not in WEAK_VALUES)


def _note(role: str, positions: list[int], names: Sequence[str], columns: Chosen) -> str:
    if not positions:
        return ""
    many, first = len(positions) > 1, names[positions[0]]
    which = f"{'columns' if many else 'column'} {listed(names[position] for position in positions)}"
    beside = f" (column '{shown(columns.names[role])}' was)" if role in columns.at else ""
    does = f"{'look' if many else 'looks'} like {role}s and {'were' if many else 'was'} not used{beside}"
    return f"{which} {does}; name {'one' if many else 'it'} with --columns {role}={shown(first)}"
