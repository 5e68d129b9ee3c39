"""What reading understood, put together from what its steps found out."""

from __future__ import annotations

import duckdb
import msgspec

from standout.io.columns.roles import Chosen
from standout.io.columns.times import day_name
from standout.io.faults import Settled
from standout.io.folding import Tally
from standout.io.repeats import Folded
from standout.io.unused import Unused
from standout.results.understood import LONGEST_NAME, TimesUnderstood, Understood, ValuesUnderstood

_MOST_NAMES = 1_000
"""Names of unused columns that are kept."""


def understood_of(
    files: tuple[str, ...],
    columns: Chosen,
    unused: Unused,
    settled: Settled,
    values: ValuesUnderstood | None,
    times: TimesUnderstood | None,
    *,
    repeats: str = "none",
    folded: Folded | None = None,
) -> Understood:
    """What is known before rows are written; sizes, and what is left open of repeats and days, are completed then."""
    named = {**columns.names, **({"time": "+".join(columns.part_names)} if columns.parts else {})}
    if times is not None:
        times = msgspec.structs.replace(times, columns=tuple(name[:LONGEST_NAME] for name in times.columns))
    tally = Tally() if folded is None else folded.tally
    return Understood(
        files=files,
        columns={role: name[:LONGEST_NAME] for role, name in named.items()},
        unused=tuple(name[:LONGEST_NAME] for name in unused.names[:_MOST_NAMES]),
        could_be={name[:LONGEST_NAME]: role for name, role in list(unused.could_be.items())[:_MOST_NAMES]},
        times=times,
        values=values,
        repeats=repeats if folded is None else folded.repeats,
        rows=settled.rows,
        rows_without_person=settled.without_person,
        rows_refused=settled.refused,
        rows_repeated=tally.repeated,
        rows_returned=0 if folded is None else folded.returned,
        rows_of_nothing=tally.nothing + tally.returned_whole,
        people_of_nothing=0 if folded is None else int((~folded.spilled.people).sum()),
        items_of_nothing=0 if folded is None else int((~folded.spilled.items).sum()),
        counted=folded is not None and folded.counted,
        people=0,
        items=0,
        interactions=0,
    )


def with_days(database: duckdb.DuckDBPyConnection, times: TimesUnderstood | None) -> TimesUnderstood | None:
    """How times were read, with the first and the last day of the rows that are good; none where no row has a time."""
    first, last = database.execute('SELECT min("at"), max("at") FROM raw').fetchone() or (None, None)
    if times is None or first is None or last is None:
        return None
    return msgspec.structs.replace(times, first=day_name(int(first)), last=day_name(int(last)))
