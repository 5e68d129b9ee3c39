"""Staging of JSON lines: every line is checked by itself, so that a bad one can be named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb

from standout.common.formats import Packing, shown_path
from standout.errors import BadInput
from standout.io.columns.roles import Chosen, choose, usual
from standout.io.staging.long_lines import MARK, TOO_LONG, bounded_lines
from standout.io.staging.raw import BLANKS, Staged, glob_escaped, literal, make_raw
from standout.io.staging.text import plain_text
from standout.io.unused import LOOKED_AT, notes_on_unused

_MOST_KEYS = 100
"""Keys that are looked at where they are not used."""

_CUT = "\x02"
"""Begins what is left of a line that was too long."""


def stage_json_lines(
    database: duckdb.DuckDBPyConnection,
    file: Path,
    packing: Packing,
    wanted: Mapping[str, str],
    scratch: Path,
) -> Staged:
    """Stage a file with one JSON object per line."""
    name = shown_path(file)
    text = plain_text(file, packing, scratch)
    stage_lines(database, text.path, scratch)
    first = database.execute(f"""
        SELECT kind FROM lines WHERE trim(line) <> '' AND NOT starts_with(line, {literal(_CUT)}) ORDER BY rowid LIMIT 1
    """).fetchone()
    if first is None or first[0] != "OBJECT":
        raise BadInput(f"{name}: not JSON lines; put one {{…}} object on each line")
    keys = database.execute("""
        SELECT key FROM
        (SELECT unnest(json_keys(line)) AS key, rowid AS place FROM lines WHERE kind = 'OBJECT')
        GROUP BY key ORDER BY min(place), key
    """).fetchall()
    names = [key for (key,) in keys]
    columns = choose(name, names, wanted, header=True, defaults=usual(names))
    pointers = {role: literal(pointer_to(names[position])) for role, position in columns.at.items()}
    cells = {
        role: _json_id(pointer) if role in ("user", "item") else f"json_extract_string(line, {pointer})"
        for role, pointer in pointers.items()
    }
    odd_id = " OR ".join(
        f"({_json_id(pointers[role])} IS NULL AND {_json_there(pointers[role])})" for role in ("user", "item")
    )
    broken = f"""CASE WHEN trim(coalesce(line, ''), {BLANKS}) = '' THEN 'blank'
        WHEN starts_with(line, {literal(_CUT)}) THEN '{TOO_LONG}'
        WHEN kind IS DISTINCT FROM 'OBJECT' THEN 'not a JSON object'
        WHEN {odd_id} THEN 'an id that is neither text nor a whole number' END"""
    sound = {role: f"CASE WHEN kind = 'OBJECT' THEN {cell} END" for role, cell in cells.items()}
    make_raw(database, "lines", sound, broken=broken, line=f"ltrim(line, {literal(_CUT)})")
    database.execute("DELETE FROM raw WHERE broken = 'blank'")
    unused = notes_on_unused(names, columns, wanted, _first_cells(database, names, columns))
    database.execute("DROP TABLE lines")
    return Staged(name, columns, lambda rowid: (name, rowid + 1), notes=text.notes + unused)


def _first_cells(
    database: duckdb.DuckDBPyConnection, names: Sequence[str], columns: Chosen
) -> dict[int, list[str | None]]:
    """The first cells of keys that are not used, by position; none of those that hold lists or objects."""
    cells: dict[int, list[str | None]] = {}
    for position, key in enumerate(names[:_MOST_KEYS]):
        if position in columns.at.values():
            continue
        pointer = literal(pointer_to(key))
        rows = database.execute(f"""SELECT json_extract_string(line, {pointer}) FROM lines
            WHERE kind = 'OBJECT' AND rowid < {LOOKED_AT}
            AND coalesce(json_type(line, {pointer}), 'NULL') NOT IN ('OBJECT', 'ARRAY')""").fetchall()
        cells[position] = [row[0] for row in rows]
    return cells


def stage_lines(database: duckdb.DuckDBPyConnection, file: Path, scratch: Path) -> None:
    """Make the table `lines`: every line of the file, and what kind of JSON it is."""
    try:
        _stage_lines(database, file)
    except (duckdb.InvalidInputException, duckdb.NotImplementedException):
        clean = scratch / "lines.txt"
        with file.open(encoding="utf-8") as source, clean.open("w", encoding="utf-8") as target:
            for line in bounded_lines(source):
                target.write(line.replace("\x01", "\x02").replace(MARK, _CUT))
        _stage_lines(database, clean)


def _stage_lines(database: duckdb.DuckDBPyConnection, file: Path) -> None:
    database.execute(f"""
        CREATE OR REPLACE TABLE lines AS
        SELECT line, CASE WHEN json_valid(line) THEN json_type(line) END AS kind
        FROM read_csv({literal(glob_escaped(file))}, auto_detect = false, columns = {{'line': 'VARCHAR'}},
            delim = chr(1), quote = '', escape = '', header = false, compression = 'none')
    """)


def _json_there(pointer: str) -> str:
    return f"coalesce(json_type(line, {pointer}), 'NULL') <> 'NULL'"


def _json_id(pointer: str) -> str:
    """SQL for an id: text, or a number without decimals as its digits; NULL for anything else."""
    number = f"CAST(json_extract(line, {pointer}) AS DOUBLE)"
    return f"""CASE WHEN json_type(line, {pointer}) IN ('VARCHAR', 'BIGINT', 'UBIGINT')
        THEN json_extract_string(line, {pointer})
        WHEN json_type(line, {pointer}) = 'DOUBLE' AND abs({number}) < 9e15 AND {number} = floor({number})
        THEN CAST(CAST({number} AS BIGINT) AS VARCHAR) END"""


def pointer_to(key: str) -> str:
    """The JSON pointer to a key of the outermost object."""
    return "/" + key.replace("~", "~0").replace("/", "~1")
