"""Instances of DuckDB, lent one after another: to start one takes several times as long as to read a small file.

Whoever borrows one has it alone, with limits of their own and a database file of their own, which is let go of
afterwards. It is lent again only where nothing went wrong, little was done, and nothing was spilled: DuckDB keeps to
the first folder that it spilled to, and what much work left in memory goes with the instance.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

import duckdb

from standout.errors import BadInput

_KEPT = 2
"""How many wait for the next who asks: as many as are open at once where a file is written like another."""
_LITTLE = 64_000_000
"""Bytes on disk of a database that is little."""
_NAME = "staging"

_free: dict[int, list[duckdb.DuckDBPyConnection]] = {}
"""By process: one that was forked must not touch those of its parent."""
_lock = Lock()


@contextmanager
def lent(
    place: Path, spill: Path, limits: Mapping[str, str | int], **config: bool
) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database at this place, in an instance with these limits that may spill to this folder.

    `config` is what every instance starts with; it is the same for all who borrow.
    """
    instance, unharmed = _taken(config), False
    try:
        with instance.cursor() as database:
            for name, limit in {**limits, "temp_directory": str(spill)}.items():
                database.execute(f"SET {name} = {_literal(limit)}")
            database.execute(f"ATTACH {_literal(str(place))} AS {_NAME}")
            database.execute(f"USE {_NAME}")
            yield database
        unharmed = True
    except BadInput:  # a refusal of ours
        unharmed = True
        raise
    finally:
        again = unharmed and not spill.exists() and _size(place) < _LITTLE
        _let_go(instance, again=again)


def _let_go(instance: duckdb.DuckDBPyConnection, *, again: bool) -> None:
    """Let go of the database that was borrowed, and keep the instance for the next who asks, without threads meanwhile,
    or end it."""
    with suppress(duckdb.Error):
        instance.execute(f"DETACH {_NAME}")
        if again:
            instance.execute("SET threads = 1")
            with _lock:
                free = _free.setdefault(os.getpid(), [])
                if len(free) < _KEPT:
                    free.append(instance)
                    return
    _end(instance)


def _taken(config: Mapping[str, bool]) -> duckdb.DuckDBPyConnection:
    """An instance that nobody uses, else a new one. It writes nothing that only another start would need."""
    with _lock:
        if free := _free.get(os.getpid()):
            return free.pop()
    return duckdb.connect(":memory:", config={**config, "threads": 1, "checkpoint_on_detach": "DISABLED"})


def _end(instance: duckdb.DuckDBPyConnection) -> None:
    with suppress(duckdb.Error):
        instance.close()


@atexit.register
def end_all() -> None:
    """End the instances of this process that nobody uses."""
    with _lock:
        ended = _free.pop(os.getpid(), [])
    for instance in ended:
        _end(instance)


def _size(place: Path) -> int:
    """What a database takes on disk, with what was not yet written into it."""
    return sum(file.stat().st_size for file in (place, place.with_name(f"{place.name}.wal")) if file.exists())


def _literal(value: str | int) -> str:
    return str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"
