"""Who is who: the file that says which released record belongs to which public person."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np

from standout.common.arrays import Int64s
from standout.common.documents import Unfit, decoded, read_document
from standout.common.plain import plain_path
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput

_LARGEST = 1_000_000_000
UNKNOWN_TRUTH = -2
"""Marks a person of whom the truth file says nothing."""


def read_truth(file: Path, public: AnyDataset, released: AnyDataset) -> Int64s:
    """Who is who: a CSV with a public id and a released id per row (empty: not released), with or without header."""
    name, rows = plain_path(file), _rows(file)
    ours = positions([row[0] for _, row in rows], public.vocabulary.people)
    theirs = positions([row[1] for _, row in rows], released.vocabulary.people)
    truths = np.full(public.people, UNKNOWN_TRUTH, np.int64)
    for (number, row), person, record in zip(rows, ours, theirs, strict=True):
        if person < 0:
            raise BadInput(
                f"{name}: row {number}: nobody in the public data is called {row[0]!r}; mend the row or leave it out"
            )
        if record < 0 and row[1]:
            raise BadInput(
                f"{name}: row {number}: no released record is called {row[1]!r}; leave it empty if there is none"
            )
        if truths[person] not in (UNKNOWN_TRUTH, record):
            raise BadInput(
                f"{name}: row {number}: {row[0]!r} was said to be another record before; keep one of the rows"
            )
        truths[person] = record
    return truths


def read_owners(file: Path, data: AnyDataset, released: AnyDataset) -> Int64s:
    """Whose each released record is (-1: nobody's), from a file of who is who in which people may have several."""
    name, rows = plain_path(file), _rows(file)
    ours = positions([row[0] for _, row in rows], data.vocabulary.people)
    theirs = positions([row[1] for _, row in rows], released.vocabulary.people)
    owners = np.full(released.people, -1, np.int64)
    for (number, row), person, record in zip(rows, ours, theirs, strict=True):
        if person < 0:
            raise BadInput(f"{name}: row {number}: nobody in the data is called {row[0]!r}; mend the row")
        if record < 0:
            continue
        if owners[record] not in (-1, person):
            raise BadInput(f"{name}: row {number}: record {row[1]!r} was said to be another's; keep one of the rows")
        owners[record] = person
    if not (owners >= 0).any():
        raise BadInput(f"{name}: none of its released ids is in the released data; give the key of this release")
    return owners


def _rows(file: Path) -> list[tuple[int, list[str]]]:
    """The rows of a file of who is who, each with its number."""
    name = plain_path(file)
    try:
        text = decoded(read_document(file, "a table of who is who", _LARGEST))
        rows = [(number, row) for number, row in enumerate(csv.reader(io.StringIO(text, newline="")), 1) if row]
    except (Unfit, csv.Error) as problem:
        raise BadInput(f"{name}: not a readable CSV file: {problem}; mend it") from None
    if rows and [cell.strip().casefold() for cell in rows[0][1][:2]] == ["public", "released"]:
        rows = rows[1:]
    if not rows:
        raise BadInput(f"{name}: no rows; expected a public id and a released id in each")
    for number, row in rows:
        if len(row) != 2:
            raise BadInput(f"{name}: row {number} has {len(row)} columns, but must have 2: public id, released id")
    return rows
