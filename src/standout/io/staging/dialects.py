"""How a text file is laid out: its separator, its quotes, and whether its first row is a header."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from standout.common.wording import listed
from standout.errors import BadInput
from standout.io.columns.names import is_header
from standout.io.columns.roles import USUAL, Chosen, choose, plain_name, usual
from standout.io.ids import words_for_none
from standout.io.staging.scanning import Dialect, like_data, rows

_SEPARATORS = (
    Dialect("::", quote="", escape=""),
    Dialect("\t"),
    Dialect(";"),
    Dialect("|"),
    Dialect(","),
)
_BLANKS = Dialect(" ", quote="", escape="")
"""Any run of blanks: tried only where nothing else parts cells."""
_LOOKED_AT = 50
_LOOKED_AT_BELOW = 1_000
_IN_ORDER = ("user", "item", "value", "time")
_NONE = words_for_none("user")


@dataclass(frozen=True)
class Table:
    """A text file's dialect, the columns that are used, what was assumed, and the first rows of data."""

    dialect: Dialect
    columns: Chosen
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """What the header calls all columns, or their numbers; then the keys that are columns."""
    sample: tuple[list[str], ...] = ()


def looks_like_data(cells: Sequence[str]) -> bool:
    """Whether a first row holds data: a header has no column called 3 or 2005-07-01."""
    return any(like_data(cell) for cell in cells)


def dialect_of(file: Path, name: str, *, backslash: bool = False, blanks: bool = False) -> tuple[Dialect, list[str]]:
    """The separator under which the first rows agree best, and the cells of the first row.

    `blanks`: runs of blanks may be one too, where no other is found (names of items have blanks as well).
    """
    best: tuple[float, int, Dialect, list[str]] | None = None
    telling: tuple[int, ...] = ()
    for candidate in _SEPARATORS:
        dialect = replace(candidate, escape="\\") if backslash and candidate.quote else candidate
        first_rows = [row.cells for row in islice(rows(file, dialect), _LOOKED_AT)]
        first = next((cells for cells in first_rows if cells), None)
        if first is None or len(first) < 2:
            continue
        agreeing = sum(cells is not None and len(cells) == len(first) for cells in first_rows) / len(first_rows)
        if best is None or (agreeing, len(first)) > best[:2]:
            best = agreeing, len(first), dialect, first
            telling = _telling([cells for cells in first_rows[1:] if cells], len(first))
    if best is None and blanks and (parted := _parted_by_blanks(file)):
        return parted
    if best is None:
        raise BadInput(
            f"{name}: no rows of at least two columns found (separated by comma, tab, semicolon, |, :: or blanks); "
            "name a file with a person and an item in each row"
        )
    return replace(best[2], width=best[1], telling=telling), best[3]


def _parted_by_blanks(file: Path) -> tuple[Dialect, list[str]] | None:
    """Runs of blanks as the separator, if nearly all of several first rows agree on the number of cells."""
    first_rows = [row.cells for row in islice(rows(file, _BLANKS), _LOOKED_AT) if row.cells]
    if len(first_rows) < 2 or len(first_rows[0]) < 2:
        return None
    first = first_rows[0]
    agreeing = sum(len(cells) == len(first) for cells in first_rows)
    if 10 * agreeing < 9 * len(first_rows):
        return None
    return replace(_BLANKS, width=len(first), telling=_telling(first_rows[1:], len(first))), first


def _telling(below: list[list[str]], width: int) -> tuple[int, ...]:
    """The columns that hold numbers or dates in all rows below the first."""
    return tuple(column for column in range(width) if (cells := _column(below, column)) and all(map(like_data, cells)))


def _column(table: Sequence[list[str]], column: int) -> list[str]:
    """What a column says, where it says anything."""
    return [
        row[column] for row in table if column < len(row) and row[column].strip() and row[column].strip() not in _NONE
    ]


def first_cells(sample: Sequence[list[str]], width: int) -> dict[int, list[str | None]]:
    """The first cells of every column, by position."""
    return {column: [row[column] for row in sample] for column in range(width)}


def table_of(
    file: Path, name: str, wanted: Mapping[str, str], *, backslash: bool = False, keys: Sequence[str] = ()
) -> Table:
    """Find out how the file is laid out, or say in one line what is missing.

    `keys` are names of columns that are not in the file but follow its own, since its folders say them.
    """
    dialect, first = dialect_of(file, name, backslash=backslash, blanks=True)
    looked_at = islice(rows(file, dialect), _LOOKED_AT_BELOW)
    below = [row.cells for row in looked_at if row.cells is not None and len(row.cells) >= dialect.width][1:]
    names = [*first, *(key for key in keys if key not in first)]
    usual_columns = usual(names)
    by_name = any(cell and not cell.isdecimal() for cell in wanted.values())
    by_number = any(cell.isdecimal() for cell in wanted.values())
    notes: tuple[str, ...] = ()
    if by_name or not by_number:
        header = is_header(first) or by_name or not looks_like_data(first)
    else:
        header, notes = _headed(first, below, wanted)
    dialect = replace(dialect, header=header)
    if header:
        cells = first_cells(below, len(first))
        columns = choose(name, names, wanted, header=True, defaults=usual_columns, cells=cells)
        return Table(dialect, columns, notes, tuple(names), tuple(below))
    in_order = dict(zip(_IN_ORDER, range(len(first)), strict=False)) if len(first) <= len(_IN_ORDER) else {}
    cells = first_cells((first, *below), len(first))
    columns = choose(name, names, wanted, header=False, defaults=in_order, cells=cells)
    said = ", ".join(
        f"{role}={position + 1}" for role, position in sorted(columns.at.items(), key=lambda pair: pair[1])
    )
    if not set(columns.at) <= set(wanted):
        notes += (f"no header; columns taken as {said}",)
    numbered = tuple(str(number + 1) for number in range(len(first)))
    return Table(dialect, columns, notes, (*numbered, *names[len(first) :]), (first, *below))


def _headed(first: list[str], below: Sequence[list[str]], wanted: Mapping[str, str]) -> tuple[bool, tuple[str, ...]]:
    """Whether the first row is a header although columns were given by number, and what to say of it.

    A word above nothing but numbers or dates is a header's; so are two usual names, or a usual name for people where
    people were said to be. What stands again further down is data.
    """
    said = f"row 1 ({listed(first, 4)}) was taken as"
    over = [column for column in _telling(list(below), len(first)) if first[column].strip() not in ("", *_NONE)]
    if any(not like_data(first[column]) for column in over):
        return True, (f"{said} a header, not as data",)
    names = [plain_name(cell) for cell in first]
    usual_names = sum(any(name in every for every in USUAL.values()) for name in names)
    if usual_names >= 2:
        return True, ()
    if looks_like_data(first):
        return False, ()
    person = wanted.get("user", "")
    column = int(person) - 1 if person.isdecimal() and 1 <= int(person) <= len(first) else None
    if column is not None and names[column] in USUAL["user"] and first[column] not in _column(below, column):
        return True, (f"{said} a header, not as data",)
    return False, (f"{said} data, not as a header; name columns by their names if it is one",)
