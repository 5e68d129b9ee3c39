"""Staging: bring the interactions of any layout and format into the one table `raw`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb

from standout.common.formats import Packing, format_of, shown_path
from standout.io.columns.roles import Chosen
from standout.io.layouts import Layout
from standout.io.readers import as_parquet, reader_of
from standout.io.staging import netflix
from standout.io.staging.dialects import table_of
from standout.io.staging.jsonlines import stage_json_lines
from standout.io.staging.parquet import stage_parquet
from standout.io.staging.raw import Staged, glob_escaped, literal, make_raw, row_count
from standout.io.staging.scanning import Dialect, copy_sound_rows, merged, row_number, rows
from standout.io.staging.text import plain_text
from standout.io.unused import notes_on_unused

_IDS = ("user", "item")


def stage(database: duckdb.DuckDBPyConnection, layout: Layout, wanted: Mapping[str, str], scratch: Path) -> Staged:
    """Stage the interactions of a layout."""
    wanted = {**layout.columns, **wanted}
    if layout.name == "netflix":
        return _stage_netflix(database, layout, wanted, scratch)
    file = layout.files[0]
    if (reader := reader_of(file)) is not None:
        return stage_parquet(database, as_parquet(file, reader, scratch), wanted, shown_path(file))
    form = format_of(file)
    if form.kind == "parquet":
        staged = stage_parquet(database, file, wanted)
    elif form.kind == "jsonl":
        staged = stage_json_lines(database, file, form.packing, wanted, scratch)
    else:
        staged = stage_text(database, file, form.packing, wanted, scratch, backslash=layout.backslash)
    if layout.zero_is_no_value:
        database.execute("""UPDATE raw SET "value" = NULL WHERE "value" = '0'""")
        staged.notes += ("a rating of 0 says only that a person has the item: taken as no value",)
    return staged


def _stage_netflix(
    database: duckdb.DuckDBPyConnection, layout: Layout, wanted: Mapping[str, str], scratch: Path
) -> Staged:
    joined = netflix.join(layout.files, scratch / "joined.csv")
    staged = stage_text(database, joined.path, "", {**netflix.COLUMNS, **wanted}, scratch)
    inner = staged.origin
    staged.name = shown_path(layout.files[0].parent)
    staged.origin = lambda rowid: joined.origin(inner(rowid)[1])
    staged.origin_of_line = joined.origin
    return staged


def stage_text(
    database: duckdb.DuckDBPyConnection,
    file: Path,
    packing: Packing,
    wanted: Mapping[str, str],
    scratch: Path,
    *,
    backslash: bool = False,
) -> Staged:
    """Stage a file of separated text; rows that do not fit the columns are set aside."""
    name = shown_path(file)
    text = plain_text(file, packing, scratch)
    table = table_of(text.path, name, wanted, backslash=backslash)
    dialect, broken = table.dialect, []
    first = next(rows(text.path, dialect), None)
    try:
        if first is None or first.number > 1:
            raise duckdb.InvalidInputException("the header is not in the first line")
        _stage_separated(database, text.path, dialect, table.columns)
        if text.quotes and row_count(database) + dialect.header != text.lines:
            _refuse_merged(database, text.path, dialect)
    except (duckdb.InvalidInputException, duckdb.NotImplementedException):
        clean = scratch / "clean.csv"
        broken = copy_sound_rows(text.path, dialect, clean)
        _stage_separated(database, clean, dialect.clean, table.columns)
        clean.unlink()

    def origin(rowid: int) -> tuple[str, int]:
        return name, row_number(text.path, dialect, rowid)

    cells = {column: [row[column] for row in table.sample] for column in range(dialect.width)}
    unused = notes_on_unused(table.names, table.columns, wanted, cells)
    staged = Staged(name, table.columns, origin, broken, text.notes + table.notes + unused)
    if dialect.header:
        staged.header_again = " AND ".join(f'"{role}" = {literal(table.columns.names[role])}' for role in _IDS)
    return staged


def _stage_separated(database: duckdb.DuckDBPyConnection, file: Path, dialect: Dialect, columns: Chosen) -> None:
    make_raw(database, _source(file, dialect), {role: f"c{position}" for role, position in columns.at.items()})


def _refuse_merged(database: duckdb.DuckDBPyConnection, file: Path, dialect: Dialect) -> None:
    """Look at rows that run over several lines, and refuse them all if a stray quote has made one of several."""
    columns = [f"c{number}" for number in range(dialect.width)]
    over_lines = " OR ".join(f"contains({column}, chr(10)) OR contains({column}, chr(13))" for column in columns)
    cursor = database.execute(f"SELECT {', '.join(columns)} FROM {_source(file, dialect)} WHERE {over_lines}")
    while some := cursor.fetchmany(10_000):
        for row in some:
            text = dialect.delimiter.join(cell or "" for cell in row)
            if merged(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), dialect):
                raise duckdb.InvalidInputException("a stray quote has made one row of several")


def _source(file: Path, dialect: Dialect) -> str:
    """SQL for the rows of a separated file, as columns of text."""
    cells = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(dialect.width))
    return f"""read_csv({literal(glob_escaped(file))}, auto_detect = false, columns = {{{cells}}},
        delim = {literal(dialect.delimiter)}, quote = {literal(dialect.quote)},
        escape = {literal(dialect.escape)}, header = {dialect.header}, compression = 'none')"""
