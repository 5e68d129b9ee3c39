"""Rows that cannot be used: counted always, and dropped only when asked to, but for those that belong to nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import duckdb

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.time_columns import Times
from standout.io.columns.time_patterns import has_unknown_month
from standout.io.columns.values import Kind, unreadable
from standout.io.staging.raw import BLANKS, Staged, literal, row_count

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
    "item": "is empty, but every row needs an item",
    "value": "is no number or letter grade",
    "time": "is no date and no seconds since 1970",
    "missing item": "is what programs write for a missing id, but every row needs an item",
}
_NAMED_ROWS = 10
"""So many rows with bad times are all named."""

HEADER_AGAIN = "the header once more"
_ROLES = {"year": "time", "missing user": "user", "missing item": "item"}
"""The column that a fault is about, where it is not called like the fault."""


class BadRows(BadInput):
    """Rows that cannot be used: the first of them, and what is wrong with every kind of them."""

    def __init__(self, message: str, each: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.each = each
        """A line for every kind, in order of their first rows."""


@dataclass(frozen=True)
class Settled:
    """What became of rows that cannot be used."""

    notes: tuple[str, ...] = ()
    rows: int = 0
    """All rows of the file, good and bad."""
    without_person: int = 0
    """Rows that belong to nobody."""
    refused: int = 0
    """Other bad rows, which were left out because that was asked for."""


@dataclass(frozen=True)
class _Fault:
    reason: str
    count: int
    file: str
    row: int
    said: str
    about: str = ""
    """The role of the column that the fault is about; empty where the whole row is."""
    cell: str = ""
    """What the first of the rows says there."""
    others: str = ""
    """The other rows, where they are few, in words."""

    @property
    def rows(self) -> str:
        return "row" if self.count == 1 else "rows"

    @property
    def is_guest(self) -> bool:
        """Whether the rows belong to nobody."""
        return self.about == "user"


def settle(
    database: duckdb.DuckDBPyConnection,
    staged: Staged,
    kind: Kind,
    skip: bool,
    timed: Times = Times(),  # noqa: B008 - frozen
    missing: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Settled:
    """Leave out rows of nobody; refuse other bad rows, or drop and note them. Good rows alone remain in `raw`.

    `missing` has, by role, ids that only say that there is none.
    """
    reason = _reason_sql(database, staged, kind, timed, missing)
    faults = _broken(staged) + _unusable(database, staged, reason, timed)
    rows = row_count(database) + sum(row.count for row in staged.broken)
    guests, bad = [fault for fault in faults if fault.is_guest], [fault for fault in faults if not fault.is_guest]
    without_person, refused = sum(fault.count for fault in guests), sum(fault.count for fault in bad)
    check_people(staged.name, staged.columns.names["user"], without_person, rows)
    if bad and not skip:
        raise _refusal(staged, bad, refused, rows - without_person)
    if faults:
        database.execute(f"DELETE FROM raw WHERE ({reason}) IS NOT NULL")
    notes = tuple(f"{fault.count:,} {fault.rows} left out: {fault.reason}" for fault in faults)
    return Settled(notes, rows, without_person, refused)


def check_people(file: str, column: str, without: int, rows: int) -> None:
    """Refuse a column that names nobody in most rows: it is hardly the one of people."""
    if 2 * without > rows:
        raise BadInput(
            f"{file}: column '{shown(column)}' is empty in {without:,} of {rows:,} rows, so it hardly says who each is "
            "about; name another with --columns user=NAME, or take out the rows of nobody first"
        )


def _refusal(staged: Staged, faults: Sequence[_Fault], bad: int, rows: int) -> BadRows:
    """The first bad row; and what to do, or what is the likely cause where most rows are bad."""
    first = min(faults, key=lambda fault: fault.row)
    every = f"{bad:,} bad {'row' if bad == 1 else 'rows'} in all"
    said = f"{first.file}: row {first.row}{first.said}"
    if 2 * bad <= rows:
        return BadRows(f"{said}; mend it, or leave bad rows out with --skip-bad-rows ({every})", _each(faults))
    worst = max(faults, key=lambda fault: fault.count)
    cause = f"{likely_cause(worst.about, staged.columns.names, worst.cell)} ({every}, of {rows:,})"
    return BadRows(f"{said}; {cause}", (*_each(faults), f"{staged.name}: most rows are bad: {cause}"))


def likely_cause(about: str, columns: Mapping[str, str], cell: str = "") -> str:
    """Why most rows may be bad, and what to do; `about` is the role of the column that is to blame, if one is, and
    `cell` what it says in a bad row."""
    column = f"column '{shown(columns.get(about, ''))}'"
    if about == "value":
        return f"{column} hardly holds values; name another with --columns value=NAME, or leave it out with value="
    if about == "time" and has_unknown_month(cell):
        return (
            f"{column} may name months in another language, but their names are read in English only; write months as "
            "numbers, name another column with --columns time=NAME, or leave it out with time="
        )
    if about == "time":
        return (
            f"{column} writes times in another way, or holds none; say how with --date-format FORMAT, name another "
            "with --columns time=NAME, or leave it out with time="
        )
    if about == "item":
        return f"{column} hardly says what people have; name another with --columns item=NAME"
    return "rows may be separated by another sign, or the first is no header; save the file as CSV with a header"


def _each(faults: Sequence[_Fault]) -> tuple[str, ...]:
    """What is wrong with every kind of bad rows, in order of their first ones."""
    return tuple(
        f"{fault.file}: row {fault.row}{fault.said}; {fault.count:,} {fault.rows} with {fault.reason}{fault.others}"
        for fault in sorted(faults, key=lambda fault: (fault.file, fault.row))
    )


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
        file, number = first.file or staged.name, first.number
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
    faults = [_fault(database, staged, timed, *each) for each in rows]
    return [
        replace(fault, others=_others(database, staged, reason, *each))
        if fault.about == "time" and 1 < fault.count <= _NAMED_ROWS
        else fault
        for fault, each in zip(faults, rows, strict=True)
    ]


def _others(
    database: duckdb.DuckDBPyConnection, staged: Staged, reason: str, wanted: str, count: int, first: int
) -> str:
    """The rows that are bad for the same reason as the first: slips of the pen can then be mended in one go."""
    rowids = database.execute(
        f"SELECT rowid FROM raw WHERE rowid > ? AND ({reason}) = ? ORDER BY rowid LIMIT {count}", [first, wanted]
    ).fetchall()
    file, _ = staged.origin(first)
    places = [staged.origin(rowid) for (rowid,) in rowids]
    said = [str(row) if name == file else f"{row} of {name}" for name, row in places]
    return f" (also {'row' if len(said) == 1 else 'rows'} {', '.join(said)})"


def _fault(
    database: duckdb.DuckDBPyConnection, staged: Staged, timed: Times, reason: str, count: int, rowid: int
) -> _Fault:
    role = _ROLES.get(reason, reason)
    if role == "user":  # rows of nobody are counted, not named: to look for the first takes long
        return _Fault(TOLD[reason], count, staged.name, 0, "", role)
    file, row = staged.origin(rowid)
    if reason == HEADER_AGAIN:
        return _Fault(reason, count, file, row, f" is {reason}")
    if reason not in TOLD:
        (line,) = database.execute("SELECT line FROM raw WHERE rowid = ?", [rowid]).fetchone() or ("",)
        return _Fault(reason, count, file, row, f" is or has {reason}: '{shown(line)}'")
    (cell,) = database.execute(f'SELECT "{role}" FROM raw WHERE rowid = ?', [rowid]).fetchone() or ("",)
    needed = f"is not within {timed.plausible}" if reason == "year" else NEEDED[reason]
    told = TOLD[reason]
    if reason == "time" and timed.expected:
        needed, told = f"is not {timed.expected}", f"a time that is not {timed.expected}"
    said = f", column '{shown(staged.columns.names[role])}': '{shown(cell or '')}' {needed}"
    return _Fault(told, count, file, row, said, role, cell or "")
