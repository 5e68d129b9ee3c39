"""How a column writes numbers: plainly, with a currency or thousands parted, with a decimal comma, as yes and no, or as
durations of hours, minutes and seconds.

A form holds for the whole column: the one that reads most rows, the plainest first.
"""

from __future__ import annotations

import re

import duckdb

from standout.common.wording import shown

YES, NO = ("true", "yes", "t", "y"), ("false", "no", "f", "n")
"""Words for the two sides of a column that only says whether."""

_MONEY = "(?:[£$€¥₹]|USD|EUR|GBP|CHF|JPY|INR|CAD|AUD)"
_GAPS = "'\u2019 \u00a0\u202f"
"""What parts thousands whichever sign comes before decimals."""


def _around(number: str) -> str:
    """A pattern for a number with at most a sign, a currency and a percent sign around it."""
    return rf"(?i)^[-+]?\s*{_MONEY}?\s*[-+]?(?:{number})\s*(?:{_MONEY}|%)?$"


_POINT = _around(rf"[0-9]{{1,3}}(?:[,{_GAPS}][0-9]{{3}})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_COMMA = _around(rf"[0-9]{{1,3}}(?:[.{_GAPS}][0-9]{{3}})+(?:,[0-9]+)?|[0-9]+(?:,[0-9]+)?|,[0-9]+")


_CLOCK = r"^([0-9]{1,6}:[0-5]?[0-9]|[0-9]{1,5}:[0-5]?[0-9]:[0-5]?[0-9](\.[0-9]+)?)$"
"""Minutes and seconds, or hours, minutes and seconds."""


def like_number(cell: str) -> bool:
    """Whether a cell is a number, perhaps with a currency or a percent sign, or thousands parted."""
    return re.match(_POINT, cell) is not None or re.match(_COMMA, cell) is not None


def says_yes_or_no(cell: str) -> bool:
    """Whether a cell is a word for yes or no."""
    return cell.lower() in YES + NO


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(map(_literal, words))


PLAIN = """CASE WHEN isfinite(TRY_CAST(text AS DOUBLE)) AND NOT contains(text, '_')
    THEN TRY_CAST(text AS DOUBLE) + 0.0 END"""
"""SQL for the number that a cell says; NULL where it says none."""

_WITH_POINT = f"""CASE WHEN regexp_matches(text, {_literal(_POINT)})
    THEN TRY_CAST(regexp_replace(text, '[^0-9.+-]', '', 'g') AS DOUBLE) + 0.0 END"""
_WITH_COMMA = f"""CASE WHEN regexp_matches(text, {_literal(_COMMA)})
    THEN TRY_CAST(replace(regexp_replace(text, '[^0-9,+-]', '', 'g'), ',', '.') AS DOUBLE) + 0.0 END"""
_WHETHER = f"CASE WHEN lower(text) IN ({_list(YES)}) THEN 1.0 WHEN lower(text) IN ({_list(NO)}) THEN 0.0 END"
_SECONDS = f"""CASE WHEN regexp_matches(text, {_literal(_CLOCK)})
    THEN list_reduce(list_transform(string_split(text, ':'), lambda part: TRY_CAST(part AS DOUBLE)),
        lambda sum, part: sum * 60 + part) END"""

_FORMS = {
    "plain": PLAIN,
    "words": _WHETHER,
    "point": f"CASE WHEN isfinite({_WITH_POINT}) THEN {_WITH_POINT} END",
    "comma": f"CASE WHEN isfinite({_WITH_COMMA}) THEN {_WITH_COMMA} END",
    "clock": _SECONDS,
}


def read_numbers(database: duckdb.DuckDBPyConnection, grades: tuple[str, ...]) -> None:
    """Set the number of each cell in the table `cells`, by the form that reads most rows.

    Where most cells are `grades`, F is one too and does not mean no.
    """
    database.execute(f"UPDATE cells SET number = {PLAIN}")
    if not _rows(database, "number IS NULL") or not _rows(
        database, f"number IS NULL AND upper(text) NOT IN ({_list(grades)})"
    ):
        return
    counts = {form: _rows(database, f"({sql}) IS NOT NULL") for form, sql in _FORMS.items()}
    if counts["words"] <= _rows(database, f"upper(text) IN ({_list(grades)})"):
        del counts["words"]
    best = max(counts, key=lambda form: counts[form])
    if best != "plain":
        database.execute(f"UPDATE cells SET number = {_FORMS[best]}")


def _rows(database: duckdb.DuckDBPyConnection, condition: str) -> int:
    """How many rows have a cell of which this is true."""
    (rows,) = database.execute(f"SELECT coalesce(sum(times), 0) FROM cells WHERE {condition}").fetchone() or (0,)
    return int(rows)


def is_plain(database: duckdb.DuckDBPyConnection) -> bool:
    """Whether numbers are written so that they can be read without looking them up."""
    other = database.execute(f"SELECT 1 FROM cells WHERE number IS DISTINCT FROM ({PLAIN}) LIMIT 1")
    return not other.fetchall()


def says_whether(database: duckdb.DuckDBPyConnection) -> bool:
    """Whether the cells are words for yes and no."""
    other = database.execute(f"SELECT 1 FROM cells WHERE lower(text) NOT IN ({_list(YES + NO)}) LIMIT 1")
    return not other.fetchall()


def notes_on_forms(database: duckdb.DuckDBPyConnection, column: str) -> tuple[str, ...]:
    """How an unusual number was read, with an example."""
    if says_whether(database) or is_plain(database):
        return ()
    row = database.execute(f"""SELECT text, number FROM cells WHERE number IS NOT NULL AND ({PLAIN}) IS NULL
        ORDER BY times DESC, length(text), text LIMIT 1""").fetchone()
    if row is None:
        return ()
    return (f"column '{shown(column)}' writes numbers such as '{shown(row[0])}', read as {row[1]:,.15g}",)
