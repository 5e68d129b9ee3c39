"""Some cells of a column of times, and the formats that they suggest.

Before rows are staged, a bounded sample spread over the column says how to read them, so that all are read in one pass.
`time_columns` then looks at what became of every row, and looks further where some were not read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import duckdb

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.roles import Chosen
from standout.io.columns.time_formats import (
    EARLIEST,
    EXCEL,
    USUAL,
    WORDS,
    TimeFormat,
    asked_for,
    latest,
    written,
)
from standout.io.columns.time_parts import parts_format
from standout.io.columns.time_patterns import Pattern, patterns_of
from standout.io.columns.times import OF_1970, SOONEST, UTC
from standout.io.reading_options import TimesWanted

SAMPLED = 20_000
"""Cells that are looked at."""
_MOST_DATES, _MOST_CLOCKS = 12, 12
"""Ways of writing dates that are tried, and of times of day beside each."""


def column_format(
    database: duckdb.DuckDBPyConnection, columns: Chosen, wanted: TimesWanted, sample: Callable[[], Sequence[str]]
) -> TimeFormat:
    """The format that the time of a table is to be read in; a sample of its cells is taken only where it is needed."""
    if columns.parts:
        return parts_format(len(columns.parts))
    if "time" not in columns.at:
        return USUAL
    return format_to_try(database, [] if wanted.date_format is not None else sample(), wanted)


def format_to_try(database: duckdb.DuckDBPyConnection, cells: Sequence[str], wanted: TimesWanted) -> TimeFormat:
    """The format that is asked for, else the one that reads most of a sample of cells."""
    if wanted.date_format is not None:
        return _checked(database, wanted.date_format)
    return suggested(database, cells)


def sampled_cells(database: duckdb.DuckDBPyConnection, source: str, *, spread: bool = True) -> list[str]:
    """Some cells of the column `cell`: from all over it, or the first ones, which is quicker and enough for numbers."""
    some = f"USING SAMPLE reservoir({SAMPLED} ROWS) REPEATABLE (1)" if spread else f"LIMIT {SAMPLED}"
    rows = database.execute(
        f"SELECT trim(cell) FROM (SELECT cell FROM {source} {some}) WHERE trim(cell) <> ''"
    ).fetchall()
    return [str(cell) for (cell,) in rows]


def suggested(database: duckdb.DuckDBPyConnection, cells: Sequence[str]) -> TimeFormat:
    """The format that reads most of a sample; the usual one where none is better."""
    database.execute("CREATE OR REPLACE TEMP TABLE sampled AS SELECT unnest($1::VARCHAR[]) AS cell", [list(cells)])
    usual, last = database.execute(f"""SELECT count(*) FILTER (said BETWEEN {EARLIEST} AND {latest() - 1}),
        coalesce(max(said), 0) FROM (SELECT {USUAL.read("cell", UTC)} AS said FROM sampled)""").fetchone() or (0, 0)
    if 2 * usual > len(cells) and last >= OF_1970:
        return USUAL
    formats = [*([EXCEL] if last < SOONEST else []), *written_formats(cells)]
    if not formats:
        return USUAL
    counts = database.execute(
        f"SELECT {', '.join(plausible_count(format_, 'cell', UTC) for format_ in formats)} FROM sampled"
    ).fetchone() or (0,) * len(formats)
    best = max(range(len(formats)), key=lambda place: int(counts[place]))
    least = usual if last >= OF_1970 else 0
    return formats[best] if counts[best] > least and 2 * counts[best] > len(cells) else USUAL


def plausible_count(format_: TimeFormat, cell: str, zone: str) -> str:
    """SQL for how many cells a format reads as plausible times."""
    return f"count(*) FILTER (({format_.read(cell, zone)}) BETWEEN {EARLIEST} AND {latest() - 1})"


def written_formats(cells: Sequence[str]) -> list[TimeFormat]:
    """The formats of written dates that cells may follow: one for each way of writing a date, with all times of day
    that are beside it, the most frequent first."""
    clocks: defaultdict[str, Counter[Pattern]] = defaultdict(Counter)
    preference: dict[str, int] = {}
    for cell, count in Counter(cells).items():
        for place, pattern in enumerate(patterns_of(cell)):
            family = pattern.date.replace("%B", "%b")
            clocks[family][pattern] += count
            preference[family] = max(place, preference.get(family, 0))
    by_count = sorted(clocks, key=lambda family: (-clocks[family].total(), preference[family], family))
    some = by_count[:_MOST_DATES]
    return [written([pattern for pattern, _ in clocks[family].most_common(_MOST_CLOCKS)]) for family in some]


def _checked(database: duckdb.DuckDBPyConnection, date_format: str) -> TimeFormat:
    """The format asked for, or one line that says why it cannot be one."""
    format_ = asked_for(date_format)
    dated = [re.search("%[Yycx]", pattern) and "%Z" not in pattern for pattern in format_.patterns]
    try:
        database.execute(f"SELECT {format_.microseconds('NULL::VARCHAR')}")
    except duckdb.Error:
        pass
    else:
        if all(dated):
            return format_
    raise BadInput(
        f"--date-format {shown(date_format)}: no pattern of dates; write one such as '%d-%m-%Y %H:%M', with a year, "
        f"or {', '.join(WORDS)}"
    )
