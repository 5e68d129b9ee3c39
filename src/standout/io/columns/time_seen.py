"""One quick look at what was read from a column of times: numbers only, no text."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from standout.io.columns.time_formats import EARLIEST, latest, look_alike_spans
from standout.io.columns.times import DAY, UTC, local
from standout.io.staging.raw import BLANKS

CELL = f'trim("time", {BLANKS})'
"""SQL for a cell of times in the table `raw`, without blanks."""


@dataclass(frozen=True)
class Seen:
    """What reading a column gave: rows with a cell, read, implausible, in look-alike spans, 0; first and last time."""

    cells: int
    read: int
    outside: int
    alike: int
    zeros: int
    first: int
    last: int

    @property
    def fitting(self) -> int:
        return self.read - self.outside


def look(database: duckdb.DuckDBPyConnection, zone: str = UTC, span: tuple[int, int] | None = None) -> Seen:
    """One quick look at what was read: numbers only, no text."""
    first, end = span or (earliest(zone), latest())
    zero = "0" if zone == UTC else local("0::BIGINT")
    counts = database.execute(f"""SELECT count("time"), count("at"),
        count(*) FILTER ("at" < {first} OR "at" >= {end}), count(*) FILTER ({alike()}),
        count(*) FILTER ("at" = {zero}),
        coalesce(min("at"), 0), coalesce(max("at"), 0) FROM raw""").fetchone()
    return Seen(*(int(each) for each in counts or (0,) * 7))


def earliest(zone: str) -> int:
    """Where plausible times begin: elsewhere, 1970 may have begun on the last day of 1969."""
    return EARLIEST - (0 if zone == UTC else DAY)


def alike() -> str:
    return " OR ".join(f'"at" BETWEEN {low} AND {high}' for low, high in look_alike_spans())
