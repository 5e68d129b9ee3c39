"""What the report of an audit shows: its document, every text in it harmless and not endless, and its table of people.

`findings.json` may have been written by anybody: what is in it goes onto a page only as text of a bounded length.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from standout.common.plain import plain_text
from standout.errors import BadInput
from standout.report.words import plain_name
from standout.results.audit import AuditDocument
from standout.results.estimate import Estimate
from standout.results.finding import AdversaryDescription, Finding

COLUMNS = ("person", "items", "found_share")
"""What the table of people must have."""

MOST_PEOPLE = 50
"""How many people are shown in the table of those most at risk."""

_UNTOLD = 1 << 62
"""A length that is not told stands after all others."""

_LONGEST = 600
_SHORT = {
    "standout": 40, "sha256": 80, "files": 120, "kind": 40, "first": 20, "last": 20, "name": 60, "adversary": 60,
    "attack": 40, "attacks": 40, "known": 20, "items": 30, "group": 20, "found": 20, "item": 90, "person": 60,
    "hide": 60, "compare": 6_000,
}  # fmt: skip
"""How long texts may be, by the key they stand under; others are sentences."""

_NUMBERS = (float, int)
_UNNAMED = ("name", "adversary", "attack")


def fit_to_show(document: AuditDocument) -> AuditDocument:
    """The document with texts that may stand on a page, and every adversary called by what it knows, its own name in
    brackets after it."""
    described = [_harmless(finding.adversary.to_dict(), "adversary", {}) for finding in document.findings]
    called = {each["name"]: plain_name(msgspec.convert(each, AdversaryDescription)) for each in described}
    return AuditDocument.from_dict(_harmless(document.to_dict(), "", called))


def _harmless(value: Any, key: str, called: dict[str, str]) -> Any:
    """What is under a key, with harmless texts; `called` is what adversaries are called."""
    if isinstance(value, dict):
        inside = {
            name: part if type(part) in _NUMBERS else _harmless(part, name, called) for name, part in value.items()
        }
        if key == "adversary" and "name" in inside:
            inside["name"] = called.get(inside["name"], inside["name"])
        return inside
    if isinstance(value, list):
        return [part if type(part) in _NUMBERS else _harmless(part, key, called) for part in value]
    if not isinstance(value, str) or key == "schema":
        return value
    text = plain_text(value, _SHORT.get(key, _LONGEST)).strip() or ("unnamed" if key in _UNNAMED else "")
    return called.get(text, text) if key == "adversary" else text


@dataclass(frozen=True)
class Person:
    """A row of the table of people most at risk."""

    name: str
    items: str
    found: float | None
    adversaries: int | None
    revealing: list[str]


class View:
    """What the report shows, found in the two files of an audit."""

    def __init__(self, document: AuditDocument, people: pa.Table) -> None:
        if missing := [name for name in COLUMNS if name not in people.column_names]:
            raise BadInput(f"the table of people has no column '{missing[0]}'; run `standout audit` again")
        self.document = fit_to_show(document)
        self._lengths = _numbers(people, "items", pa.int64())
        self.table = people
        self.findings = self.document.findings
        self.adversaries = self.document.adversaries
        self.attacks = self.document.attacks
        self.best = self.document.best_by_adversary()
        self.worst = self.document.worst()
        self.headline = self.document.headline()
        self.reference = self.document.reference()
        self.audited = self.document.looked_for
        self.crowd = self.document.settings.crowd
        """Nothing is told of fewer people than this."""

    @property
    def people(self) -> int:
        """How many records the adversary searches."""
        return self.document.searched.people

    def of(self, adversary: str) -> list[Finding]:
        return self.document.of(adversary)

    def share_found(self, finding: Finding) -> Estimate | None:
        """The share that a finding has found, with an interval that holds for all findings at once."""
        return self.document.share_found(finding)

    @cached_property
    def found_shares(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """How often each person was found; not a number for those who could not be looked for."""
        return _plain(_numbers(self.table, "found_share", pa.float64()), np.nan).astype(np.float64)

    @cached_property
    def found_by(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """How many adversaries found each person."""
        return _list_lengths(self.table, "found_by")

    @cached_property
    def withheld(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Who was looked for, but of whom it is not told how often they were found: too few share it."""
        if "draws" not in self.table.column_names:
            return np.zeros(self.table.num_rows, dtype=bool)
        untold = _plain(_as(self.table["draws"], pa.int64(), safe=False), -1) < 0
        return np.asarray(np.isnan(self.found_shares) & untold)

    @cached_property
    def most_at_risk(self) -> list[Person]:
        """People found most often; among equals those whom more adversaries found, then the shorter record."""
        shares, columns = self.found_shares, set(self.table.column_names)
        many = self.found_by
        lengths = _plain(self._lengths, _UNTOLD)
        order = np.lexsort((np.arange(len(shares)), lengths, -many, -np.nan_to_num(shares, nan=-1.0)))
        kept = [int(person) for person in order[:MOST_PEOPLE] if shares[person] > 0]
        further = ("items_to", "found_by", "revealing_items")
        table = self.table.select([name for name in (*COLUMNS, *further) if name in columns])
        rows = [row for person in kept for row in table.slice(person, 1).to_pylist()]
        return [
            Person(
                plain_text(str(row["person"]), 60).strip() or "unnamed",
                _span(row["items"], row.get("items_to")),
                row["found_share"],
                int(many[person]) if row.get("found_by", []) is not None else None,
                [plain_text(str(item), 90).strip() for item in (row.get("revealing_items") or ())[:3]],
            )
            for person, row in zip(kept, rows, strict=True)
        ]


