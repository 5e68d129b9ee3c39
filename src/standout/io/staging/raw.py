"""The table `raw`: every row of the file, in its order, as text cells in a DuckDB database on disk.

Its columns are user, item, value, time, title (NULL where empty or absent), `at` (the time in microseconds),
`broken` (why a row has no cells) and `line` (what a broken row says).
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from standout.common.formats import shown_path
from standout.common.memory import database_limit
from standout.errors import BadInput
from standout.io.columns.roles import ROLES, Chosen
from standout.io.columns.times import microseconds
from standout.io.staging.scanning import Broken
from standout.outputs.stopping import stopped_by

BLANKS = r"E' \t\r\n\f\x0b'"
"""SQL for the characters that make a cell empty."""


@dataclass
class Staged:
    """What is in the table `raw`, how to call it in messages, and what was noticed on the way."""

    name: str
    columns: Chosen
    origin: Callable[[int], tuple[str, int]]
    """File and row number for a `rowid`."""
    broken: list[Broken] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    origin_of_line: Callable[[int], tuple[str, int]] | None = None
    """File and row number for a row of a joined file; none where the file was not joined."""
    header_again: str = ""
    """SQL for rows that repeat the header; empty where there is none."""


@contextmanager
def workspace(scratch: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database on disk that keeps to its memory limit and never asks the network for anything."""
    if not is_text(str(scratch)):
        raise BadInput(
            f"{shown_path(scratch.parent)}: temporary files need a name in UTF-8; set TMPDIR to another folder"
        )
    threads, spill = min(4, os.cpu_count() or 1), str(scratch / "spill")
    with connected(scratch / "staging.duckdb", threads=threads, temp_directory=spill) as database:
        yield database


@contextmanager
def connected(place: Path | str, **settings: str | bool | int) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database that keeps to its memory limit, takes times as UTC and never asks the network for anything."""
    offline = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    config = {"memory_limit": f"{database_limit()}B", **offline, **settings}
    with duckdb.connect(place, config=config) as database, stopped_by(database.interrupt):
        database.execute("SET TimeZone = 'UTC'")
        with suppress(duckdb.InvalidInputException):  # in a notebook without widgets there is no bar to turn off
            database.execute("SET enable_progress_bar = false")
        yield database


def make_raw(
    database: duckdb.DuckDBPyConnection,
    source: str,
    cells: Mapping[str, str],
    broken: str = "NULL",
    line: str = "NULL",
) -> None:
    ids = [f'{cells[role]} AS "{role}"' for role in ("user", "item")]
    rest = [f'{_or_null(cells[role]) if role in cells else "NULL::VARCHAR"} AS "{role}"' for role in ROLES[2:]]
    faults = [
        f"({broken})::VARCHAR AS broken",
        f"CASE WHEN ({broken}) IS NOT NULL THEN {line} END::VARCHAR AS line",
    ]
    time = microseconds('"time"') if "time" in cells else "NULL"
    database.execute(
        f'CREATE OR REPLACE TABLE raw AS SELECT *, ({time})::BIGINT AS "at" '
        f"FROM (SELECT {', '.join(ids + rest + faults)} FROM {source})"
    )


def _or_null(cell: str) -> str:
    """SQL for a cell without blanks around it, NULL if nothing is left.

    Blanks sort before '!': only cells that begin with one are worth the slower look.
    """
    return f"CASE WHEN {cell} < '!' THEN nullif(trim({cell}, {BLANKS}), '') ELSE rtrim({cell}) END"


def glob_escaped(file: Path) -> str:
    """The path so that DuckDB takes it for this one file and not for a pattern."""
    path = str(file.absolute())
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in (path if is_text(path) else _linked(path)))


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


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def row_count(database: duckdb.DuckDBPyConnection) -> int:
    (count,) = database.execute("SELECT count(*) FROM raw").fetchone() or (0,)
    return int(count)
