"""A table that says which public item is which released item: `--match-table`."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int64s
from standout.common.documents import Unfit, decoded, read_document
from standout.common.plain import plain_path
from standout.data.vocabulary import positions
from standout.errors import BadInput

_LARGEST = 1_000_000_000
_HEADS = (["public", "released"], ["public_item", "released_item"], ["public item", "released item"])


@dataclass(frozen=True)
class MatchTable:
    """For each public item the released one that the table names (-1: none), and whether it names the item at all."""

    items: Int64s
    said: npt.NDArray[np.bool_]
    notes: tuple[str, ...]


def read_match_table(file: Path, public: Any, released: Any) -> MatchTable:
    """Read a public item and a released item per row (empty: in no record), with or without a header.

    A table may be of whole catalogues: rows about items that the data does not have are counted and left out.
    """
    name, rows = plain_path(file), _rows(file)
    ours = positions([row[0] for _, row in rows], public)
    theirs = positions([row[1] for _, row in rows], released)
    items, said = np.full(len(public), -1, np.int64), np.zeros(len(public), np.bool_)
    elsewhere = 0
    for (number, row), item, other in zip(rows, ours, theirs, strict=True):
        if item < 0 or (other < 0 and row[1]):
            elsewhere += 1
            continue
        if said[item] and items[item] != other:
            raise BadInput(f"{name}: row {number}: {row[0]!r} was said to be another item before; keep one of the rows")
        items[item], said[item] = other, True
    if not said.any():
        raise BadInput(
            f"{name}: none of its {len(rows):,} rows has a public item and a released item of the data; "
            "give their ids, the public one first"
        )
    note = f"{name}: {elsewhere:,} of {len(rows):,} rows name an item that the data does not have"
    return MatchTable(items, said, (note,) if elsewhere else ())


def _rows(file: Path) -> list[tuple[int, list[str]]]:
    """The rows with their numbers; refused unless each has two cells."""
    name = plain_path(file)
    try:
        text = decoded(read_document(file, "a table of items", _LARGEST))
        rows = [
            (number, [cell.strip() for cell in row])
            for number, row in enumerate(csv.reader(io.StringIO(text, newline="")), 1)
            if row
        ]
    except (Unfit, csv.Error) as problem:
        raise BadInput(f"{name}: not a readable CSV file: {problem}; mend it") from None
    if rows and [cell.casefold() for cell in rows[0][1]] in _HEADS:
        rows = rows[1:]
    if not rows:
        raise BadInput(f"{name}: no rows; expected a public item and a released item in each")
    for number, row in rows:
        if len(row) != 2:
            raise BadInput(f"{name}: row {number} has {len(row)} columns, but must have 2: public item, released item")
    return rows
