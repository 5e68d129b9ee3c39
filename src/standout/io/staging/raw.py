"""The table `raw`: every row of the file, in its order, as text cells in a DuckDB database on disk.

Its columns are user, item, value, time, title (NULL where empty or absent), `at` (the time in microseconds),
`broken` (why a row has no cells) and `line` (what a broken row says). Whoever wants to write rows as they are asks for
the table `whole` as well: the same rows in the same order, with all columns (JSON: the line as it is).
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from standout.common.formats import shown_path
from standout.common.memory import database_limit
from standout.errors import BadInput
from standout.io.columns.roles import ROLES, Chosen
from standout.io.columns.time_formats import USUAL, TimeFormat
from standout.io.columns.times import UTC
from standout.io.parts import Part
from standout.io.staging.instances import lent
from standout.io.staging.scanning import Broken
from standout.io.unused import Unused
from standout.outputs.stopping import stopped_by

BLANKS = r"E' \t\r\n\f\x0b'"
"""SQL for the characters that make a cell empty."""

_OFFLINE = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
_COMPRESSION = {"time": " USING COMPRESSION uncompressed"}
"""Times differ from row to row: looking for what they have in common takes as long as all the rest of staging."""


@dataclass
class Staged:
    """What is in the table `raw`, how to call it in messages, and what was noticed on the way."""

    name: str
    columns: Chosen
    origin: Callable[[int], tuple[str, int]]
    """File and row number for a `rowid`."""
    broken: list[Broken] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    unused: Unused = field(default_factory=Unused)
    """The columns that were not used."""
    origin_of_line: Callable[[int], tuple[str, int]] | None = None
    """File and row number for a row of a joined file; none where the file was not joined."""
    header_again: str = ""
    """SQL for rows that repeat the header; empty where there is none."""
    time_format: TimeFormat = USUAL
    """How the column `at` was read from the column of times."""
    names: tuple[str, ...] = ()
    """What all columns are called, or their numbers: those of the table `whole`, where it was asked for."""


@contextmanager
def workspace(scratch: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database on disk that keeps to its memory limit and never asks the network for anything."""
    if not is_text(str(scratch)):
        raise BadInput(
            f"{shown_path(scratch.parent)}: temporary files need a name in UTF-8; set TMPDIR to another folder"
        )
    limits: dict[str, str | int] = {"memory_limit": f"{database_limit()}B", "threads": min(4, os.cpu_count() or 1)}
    with (
        lent(scratch / "staging.duckdb", scratch / "spill", limits, **_OFFLINE) as database,
        stopped_by(database.interrupt),
    ):
        _set_up(database)
        yield database


@contextmanager
def connected(place: Path | str, **settings: str | bool | int) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database that keeps to its memory limit, takes times as UTC and never asks the network for anything."""
    config = {"memory_limit": f"{database_limit()}B", **_OFFLINE, **settings}
    with duckdb.connect(place, config=config) as database, stopped_by(database.interrupt):
        _set_up(database)
        yield database


def _set_up(database: duckdb.DuckDBPyConnection) -> None:
    database.execute("SET TimeZone = 'UTC'")
    with suppress(duckdb.InvalidInputException):  # in a notebook without widgets there is no bar to turn off
        database.execute("SET enable_progress_bar = false")


def make_raw(
    database: duckdb.DuckDBPyConnection,
    source: str,
    cells: Mapping[str, str],
    broken: str = "NULL",
    line: str = "NULL",
    *,
    time_format: TimeFormat = USUAL,
    timezone: str = UTC,
) -> None:
    """Make the table of these cells, times being read in this format."""
    ids = [f'{cells[role]} AS "{role}"' for role in ("user", "item")]
    rest = [f'{_or_null(cells[role]) if role in cells else "NULL::VARCHAR"} AS "{role}"' for role in ROLES[2:]]
    faults = [
        f"({broken})::VARCHAR AS broken",
        f"CASE WHEN ({broken}) IS NOT NULL THEN {line} END::VARCHAR AS line",
    ]
    time = time_format.read('"time"', timezone) if "time" in cells else "NULL"
    texts = ", ".join(f'"{role}" VARCHAR{_COMPRESSION.get(role, "")}' for role in (*ROLES, "broken", "line"))
    database.execute(f'CREATE OR REPLACE TABLE raw ({texts}, "at" BIGINT)')
    database.execute(
        f'INSERT INTO raw BY NAME SELECT *, ({time})::BIGINT AS "at" '
        f"FROM (SELECT {', '.join(ids + rest + faults)} FROM {source})"
    )


def make_whole(database: duckdb.DuckDBPyConnection, rows: str) -> None:
    """Make the table of all columns from SQL for the same rows that `raw` was made of."""
    database.execute(f"CREATE OR REPLACE TABLE whole AS {rows}")


def number_rows(database: duckdb.DuckDBPyConnection) -> None:
    """Give each row of `raw` its `place`, the row's number in `whole`, which stays when others are left out."""
    database.execute("""CREATE OR REPLACE TABLE raw AS
        SELECT *, row_number() OVER (ORDER BY rowid) - 1 AS place FROM raw ORDER BY place""")


def _or_null(cell: str) -> str:
    """SQL for a cell without blanks around it, NULL if nothing is left.

    Blanks sort before '!': only cells that begin with one are worth the slower look.
    """
    return f"CASE WHEN {cell} < '!' THEN nullif(trim({cell}, {BLANKS}), '') ELSE rtrim({cell}) END"


def glob_escaped(file: Path) -> str:
    """The path so that DuckDB takes it for this one file and not for a pattern."""
    path = str(file.absolute())
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in (path if is_text(path) else _linked(path)))


def plain_place(file: Path) -> str:
    """The path so that DuckDB attaches it as a database: it takes what follows a '?' for settings."""
    path = str(file.absolute())
    return path if is_text(path) and "?" not in path else _linked(path)


def is_text(path: str) -> bool:
    """Whether a path is text in UTF-8: DuckDB takes no other."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _linked(path: str) -> str:
    """Another name, which is text, for a file of which the name is none; gone when the process ends."""
    folder = Path(tempfile.mkdtemp(prefix="standout-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    link = folder / "data"
    link.symlink_to(path)
    return str(link)


def file_list(files: Sequence[Path]) -> str:
    """SQL for the list of these files, for functions that read several."""
    return f"[{', '.join(literal(glob_escaped(file)) for file in files)}]"


def key_cells(parts: Sequence[Part], place: int) -> str:
    """SQL for what a row's part says under its key of this place, where the rows of several parts are read at once."""
    cells = (part.keys[place][1] for part in parts)
    return f"([{', '.join('NULL' if cell is None else literal(cell) for cell in cells)}])[(file_index + 1)::BIGINT]"


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def row_count(database: duckdb.DuckDBPyConnection) -> int:
    ((count,),) = database.execute("SELECT count(*) FROM raw").fetchall()
    return int(count)
