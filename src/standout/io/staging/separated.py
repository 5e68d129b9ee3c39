"""Staging of separated text: one file, or several that have the same columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from standout.common.formats import shown_path
from standout.common.wording import listed
from standout.errors import BadInput
from standout.io.columns.time_formats import TimeFormat
from standout.io.columns.time_parts import role_cells
from standout.io.columns.time_sample import SAMPLED, column_format
from standout.io.parts import Part
from standout.io.reading_options import TimesWanted
from standout.io.staging.dialects import Table, dialect_of, first_cells, table_of
from standout.io.staging.raw import Staged, file_list, key_cells, literal, make_raw, make_whole, row_count
from standout.io.staging.scanning import Dialect, copy_sound_parts, merged, place_of_row, rows
from standout.io.staging.spread import spread_cells
from standout.io.staging.text import PlainPart
from standout.io.unused import unused_columns

_IDS = ("user", "item")


@dataclass(frozen=True)
class _Read:
    """How the cells of a table are read."""

    table: Table
    time_format: TimeFormat
    timezone: str
    whole: bool
    """Whether all columns are wanted as well."""


def stage_text(
    database: duckdb.DuckDBPyConnection,
    texts: Sequence[PlainPart],
    name: str,
    wanted: Mapping[str, str],
    scratch: Path,
    times: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
    *,
    backslash: bool = False,
    whole: bool = False,
) -> Staged:
    """Stage files of separated text, called `name` together; rows that do not fit the columns are set aside."""
    first, paths, parts = texts[0], [each.text.path for each in texts], [each.part for each in texts]
    keys = [key for key, _ in first.part.keys]
    table = table_of(first.text.path, name, wanted, backslash=backslash, keys=keys)
    dialect = table.dialect
    _check_columns(name, texts, dialect)
    broken = []
    time_format = column_format(database, table.columns, times, lambda: _sampled_times(texts, table))
    read = _Read(table, time_format, times.timezone, whole)
    try:
        if dialect.in_blanks or any(_begins_below(path, dialect) for path in paths):
            raise duckdb.InvalidInputException("not as DuckDB reads it")
        _stage_separated(database, paths, dialect, read, [_key(parts, key) for key in table.names[dialect.width :]])
        if any(each.text.quotes for each in texts):
            lines = sum(each.text.lines - dialect.header for each in texts)
            if row_count(database) != lines:
                _refuse_merged(database, paths, dialect)
    except (duckdb.InvalidInputException, duckdb.NotImplementedException):
        clean = scratch / "clean.csv"
        said = [[dict(part.keys)[key] or "" for key in table.names[dialect.width :]] for part in parts]
        named = [(path, part.name, own) for path, part, own in zip(paths, parts, said, strict=True)]
        broken = copy_sound_parts(named, dialect, clean)
        _stage_separated(database, [clean], replace(dialect.clean, width=len(table.names)), read, [])
        clean.unlink()

    def origin(rowid: int) -> tuple[str, int]:
        place, number = place_of_row(paths, dialect, rowid)
        return parts[place].name, number

    unused = unused_columns(table.names, table.columns, wanted, first_cells(table.sample, dialect.width))
    notes = tuple(dict.fromkeys(note for each in texts for note in each.text.notes))
    notes += table.notes + unused.notes
    staged = Staged(name, table.columns, origin, broken, notes, unused, time_format=time_format, names=table.names)
    if dialect.header:
        staged.header_again = " AND ".join(f'"{role}" = {literal(table.columns.names[role])}' for role in _IDS)
    return staged


def _sampled_times(texts: Sequence[PlainPart], table: Table) -> list[str]:
    """Cells of the column of times from places all over the files, or what their folders say, if that is the time."""
    place, dialect = table.columns.at["time"], table.dialect
    if place >= dialect.width:
        said = (dict(each.part.keys)[table.names[place]] for each in texts)
        return [cell for cell in said if cell]
    return spread_cells([each.text.path for each in texts], dialect, place, SAMPLED)


def _begins_below(path: Path, dialect: Dialect) -> bool:
    """Whether the header is not in the first line."""
    first = next(rows(path, dialect), None)
    return first is None or first.number > 1


def _check_columns(name: str, texts: Sequence[PlainPart], dialect: Dialect) -> None:
    """Refuse a part that is laid out differently from the first one, or has other columns."""
    if len(texts) == 1:
        return
    first = next(cells for row in rows(texts[0].text.path, dialect) if (cells := row.cells))
    for each in texts[1:]:
        own, cells = dialect_of(each.text.path, each.part.name, backslash=dialect.escape == "\\", blanks=True)
        same = cells == first if dialect.header else len(cells) == len(first)
        if not same or own.delimiter != dialect.delimiter:
            raise other_columns(name, (texts[0].part, first), (each.part, cells), header=dialect.header)


def other_columns(
    name: str, first: tuple[Part, Sequence[str]], other: tuple[Part, Sequence[str]], *, header: bool = True
) -> BadInput:
    """Why two files are not parts of one table."""
    said = [listed(cells, 8) if header else f"{len(cells)} columns" for _, cells in (first, other)]
    packed = "unpack it, and " if first[0].name != shown_path(first[0].path) else ""
    return BadInput(
        f"{name}: {first[0].name} has {said[0]}, but {other[0].name} has {said[1]}, so they are not one table; "
        f"{packed}name one of them, or those that belong together with a pattern such as 'folder/name*.csv'"
    )


def _key(parts: Sequence[Part], key: str) -> str:
    """SQL for a column that the folders of the parts say."""
    return key_cells(parts, [name for name, _ in parts[0].keys].index(key))


def _stage_separated(
    database: duckdb.DuckDBPyConnection, files: Sequence[Path], dialect: Dialect, read: _Read, keys: Sequence[str]
) -> None:
    """Fill `raw` from files of this dialect; `keys` are SQL for columns that follow theirs."""
    source = _source(files, dialect)
    if keys:
        added = ", ".join(f"{key} AS c{dialect.width + place}" for place, key in enumerate(keys))
        source = f"(SELECT *, {added} FROM {source})"
    columns = read.table.columns
    cells = role_cells(columns.at, columns.parts, lambda position, _: f"c{position}")
    make_raw(database, source, cells, time_format=read.time_format, timezone=read.timezone)
    if read.whole:
        every = ", ".join(f"c{position}" for position in range(dialect.width + len(keys)))
        make_whole(database, f"SELECT {every} FROM {source}")


def _refuse_merged(database: duckdb.DuckDBPyConnection, files: Sequence[Path], dialect: Dialect) -> None:
    """Look at rows that run over several lines, and refuse them all if a stray quote has made one of several."""
    columns = [f"c{number}" for number in range(dialect.width)]
    over_lines = " OR ".join(f"contains({column}, chr(10)) OR contains({column}, chr(13))" for column in columns)
    cursor = database.execute(f"SELECT {', '.join(columns)} FROM {_source(files, dialect)} WHERE {over_lines}")
    while some := cursor.fetchmany(10_000):
        for row in some:
            text = dialect.delimiter.join(cell or "" for cell in row)
            if merged(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), dialect):
                raise duckdb.InvalidInputException("a stray quote has made one row of several")


def _source(files: Sequence[Path], dialect: Dialect) -> str:
    """SQL for the rows of separated files, as columns of text."""
    cells = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(dialect.width))
    return f"""read_csv({file_list(files)}, auto_detect = false, columns = {{{cells}}},
        delim = {literal(dialect.delimiter)}, quote = {literal(dialect.quote)},
        escape = {literal(dialect.escape)}, header = {dialect.header}, compression = 'none')"""
