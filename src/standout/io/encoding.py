"""Encoding: outside ids become codes, and rows become a sorted stream of entries."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from standout.data.prepared import Entries
from standout.data.vocabulary import Vocabulary
from standout.io.columns.times import DAY
from standout.io.tables.item_titles import Titles

_BATCH_ROWS = 1_000_000


def make_codes(database: duckdb.DuckDBPyConnection) -> None:
    """Number people and items by length and text of their ids: the order of rows does not matter."""
    for table in ("people", "items"):
        database.execute(f"""
            CREATE OR REPLACE TABLE {table} AS
            SELECT id, (row_number() OVER (ORDER BY length(id), id) - 1)::INTEGER AS code FROM {table}
        """)


def names_of(database: duckdb.DuckDBPyConnection, titles: Titles | None, from_column: bool) -> Vocabulary:
    """Ids by code, and titles from a file, else from the title column."""
    people = _strings(database, "SELECT id FROM people ORDER BY code")
    items = _strings(database, "SELECT id FROM items ORDER BY code")
    agree = None
    if titles:
        given = pa.table(
            {
                "id": pa.array(titles.keys(), pa.large_string()),
                "title": pa.array(titles.values(), pa.large_string()),
            }
        )
        database.register("given_titles", given)
        item_titles = _strings(database, "SELECT title FROM items LEFT JOIN given_titles USING (id) ORDER BY code")
        database.unregister("given_titles")
    elif from_column:
        item_titles = _strings(
            database,
            """SELECT any_value(t.title) FROM items LEFT JOIN
            (SELECT "item" AS id, arg_min("title", rowid) AS title FROM raw
             WHERE "title" IS NOT NULL GROUP BY "item") t USING (id) GROUP BY code ORDER BY code""",
        )
        same = 'count("title") = count(*) AND min("title") = max("title")'
        agree = _column(
            database,
            f"""SELECT coalesce(t.agree, false) FROM items LEFT JOIN
            (SELECT "item" AS id, {same} AS agree FROM raw GROUP BY "item") t USING (id) ORDER BY code""",
        )
    else:
        return Vocabulary(people, items)
    if item_titles.null_count == len(item_titles):
        return Vocabulary(people, items)
    return Vocabulary(people, items, item_titles, agree)


def _column(database: duckdb.DuckDBPyConnection, query: str) -> npt.NDArray[np.bool_]:
    return np.asarray(database.sql(query).to_arrow_table().column(0)).astype(np.bool_)


def _strings(database: duckdb.DuckDBPyConnection, query: str) -> pa.Array:
    column = database.sql(query).to_arrow_table().column(0).cast(pa.large_string())
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], pa.large_string())


def entries_of(database: duckdb.DuckDBPyConnection, has_values: bool, first_day: int | None) -> Iterator[Entries]:
    """All rows, encoded, ascending by person, item, time and row; rows without time come first."""
    value = "coalesce(cells.code, 255)::UTINYINT" if has_values else "NULL"
    day = "NULL" if first_day is None else f'coalesce(("at" - {first_day * DAY}) // {DAY}, 65535)::USMALLINT'
    when = "" if first_day is None else '"at" NULLS FIRST,'
    values = 'LEFT JOIN cells ON raw."value" = cells.text' if has_values else ""
    reader = database.sql(f"""
        SELECT people.code AS person, items.code AS item, {value} AS value, {day} AS day
        FROM raw JOIN people ON raw."user" = people.id JOIN items ON raw."item" = items.id {values}
        ORDER BY person, items.code, {when} raw.rowid
    """).to_arrow_reader(_BATCH_ROWS)
    for batch in reader:
        person, item, values_, days = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
        yield Entries(
            person.astype("int64"),
            item.astype("int64"),
            values_ if has_values else None,
            None if first_day is None else days,
        )
