"""Reading a history: a file of any known kind, or what is in memory.

| kind | what it is |
|---|---|
| an export | what a service lets people download: see `exports` |
| table | has a column with a usual name for items, or `--columns` says which |
| list | anything else: a title or an item id to a line |
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.errors import BadInput
from standout.io.columns.roles import check_roles
from standout.label.person.exports import EXPORTS, is_lastfm, lastfm_bare
from standout.label.person.history import LARGEST, History, TooLong, decoded, lines_of, sheet_of
from standout.label.person.history_rows import first_cells, plain_names
from standout.label.person.plain_histories import list_history, table_delimiter, table_history, words_history

IN_MEMORY = "the history"
"""What a history is called that has no file."""


def read_history(path: Path, columns: Mapping[str, str] | None = None, person: str | None = None) -> History:
    """Read what a person has watched, read, heard or rated, or say in one line why it cannot be read."""
    text, notes = decoded(read_document(path, "one person's history", LARGEST), shown_path(path))
    try:
        return _understood(text, shown_path(path), columns, person, notes)
    except TooLong as problem:
        raise BadInput(f"{shown_path(path)}: {problem}") from None


def history_of_words(words: Iterable[object]) -> History:
    """A history in memory: titles or ids of items, one after another."""
    given = [str(word).strip() for word in words]
    if not any(given):
        raise BadInput(f"{IN_MEMORY}: empty; give titles or item ids")
    try:
        return words_history([word for word in given if word], IN_MEMORY)
    except TooLong as problem:
        raise BadInput(f"{IN_MEMORY}: {problem}") from None


def history_of_rows(
    names: Sequence[str],
    rows: Iterable[Sequence[object]],
    columns: Mapping[str, str] | None = None,
    person: str | None = None,
) -> History:
    """A history in memory: rows of a table with these names of columns, read as if they were in a file.

    A single column is a list.
    """
    cells = [["" if cell is None else str(cell).strip() for cell in row] for row in rows]
    if len(names) == 1 and columns is None and person is None:
        return history_of_words(row[0] for row in cells)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *cells])
    try:
        return _understood(text.getvalue(), IN_MEMORY, columns, person, is_table=True)
    except TooLong as problem:
        raise BadInput(f"{IN_MEMORY}: {problem}") from None


def _understood(
    text: str,
    file: str,
    columns: Mapping[str, str] | None,
    person: str | None,
    notes: tuple[str, ...] = (),
    *,
    is_table: bool = False,
) -> History:
    """What the history says, by the kind of file it is."""
    check_roles(columns or {})
    _, first = next(iter(lines_of(text)))
    if columns is None:
        for delimiter in (",", ";", "\t"):
            for names, reader in EXPORTS:
                if names(plain_names(first_cells(first, delimiter))):
                    return reader(sheet_of(text, delimiter, file, notes), person)
        if is_lastfm(first_cells(first, ",")):
            return lastfm_bare(sheet_of(text, ",", file, notes), person)
    if (separator := "," if is_table else table_delimiter(first, file, columns)) is not None:
        return table_history(sheet_of(text, separator, file, notes), columns or {}, person)
    return list_history(text, file, person, notes)
