"""How a text file is laid out: its separator, its quotes, and whether its first row is a header."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from standout.errors import BadInput
from standout.interactions.columns import Chosen, choose, usual
from standout.interactions.scanning import Dialect, rows

_SEPARATORS = (
    Dialect("::", quote="", escape=""),
    Dialect("\t"),
    Dialect(";"),
    Dialect("|"),
    Dialect(","),
)
_LOOKED_AT = 50
_LIKE_DATA = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|\.\d+)([eE][+-]?\d+)?\s*|\s*\d{4}[-/]\d{1,2}[-/]\d{1,2}.*")
_IN_ORDER = ("user", "item", "value", "time")


@dataclass(frozen=True)
class Table:
    """A text file's dialect, the columns that are used, and what was assumed."""

    dialect: Dialect
    columns: Chosen
    notes: tuple[str, ...] = ()


def looks_like_data(cells: list[str]) -> bool:
    """Whether a first row holds data: a header has no column called 3 or 2005-07-01."""
    return any(_LIKE_DATA.fullmatch(cell) for cell in cells)


def dialect_of(file: Path, name: str, *, backslash: bool = False) -> tuple[Dialect, list[str]]:
    """The separator under which the first rows agree best, and the cells of the first row."""
    best: tuple[float, int, Dialect, list[str]] | None = None
    for candidate in _SEPARATORS:
        dialect = replace(candidate, escape="\\") if backslash and candidate.quote else candidate
        first_rows = [row.cells for row in islice(rows(file, dialect), _LOOKED_AT)]
        first = next((cells for cells in first_rows if cells), None)
        if first is None or len(first) < 2:
            continue
        agreeing = sum(cells is not None and len(cells) == len(first) for cells in first_rows) / len(first_rows)
        if best is None or (agreeing, len(first)) > best[:2]:
            best = agreeing, len(first), dialect, first
    if best is None:
        raise BadInput(
            f"{name}: no rows of at least two columns found (separated by comma, tab, semicolon, | or ::); "
            "name a file with a person and an item in each row"
        )
    return replace(best[2], width=best[1]), best[3]


def table_of(file: Path, name: str, wanted: Mapping[str, str], *, backslash: bool = False) -> Table:
    """Find out how the file is laid out, or say in one line what is missing."""
    dialect, first = dialect_of(file, name, backslash=backslash)
    found = usual(first)
    by_name = any(cell and not cell.isdecimal() for cell in wanted.values())
    by_number = any(cell.isdecimal() for cell in wanted.values())
    header = bool(found) or by_name or not (looks_like_data(first) or by_number)
    dialect = replace(dialect, header=header)
    if header:
        return Table(dialect, choose(name, first, wanted, header=True, defaults=found))
    in_order = dict(zip(_IN_ORDER, range(len(first)), strict=False)) if len(first) <= len(_IN_ORDER) else {}
    columns = choose(name, first, wanted, header=False, defaults=in_order)
    said = ", ".join(f"{role}={position + 1}" for role, position in sorted(columns.at.items(), key=lambda at: at[1]))
    note = f"no header; columns taken as {said}"
    return Table(dialect, columns, () if set(columns.at) <= set(wanted) else (note,))
