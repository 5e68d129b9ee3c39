"""Rows that cannot be used: named one by one on demand, counted always, dropped only when asked to."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from standout.errors import BadInput
from standout.interactions.raw import BLANKS, Staged
from standout.interactions.values import Kind, unreadable
from standout.interactions.wording import shown

TOLD = {
    "user": "an empty person id",
    "item": "an empty item id",
    "value": "a value that is neither a number nor a letter grade",
    "time": "a time that is neither a date nor seconds since 1970",
}
NEEDED = {
    "user": "is empty, but every row needs a person",
    "item": "is empty, but every row needs an item",
    "value": "is no number or letter grade",
    "time": "is no date and no seconds since 1970",
}


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


def settle(database: duckdb.DuckDBPyConnection, staged: Staged, kind: Kind, skip: bool) -> tuple[str, ...]:
    """Refuse bad rows, or drop and note them. The table `raw` holds only good rows afterwards."""
    reason = _reason_sql(database, kind)
    faults = _broken(staged) + _unusable(database, staged, reason)
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


def _reason_sql(database: duckdb.DuckDBPyConnection, kind: Kind) -> str:
    """SQL for why a row is bad; NULL for a good one."""
    odd = database.execute(f"SELECT 1 FROM cells WHERE {unreadable(kind)} LIMIT 1").fetchone()
    value = f"""WHEN "value" IN (SELECT text FROM cells WHERE {unreadable(kind)}) THEN 'value'""" if odd else ""
    return f"""CASE WHEN broken IS NOT NULL THEN broken
        WHEN {is_blank('"user"')} THEN 'user'
        WHEN {is_blank('"item"')} THEN 'item'
        {value}
        WHEN "time" IS NOT NULL AND "at" IS NULL THEN 'time' END"""


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


def _unusable(database: duckdb.DuckDBPyConnection, staged: Staged, reason: str) -> list[_Fault]:
    found = database.execute(f"""
        SELECT reason, count(*), min(place) FROM (SELECT {reason} AS reason, rowid AS place FROM raw)
        WHERE reason IS NOT NULL GROUP BY reason ORDER BY reason
    """).fetchall()
    return [_fault(database, staged, *each) for each in found]


def _fault(database: duckdb.DuckDBPyConnection, staged: Staged, reason: str, count: int, rowid: int) -> _Fault:
    file, row = staged.origin(rowid)
    if reason not in TOLD:
        (line,) = database.execute("SELECT line FROM raw WHERE rowid = ?", [rowid]).fetchone() or ("",)
        return _Fault(reason, count, file, row, f" is or has {reason}: '{shown(line)}'")
    (cell,) = database.execute(f'SELECT "{reason}" FROM raw WHERE rowid = ?', [rowid]).fetchone() or ("",)
    said = f", column '{shown(staged.columns.names[reason])}': '{shown(cell or '')}' {NEEDED[reason]}"
    return _Fault(TOLD[reason], count, file, row, said)
