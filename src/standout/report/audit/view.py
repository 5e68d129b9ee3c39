"""Reading an audit's results for people: tolerant of missing parts, so that a report never fails for one of them.

`findings.json` may come from another version, or lack what the data could not answer. Everything here returns
None (or nothing) for a figure that is not there; the sections then say so in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np
import pyarrow as pa

from standout.common.plain import plain_text
from standout.errors import BadInput

COLUMNS = ("person", "items", "found_share")
"""What the table of people must have."""

FEWEST_SHOWN = 5
"""What an audit that does not say it took for a crowd."""

_UNTOLD = 1 << 62
"""A length that is not told stands after all others."""

MOST_PEOPLE = 50
"""How many people are shown in the table of those most at risk."""


@dataclass(frozen=True)
class Rate:
    """A share with its 95% interval."""

    rate: float
    low: float
    high: float


def number(found: Any) -> float | None:
    """A finite number, or none."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    try:
        return float(found) if isfinite(found) else None
    except OverflowError:
        return None


def whole(found: Any) -> int | None:
    """A whole number, or none."""
    value = number(found)
    return None if value is None else int(value)


def mapping(found: Any) -> dict[str, Any]:
    """A JSON object; an empty one for anything else."""
    return {str(key): value for key, value in found.items()} if isinstance(found, dict) else {}


def listing(found: Any) -> list[Any]:
    """A JSON array; an empty one for anything else."""
    return found if isinstance(found, list) else []


def rows(found: Any) -> list[dict[str, Any]]:
    """The objects of a JSON array."""
    return [row for row in listing(found) if isinstance(row, dict)]


def text(found: Any, longest: int = 200) -> str:
    """Harmless text; empty for anything that is not a string."""
    return plain_text(found, longest).strip() if isinstance(found, str) else ""


def texts(found: Any, longest: int = 400) -> list[str]:
    """The harmless texts of a JSON array."""
    return [line for part in listing(found) if (line := text(part, longest))]


def rate(found: Any) -> Rate | None:
    """A rate that lies within its interval and between 0 and 1, or none."""
    parts = mapping(found)
    middle, low, high = (number(parts.get(name)) for name in ("rate", "low", "high"))
    if middle is None or not 0 <= middle <= 1:
        return None
    low, high = middle if low is None else low, middle if high is None else high
    return Rate(middle, max(0.0, min(low, middle)), min(1.0, max(high, middle)))


