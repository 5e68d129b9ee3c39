"""Staging of Parquet files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb

from standout.common.formats import shown_path
from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.roles import Chosen, choose, usual
from standout.io.staging.raw import Staged, glob_escaped, identifier, literal, make_raw
from standout.io.unused import LOOKED_AT, notes_on_unused

_DAMAGED = (
    duckdb.InvalidInputException,
    duckdb.ConversionException,
    duckdb.SerializationException,
    duckdb.IOException,
)


def stage_parquet(
    database: duckdb.DuckDBPyConnection, file: Path, wanted: Mapping[str, str], shown_as: str = ""
) -> Staged:
    """Stage a Parquet file; what is said of it is said of `shown_as`, where it was made from another file."""
    name, path = shown_as or shown_path(file), literal(glob_escaped(file))
    source = f"read_parquet({path}, binary_as_string = true, hive_partitioning = false)"
    try:
        described = database.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
        names, kinds = [row[0] for row in described], [str(row[1]) for row in described]
        columns = choose(name, names, wanted, header=True, defaults=usual(names))
        for role, position in columns.at.items():
            refuse_nested(name, columns.names[role], kinds[position], role)
        cells = {role: cell_text(identifier(names[column]), kinds[column], role) for role, column in columns.at.items()}
        make_raw(database, source, cells)
        notes = notes_on_unused(names, columns, wanted, _first_cells(database, source, names, kinds, columns))
    except _DAMAGED as problem:
        if isinstance(problem, duckdb.IOException) and file.name not in str(problem):
            raise
        said = shown(str(problem).splitlines()[0], 160)
        raise BadInput(f"{name}: damaged Parquet file ({said}); get it again") from None
    return Staged(name, columns, lambda rowid: (name, rowid + 1), notes=notes)


def _first_cells(
    database: duckdb.DuckDBPyConnection, source: str, names: Sequence[str], kinds: Sequence[str], columns: Chosen
) -> dict[int, list[str | None]]:
    """The first cells of columns that are not used, by position."""
    plain = [column for column, kind in enumerate(kinds) if column not in columns.at.values() and not _is_nested(kind)]
    if not plain:
        return {}
    cells = ", ".join(f"CAST({identifier(names[column])} AS VARCHAR)" for column in plain)
    rows = database.execute(f"SELECT {cells} FROM {source} LIMIT {LOOKED_AT}").fetchall()
    return {column: [row[place] for row in rows] for place, column in enumerate(plain)}


def _is_nested(kind: str) -> bool:
    return kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION", "BLOB"))


def refuse_nested(file: str, column: str, kind: str, role: str) -> None:
    if _is_nested(kind):
        raise BadInput(
            f"{file}: column '{shown(column)}' holds {kind.split('(')[0]}; "
            f"name one with text, numbers or dates with --columns {role}=…"
        )


def cell_text(column: str, kind: str, role: str) -> str:
    """SQL for a cell as text; whole floating-point ids (a habit of data frames) lose their '.0', and those that are no
    number (NaN, infinite) are none."""
    if role in ("user", "item") and kind in ("DOUBLE", "FLOAT"):
        return f"""CASE WHEN NOT isfinite({column}) THEN NULL
            WHEN abs({column}) < 9e15 AND {column} = floor({column})
            THEN CAST(TRY_CAST({column} AS BIGINT) AS VARCHAR) ELSE CAST({column} AS VARCHAR) END"""
    return f"CAST({column} AS VARCHAR)"
