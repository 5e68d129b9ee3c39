"""A person's history as the library takes it: a file, titles or ids in memory, or a table of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from standout.errors import BadInput
from standout.label.person.history import History
from standout.label.person.reading_history import history_of_rows, history_of_words, read_history
from standout.library.reading import as_table


def as_history(history: Any, columns: Mapping[str, str] | None = None, person: str | None = None) -> History:
    """The history that is meant by a path, by titles or ids one after another, or by a data frame.

    `columns` says which column of a table is what, `person` whose rows of it are meant.
    """
    if isinstance(history, str | Path):
        return read_history(Path(history), columns, person)
    if not _is_table(history) and isinstance(history, Iterable):
        if columns is not None or person is not None:
            option = "--columns" if columns is not None else "--person"
            raise BadInput(f"{option}: a list has neither columns nor people in it; leave it out, or give a table")
        return history_of_words(history)
    table = as_table(history)
    rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
    return history_of_rows(table.column_names, rows, columns, person)


def _is_table(history: object) -> bool:
    """Whether something has columns: data frames and Arrow tables do, series and arrays do not."""
    return hasattr(history, "columns") or hasattr(history, "schema") or hasattr(history, "tocoo")
