"""Tables of people or items, brought from any format into the one DuckDB table `cells`: all columns, all text.

A column that holds lists (in JSON or Parquet) becomes a column of lists of text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from standout.common.formats import Packing, format_of, shown_path
from standout.common.wording import shown
from standout.data.contents import unchanged
from standout.errors import BadInput
from standout.io.staging.dialects import dialect_of, looks_like_data
from standout.io.staging.jsonlines import pointer_to, stage_lines
from standout.io.staging.raw import BLANKS, glob_escaped, identifier, literal
from standout.io.staging.scanning import Dialect, copy_sound_rows, row_number, rows
from standout.io.staging.text import PlainText, plain_text


@dataclass(frozen=True)
class Cells:
    """What is in the table `cells`: column `c0` is called `columns[0]`, and so on."""

    name: str
    columns: tuple[str, ...]
    lists: tuple[bool, ...]
    row: Callable[[int], int]
    """The number of a row in the file, for a `rowid`."""
    notes: tuple[str, ...] = ()


def stage_cells(
    database: duckdb.DuckDBPyConnection,
    file: Path,
    scratch: Path,
    header: Sequence[str] | None = None,
    *,
    backslash: bool = False,
) -> Cells:
    """Fill the table `cells` from a file; `header` names the columns of a text file that has none.

    `backslash`: quotes inside a cell are escaped by a backslash, not doubled.
    """
    form = format_of(file)
    with unchanged(file):
        if form.kind == "parquet":
            cells = _parquet(database, file)
        elif form.kind == "jsonl":
            cells = _json_lines(database, file, form.packing, scratch)
        else:
            text = plain_text(file, form.packing, scratch)
            cells = _text(database, shown_path(file), text, scratch, header, backslash)
    _check_names(cells)
    return cells


def _check_names(cells: Cells) -> None:
    seen: set[str] = set()
    for position, column in enumerate(cells.columns):
        if not column and position:
            raise BadInput(f"{cells.name}: column {position + 1} has no name; name the attribute in the first row")
        if column in seen:
            raise BadInput(f"{cells.name}: two columns are called '{shown(column)}'; rename one")
        seen.add(column)


def _text(
    database: duckdb.DuckDBPyConnection,
    name: str,
    text: PlainText,
    scratch: Path,
    header: Sequence[str] | None,
    backslash: bool,
) -> Cells:
    dialect, first = dialect_of(text.path, name, backslash=backslash)
    if header is None and looks_like_data(first):
        odd = next(cell for cell in first if looks_like_data([cell]))
        raise BadInput(
            f"{name}: row 1 has '{shown(odd)}', so it is no header; write the attributes' names into the first row"
        )
    if header is not None and len(header) != len(first):
        raise BadInput(f"{name}: row 1 has {len(first)} columns, not {len(header)}; get the file again")
    dialect = replace(dialect, header=header is None)
    try:
        if next(iter(rows(text.path, dialect))).number > 1:
            raise duckdb.InvalidInputException("the header is not in the first line")
        _separated(database, text.path, dialect)
        if _several_lines_a_row(database, text, dialect) and any(row.cells is None for row in rows(text.path, dialect)):
            raise duckdb.InvalidInputException("a stray quote has made one row of several")
    except (duckdb.InvalidInputException, duckdb.NotImplementedException):
        clean = scratch / "clean.csv"
        if broken := copy_sound_rows(text.path, dialect, clean):
            worst = min(broken, key=lambda each: each.number)
            raise BadInput(
                f"{name}: row {worst.number} has {worst.reason}: '{shown(worst.text)}'; mend it "
                f"({sum(each.count for each in broken):,} such in all)"
            ) from None
        _separated(database, clean, dialect.clean)
        clean.unlink()
    columns = tuple(cell.strip() for cell in (header or first))
    return Cells(
        name, columns, (False,) * len(columns), lambda rowid: row_number(text.path, dialect, rowid), text.notes
    )


def _several_lines_a_row(database: duckdb.DuckDBPyConnection, text: PlainText, dialect: Dialect) -> bool:
    """Whether quotes have made fewer rows than there are lines."""
    ((count,),) = database.execute("SELECT count(*) FROM cells").fetchall()
    return text.quotes and int(count) + dialect.header != text.lines


def _separated(database: duckdb.DuckDBPyConnection, file: Path, dialect: Dialect) -> None:
    columns = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(dialect.width))
    database.execute(f"""CREATE OR REPLACE TABLE cells AS SELECT * FROM
        read_csv({literal(glob_escaped(file))}, auto_detect = false, columns = {{{columns}}},
            delim = {literal(dialect.delimiter)}, quote = {literal(dialect.quote)},
            escape = {literal(dialect.escape)}, header = {dialect.header}, compression = 'none')""")


def _json_lines(database: duckdb.DuckDBPyConnection, file: Path, packing: Packing, scratch: Path) -> Cells:
    name, text = shown_path(file), plain_text(file, packing, scratch)
    stage_lines(database, [text.path], scratch)
    wrong = database.execute(
        f"""SELECT min(rowid) FROM lines WHERE kind IS DISTINCT FROM 'OBJECT'
        AND trim(coalesce(line, ''), {BLANKS}) <> ''"""
    ).fetchone()
    if wrong and wrong[0] is not None:
        raise BadInput(f"{name}: row {wrong[0] + 1} is not a JSON object; put one {{…}} object on each line")
    keys = database.execute("""
        SELECT key FROM (SELECT unnest(json_keys(line)) AS key, rowid AS place FROM lines WHERE kind = 'OBJECT')
        GROUP BY key ORDER BY min(place), key
    """).fetchall()
    columns = tuple(key for (key,) in keys)
    if not columns:
        raise BadInput(f"{name}: no attributes in it; put one {{…}} object with attributes on each line")
    lists = []
    for column in columns:
        pointer = literal(pointer_to(column))
        kinds = database.execute(f"""
            SELECT json_type(line, {pointer}) AS kind, min(rowid) FROM lines
            WHERE kind = 'OBJECT' GROUP BY ALL
        """).fetchall()
        for kind, rowid in kinds:
            if kind == "OBJECT":
                raise BadInput(
                    f"{name}: row {rowid + 1}, column '{shown(column)}' holds an object; give a text or a list"
                )
        lists.append(any(kind == "ARRAY" for kind, _ in kinds))
    cells = ", ".join(
        f"{_json_cell(column, lists[position])} AS c{position}" for position, column in enumerate(columns)
    )
    database.execute(f"""CREATE OR REPLACE TABLE cells AS SELECT {cells}, rowid AS place
        FROM lines WHERE kind = 'OBJECT' ORDER BY place""")
    places = [place for (place,) in database.execute("SELECT place FROM cells ORDER BY rowid").fetchall()]
    return Cells(name, columns, tuple(lists), lambda rowid: int(places[rowid]) + 1, text.notes)


def _json_cell(column: str, is_list: bool) -> str:
    pointer = literal(pointer_to(column))
    text = f"json_extract_string(line, {pointer})"
    if not is_list:
        return text
    return f"""CASE WHEN json_type(line, {pointer}) = 'ARRAY' THEN CAST(json_extract(line, {pointer}) AS VARCHAR[])
        ELSE [{text}] END"""


def _parquet(database: duckdb.DuckDBPyConnection, file: Path) -> Cells:
    name = shown_path(file)
    source = f"read_parquet({literal(glob_escaped(file))}, binary_as_string = true, hive_partitioning = false)"
    try:
        described = [(row[0], str(row[1])) for row in database.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()]
        for column, kind in described:
            if kind.startswith(("STRUCT", "MAP", "UNION", "BLOB")) or kind.count("[") > 1:
                raise BadInput(f"{name}: column '{shown(column)}' holds {kind.split('(')[0]}; make it text, or lists")
        cells = ", ".join(
            f"{_parquet_cell(column, kind)} AS c{position}" for position, (column, kind) in enumerate(described)
        )
        database.execute(f"CREATE OR REPLACE TABLE cells AS SELECT {cells} FROM {source}")
    except (duckdb.InvalidInputException, duckdb.ConversionException, duckdb.SerializationException) as problem:
        said = shown(str(problem).splitlines()[0], 160)
        raise BadInput(f"{name}: damaged Parquet file ({said}); get it again") from None
    return Cells(
        name,
        tuple(column for column, _ in described),
        tuple(kind.endswith("]") for _, kind in described),
        lambda rowid: rowid + 1,
    )


def _parquet_cell(column: str, kind: str) -> str:
    """SQL for a cell as text; whole floating-point numbers (a habit of data frames) lose their '.0'."""
    cell = identifier(column)
    if kind.endswith("]"):
        return f"CAST({cell} AS VARCHAR[])"
    if kind in ("DOUBLE", "FLOAT"):
        return f"""CASE WHEN isnan({cell}) THEN NULL WHEN {cell} = floor({cell}) AND abs({cell}) < 9e15
            THEN CAST(CAST({cell} AS BIGINT) AS VARCHAR) ELSE CAST({cell} AS VARCHAR) END"""
    return f"CAST({cell} AS VARCHAR)"
