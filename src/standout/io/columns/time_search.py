"""A better format for a column of times, where the one that was tried did not read all of it as plausible times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from standout.io.columns.time_formats import (
    EXCEL,
    FORMATS,
    LOOK_ALIKES,
    USUAL,
    TimeFormat,
    from_patterns,
    latest,
    round_steps,
)
from standout.io.columns.time_sample import SAMPLED, plausible_count, suggested, written_formats
from standout.io.columns.time_seen import CELL, Seen, alike, earliest, look
from standout.io.columns.times import SOONEST, UTC


def better_format(
    database: duckdb.DuckDBPyConnection, tried: TimeFormat, seen: Seen, zone: str
) -> tuple[TimeFormat | None, dict[TimeFormat, int]]:
    """A format that reads the column better than the one that was tried; how many rows others read.

    Where all rows were read as plausible times, there is nothing to look for; else only what reads some of the odd rows
    is worth a look at all.
    """
    small = tried is USUAL and seen.read > 0 and seen.last < SOONEST
    is_alike = tried is USUAL and seen.alike > 0
    if seen.fitting == seen.cells and not small and not is_alike:
        return None, {}
    odd = f'"at" IS NULL OR "at" < {earliest(zone)} OR "at" >= {latest()} OR {small}' + (
        f" OR {alike()}" if is_alike else ""
    )
    cells = [
        str(cell)
        for (cell,) in database.execute(f"""SELECT {CELL} FROM raw WHERE "time" IS NOT NULL AND ({odd})
            ORDER BY hash(rowid) LIMIT {SAMPLED}""").fetchall()
    ]
    others = [*([EXCEL] if small else []), *FORMATS, *(() if tried is USUAL else (USUAL,)), *_written(tried, cells)]
    some = _fits(database, others, zone, odd)
    helpful = [format_ for format_ in others if some[format_] or format_ in LOOK_ALIKES]
    fits = dict.fromkeys(others, 0) | _fits(database, helpful, zone)
    return _chosen(database, replace(seen, outside=seen.read) if small else seen, fits), fits


def _written(tried: TimeFormat, cells: Sequence[str]) -> list[TimeFormat]:
    """Formats of written dates that odd cells suggest; the one that was tried goes on with further times of day."""
    formats = written_formats(cells)
    if not tried.patterns:
        return formats
    same = [format_ for format_ in formats if format_.date.replace("%B", "%b") == tried.date.replace("%B", "%b")]
    further = tuple(dict.fromkeys((*tried.patterns, *(pattern for each in same for pattern in each.patterns))))
    longer = replace(from_patterns(further, tried.date), said=tried.said)
    return [longer, *(format_ for format_ in formats if format_ not in same)]


def _fits(
    database: duckdb.DuckDBPyConnection, formats: Sequence[TimeFormat], zone: str = UTC, rows: str = "true"
) -> dict[TimeFormat, int]:
    """How many rows each format reads as plausible times."""
    if not formats:
        return {}
    counts = ", ".join(plausible_count(format_, CELL, zone) for format_ in formats)
    fitting = database.execute(f'SELECT {counts} FROM raw WHERE "time" IS NOT NULL AND ({rows})').fetchone()
    return dict(zip(formats, (int(each) for each in fitting or (0,) * len(formats)), strict=True))


def _chosen(database: duckdb.DuckDBPyConnection, seen: Seen, fits: dict[TimeFormat, int]) -> TimeFormat | None:
    """The format that reads the column better than the usual reading; none where that is good, or nothing is better."""
    if not fits:
        return None
    if seen.fitting == seen.cells:
        return next(
            (format_ for format_ in LOOK_ALIKES if fits[format_] == seen.cells and not _is_usual(database, format_)),
            None,
        )
    best = max(fits, key=lambda format_: fits[format_])
    return best if fits[best] > seen.fitting and 2 * fits[best] > seen.cells else None


def format_of_cells(database: duckdb.DuckDBPyConnection, cells: Sequence[str]) -> TimeFormat:
    """The format of a few cells, chosen as for a column."""
    tried = suggested(database, cells)
    database.execute(
        f"""CREATE OR REPLACE TABLE raw AS SELECT cell AS "time", ({tried.read("cell", UTC)})::BIGINT AS "at"
        FROM (SELECT unnest($1::VARCHAR[]) AS cell)""",
        [list(cells)],
    )
    return better_format(database, tried, look(database), UTC)[0] or tried


def _is_usual(database: duckdb.DuckDBPyConnection, format_: TimeFormat) -> bool:
    """Whether cells that fit this format are more likely what the usual reading took them for.

    Ticks of 100 nanoseconds look like nanoseconds in 1974 or 1990, when nobody measured fractions of a second: what is
    rounded to whole seconds, minutes, hours or days as nanoseconds, and not more so as ticks, are nanoseconds.
    """
    if not format_.in_ticks:
        return False
    steps = (*round_steps(1_000_000_000), *round_steps(10_000_000))
    rounded = ", ".join(f"bool_and(TRY_CAST({CELL} AS BIGINT) % {step} = 0)" for step in steps)
    are_round = database.execute(f'SELECT {rounded} FROM raw WHERE "time" IS NOT NULL').fetchone() or (False,) * 8
    usual, other = sum(map(bool, are_round[:4])), sum(map(bool, are_round[4:]))
    return usual > 0 and usual >= other
