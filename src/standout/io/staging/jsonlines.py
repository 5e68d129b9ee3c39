"""Staging of JSON lines: every line is checked by itself, so that a bad one can be named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb

from standout.common.files import open_private
from standout.errors import BadInput
from standout.io.columns.roles import choose, usual
from standout.io.columns.time_parts import role_cells
from standout.io.columns.time_sample import column_format, sampled_cells
from standout.io.parts import Part
from standout.io.reading_options import TimesWanted
from standout.io.staging.long_lines import MARK, TOO_LONG, bounded_lines
from standout.io.staging.raw import BLANKS, Staged, file_list, identifier, key_cells, literal, make_raw, make_whole
from standout.io.staging.text import PlainPart
from standout.io.unused import LOOKED_AT, unused_columns

_IDS = ("user", "item")
_MOST_KEYS = 100
"""Keys that are looked at where they are not used."""

_CUT = "\x02"
"""Begins what is left of a line that was too long."""


def stage_json_lines(
    database: duckdb.DuckDBPyConnection,
    texts: Sequence[PlainPart],
    name: str,
    wanted: Mapping[str, str],
    scratch: Path,
    times: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
    *,
    whole: bool = False,
) -> Staged:
    """Stage files with one JSON object per line, called `name` together."""
    parts = [each.part for each in texts]
    stage_lines(database, [each.text.path for each in texts], scratch, parts)
    counts = database.execute("SELECT count(*) FROM lines GROUP BY part ORDER BY part").fetchall()
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
    added = [key for key, _ in parts[0].keys if key not in names]
    own, names = names, [*names, *added]
    first_cells = _first_cells(database, own)
    columns = choose(name, names, wanted, header=True, defaults=usual(names), cells=first_cells)
    pointers = [literal(pointer_to(key)) for key in own]

    def cell(position: int, role: str) -> str:
        if position >= len(own):
            return identifier(f"key {names[position]}")
        pointer = pointers[position]
        return _json_id(pointer) if role in _IDS else f"json_extract_string(line, {pointer})"

    cells = role_cells(columns.at, columns.parts, cell)
    ids = [pointers[columns.at[role]] for role in _IDS if columns.at[role] < len(own)]
    odd_id = " OR ".join(f"({_json_id(pointer)} IS NULL AND {_json_there(pointer)})" for pointer in ids) or "false"
    broken = f"""CASE WHEN trim(coalesce(line, ''), {BLANKS}) = '' THEN 'blank'
        WHEN starts_with(line, {literal(_CUT)}) THEN '{TOO_LONG}'
        WHEN kind IS DISTINCT FROM 'OBJECT' THEN 'not a JSON object'
        WHEN {odd_id} THEN 'an id that is neither text nor a whole number' END"""
    sound = {role: f"CASE WHEN kind = 'OBJECT' THEN {cell} END" for role, cell in cells.items()}
    sample = f"(SELECT {sound.get('time', 'NULL')} AS cell FROM lines)"
    time_format = column_format(database, columns, times, lambda: sampled_cells(database, sample))
    line = f"ltrim(line, {literal(_CUT)})"
    make_raw(database, "lines", sound, broken=broken, line=line, time_format=time_format, timezone=times.timezone)
    database.execute("DELETE FROM raw WHERE broken = 'blank'")
    unused = unused_columns(names, columns, wanted, first_cells)
    if whole:
        keys_of_parts = "".join(f", {identifier(f'key {key}')} AS {identifier(key)}" for key in added)
        make_whole(database, f"SELECT line{keys_of_parts} FROM lines WHERE trim(coalesce(line, ''), {BLANKS}) <> ''")
    database.execute("DROP TABLE lines")
    notes = tuple(dict.fromkeys(note for each in texts for note in each.text.notes))
    lines = [int(count) for (count,) in counts]
    staged = Staged(name, columns, lambda rowid: _origin(parts, lines, rowid), unused=unused, time_format=time_format)
    staged.notes, staged.names = notes + unused.notes, tuple(names)
    return staged


def _origin(parts: Sequence[Part], lines: Sequence[int], rowid: int) -> tuple[str, int]:
    """The part that a line came from, and its number there."""
    for part, count in zip(parts, lines, strict=False):
        if rowid < count:
            return part.name, rowid + 1
        rowid -= count
    return parts[0].name, rowid + 1


def _first_cells(database: duckdb.DuckDBPyConnection, names: Sequence[str]) -> dict[int, list[str | None]]:
    """The first cells of keys, by position; nothing where one holds a list or an object."""
    cells: dict[int, list[str | None]] = {}
    for position, key in enumerate(names[:_MOST_KEYS]):
        pointer = literal(pointer_to(key))
        rows = database.execute(f"""SELECT CASE WHEN json_type(line, {pointer}) NOT IN ('OBJECT', 'ARRAY')
            THEN json_extract_string(line, {pointer}) END
            FROM lines WHERE kind = 'OBJECT' AND rowid < {LOOKED_AT} ORDER BY rowid""").fetchall()
        cells[position] = [row[0] for row in rows]
    return cells


def stage_lines(
    database: duckdb.DuckDBPyConnection, files: Sequence[Path], scratch: Path, parts: Sequence[Part] = ()
) -> None:
    """Make the table `lines`: every line of the files, what kind of JSON it is, and the keys of its part."""
    try:
        _stage_lines(database, files, parts)
    except (duckdb.InvalidInputException, duckdb.NotImplementedException):
        clean = [scratch / f"lines-{number}.txt" for number in range(len(files))]
        for file, to in zip(files, clean, strict=True):
            with file.open(encoding="utf-8") as source, open_private(to) as target:
                for line in bounded_lines(source):
                    target.write(line.replace("\x01", "\x02").replace(MARK, _CUT).encode())
        _stage_lines(database, clean, parts)


def _stage_lines(database: duckdb.DuckDBPyConnection, files: Sequence[Path], parts: Sequence[Part]) -> None:
    keys = [key for key, _ in parts[0].keys] if parts else []
    added = "".join(f", {key_cells(parts, place)} AS {identifier(f'key {key}')}" for place, key in enumerate(keys))
    database.execute(f"""
        CREATE OR REPLACE TABLE lines AS
        SELECT line, CASE WHEN json_valid(line) THEN json_type(line) END AS kind, file_index AS part{added}
        FROM read_csv({file_list(files)}, auto_detect = false, columns = {{'line': 'VARCHAR'}},
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
