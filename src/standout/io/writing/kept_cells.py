"""Rows of a source with some cells said anew: as separated text, JSON lines or Parquet.

The table `kept_rows` says which row of the table `whole` stands where, and which cells are written anew: for each role
a table of everything that its column can say is laid beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from standout.errors import BadInput
from standout.io.staging.raw import Staged, identifier, literal
from standout.io.staging.scanning import Dialect
from standout.io.writing.writing_rows import Rows, fitting, json_cells, once, quoted_cell, write_lines
from standout.io.writing.writing_style import Style
from standout.io.writing.writing_times import PARTS

_BATCH = 100_000
_CODES = {"user": "person", "item": "item", "title": "item", "value": "value"} | dict.fromkeys(("time", *PARTS), "day")
"""Which column of `kept_rows` says what a role's cell is, where it is written anew."""


@dataclass(frozen=True)
class Anew:
    """What cells can say, in which style, and where they stand."""

    rows: Rows
    style: Style
    staged: Staged

    @property
    def roles(self) -> dict[int, str]:
        """The roles of columns by their position."""
        columns = self.staged.columns
        at = {role: place for role, place in columns.at.items() if not (columns.parts and role == "time")}
        at |= dict(zip(PARTS, columns.parts, strict=False))
        if self.rows.vocabulary.titles is None:
            at.pop("title", None)
        return {place: role for role, place in at.items()}


def write_text(database: duckdb.DuckDBPyConnection, target: Any, anew: Anew) -> None:
    """Write rows as separated text, in the source's dialect."""
    style, dialect = anew.style, anew.style.dialect

    def quoted(text: str) -> str:
        return quoted_cell(text, dialect, style.quote_all)

    if dialect.header:
        target.write((dialect.delimiter.join(map(quoted, anew.staged.names)) + "\n").encode())
    for role in anew.roles.values():
        none = quoted(style.no_value if role == "value" else "")
        _register(database, role, once(anew.rows, role, style, quoted, none))
    cells = [
        f"coalesce({cell}, {literal(quoted(''))})"
        for cell in _cells(database, anew, lambda cell: _quoted_sql(cell, dialect, style.quote_all))
    ]
    line = f" || {literal(dialect.delimiter)} || ".join(cells)
    for batch in _batches(database, anew, f"{line} AS line"):
        write_lines(target, batch.column(0))


def _quoted_sql(cell: str, dialect: Dialect, always: bool) -> str:
    """SQL that does what `quoted_cell` does."""
    quote, escape = dialect.quote, dialect.escape
    if not quote:
        return cell
    doubled = cell if escape == quote else f"replace({cell}, {literal(escape)}, {literal(escape * 2)})"
    within = f"{literal(quote)} || replace({doubled}, {literal(quote)}, {literal(escape + quote)}) || {literal(quote)}"
    signs = (literal(dialect.delimiter), literal(quote), "chr(10)", "chr(13)")
    needed = " OR ".join(f"contains({cell}, {sign})" for sign in signs)
    return within if always else f"CASE WHEN {needed} THEN {within} ELSE {cell} END"


def write_parquet(database: duckdb.DuckDBPyConnection, stream: BinaryIO, anew: Anew, types: pa.Schema | None) -> None:
    """Write rows as Parquet; columns keep their types where these are given, and else are text."""
    for role in anew.roles.values():
        cells = fitting(anew.rows, role, anew.style)
        _register(database, role, cells if types is not None else cells.cast(pa.string()))
    named = zip(_cells(database, anew, lambda cell: cell), parquet_names(anew), strict=True)
    query = ", ".join(f"{cell} AS {identifier(name)}" for cell, name in named)
    batches = _batches(database, anew, query)
    first = next(batches, None)
    if first is None:
        raise BadInput("nothing is left to write; protect less")
    schema = first.schema if types is None else pa.schema([_typed(field, types) for field in first.schema])
    with pq.ParquetWriter(stream, schema) as writer:
        writer.write_table(pa.Table.from_batches([first]).cast(schema))
        for batch in batches:
            writer.write_table(pa.Table.from_batches([batch]).cast(schema))


