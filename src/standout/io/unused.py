"""Columns that were not used although they look like times or values: said in one line each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from standout.common.wording import listed, shown
from standout.io.columns.roles import USUAL, Chosen, plain_name
from standout.io.columns.values import GRADES
from standout.io.staging.scanning import like_data

LOOKED_AT = 1_000
"""Rows that are looked at."""

_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([ T].*)?|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})([ T].*)?"
    r"|\d{1,2}[- ][A-Za-z]{3,9}[- ,]+\d{4}.*|[A-Za-z]{3,9} \d{1,2},? \d{4}.*"
    r"|(19[7-9]\d|20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([ T]?\d{4}(\d\d)?)?(\.0+)?Z?"
)
_SINCE_1970 = (631_152_000.0, 1_893_456_000.0)
"""Seconds from 1990 to 2030."""
_NO_MEASURE = re.compile(r"(id|ids|no|nr|number|code|key|index|row|year|age|zip|zipcode|postcode|phone|unnamed:?\d*|)")
_LAST_WORD = re.compile(r"[\s_.-]([Nn]o|[Nn]r|[Nn]um)\.?$|[a-z](No|Nr|Num)$")
_ENDS = ("id", "code", "key", "number", "index", "zip", "hash")


def notes_on_unused(
    names: Sequence[str], columns: Chosen, wanted: Mapping[str, str], cells: Mapping[int, Sequence[str | None]]
) -> tuple[str, ...]:
    """What to say of columns that were not used; `cells` has the first cells of each, by position."""
    used = set(columns.at.values())
    said = {
        position: [cell.strip() for cell in column if cell is not None and cell.strip()]
        for position, column in cells.items()
        if position not in used
    }
    times = [position for position, column in said.items() if column and _like_times(names[position], column)]
    values = [
        position
        for position, column in said.items()
        if position not in times and column and _like_values(names[position], column)
    ]
    return tuple(
        note
        for role, positions in (("time", times), ("value", values))
        for note in _said(
            role,
            [position for position in positions if _is_open(role, names[position], columns, wanted)],
            names,
            columns,
        )
    )


def _is_open(role: str, name: str, columns: Chosen, wanted: Mapping[str, str]) -> bool:
    """Whether nobody said what the role is; where a usual name decided, another one is worth a word."""
    if role in wanted:
        return False
    return role not in columns.at or plain_name(name) in USUAL[role]


def _said(role: str, positions: list[int], names: Sequence[str], columns: Chosen) -> list[str]:
    if not positions:
        return []
    many, first = len(positions) > 1, names[positions[0]]
    which = f"{'columns' if many else 'column'} {listed(names[position] for position in positions)}"
    beside = f" (column '{shown(columns.names[role])}' was)" if role in columns.at else ""
    does = f"{'look' if many else 'looks'} like {role}s and {'were' if many else 'was'} not used{beside}"
    return [f"{which} {does}; name {'one' if many else 'it'} with --columns {role}={shown(first)}"]


def _like_times(name: str, cells: Sequence[str]) -> bool:
    if all(_DATE.fullmatch(cell) for cell in cells):
        return not _names_something(name) or not all(cell.isdecimal() for cell in cells)
    return not _names_something(name) and all(_since_1970(cell) for cell in cells)


def _since_1970(cell: str) -> bool:
    """Whether a number is seconds, milliseconds, microseconds or nanoseconds since 1970, of a recent year."""
    try:
        number = float(cell)
    except ValueError:
        return False
    first, last = _SINCE_1970
    return any(first * unit <= number <= last * unit for unit in (1, 1e3, 1e6, 1e9))


def _like_values(name: str, cells: Sequence[str]) -> bool:
    """Numbers or grades that differ, and neither name nor count something."""
    if _names_something(name) or (len(set(cells)) < 2 and plain_name(name) not in USUAL["value"]):
        return False
    if all(cell.upper() in GRADES for cell in cells):
        return True
    return all(like_data(cell) and "-" not in cell[1:] for cell in cells) and not _counts_up(cells)


def _names_something(name: str) -> bool:
    plain = plain_name(name)
    return bool(_NO_MEASURE.fullmatch(plain) or plain.endswith(_ENDS) or _LAST_WORD.search(name.strip()))


def _counts_up(cells: Sequence[str]) -> bool:
    """Whether the cells are 0, 1, 2 … or 1, 2, 3 …, as data frames number rows."""
    return (
        len(cells) > 2
        and cells[0] in ("0", "1")
        and list(cells) == [str(int(cells[0]) + number) for number in range(len(cells))]
    )
