"""What a column looks like from its first cells: times or values; and which column decides which."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from standout.io.columns.names import USUAL, plain_name
from standout.io.columns.value_forms import like_number, says_yes_or_no
from standout.io.staging.scanning import like_data

LOOKED_AT = 1_000
"""Rows that are looked at."""

Cells = Mapping[int, Sequence[str | None]]
"""The first cells of columns, by position; a column that holds lists or objects has none."""

_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([ T].*)?|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})([ T].*)?"
    r"|\d{1,2}[- ][A-Za-z]{3,9}[- ,]+\d{4}.*|[A-Za-z]{3,9} \d{1,2},? \d{4}.*"
    r"|(19[7-9]\d|20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([ T]?\d{4}(\d\d)?)?(\.0+)?Z?"
)
_CLOCK = re.compile(r"\d{1,2}:\d\d(:\d\d(\.\d+)?)?( ?[AaPp][Mm])?")
_GRADE = re.compile(r"[A-Fa-f][+-]?")
_SINCE_1970 = (631_152_000.0, 1_893_456_000.0)
"""Seconds from 1990 to 2030."""
_NO_MEASURE = re.compile(r"(id|ids|no|nr|number|code|key|index|row|year|age|zip|zipcode|postcode|phone|unnamed:?\d*|)")
_LAST_WORD = re.compile(r"[\s_.-]([Nn]o|[Nn]r|[Nn]um)\.?$|[a-z](No|Nr|Num)$")
_ENDS = ("id", "code", "key", "number", "index", "zip", "hash")
_ENOUGH = 20
"""So many rows say how columns go together."""
_MOSTLY = 0.9


def said_cells(column: Sequence[str | None]) -> list[str]:
    """What a column says, where it says anything."""
    return [cell.strip() for cell in column if cell is not None and cell.strip()]


def like_times(name: str, column: Sequence[str | None]) -> bool:
    """Whether all cells are dates, or seconds and the like since 1970, and the name speaks of nothing else."""
    cells = said_cells(column)
    if not cells:
        return False
    if all(_DATE.fullmatch(cell) for cell in cells):
        return not names_something(name) or not all(cell.isdecimal() for cell in cells)
    return not names_something(name) and all(_since_1970(cell) for cell in cells)


def _since_1970(cell: str) -> bool:
    """Whether a number is seconds, milliseconds, microseconds or nanoseconds since 1970, of a recent year."""
    try:
        number = float(cell)
    except ValueError:
        return False
    first, last = _SINCE_1970
    return any(first * unit <= number <= last * unit for unit in (1, 1e3, 1e6, 1e9))


def only_clocks(column: Sequence[str | None]) -> bool:
    """Whether all cells are times of day without a day."""
    cells = said_cells(column)
    return bool(cells) and all(_CLOCK.fullmatch(cell) for cell in cells)


def like_values(name: str, column: Sequence[str | None]) -> bool:
    """Numbers, grades, or yes and no, that differ, and neither name nor count something."""
    cells = said_cells(column)
    if not cells or names_something(name) or (len(set(cells)) < 2 and plain_name(name) not in USUAL["value"]):
        return False
    if all(_GRADE.fullmatch(cell) for cell in cells):
        return True
    if all(says_yes_or_no(cell) for cell in cells):
        return True
    return all(_like_number(cell) for cell in cells) and not counts_up(cells)


def _like_number(cell: str) -> bool:
    return like_number(cell) or (like_data(cell) and "-" not in cell[1:])


def mostly_values(name: str, column: Sequence[str | None]) -> bool:
    """Whether most cells can be read as values, so that others are bad rows of a column of values."""
    cells = said_cells(column)
    if not cells or like_times(name, column):
        return False
    read = sum(bool(_GRADE.fullmatch(cell)) or says_yes_or_no(cell) or _like_number(cell) for cell in cells)
    return read >= _MOSTLY * len(cells)


def names_something(name: str) -> bool:
    """Whether a column's name says that it tells one thing from another, rather than measuring it."""
    plain = plain_name(name)
    return bool(_NO_MEASURE.fullmatch(plain) or plain.endswith(_ENDS) or _LAST_WORD.search(name.strip()))


def counts_up(cells: Sequence[str]) -> bool:
    """Whether the cells are 0, 1, 2 … or 1, 2, 3 …, as data frames number rows."""
    return (
        len(cells) > 2
        and cells[0] in ("0", "1")
        and list(cells) == [str(int(cells[0]) + number) for number in range(len(cells))]
    )


def agreement(of: Sequence[str | None], with_: Sequence[str | None]) -> float | None:
    """The share of rows in which the second column says what it mostly says beside the same cell of the first.

    1: the first decides the second, as an item decides its title. None where there are too few rows to tell.
    """
    beside: dict[str, Counter[str]] = defaultdict(Counter)
    for cell, other in zip(of, with_, strict=True):
        if cell and cell.strip() and other and other.strip():
            beside[cell.strip()][other.strip()] += 1
    repeated = [counts for counts in beside.values() if counts.total() > 1]
    rows = sum(counts.total() for counts in repeated)
    if rows < _ENOUGH:
        return None
    return sum(counts.most_common(1)[0][1] for counts in repeated) / rows


def decides(of: Sequence[str | None], with_: Sequence[str | None]) -> bool:
    """Whether the first column decides the second, but for slips of the pen."""
    share = agreement(of, with_)
    return share is not None and share >= _MOSTLY


def finest(candidates: Sequence[int], cells: Cells) -> int | None:
    """The candidate that decides all others, as a track its artist; the first of those that decide each other.

    None where the cells cannot tell.
    """
    for place in candidates:
        others = [other for other in candidates if other != place]
        if place in cells and all(other in cells and decides(cells[place], cells[other]) for other in others):
            return place
    return None