def parquet_names(anew: Anew) -> list[str]:
    """What columns are called: as in the source, or, where that has no header, as reading knows them."""
    names = list(anew.staged.names)
    if anew.style.form.kind != "text" or anew.style.dialect.header:
        return names
    usual = {"time": "date"}
    return [
        usual.get(role, role) if (role := anew.roles.get(place)) else f"column {name}"
        for place, name in enumerate(names)
    ]


def _typed(field: pa.Field, types: pa.Schema) -> pa.Field:
    """The field with the type of the source, unless what is written anew does not fit into it."""
    places = types.get_all_field_indices(field.name)
    if len(places) != 1:
        return field
    own = types.field(places[0])
    is_whole = pa.types.is_integer(own.type) and not pa.types.is_integer(field.type)
    return field if is_whole or pa.types.is_floating(own.type) != pa.types.is_floating(field.type) else own


def write_json_lines(database: duckdb.DuckDBPyConnection, target: Any, anew: Anew) -> None:
    """Write rows as JSON lines: a line in which nothing is said anew as it is."""
    names, roles = anew.staged.names, anew.roles
    for role in roles.values():
        _register(database, role, json_cells(anew.rows, role, anew.style))
    keys = _columns(database)[1:]
    said = [f"CASE WHEN kept_rows.{_CODES[role]} >= 0 THEN as_{role}.cell END" for role in roles.values()]
    query = ", ".join(["whole.line", *(f"to_json(whole.{identifier(key)})::VARCHAR" for key in keys), *said])
    called = [*keys, *(names[place] for place in roles)]
    for batch in _batches(database, anew, query):
        lines, *cells = (column.to_pylist() for column in batch.columns)
        target.write(
            b"".join(
                _line(line, {name: cell for name, cell in zip(called, row, strict=True) if cell is not None}) + b"\n"
                for line, *row in zip(lines, *cells, strict=True)
            )
        )


def _line(line: str | None, said: dict[str, str]) -> bytes:
    """The line with some keys said anew."""
    if line is not None and not said:
        return line.strip().encode()
    try:
        record = {} if line is None else msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError as problem:
        raise BadInput(f"--keep-columns: a line is no JSON that can be written again ({problem}); mend it") from None
    cells = {key: bytes(cell) for key, cell in record.items()} | {key: cell.encode() for key, cell in said.items()}
    return b"{" + b", ".join(msgspec.json.encode(key) + b": " + cell for key, cell in cells.items()) + b"}"


def _register(database: duckdb.DuckDBPyConnection, role: str, cells: Any) -> None:
    database.register(f"as_{role}", pa.table({"code": pa.array(range(len(cells)), pa.int64()), "cell": cells}))


def _columns(database: duckdb.DuckDBPyConnection) -> list[str]:
    return [str(row[0]) for row in database.execute("DESCRIBE whole").fetchall()]


def _cells(database: duckdb.DuckDBPyConnection, anew: Anew, own: Any) -> Iterator[str]:
    """SQL for the cell of each column; `own` makes that of a source's cell as it is written."""
    for place, column in enumerate(_columns(database)):
        cell, role = own(f"whole.{identifier(column)}"), anew.roles.get(place)
        yield f"CASE WHEN kept_rows.{_CODES[role]} >= 0 THEN as_{role}.cell ELSE {cell} END" if role else cell


def _batches(database: duckdb.DuckDBPyConnection, anew: Anew, query: str) -> Iterator[Any]:
    """The answers for all rows that are written, in their order."""
    beside = " ".join(
        f"LEFT JOIN as_{role} ON kept_rows.{_CODES[role]} = as_{role}.code" for role in anew.roles.values()
    )
    reader = database.sql(f"""SELECT {query} FROM kept_rows
        LEFT JOIN whole ON kept_rows.place = whole.rowid {beside} ORDER BY kept_rows.number""").to_arrow_reader(_BATCH)
    yield from (batch for batch in reader if batch.num_rows)
