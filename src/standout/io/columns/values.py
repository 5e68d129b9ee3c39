"""Values: whether they are numbers or letter grades, what they are taken for, and the code of each.

All looks are at the distinct cells of the column, of which there are few beside the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import duckdb
import numpy as np
import pyarrow as pa

from standout.common.arrays import Floats, Int64s
from standout.common.wording import shown
from standout.data.model import NO_SCALE, Scale
from standout.io.columns.value_forms import notes_on_forms, read_numbers, says_whether
from standout.io.columns.value_kinds import FEW, NONE, Meaning, Spread, meaning_of
from standout.io.columns.value_names import named
from standout.io.columns.value_scales import amounts_scale, codes_of, extent_of, letters_scale, numbers_scale
from standout.io.reading_options import Returns

Kind = Literal["none", "numbers", "letters"]

GRADES = tuple(letter + sign for letter in "FEDCBA" for sign in ("-", "", "+"))
"""Letter grades from worst to best."""


def gather(database: duckdb.DuckDBPyConnection) -> Kind:
    """Make the table `cells` of distinct value cells (text, number, code, rows), and tell their kind."""
    database.execute("""
        CREATE OR REPLACE TABLE cells AS
        SELECT "value" AS text, NULL::DOUBLE AS number, NULL::UTINYINT AS code, count(*) AS times
        FROM raw WHERE "value" IS NOT NULL GROUP BY "value"
    """)
    return kind_of_cells(database)


def kind_of_cells(database: duckdb.DuckDBPyConnection) -> Kind:
    """Read the distinct cells in the table `cells` as numbers where they are, and tell the kind of most rows."""
    read_numbers(database, GRADES)
    counted = database.execute(
        "SELECT coalesce(sum(times), 0), coalesce(sum(times) FILTER (number IS NOT NULL), 0),"
        " coalesce(sum(times) FILTER (list_contains($1, upper(text))), 0) FROM cells",
        [list(GRADES)],
    ).fetchone()
    every, numbers, letters = counted or (0, 0, 0)
    return "none" if not every else "letters" if letters > numbers else "numbers"


def unreadable(kind: Kind) -> str:
    """SQL that says which cells cannot be read as a value of this kind."""
    if kind == "letters":
        return f"upper(text) NOT IN ({', '.join(repr(grade) for grade in GRADES)})"
    return "number IS NULL"


def meaning(database: duckdb.DuckDBPyConnection, kind: Kind, column: str, returns: Returns | None = None) -> Meaning:
    """What the values of the column are."""
    if kind == "none":
        return NONE
    return Meaning("grade") if kind == "letters" else meaning_of(column, spread_of(database), returns)


def spread_of(database: duckdb.DuckDBPyConnection) -> Spread:
    """How the numbers of the table `cells` are spread over the rows."""
    row = database.execute("""
        WITH every AS (SELECT sum(times) AS rows FROM cells)
        SELECT any_value(every.rows)::BIGINT, min(number), max(number),
            sum(least(abs(number), 1e300) / every.rows * times),
            bool_and(number = floor(number)), coalesce(sum(times) FILTER (number < 0), 0)::BIGINT
        FROM cells, every
    """).fetchone()
    rows, least, most, mean, whole, negative = row or (0, 0.0, 0.0, 0.0, True, 0)
    numbers = database.execute(f"SELECT DISTINCT number FROM cells LIMIT {FEW + 1}").fetchall()
    ascending = tuple(sorted(number for (number,) in numbers))
    return Spread(rows, ascending, least, most, mean, whole, negative, says_whether(database))


def encode(database: duckdb.DuckDBPyConnection, kind: Kind, meant: Meaning) -> Scale:
    """Give each distinct cell its code, and return what the codes mean."""
    if kind == "none":
        return NO_SCALE
    if kind == "letters":
        return letters_scale(database, GRADES)
    if meant.banding == "none":
        return numbers_scale(database)
    return _banded(database, meant)


def _banded(database: duckdb.DuckDBPyConnection, meant: Meaning) -> Scale:
    """Bands for numbers as they stand in the cells."""
    cells = database.sql("SELECT text, number, times FROM cells").to_arrow_table()
    numbers, times = (np.asarray(cells.column(name)) for name in ("number", "times"))

    def blocks() -> Iterable[tuple[Floats, Int64s]]:
        return [(numbers, times)]

    scale = amounts_scale(blocks, meant.banding, extent_of(blocks))
    coded = pa.table({"text": cells.column("text"), "code": codes_of(numbers, scale)})
    database.register("coded", coded)
    database.execute("UPDATE cells SET code = coded.code FROM coded WHERE coded.text = cells.text")
    database.unregister("coded")
    return scale


_SINCE_1990 = 631_152_000
"""Seconds from 1970 to 1990: values that all are larger are hardly ratings or counts."""


def notes_on_values(database: duckdb.DuckDBPyConnection, column: str) -> tuple[str, ...]:
    """What to say of values that may be something else than they were taken for, or say nothing."""
    row = database.execute("SELECT min(number), max(number), sum(times) FROM cells").fetchone()
    least, most, rows = row or (None, None, 0)
    if least is None:
        return ()
    if least >= _SINCE_1990:
        return (f"column '{shown(column)}' was taken as values, but looks like times or ids; see --columns",)
    notes = notes_on_forms(database, column) + _points(database, column)
    if least == most == 1 and rows > 1:
        said = database.execute("SELECT min(text) FROM cells").fetchone() or ("1",)
        notes += (f"column '{shown(column)}' says {shown(said[0])} wherever it says anything: that tells nothing",)
    return notes


def _points(database: duckdb.DuckDBPyConnection, column: str) -> tuple[str, ...]:
    """What to say of counts such as 2.500, whose point may part thousands; they are read as 2.5."""
    if named(column) not in ("count", "quantity"):
        return ()
    row = database.execute(r"""SELECT min(text) FROM cells WHERE contains(text, '.')
        HAVING bool_and(regexp_matches(text, '^\d{1,3}\.\d{3}$')) AND bool_or(number <> floor(number))""").fetchone()
    if not row or row[0] is None:
        return ()
    return (
        f"column '{shown(column)}' has counts such as '{shown(row[0])}', read with a decimal point; "
        "write them without it if it parts thousands",
    )