@dataclass(frozen=True)
class Finding:
    """One adversary with one attack."""

    raw: dict[str, Any]

    @cached_property
    def fields(self) -> dict[str, Any]:
        return mapping(self.raw.get("adversary"))

    @cached_property
    def adversary(self) -> str:
        return text(self.fields.get("name"), 60) or "unnamed"

    @cached_property
    def sentence(self) -> str:
        return text(self.fields.get("sentence"), 600)

    @cached_property
    def attack(self) -> str:
        return text(self.raw.get("attack"), 40) or "unnamed"

    @cached_property
    def targets(self) -> int:
        return max(0, whole(self.raw.get("targets")) or 0)

    def within(self, k: int) -> Rate | None:
        """How often the true record is among the k best."""
        return rate(mapping(self.raw.get("identified")).get(str(k)))

    @cached_property
    def found(self) -> Rate | None:
        return self.within(1)

    @cached_property
    def blind(self) -> float | None:
        return number(mapping(self.raw.get("blind_guess")).get("1"))

    @cached_property
    def notes(self) -> list[str]:
        return texts(self.raw.get("notes"))

    def part(self, name: str) -> Any:
        return self.raw.get(name)


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

    def __init__(self, document: dict[str, Any], people: pa.Table) -> None:
        if missing := [name for name in COLUMNS if name not in people.column_names]:
            raise BadInput(f"the table of people has no column '{missing[0]}'; run `standout audit` again")
        self.raw = document
        self.table = people
        self.findings = [Finding(row) for row in rows(document.get("findings"))]
        self.data = mapping(document.get("data"))
        self.released = mapping(document.get("released"))
        self.personal = mapping(document.get("personal"))
        self.popularity = mapping(document.get("popularity"))
        self.theory = mapping(document.get("theory"))
        self.sparsity = mapping(document.get("sparsity"))
        self.settings = mapping(document.get("settings"))

    @cached_property
    def people(self) -> int | None:
        """How many records the adversary searches."""
        return whole((self.released or self.data).get("people"))

    @cached_property
    def audited(self) -> int:
        """How many people were looked for."""
        return whole(self.settings.get("targets")) or self.table.num_rows

    @cached_property
    def adversaries(self) -> list[str]:
        return unique(finding.adversary for finding in self.findings)

    @cached_property
    def attacks(self) -> list[str]:
        return unique(finding.attack for finding in self.findings)

    def of(self, adversary: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.adversary == adversary]

    @cached_property
    def best(self) -> dict[str, Finding]:
        """For each adversary with a rate, the attack that finds most people."""
        found: dict[str, Finding] = {}
        for finding in self.findings:
            there = found.get(finding.adversary)
            if finding.found and (there is None or not there.found or finding.found.rate > there.found.rate):
                found[finding.adversary] = finding
        return found

    @cached_property
    def worst(self) -> Finding | None:
        """The adversary and attack that find most people; among equals the one that personal risk is measured with."""
        chosen = text(self.personal.get("adversary"), 60)
        return max(
            self.best.values(),
            key=lambda one: (one.found.rate if one.found else -1.0, one.adversary == chosen),
            default=None,
        )

    @cached_property
    def reference(self) -> Finding | None:
        """The adversary that risk person by person was measured with; else the worst."""
        adversary, attack = text(self.personal.get("adversary"), 60), text(self.personal.get("attack"), 40)
        exact = (one for one in self.of(adversary) if one.attack == attack and one.found)
        return next(exact, None) or self.best.get(adversary) or self.worst

    @cached_property
    def found_shares(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """How often each person was found; not a number for those who could not be looked for."""
        try:
            column = self.table["found_share"].cast(pa.float64())
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            raise BadInput("the table of people has no numbers in 'found_share'; run `standout audit` again") from None
        return _plain(column, np.nan).astype(np.float64)

    @cached_property
    def found_by(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """How many adversaries found each person."""
        return _list_lengths(self.table, "found_by")

    @cached_property
    def crowd(self) -> int:
        """Nothing is told of fewer people than this."""
        return whole(self.settings.get("crowd")) or FEWEST_SHOWN

    @cached_property
    def withheld(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Who was looked for, but of whom it is not told how often they were found: too few share it."""
        if "draws" not in self.table.column_names:
            return np.zeros(self.table.num_rows, dtype=bool)
        untold = _plain(self.table["draws"].cast(pa.int64(), safe=False), -1) < 0
        return np.asarray(np.isnan(self.found_shares) & untold)

    @cached_property
    def most_at_risk(self) -> list[Person]:
        """People found most often; among equals those whom more adversaries found, then the shorter record."""
        found, columns = self.found_shares, set(self.table.column_names)
        many = self.found_by
        lengths = np.array([_UNTOLD if value is None else whole(value) for value in self.table["items"].to_pylist()])
        order = np.lexsort((np.arange(len(found)), lengths, -many, -np.nan_to_num(found, nan=-1.0)))
        kept = [int(at) for at in order[:MOST_PEOPLE] if found[at] > 0]
        told = ("items_to", "found_by", "revealing_items")
        table = self.table.select([name for name in (*COLUMNS, *told) if name in columns]).take(
            pa.array(kept, pa.int64())
        )
        return [
            Person(
                text(str(row["person"]), 60) or "unnamed",
                _span(whole(row["items"]), whole(row.get("items_to"))),
                number(row["found_share"]),
                int(many[at]) if row.get("found_by", []) is not None else None,
                texts(row.get("revealing_items"), 90)[:3],
            )
            for at, row in zip(kept, table.to_pylist(), strict=True)
        ]


def unique(names: Iterable[str]) -> list[str]:
    """Each name once, in the order of first appearance."""
    return list(dict.fromkeys(names))


def _span(low: int | None, high: int | None) -> str:
    """From how many to how many."""
    if low is None:
        return "–"
    return f"{low:,}" if high is None or high == low else f"{low:,}–{high:,}"


def _list_lengths(table: pa.Table, column: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    if column not in table.column_names or not pa.types.is_list(table.schema.field(column).type):
        return np.zeros(table.num_rows, dtype=np.int64)
    import pyarrow.compute as pc

    return _plain(pc.list_value_length(table[column]), 0).astype(np.int64)


def _plain(column: pa.ChunkedArray, instead: float) -> np.ndarray[Any, Any]:
    """A column as an array, chunk by chunk: the short way would load pandas."""
    chunks = [chunk.fill_null(instead).to_numpy(zero_copy_only=False) for chunk in column.chunks]
    return np.concatenate(chunks) if chunks else np.zeros(0)
