"""Encoding: outside ids become codes, and rows become a sorted stream."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from standout.common.arrays import Bools, only_read
from standout.data.vocabulary import Vocabulary
from standout.io.columns.times import DAY
from standout.io.folding import Rows
from standout.io.staging.raw import row_count
from standout.io.tables.item_titles import Titles

_BATCH_ROWS = 1_000_000
SORTED_AT_ONCE = 32_000_000
"""Rows. Four times as many are still sorted in one go; of more, what waits on disk would be larger than the data."""


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


Amounts = Literal["codes", "numbers", "looked up numbers", "none"]
"""What rows are worth: the codes of their values, or numbers, which may be written so that they must be looked up."""

_AMOUNT = {
    "codes": "coalesce(cells.code, 255)::UTINYINT",
    "numbers": """coalesce(TRY_CAST(raw."value" AS DOUBLE) + 0.0, 'nan'::DOUBLE)""",
    "looked up numbers": "coalesce(cells.number, 'nan'::DOUBLE)",
    "none": "NULL",
}


def sorted_rows(
    database: duckdb.DuckDBPyConnection,
    amounts: Amounts,
    first_day: int | None,
    *,
    undated_last: bool = False,
    placed: bool = False,
) -> Iterator[Rows]:
    """All rows, encoded, ascending by person, item, time and row; rows without time come first unless told.

    `placed`: with their places in the table `whole`.
    """
    day = "NULL" if first_day is None else f'coalesce(("at" - {first_day * DAY}) // {DAY}, 65535)::USMALLINT'
    when = "" if first_day is None else f'"at" NULLS {"LAST" if undated_last else "FIRST"},'
    cells = 'LEFT JOIN cells ON raw."value" = cells.text' if amounts in ("codes", "looked up numbers") else ""
    rows = f"""
        SELECT people.code AS person, items.code AS item, {_AMOUNT[amounts]} AS amount, {day} AS day,
            {"raw.place" if placed else "NULL"} AS place, raw."at", raw.rowid AS line
        FROM raw JOIN people ON raw."user" = people.id JOIN items ON raw."item" = items.id {cells}
    """
    for part in _in_parts(database, rows):
        ordered = f"SELECT person, item, amount, day, place FROM ({part}) ORDER BY person, item, {when} line"
        for batch in database.sql(ordered).to_arrow_reader(_BATCH_ROWS):
            person, item, amount, days, places = batch.columns
            yield Rows(
                _numbers(person),
                _numbers(item),
                codes=_numbers(amount) if amounts == "codes" else None,
                amounts=_numbers(amount) if amounts.endswith("numbers") else None,
                days=None if first_day is None else _numbers(days),
                places=_numbers(places) if placed else None,
            )


def _in_parts(database: duckdb.DuckDBPyConnection, rows: str) -> Iterator[str]:
    """SQL for the rows, so that one part can be sorted after the other: those of the first people, of the next, …

    Where there are several, rows are encoded only once, into a table that is gone in the end.
    """
    if row_count(database) <= 4 * SORTED_AT_ONCE:
        yield rows
        return
    database.execute(f"CREATE OR REPLACE TABLE encoded AS {rows}")
    try:
        held = database.execute("SELECT count(*) FROM encoded GROUP BY person ORDER BY person").fetchnumpy()
        parts = (np.cumsum(held["count_star()"]) - 1) // SORTED_AT_ONCE
        firsts = [*np.flatnonzero(np.diff(parts, prepend=-1)), len(parts)]
        for first, following in pairwise(firsts):
            yield f"SELECT * FROM encoded WHERE person >= {first} AND person < {following}"
    finally:
        database.execute("DROP TABLE encoded")


def _numbers(column: pa.Array) -> Any:
    """A column as an array. Whole ones are handed over as they are: to convert one, pyarrow would load pandas first."""
    return column.to_numpy(zero_copy_only=False) if column.null_count else only_read(np.from_dlpack(column))


def sizes(database: duckdb.DuckDBPyConnection) -> tuple[int, int]:
    """How many people and items there are."""
    every = "SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM items)"
    ((people, items),) = database.execute(every).fetchall()
    return int(people), int(items)


def keep_only(database: duckdb.DuckDBPyConnection, people: Bools, items: Bools) -> None:
    """Leave out people and items, by code, and number the others anew in the same order."""
    for table, kept in (("people", people), ("items", items)):
        codes = pa.table({"code": pa.array(np.flatnonzero(kept).astype(np.int32))})
        database.register("kept_codes", codes)
        database.execute(f"""CREATE OR REPLACE TABLE {table} AS
            SELECT id FROM {table} WHERE code IN (SELECT code FROM kept_codes)""")
        database.unregister("kept_codes")
    make_codes(database)
