"""Values: whether they are numbers, letter grades or counts, and the code of each."""

from __future__ import annotations

from typing import Literal

import duckdb

from standout.common.wording import shown
from standout.data.model import NO_SCALE, Scale
from standout.errors import BadInput
from standout.io.columns.roles import is_count

Kind = Literal["none", "numbers", "letters"]

MOST_NUMBERS = 101
"""Distinct numbers that a scale of ratings may have."""

GRADES = tuple(letter + sign for letter in "FEDCBA" for sign in ("-", "", "+"))
"""Letter grades from worst to best."""


def gather(database: duckdb.DuckDBPyConnection) -> Kind:
    """Make the table `cells` of distinct value cells (text, number, grade, rows), and tell their kind."""
    database.execute("""
        CREATE OR REPLACE TABLE cells AS
        SELECT "value" AS text, NULL::DOUBLE AS number, NULL::UTINYINT AS code, count(*) AS times
        FROM raw WHERE "value" IS NOT NULL GROUP BY "value"
    """)
    return kind_of_cells(database)


def kind_of_cells(database: duckdb.DuckDBPyConnection) -> Kind:
    """Read the distinct cells in the table `cells` as numbers where they are, and tell the kind of most rows."""
    database.execute("""
        UPDATE cells SET number = TRY_CAST(text AS DOUBLE) + 0.0
        WHERE isfinite(TRY_CAST(text AS DOUBLE)) AND NOT contains(text, '_')
    """)
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


def encode(database: duckdb.DuckDBPyConnection, kind: Kind, file: str, column: str) -> Scale:
    """Give each distinct cell its code, and return what the codes mean."""
    if kind == "none":
        return NO_SCALE
    if kind == "letters":
        return _letters(database)
    seen = database.execute("SELECT min(number), max(number), bool_and(number = floor(number)) FROM cells").fetchone()
    least, most, whole = seen or (0.0, 0.0, True)
    distinct = database.execute(f"SELECT DISTINCT number FROM cells LIMIT {MOST_NUMBERS + 1}").fetchall()
    countable = whole and least >= 0 and most < 2.0**63
    if countable and (is_count(column) or len(distinct) > MOST_NUMBERS):
        return _counts(database, int(most))
    if len(distinct) > MOST_NUMBERS:
        raise BadInput(
            f"{file}: column '{shown(column)}' has more than {MOST_NUMBERS} different values; "
            "round them, or leave them out with --columns value="
        )
    return _numbers(database, sorted(number for (number,) in distinct))


_SINCE_1990 = 631_152_000
"""Seconds from 1970 to 1990: values that all are larger are hardly ratings or counts."""


def notes_on_values(database: duckdb.DuckDBPyConnection, column: str) -> tuple[str, ...]:
    """What to say of values that may be something else than they were taken for."""
    row = database.execute("SELECT min(number) FROM cells").fetchone()
    if row and row[0] is not None and row[0] >= _SINCE_1990:
        return (f"column '{shown(column)}' was taken as values, but looks like times or ids; see --columns",)
    return _points(database, column)


def _points(database: duckdb.DuckDBPyConnection, column: str) -> tuple[str, ...]:
    """What to say of counts such as 2.500, whose point may part thousands; they are read as 2.5."""
    if not is_count(column):
        return ()
    row = database.execute(r"""SELECT min(text) FROM cells WHERE contains(text, '.')
        HAVING bool_and(regexp_matches(text, '^\d{1,3}\.\d{3}$')) AND bool_or(number <> floor(number))""").fetchone()
    if not row or row[0] is None:
        return ()
    return (
        f"column '{shown(column)}' has counts such as '{shown(row[0])}', read with a decimal point; "
        "write them without it if it parts thousands",
    )


def _numbers(database: duckdb.DuckDBPyConnection, numbers: list[float]) -> Scale:
    database.execute(
        "UPDATE cells SET code = list_position($1::DOUBLE[], number) - 1",
        [numbers],
    )
    labels = [str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number) for number in numbers]
    return Scale("numbers", tuple(labels), tuple(numbers))


def _letters(database: duckdb.DuckDBPyConnection) -> Scale:
    seen = {text for (text,) in database.execute("SELECT DISTINCT upper(text) FROM cells").fetchall()}
    grades = [grade for grade in GRADES if grade in seen]
    database.execute("UPDATE cells SET code = list_position($1, upper(text)) - 1", [grades])
    return Scale("letters", tuple(grades), tuple(_height(grade) for grade in grades))


def _height(grade: str) -> float:
    """Where a grade stands: a letter is one step, a plus or minus a third, whichever other grades occur."""
    return ord("F") - ord(grade[0]) + {"+": 1 / 3, "-": -1 / 3}.get(grade[1:], 0.0)


def _counts(database: duckdb.DuckDBPyConnection, most: int) -> Scale:
    """Buckets by powers of two: 0, 1, 2–3, 4–7, … so a count's code is how many binary digits it has."""
    steps = most.bit_length()
    edges = [float(2**step) for step in range(steps)]
    database.execute("UPDATE cells SET code = len(list_filter($1::DOUBLE[], lambda edge: edge <= number))", [edges])
    labels = ["0", "1"] + [f"{2 ** (step - 1)}–{2**step - 1}" for step in range(2, steps + 1)]
    labels = labels[: steps + 1]
    return Scale("counts", tuple(labels), tuple(float(step) for step in range(steps + 1)))