def _numbers(table: pa.Table, column: str, kind: pa.DataType) -> pa.ChunkedArray:
    try:
        return _as(table[column], kind)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise BadInput(f"the table of people has no numbers in '{column}'; run `standout audit` again") from None


def _span(low: int | None, high: int | None) -> str:
    """From how many to how many."""
    if low is None:
        return "–"
    return f"{low:,}" if high is None or high == low else f"{low:,}–{high:,}"


def _list_lengths(table: pa.Table, column: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    if column not in table.column_names or not pa.types.is_list(table.schema.field(column).type):
        return np.zeros(table.num_rows, dtype=np.int64)
    lengths = [np.zeros(0, np.int64)]
    for chunk in table[column].chunks:
        offsets = _plain(pa.chunked_array([chunk.offsets]), 0)
        lengths.append(np.where(_there(chunk), np.diff(offsets), 0).astype(np.int64))
    return np.concatenate(lengths)


def _as(column: pa.ChunkedArray, kind: pa.DataType, *, safe: bool = True) -> pa.ChunkedArray:
    """A column in another type. What has it already need not wait for the functions of Arrow to be loaded."""
    return column if column.type == kind else column.cast(kind, safe=safe)


def _there(chunk: pa.Array) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which places of an array are no gaps."""
    bits = chunk.buffers()[0]
    if bits is None or not chunk.null_count:
        return np.ones(len(chunk), bool)
    held = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
    return np.asarray(held[chunk.offset :][: len(chunk)] == 1)


def _plain(column: pa.ChunkedArray, instead: float) -> np.ndarray[Any, Any]:
    """A column of numbers as an array, with something instead of gaps: read from memory, as Arrow would load pandas."""
    filled = [np.zeros(0, column.type.to_pandas_dtype())]
    for chunk in column.chunks:
        here = slice(chunk.offset, chunk.offset + len(chunk))
        values = np.frombuffer(chunk.buffers()[1] or b"", filled[0].dtype)[here]
        filled.append(
            np.where(_there(chunk), values, np.array(instead, filled[0].dtype)) if chunk.null_count else values
        )
    return np.concatenate(filled)
