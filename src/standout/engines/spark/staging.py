"""Rows as text, understood by the very SQL that reads files on one machine; run inside executors, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s
from standout.engines.spark.lasting import set_aside
from standout.io.faults import is_blank
from standout.io.ids import words_for_none
from standout.io.staging.raw import connected, literal, make_raw

CHUNK = 500_000
"""Rows that are looked at together."""

_LATER_FILE = 1 << 40
"""More rows than any one file has."""

COUNTS = (
    "kind string, key string, rows long, sound long, undated long, first long, last long, wordy boolean, "
    "example string, place long"
)
"""What is counted: for a person and an item how many sound rows; for an item also how many have a title (`sound`), and
the least and the greatest digest of one (`first`, `last`); for a value also rows with good ids (`sound`), those of them
whose time cannot be read (`undated`), first and last time, and whether some time is no number."""

STAGED = f"{COUNTS}, stored binary"
"""The same, and rows as they were understood, so many together in one row of the kind `rows`: `understood_rows`."""

ROWS_KIND = "rows"
_ORDER = tuple(part.split()[0] for part in COUNTS.split(", "))
_TYPES = (pa.string(), pa.string(), *(pa.int64(),) * 5, pa.bool_(), pa.string(), pa.int64())
_SCHEMA = pa.schema(list(zip(_ORDER, _TYPES, strict=True)))


@dataclass(frozen=True)
class Staging:
    """How rows are understood: sent to every task."""

    cells: dict[str, str]
    files: tuple[str, ...] = ()
    bad_values: tuple[str, ...] | None = None
    """Values that cannot be read, once they are known: then all bad rows are left out."""


@dataclass(frozen=True)
class Chunk:
    """Some rows in the table `raw` of a database, and their places in the order of all rows."""

    database: duckdb.DuckDBPyConnection
    places: Int64s


def chunks(batches: Iterator[pa.RecordBatch], staging: Staging) -> Iterator[Chunk]:
    """The rows of a task, so many at once, in the table `raw` that reading files would make of them."""
    with connected(":memory:", threads=1) as database:
        for table in _gathered(batches):
            places = np.asarray(table.column("place")).astype(np.int64)
            if staging.files:
                files = pa.array(staging.files, pa.large_string())
                file = pc.index_in(table.column("file").cast(pa.large_string()), value_set=files)
                places = places + np.asarray(file).astype(np.int64) * _LATER_FILE
            database.register("source", table)
            make_raw(database, "source", staging.cells)
            database.unregister("source")
            yield Chunk(database, places)


def _gathered(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(each.num_rows for each in waiting) >= CHUNK:
            yield pa.Table.from_batches(waiting)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def has_ids() -> str:
    return f"NOT {_has_no('user')} AND NOT {_has_no('item')}"


def _has_no(role: str) -> str:
    """SQL for a row without an id: blank, or a word that programs write for none."""
    words = ", ".join(literal(word) for word in words_for_none(role))
    return f"""({is_blank(f'"{role}"')} OR "{role}" IN ({words}))"""


UNDATED = """("time" IS NOT NULL AND "at" IS NULL)"""


def sound(database: duckdb.DuckDBPyConnection, staging: Staging) -> str:
    """SQL for a row that can be used; values are looked at only once it is known which cannot be read."""
    if not staging.bad_values:
        return f"({has_ids()} AND NOT {UNDATED})"
    database.register("bad_values", pa.table({"text": pa.array(staging.bad_values, pa.string())}))
    return f"""({has_ids()} AND NOT {UNDATED} AND ("value" IS NULL OR "value" NOT IN (SELECT text FROM bad_values)))"""


def count_rows(batches: Iterator[pa.RecordBatch], staging: Staging) -> Iterator[pa.RecordBatch]:
    """What a task counts, for `COUNTS`: a row for each person, item, value and fault."""
    tables: list[pa.Table] = []
    for chunk in chunks(batches, staging):
        tables.extend(_counted(chunk, staging))
        if sum(table.num_rows for table in tables) > 2 * CHUNK:
            tables = [_together(tables)]
    if tables:
        yield from _together(tables).cast(_SCHEMA).to_batches(max_chunksize=100_000)


def stage_rows(batches: Iterator[pa.RecordBatch], staging: Staging) -> Iterator[pa.RecordBatch]:
    """What a task understands of its rows, and what it counts of them, for `STAGED`: rows are looked at once."""
    tables: list[pa.Table] = []
    for chunk in chunks(batches, staging):
        tables.extend(_counted(chunk, staging))
        if sum(table.num_rows for table in tables) > 2 * CHUNK:
            tables = [_together(tables)]
        kept = {name: pa.nulls(1, kind) for name, kind in zip(_ORDER, _TYPES, strict=True)}
        yield pa.RecordBatch.from_pydict(
            {**kept, "kind": pa.array([ROWS_KIND]), "stored": pa.array([_stored(chunk)], pa.binary())}
        )
    if tables:
        counts = _together(tables).cast(_SCHEMA)
        yield from counts.append_column("stored", pa.nulls(counts.num_rows, pa.binary())).to_batches(
            max_chunksize=100_000
        )
    set_aside()


def _stored(chunk: Chunk) -> bytes:
    """Ids and values by number, each text once; times, places, and whether ids and time are good; compressed."""
    table = chunk.database.sql(
        f'SELECT "user", "item", "value", "at", {has_ids()} AND NOT {UNDATED} AS good FROM raw'
    ).to_arrow_table()
    columns: dict[str, pa.Array] = {
        name: table.column(name).cast(pa.large_string()).combine_chunks().dictionary_encode()
        for name in ("user", "item", "value")
    }
    columns |= {"at": table.column("at"), "good": table.column("good"), "place": pa.array(chunk.places)}
    stored = pa.table(columns)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, stored.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_table(stored)
    found: bytes = sink.getvalue().to_pybytes()
    return found


def understood_rows(batches: Iterator[pa.RecordBatch], bad_values: tuple[str, ...] | None) -> Iterator[pa.Table]:
    """The rows that `stage_rows` stored and that can be used: those with good ids, times and values."""
    for batch in batches:
        for stored in batch.column("stored"):
            table = pa.ipc.open_stream(stored.as_buffer()).read_all().combine_chunks()
            good = pc.fill_null(table.column("good"), False)
            if bad_values:
                texts = table.column("value").cast(pa.large_string())
                bad = pc.is_in(texts, value_set=pa.array(bad_values, pa.large_string()))
                good = pc.and_(good, pc.invert(bad))
            yield table.filter(good)


def _counted(chunk: Chunk, staging: Staging) -> Iterator[pa.Table]:
    database, good = chunk.database, sound(chunk.database, staging)
    database.register("places", pa.table({"place": chunk.places}))
    database.execute("CREATE OR REPLACE TEMP TABLE placed AS SELECT place FROM places")
    none = "0, 0, NULL::BIGINT, NULL::BIGINT, false"
    title = 'arg_min("title", place) FILTER ("title" IS NOT NULL), min(place) FILTER ("title" IS NOT NULL)'
    people = (
        f"""SELECT 'user', "user", count(*), {none}, NULL::VARCHAR, NULL::BIGINT FROM raw WHERE {good} GROUP BY 2"""
    )
    digest = '(md5_number_lower("title") >> 1)::BIGINT'
    titled = f'count("title"), 0, min({digest}), max({digest}), false'
    items = f"""SELECT 'item', "item", count(*), {titled}, {title}
        FROM raw POSITIONAL JOIN placed WHERE {good} GROUP BY 2"""
    ids = has_ids()
    values = f"""SELECT 'value', "value", count(*), count(*) FILTER ({ids}), count(*) FILTER ({ids} AND {UNDATED}),
        min("at") FILTER ({good}), max("at") FILTER ({good}),
        coalesce(bool_or("time" IS NOT NULL AND TRY_CAST("time" AS DOUBLE) IS NULL) FILTER ({good}), false),
        min("time") FILTER ({ids} AND {UNDATED}), NULL::BIGINT
        FROM raw WHERE {"true" if staging.bad_values is None else good} GROUP BY 2"""
    faults = f"""SELECT 'fault', CASE WHEN {_has_no("user")} THEN 'user' ELSE 'item' END AS role, count(*), {none},
        max(CASE role WHEN 'user' THEN "user" ELSE "item" END), NULL::BIGINT FROM raw WHERE NOT ({ids}) GROUP BY 2"""
    for query in (people, items, values, faults):
        yield database.sql(query).to_arrow_table().rename_columns(list(_ORDER))


def _together(tables: list[pa.Table]) -> pa.Table:
    """Counts of the same thing added up."""
    whole = pa.concat_tables([table.cast(_SCHEMA) for table in tables])
    with connected(":memory:", threads=1) as database:
        database.register("counts", whole)
        return (
            database.sql("""SELECT kind, key, sum(rows)::BIGINT, sum(sound)::BIGINT, sum(undated)::BIGINT,
            min(first), max(last), bool_or(wordy), coalesce(arg_min(example, place), min(example)), min(place)
            FROM counts GROUP BY kind, key""")
            .to_arrow_table()
            .rename_columns(list(_ORDER))
        )
