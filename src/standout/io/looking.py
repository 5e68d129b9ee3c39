"""A look at data before it is used: everything that is wrong with it, and what would be understood.

The data is read as it would be, and every refusal is noted. What can be left out is then left out (bad rows, a column
that cannot be read, a file of titles), and it is read again, until nothing is refused or nothing can be left out. So
whatever reading refuses is found here too. Nothing is kept of what was read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from standout.common.formats import shown_path
from standout.data.dataset import LocalDataset
from standout.data.prepared import is_prepared
from standout.errors import BadInput
from standout.io.columns.roles import ROLES
from standout.io.columns.times import UTC
from standout.io.faults import BadRows
from standout.io.reading import read
from standout.io.reading_options import ReadingOptions, arguments_of
from standout.outputs.scratch import one_run, scratch_folder

_NEEDED = ("user", "item")
_LEAVE_OUT = re.compile(r"--columns (value|time|title)=")
_NO_COLUMN = re.compile(rf"no column '.*' for ({'|'.join(ROLES)}) \(|mend --columns ({'|'.join(ROLES)})=")
_TIMES = re.compile(r"--(?:date-format|any-year|timezone)\b")


@dataclass(frozen=True)
class Looked:
    """What is wrong with data, and what was read of it when that was left out; none if nothing could be."""

    problems: tuple[str, ...]
    dataset: LocalDataset | None


def look_at(data: str, options: ReadingOptions) -> Looked:
    """Read data, noting what is refused, and leaving it out as far as that goes."""
    problems: list[str] = []
    wanted: ReadingOptions | None = options
    while wanted is not None:
        try:
            return Looked(tuple(problems), _read(data, wanted))
        except BadRows as refusal:
            problems += refusal.each
            wanted = replace(wanted, skip_bad_rows=True)
        except BadInput as refusal:
            problems.append(refusal.as_typed)
            wanted = _less(wanted, refusal.as_typed)
    return Looked(tuple(problems), None)


def _read(data: str, options: ReadingOptions) -> LocalDataset:
    """Read data into a passing folder; only what is known of it as a whole may be used afterwards."""
    if is_prepared(Path(data)):
        return read(data, **arguments_of(options))
    with scratch_folder() as folder, one_run(folder):
        return read(data, into=folder / "looked-at", **arguments_of(options))


def _less(options: ReadingOptions, refusal: str) -> ReadingOptions | None:
    """The options without what was refused; none if it cannot be left out."""
    if options.titles is not None and refusal.startswith(f"{shown_path(options.titles)}:"):
        return replace(options, titles=None)
    if refusal.startswith("--timezone ") and options.timezone != UTC:
        return replace(options, timezone=UTC)
    named = _NO_COLUMN.search(refusal)
    role = next((name for name in (named.groups() if named else ()) if name), None)
    if role is None and (other := _LEAVE_OUT.search(refusal)):
        role = other[1]
    if role is None and _TIMES.search(refusal):
        role = "time"
    columns = dict(options.columns or {})
    if role is None or (columns.get(role) == "" if role not in _NEEDED else role not in columns):
        return None
    if role in _NEEDED:
        columns.pop(role)
    else:
        columns[role] = ""
    return replace(options, columns=columns, date_format=None if role == "time" else options.date_format)
