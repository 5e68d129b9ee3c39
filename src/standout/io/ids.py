"""Ids as they are written: those that only say that there is none, and those that differ only by how they are written.

All looks are at the distinct ids, of which there are few beside the rows.
"""

from __future__ import annotations

import duckdb

from standout.common.wording import shown
from standout.io.staging.raw import BLANKS

MISSING = ("nan", "NaN", "NAN", "<NA>", "NaT", "null", "NULL", "None", "N/A", "#N/A", r"\N", "-nan")
"""What programs write where an id is missing."""

_NOBODY = ("NA", "inf", "-inf")
"""The same, where it stands for a person; an item may be called so."""

_KINDS = (("user", "people", "person"), ("item", "items", "item"))
_BLANKS = rf"({BLANKS} || chr(160) || chr(8203) || chr(65279))"
"""SQL for what does not show at the end of an id: also blanks that do not break, and marks without width."""

_PADDED = f"trim(id, {_BLANKS}) <> id"
_WHOLE = r"regexp_matches(id, '^-?\d+\.0+$')"
_ACCENTED = "nfc_normalize(id) <> id"
_SHORTENED = r"regexp_matches(id, '^\d(\.\d+)?[eE]\+?\d+$')"
"""SQL for what may be written in another way as well."""


def words_for_none(role: str) -> tuple[str, ...]:
    """What programs write where an id of this role is missing."""
    return (*MISSING, *_NOBODY) if role == "user" else MISSING


def gather_ids(database: duckdb.DuckDBPyConnection) -> None:
    """Make the tables `people` and `items` of distinct ids; their codes come later."""
    for role, table, _ in _KINDS:
        database.execute(f"""CREATE OR REPLACE TABLE {table} AS
            SELECT DISTINCT "{role}" AS id FROM raw""")


def missing_ids(database: duckdb.DuckDBPyConnection) -> dict[str, tuple[str, ...]]:
    """By role, the ids in the data that only say that there is none."""
    by_role = {}
    for role, table, _ in _KINDS:
        words = list(words_for_none(role))
        rows = database.execute(f"SELECT id FROM {table} WHERE list_contains($1, id) ORDER BY id", [words]).fetchall()
        if rows:
            by_role[role] = tuple(row[0] for row in rows)
    return by_role


def notes_on_ids(database: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """What to say of ids that may be the same but are written in two ways, and so are taken as different."""
    notes: list[str] = []
    for _, table, word in _KINDS:
        padded, whole, accented, shortened = _odd(database, table)
        if padded:
            notes += _blanks(database, table, word) or _around(database, table, word)
        if whole:
            notes += _decimals(database, table, word)
        if accented:
            notes += _accents(database, table, word)
        if shortened:
            notes += _rounded(database, table, word)
    return tuple(notes)


def _odd(database: duckdb.DuckDBPyConnection, table: str) -> tuple[bool, ...]:
    """Whether any id is padded, whole, accented or shortened: seen in one look, and mostly none is."""
    looks = ", ".join(f"coalesce(bool_or({odd}), false)" for odd in (_PADDED, _WHOLE, _ACCENTED, _SHORTENED))
    return tuple(database.execute(f"SELECT {looks} FROM {table}").fetchone() or (False,) * 4)


def _blanks(database: duckdb.DuckDBPyConnection, table: str, word: str) -> list[str]:
    trimmed = f"trim(id, {_BLANKS})"
    count, example = _such(database, table, f"{_PADDED} AND {trimmed} IN (SELECT id FROM {table})", trimmed)
    if not count:
        return []
    return [f"{_counted(count, word)} only by blanks at the ends{_such_as(word, example)}; they are kept apart"]


def _around(database: duckdb.DuckDBPyConnection, table: str, word: str) -> list[str]:
    count, example = _such(database, table, _PADDED)
    every, _ = _such(database, table, "true")
    return [f"{count:,} of {every:,} {word} ids have blanks around them, which are kept{_such_as(word, example)}"]


def _decimals(database: duckdb.DuckDBPyConnection, table: str, word: str) -> list[str]:
    bare = r"regexp_replace(id, '\.0+$', '')"
    count, example = _such(database, table, f"{_WHOLE} AND {bare} IN (SELECT id FROM {table})", bare)
    if count:
        return [f"{_counted(count, word)} only by '.0'{_such_as(word, example)}; they are kept apart"]
    count, example = _such(database, table, _WHOLE)
    return [f"{count:,} {word} ids end in '.0'{_such_as(word, example)}; a file without it matches none of them"]


def _accents(database: duckdb.DuckDBPyConnection, table: str, word: str) -> list[str]:
    plain = "nfc_normalize(id)"
    count, example = _such(database, table, f"{_ACCENTED} AND {plain} IN (SELECT id FROM {table})")
    if not count:
        return []
    return [f"{_counted(count, word)} only by how accents are stored{_such_as(word, example)}; they are kept apart"]


def _rounded(database: duckdb.DuckDBPyConnection, table: str, word: str) -> list[str]:
    """Spreadsheets and data frames shorten long numbers, and then several ids become one."""
    count, example = _such(database, table, _SHORTENED)
    return [f"{count:,} {word} ids are shortened numbers{_such_as(word, example)}; several may have become one"]


def _such(database: duckdb.DuckDBPyConnection, table: str, where: str, example: str = "id") -> tuple[int, str]:
    """How many ids are such, and the first of them, or what of it is to be shown."""
    row = database.execute(f"SELECT count(*), min({example}) FROM {table} WHERE {where}").fetchone()
    count, first = row or (0, None)
    return int(count), first or ""


def _such_as(word: str, example: str) -> str:
    """An example in brackets; none of people, since notes go into reports."""
    return "" if word == "person" else f" (such as '{shown(example)}')"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word} {'id differs' if count == 1 else 'ids differ'} from others"
