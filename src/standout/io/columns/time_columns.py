"""A column of times as a whole: whether it is plausible as it was read, or better read in another way.

The usual reading goes cell by cell, so it takes .NET ticks for nanoseconds and Chrome's times for the year 2387. Here
all rows are looked at together: first only at what was read, which is quick; where that is odd, at the cells under
every known format. One format is chosen for the column, and every row is read by it or named as a bad one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import duckdb

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.time_formats import USUAL, TimeFormat, latest
from standout.io.columns.time_order import settle_order
from standout.io.columns.time_patterns import in_words, patterns_of
from standout.io.columns.time_search import better_format
from standout.io.columns.time_seen import CELL, Seen, earliest, look
from standout.io.columns.time_years import FIRST_YEAR, LAST_YEAR, implausible, plausible_years
from standout.io.columns.times import DAY, day_name
from standout.io.reading_options import TimesWanted
from standout.io.staging.raw import Staged
from standout.results.understood import TimesUnderstood

_FEW = 100
"""Implausible rows are single bad rows if at most one in so many is."""

_SINGLE, _OF_SINGLE = 3, 10
"""So are up to so many, if they are fewer than one in so many: a short table has slips of the pen too."""

_LOOKED_AT = 1_000


@dataclass(frozen=True)
class Times:
    """What was found out about the times."""

    notes: tuple[str, ...] = ()
    outside: str = ""
    """SQL for single rows whose time cannot be meant; empty where there are none."""
    plausible: str = ""
    """The years that rows would have to be in, in words."""
    expected: str = ""
    """How times are written, where a row that has another is a bad one; empty for the usual ways."""
    understood: TimesUnderstood | None = None
    time_format: TimeFormat = USUAL


def use_timezone(database: duckdb.DuckDBPyConnection, zone: str) -> None:
    """Let the database take times without an offset as those of a zone; refuse a zone that nobody knows."""
    if database.execute("SELECT 1 FROM pg_timezone_names() WHERE name = ?", [zone]).fetchone() is None:
        raise BadInput(f"--timezone {shown(zone)}: no such time zone; name one such as Europe/Vienna or UTC")
    database.execute(f"SET TimeZone = '{zone}'")


def settle_times(
    database: duckdb.DuckDBPyConnection,
    staged: Staged,
    wanted: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
) -> Times:
    """Check the column of times; read it in another format if that fits it and the one tried first does not."""
    if "time" not in staged.columns.at:
        return Times()
    zone = wanted.timezone
    seen = look(database, zone)
    if not seen.cells:
        return Times()
    column = staged.columns.names["time"]
    if staged.columns.parts:
        return _of_parts(database, staged, wanted)
    if wanted.date_format is not None:
        _refuse_unfitting(database, staged, seen, wanted.date_format)
        return _described(database, staged, staged.time_format, seen, {}, "", wanted)
    format_, kinds = staged.time_format, _kinds_at_the_ends(database)
    found, fits = better_format(database, format_, seen, zone)
    if found is None and 2 * seen.fitting < seen.cells:
        _refuse_mixed(staged, seen, fits)
    if found is not None:
        _read_again(database, format_, found, zone)
        format_, seen = found, look(database, zone)
    ordered, why = settle_order(database, staged.name, shown(column), CELL, format_, zone)
    if ordered is not format_:
        _read_again(database, format_, ordered, zone)
        format_, seen = ordered, look(database, zone)
    return _described(database, staged, format_, seen, fits, why, wanted, kinds)


def _refuse_mixed(staged: Staged, seen: Seen, fits: dict[TimeFormat, int]) -> None:
    """Refuse a column of dates that are written in several ways, none of which most rows follow."""
    some = sorted((each for each in fits if each.patterns and fits[each]), key=lambda each: -fits[each])
    if some:
        ways = ", ".join(f"{shown(each.said, 60)} reads {fits[each]:,}" for each in some[:3])
        raise BadInput(
            f"{staged.name}: column '{shown(staged.columns.names['time'])}' mixes dates of several formats: of "
            f"{seen.cells:,} rows, {ways}; mend it, or leave it out with --columns time="
        )


def _read_again(database: duckdb.DuckDBPyConnection, before: TimeFormat, now: TimeFormat, zone: str) -> None:
    """Read rows by another format; only those that were not read, where it goes on with the same one."""
    goes_on = before.patterns and now.patterns[: len(before.patterns)] == before.patterns
    rows = '"time" IS NOT NULL' + (' AND "at" IS NULL' if goes_on else "")
    database.execute(f'UPDATE raw SET "at" = {now.read(CELL, zone)} WHERE {rows}')


def _of_parts(database: duckdb.DuckDBPyConnection, staged: Staged, wanted: TimesWanted) -> Times:
    """Days from columns of year, month and day: a row whose day cannot be is one without a day, and counted."""
    column = staged.columns.names["time"]
    first, end = (FIRST_YEAR, LAST_YEAR) if wanted.any_year else (earliest(wanted.timezone), latest())
    cannot_be = f'"time" IS NOT NULL AND ("at" IS NULL OR "at" < {first} OR "at" >= {end})'
    seen = look(database, wanted.timezone)
    impossible, example = database.execute(f'SELECT count(*), min("time") FROM raw WHERE {cannot_be}').fetchone() or (
        0,
        "",
    )
    if 2 * impossible > seen.cells:
        raise BadInput(
            f"{staged.name}: columns {shown(column)} make no days in {impossible:,} of {seen.cells:,} rows, such as "
            f"'{shown(example)}'; name another column with --columns time=NAME, or leave them out with --columns time="
        )
    notes: tuple[str, ...] = ()
    if impossible:
        database.execute(f'UPDATE raw SET "time" = NULL, "at" = NULL WHERE {cannot_be}')
        rows = "row has" if impossible == 1 else "rows have"
        notes = (
            f"{impossible:,} {rows} a day that cannot be (such as {shown(example)}) in columns {shown(column)}: kept "
            "without a day",
        )
        seen = look(database, wanted.timezone)
    read = f"columns {shown(column)} were read as one day: {_days(seen)}"
    understood = _understood(staged, staged.time_format.said, seen, wanted.timezone)
    return Times(((read, *notes) if seen.read else notes), understood=understood)


def _refuse_unfitting(database: duckdb.DuckDBPyConnection, staged: Staged, seen: Seen, date_format: str) -> None:
    """Refuse a format that was asked for and reads not one row."""
    if seen.read:
        return
    (cell,) = database.execute(f'SELECT {CELL} FROM raw WHERE "time" IS NOT NULL LIMIT 1').fetchone() or ("",)
    raise BadInput(
        f"{staged.name}: --date-format {shown(date_format)} fits no cell of column "
        f"'{shown(staged.columns.names['time'])}', the first of which is '{shown(cell)}'; mend it, or leave it out"
    )


def _described(
    database: duckdb.DuckDBPyConnection,
    staged: Staged,
    format_: TimeFormat,
    seen: Seen,
    fits: dict[TimeFormat, int],
    why: str,
    wanted: TimesWanted,
    kinds: Sequence[str] = (),
) -> Times:
    """What to say of the times, once they are read; refuse them where they cannot be meant."""
    column = staged.columns.names["time"]
    notes: tuple[str, ...] = ()
    usual = format_ is USUAL
    said = format_.said if not usual else kinds[0] if len(kinds) == 1 and kinds[0] not in _PLAIN else ""
    if said and seen.read:
        notes += (f"column '{shown(column)}' was read as {said}: {_days(seen)}{f'; {why}' if why else ''}",)
    elif len(kinds) > 1:
        notes += (f"column '{shown(column)}' mixes {' and '.join(kinds)}; each cell was read by itself",)
    if seen.zeros and seen.last > DAY and not format_.patterns:
        rows = "row has" if seen.zeros == 1 else "rows have"
        notes += (f"{seen.zeros:,} {rows} the time 0, read as 1970-01-01; leave the cell empty if it is not known",)
    times = _checked(database, staged, seen, fits, notes, wanted)
    in_use = said or _usual_in_words(database, kinds)
    return replace(
        times,
        expected=format_.said if format_.patterns else "",
        time_format=format_,
        understood=_understood(staged, in_use, seen, wanted.timezone),
    )


def _understood(staged: Staged, said: str, seen: Seen, zone: str) -> TimesUnderstood:
    return TimesUnderstood(
        columns=staged.columns.time_names,
        format=said,
        timezone=zone,
        first=None if seen.outside or not seen.read else day_name(seen.first),
        last=None if seen.outside or not seen.read else day_name(seen.last),
    )


def _usual_in_words(database: duckdb.DuckDBPyConnection, kinds: Sequence[str]) -> str:
    """How the first row writes a time, where all are read in the usual way: 'yyyy-mm-dd hh:mm'."""
    if tuple(kinds) != ("dates",):
        return " and ".join(kinds)
    (cell,) = database.execute(f'SELECT {CELL} FROM raw WHERE "at" IS NOT NULL LIMIT 1').fetchone() or ("",)
    patterns = patterns_of(cell)
    return in_words(patterns[0].whole) if patterns else "yyyymmdd" if cell[:8].isdecimal() else "dates"


_PLAIN = ("dates", "seconds since 1970")


def _kinds_at_the_ends(database: duckdb.DuckDBPyConnection) -> list[str]:
    """How the first and the last rows write times, in words, the most frequent first."""
    number = 'abs(TRY_CAST("time" AS DOUBLE))'
    rows = database.execute(f"""
        SELECT CASE WHEN {number} IS NULL OR {number} BETWEEN 19000101 AND 20991231 THEN 'dates'
            WHEN {number} < 1e11 THEN 'seconds since 1970' WHEN {number} < 1e14 THEN 'milliseconds since 1970'
            WHEN {number} < 1e17 THEN 'microseconds since 1970' ELSE 'nanoseconds since 1970' END AS kind
        FROM raw WHERE (rowid < {_LOOKED_AT} OR rowid >= (SELECT max(rowid) FROM raw) - {_LOOKED_AT})
            AND "at" IS NOT NULL AND "at" <> 0
        GROUP BY kind ORDER BY count(*) DESC, kind""").fetchall()
    return [kind for (kind,) in rows]


def _checked(
    database: duckdb.DuckDBPyConnection,
    staged: Staged,
    seen: Seen,
    fits: dict[TimeFormat, int],
    notes: tuple[str, ...],
    wanted: TimesWanted,
) -> Times:
    """Refuse a column that is implausible; a few implausible rows are bad rows."""
    first, end = span = (FIRST_YEAR, LAST_YEAR) if wanted.any_year else (earliest(wanted.timezone), latest())
    years = "year 1 to 9999" if wanted.any_year else plausible_years()
    outside = look(database, wanted.timezone, span).outside if wanted.any_year else seen.outside
    if not outside:
        return Times(notes)
    if not _are_few(outside, seen.cells):
        column = staged.columns.names["time"]
        raise implausible(staged.name, column, seen.first, seen.last, f"{outside:,} of {seen.cells:,} rows", fits)
    return Times(notes, f'"at" < {first} OR "at" >= {end}', years)


def _are_few(rows: int, cells: int) -> bool:
    """Whether so many implausible rows are slips of the pen, rather than a column that is something else."""
    return rows * _FEW <= cells or (rows <= _SINGLE and rows * _OF_SINGLE < cells)


def _days(seen: Seen) -> str:
    return f"{day_name(seen.first)} to {day_name(seen.last)}"
