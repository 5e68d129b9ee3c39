"""Rows that cannot be used: named one by one on demand, counted always, dropped only when asked to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import duckdb

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.time_columns import Times
from standout.io.columns.values import Kind, unreadable
from standout.io.staging.raw import BLANKS, Staged, literal

TOLD = {
    "user": "an empty person id",
    "item": "an empty item id",
    "value": "a value that is neither a number nor a letter grade",
    "time": "a time that is neither a date nor seconds since 1970",
    "year": "a time in a year that cannot be meant",
    "missing user": "a word for a missing person id",
    "missing item": "a word for a missing item id",
}
NEEDED = {
    "user": "is empty, but every row needs a person",
    "item": "is empty, but every row needs an item",
    "value": "is no number or letter grade",
    "time": "is no date and no seconds since 1970",
    "missing user": "is what programs write for a missing id, but every row needs a person",
    "missing item": "is what programs write for a missing id, but every row needs an item",
}
HEADER_AGAIN = "the header once more"
_ROLES = {"year": "time", "missing user": "user", "missing item": "item"}
"""The column that a fault is about, where it is not called like the fault."""


@dataclass(frozen=True)
class _Fault:
    reason: str
    count: int
    file: str
    row: int
    said: str

    @property
    def rows(self) -> str:
        return "row" if self.count == 1 else "rows"


def settle(
    database: duckdb.DuckDBPyConnection,
    staged: Staged,
    kind: Kind,
    skip: bool,
    timed: Times = Times(),  # noqa: B008 - frozen
    missing: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> tuple[str, ...]:
    """Refuse bad rows, or drop and note them. The table `raw` holds only good rows afterwards.

    `missing` has, by role, ids that only say that there is none.
    """
    reason = _reason_sql(database, staged, kind, timed, missing)
    faults = _broken(staged) + _unusable(database, staged, reason, timed)
    if not faults:
        return ()
    total = sum(fault.count for fault in faults)
    if not skip:
        first = min(faults, key=lambda fault: fault.row)
        raise BadInput(
            f"{first.file}: row {first.row}{first.said}; mend it, or leave bad rows out with --skip-bad-rows "
            f"({total:,} bad {'row' if total == 1 else 'rows'} in all)"
        )
    database.execute(f"DELETE FROM raw WHERE ({reason}) IS NOT NULL")
    return tuple(f"{fault.count:,} {fault.rows} left out: {fault.reason}" for fault in faults)


def _reason_sql(
    database: duckdb.DuckDBPyConnection,
    staged: Staged,
    kind: Kind,
    timed: Times,
    missing: Mapping[str, tuple[str, ...]],
) -> str:
    """SQL for why a row is bad; NULL for a good one."""
    odd = database.execute(f"SELECT 1 FROM cells WHERE {unreadable(kind)} LIMIT 1").fetchone()
    cases = [
        "broken IS NOT NULL THEN broken",
        f"""{is_blank('"user"')} THEN 'user'""",
        f"""{is_blank('"item"')} THEN 'item'""",
        *(f""""{role}" IN ({", ".join(map(literal, ids))}) THEN 'missing {role}'""" for role, ids in missing.items()),
    ]
    if staged.header_again:
        cases.append(f"""{staged.header_again} THEN '{HEADER_AGAIN}'""")
    if odd:
        cases.append(f""""value" IN (SELECT text FROM cells WHERE {unreadable(kind)}) THEN 'value'""")
    cases.append(""""time" IS NOT NULL AND "at" IS NULL THEN 'time'""")
    if timed.outside:
        cases.append(f"{timed.outside} THEN 'year'")
    return "CASE " + " ".join(f"WHEN {case}" for case in cases) + " END"


def is_blank(cell: str) -> str:
    """SQL for an id of nothing but blanks, which sort before '!': quicker to see than to trim."""
    only_blanks = f"CASE WHEN {cell} < '!' THEN trim({cell}, {BLANKS}) = '' ELSE false END"
    return f"({cell} IS NULL OR {only_blanks})"


def _broken(staged: Staged) -> list[_Fault]:
    faults = []
    for first in staged.broken:
        file, number = staged.name, first.number
        if staged.origin_of_line:
            file, number = staged.origin_of_line(number)
        said = f" has {first.reason}: '{shown(first.text)}'"
        faults.append(_Fault(first.reason, first.count, file, number, said))
    return faults


def _unusable(database: duckdb.DuckDBPyConnection, staged: Staged, reason: str, timed: Times) -> list[_Fault]:
    rows = database.execute(f"""
        SELECT reason, count(*), min(place) FROM (SELECT {reason} AS reason, rowid AS place FROM raw)
        WHERE reason IS NOT NULL GROUP BY reason ORDER BY reason
    """).fetchall()
    return [_fault(database, staged, timed, *each) for each in rows]


def _fault(
    database: duckdb.DuckDBPyConnection, staged: Staged, timed: Times, reason: str, count: int, rowid: int
) -> _Fault:
    file, row = staged.origin(rowid)
    if reason == HEADER_AGAIN:
        return _Fault(reason, count, file, row, f" is {reason}")
    if reason not in TOLD:
        (line,) = database.execute("SELECT line FROM raw WHERE rowid = ?", [rowid]).fetchone() or ("",)
        return _Fault(reason, count, file, row, f" is or has {reason}: '{shown(line)}'")
    role = _ROLES.get(reason, reason)
    (cell,) = database.execute(f'SELECT "{role}" FROM raw WHERE rowid = ?', [rowid]).fetchone() or ("",)
    needed = f"is not within {timed.plausible}" if reason == "year" else NEEDED[reason]
    said = f", column '{shown(staged.columns.names[role])}': '{shown(cell or '')}' {needed}"
    return _Fault(TOLD[reason], count, file, row, said)
