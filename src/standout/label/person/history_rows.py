"""Rows of a history by the plain names of their columns, of one person, and what becomes of them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.roles import plain_name
from standout.label.person.history import History, Reading, Sheet

_NAMED = 8
"""How many people are named where one has to be chosen."""

Row = dict[str, str]
"""A row's cells by the plain names of their columns."""


def first_cells(line: str, delimiter: str) -> list[str]:
    """The cells of a first line; none if it is no row of a table."""
    if len(delimiter) > 1:
        return line.split(delimiter)
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:  # a cell without end
        return []


def plain_names(names: Iterable[str]) -> list[str]:
    return [plain_name(name) for name in names]


def history_from(kind: str, sheet: Sheet, *readings: Reading, notes: Iterable[str] = ()) -> History:
    if not readings[0].mentions:
        raise BadInput(f"{sheet.file}: no row of it says what you had; name a file with your history")
    return History(kind, readings, len(readings[0].mentions), (*sheet.notes, *notes))


def named_rows(sheet: Sheet, person: str | None, people: str | None = None) -> list[Row]:
    """The rows below the header as cells by plain name: of one person, if there is a column of people."""
    header = plain_names(sheet.rows[0][1])
    rows = [dict(zip(header, cells, strict=False)) for _, cells in sheet.rows[1:]]
    return rows_of_one(sheet.file, rows, people if people in header else None, person)


def rows_of_one(file: str, rows: list[Row], column: str | None, person: str | None) -> list[Row]:
    if column is None:
        if person is not None:
            raise BadInput(f"{file}: has no column of people, so --person cannot choose one; leave it out")
        return rows
    people = dict.fromkeys(row.get(column, "") for row in rows)
    if person is None and len(people) > 1:
        names = ", ".join(f"'{shown(name)}'" for name in list(people)[:_NAMED])
        more = " and others" if len(people) > _NAMED else ""
        option = "--profile" if column == "profilename" else "--person"
        raise BadInput(f"{file}: holds {len(people):,} people ({names}{more}); say which one you are with {option}")
    if person is not None and person not in people:
        option = "--profile" if column == "profilename" else "--person"
        raise BadInput(f"{file}: nobody is called '{shown(person)}' in it; mend {option}")
    return [row for row in rows if person is None or row.get(column) == person]


def year_of(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{4}", text) else None


def with_year(title: str, year: str) -> str:
    return f"{title} ({year})" if year else title


def left_out(count: int, why: str) -> list[str]:
    return [f"{count:,} {'row' if count == 1 else 'rows'} left out: {why}"] if count else []
