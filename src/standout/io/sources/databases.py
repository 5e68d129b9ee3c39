"""Tables and answers of databases: read without a way to write or to reach any other file, and kept as Parquet."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from standout.common.files import open_private
from standout.common.formats import Container, container_of, shown_path
from standout.common.wording import listed, shown
from standout.errors import BadInput

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_BATCH = 100_000
_PLAIN = frozenset(
    (
        "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "FLOAT", "DOUBLE",
        "VARCHAR", "BOOLEAN", "DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP WITH TIME ZONE", "BLOB",
    )
)  # fmt: skip
"""Kinds of columns that Parquet keeps as they are; others become text."""

_USUAL = ("main", "public")
"""Schemas whose tables are called without them."""

_ALLOWED = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE))


def exported(file: Path, kind: Container, table: str | None, query: str | None, scratch: Path) -> Path:
    """A table of a database, or its answer to a query, as a Parquet file in a passing folder."""
    to, name = scratch / "table.parquet", shown_path(file)
    if kind == "sqlite":
        _from_sqlite(_settled(file, scratch), name, table, query, to)
    else:
        _from_duckdb(file, name, table, query, to)
    return to


def files_of(file: Path) -> tuple[Path, ...]:
    """The file of a database, and the one beside it that holds what was written last."""
    beside = Path(f"{file}{'-wal' if container_of(file) == 'sqlite' else '.wal'}")
    return (file, beside) if beside.is_file() and beside.stat().st_size else (file,)


def chosen_table(name: str, tables: Sequence[str], table: str | None) -> str:
    """The table that is meant: the one that was named, or the only one."""
    if table is not None:
        if table not in tables:
            said = f"there are {listed(tables)}" if tables else "there is none"
            raise BadInput(f"{name}: no table '{shown(table)}' ({said}); mend --table")
        return table
    if not tables:
        raise BadInput(f"{name}: no table in it; name a database with interactions")
    if len(tables) > 1:
        raise BadInput(f"{name}: {len(tables)} tables ({listed(tables)}); say which with --table NAME")
    return tables[0]


def _from_duckdb(file: Path, name: str, table: str | None, query: str | None, to: Path) -> None:
    import duckdb

    from standout.io.staging.raw import connected, literal, plain_place

    try:
        with connected(":memory:") as database:
            database.execute(f"ATTACH {literal(plain_place(file))} AS source (READ_ONLY)")
            export_attached(database, name, table, query, to)
    except duckdb.Error as problem:
        raise _refused(name, problem, query) from None


def export_attached(
    database: duckdb.DuckDBPyConnection, name: str, table: str | None, query: str | None, to: Path
) -> None:
    """Write a table of the attached database `source`, or the answer to a query; nothing else can be reached."""
    from standout.io.staging.raw import identifier

    database.execute("USE source")
    database.execute("SET enable_external_access = false")
    database.execute("SET lock_configuration = true")
    if query is None:
        rows = database.execute("""
            SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'source' AND NOT internal
            UNION ALL SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = 'source' AND NOT internal
            ORDER BY ALL""").fetchall()
        named = {each if schema in _USUAL else f"{schema}.{each}": (schema, each) for schema, each in rows}
        meant = named[chosen_table(name, tuple(named), table)]
        query = f"SELECT * FROM source.{'.'.join(map(identifier, meant))}"
    else:
        query = _checked(database, query)
    described = database.execute(f"DESCRIBE SELECT * FROM ({query})").fetchall()
    cells = ", ".join(
        identifier(column) if kind in _PLAIN or kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION"))
        else f"CAST({identifier(column)} AS VARCHAR) AS {identifier(column)}"
        for column, kind, *_ in described
    )  # fmt: skip
    reader = database.sql(f"SELECT {cells} FROM ({query})").to_arrow_reader(_BATCH)
    _write(to, reader.schema, reader)


def _checked(database: duckdb.DuckDBPyConnection, query: str) -> str:
    """The query, if it is one that only asks."""
    import duckdb

    statements = database.extract_statements(query)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise BadInput("--query: only one SELECT is taken; data is never changed")
    return str(statements[0].query).strip().rstrip(";")


def _refused(name: str, problem: Exception, query: str | None) -> BadInput:
    said = shown((str(problem).strip().splitlines() or [""])[0], 200)
    if query is not None:
        return BadInput(f"{name}: cannot answer --query ({said}); mend it")
    return BadInput(f"{name}: this database cannot be read ({said}); close other programs that use it, or get it again")


def _from_sqlite(file: Path, name: str, table: str | None, query: str | None, to: Path) -> None:
    try:
        with _sqlite(file) as database:
            if query is None:
                rows = database.execute("""
                    SELECT name FROM sqlite_master WHERE type IN ('table', 'view')
                    AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name""").fetchall()
                meant = chosen_table(name, [place for (place,) in rows], table)
                query_or_table = 'SELECT * FROM "' + meant.replace('"', '""') + '"'
            else:
                query_or_table = query
            database.set_authorizer(_only_asks)
            _write_answer(database.execute(query_or_table), to)
    except sqlite3.Warning:
        raise BadInput("--query: only one SELECT is taken; data is never changed") from None
    except sqlite3.Error as problem:
        if any(word in str(problem) for word in ("not authorized", "prohibited", "one statement")):
            raise BadInput("--query: only one SELECT is taken; data is never changed") from None
        raise _refused(name, problem, query) from None


def _settled(file: Path, scratch: Path) -> Path:
    """The file itself, or a copy where a log of changes lies beside it: reading that would write into its folder."""
    copy = scratch / "copy.sqlite"
    if len(files_of(file)) == 1:
        return file
    for ending in ("", "-wal"):
        with Path(f"{file}{ending}").open("rb") as source, open_private(Path(f"{copy}{ending}")) as target:
            shutil.copyfileobj(source, target)
    return copy


@contextmanager
def _sqlite(file: Path) -> Iterator[sqlite3.Connection]:
    """An SQLite database that is only read. Without a log of changes beside it, not even a lock is written."""
    alone = len(files_of(file)) == 1
    place = f"file:{quote(bytes(file.absolute()))}?mode=ro{'&immutable=1' if alone else ''}"
    database = sqlite3.connect(place, uri=True)
    try:
        database.text_factory = lambda cell: cell.decode("utf-8", "backslashreplace")
        database.execute("PRAGMA query_only = ON")
        database.execute("PRAGMA trusted_schema = OFF")
        yield database
    finally:
        database.close()


def _only_asks(action: int, *about: Any) -> int:
    """Whether a step of a query reads; everything else is refused, and so are extensions."""
    harmless = action in _ALLOWED and "load_extension" not in about
    return sqlite3.SQLITE_OK if harmless else sqlite3.SQLITE_DENY


def _write_answer(cursor: sqlite3.Cursor, to: Path) -> None:
    """Write rows as text: a column of SQLite may hold anything."""
    import pyarrow as pa

    if cursor.description is None:
        raise BadInput("--query: only one SELECT is taken; data is never changed")
    names: list[str] = []
    for column, *_ in cursor.description:
        names.append(column if column not in names else f"{column}_{names.count(column)}")
    schema = pa.schema([(name, pa.string()) for name in names])

    def batches() -> Iterator[pa.RecordBatch]:
        while rows := cursor.fetchmany(_BATCH):
            columns = ([_as_text(cell) for cell in column] for column in zip(*rows, strict=True))
            yield pa.record_batch([pa.array(column, pa.string()) for column in columns], schema)

    _write(to, schema, batches())


def _as_text(cell: object) -> str | None:
    """A cell as text; whole floating-point numbers lose their '.0', as ids of people often get one on the way."""
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, float):
        return str(int(cell)) if abs(cell) < 9e15 and cell.is_integer() else repr(cell)
    return cell.hex() if isinstance(cell, bytes) else str(cell)


def _write(to: Path, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    import pyarrow.parquet as pq

    with open_private(to) as stream, pq.ParquetWriter(stream, schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
