"""From files to coded rows: staged, understood, freed of bad rows, with codes for people and items.

Reading folds these rows; writing with all columns asks them which row of the source became which entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import duckdb

from standout.errors import BadInput
from standout.io import encoding, faults, ids, repeats
from standout.io.columns import times, values
from standout.io.columns.time_columns import Times, settle_times, use_timezone
from standout.io.faults import Settled
from standout.io.layouts import Layout
from standout.io.reading_options import ReadingOptions, times_wanted
from standout.io.repeats import Plan
from standout.io.staging.into_raw import stage
from standout.io.staging.raw import Staged, number_rows, row_count


@dataclass(frozen=True)
class Coded:
    """What is known of the rows in `raw`, whose people and items have codes in the tables of these names."""

    staged: Staged
    timed: Times
    settled: Settled
    first_day: int | None
    plan: Plan
    """How the rows are folded."""
    notes: tuple[str, ...]
    """What to say of the source, its times and its ids."""
    value_notes: tuple[str, ...]


def coded(
    database: duckdb.DuckDBPyConnection, layout: Layout, options: ReadingOptions, scratch: Path, *, whole: bool = False
) -> Coded:
    """Bring the good rows of a layout into the database, and settle what their cells mean.

    `whole`: also fill the table `whole` with all columns, and number the rows of `raw` by their `place` there.
    """
    use_timezone(database, options.timezone)
    wanted = times_wanted(options)
    staged = stage(database, layout, options.columns or {}, scratch, wanted, whole=whole)
    if not row_count(database) and not staged.broken:
        raise BadInput(f"{staged.name}: no rows of data; name a file with interactions")
    if whole:
        number_rows(database)
    timed = settle_times(database, staged, wanted)
    kind = values.gather(database)
    ids.gather_ids(database)
    settled = faults.settle(database, staged, kind, options.skip_bad_rows, timed, ids.missing_ids(database))
    if settled.notes:
        kind = values.gather(database)
        ids.gather_ids(database)
    if not row_count(database):
        raise BadInput(f"{staged.name}: no good rows remain ({'; '.join(settled.notes)}); mend the file")
    first_day = times.first_day(database, staged.name, staged.columns.names.get("time", ""))
    value_column = staged.columns.names.get("value", "")
    notes = staged.notes + timed.notes + ids.notes_on_ids(database)
    value_notes = values.notes_on_values(database, value_column)
    encoding.make_codes(database)
    meaning = values.meaning(database, kind, value_column, options.returns)
    plan = repeats.plan_for(database, kind, meaning, options, dated=first_day is not None)
    return Coded(staged, timed, settled, first_day, plan, notes, value_notes)
