"""Two versions of the data entry by entry, in the codes of the original."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int32s, Int64s, UInt8s
from standout.data.codes import NO_VALUE
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.vocabulary import positions


@dataclass(frozen=True)
class Rows:
    """Entries as parallel arrays, people and items in the codes of the original data; value codes are their own."""

    people: Int32s
    items: Int32s
    values: UInt8s
    size: tuple[int, int]

    @property
    def pairs(self) -> Int64s:
        """A number for each (person, item)."""
        return self.people.astype(np.int64) * max(self.size[1], 1) + self.items

    def chosen(self, which: npt.NDArray[np.bool_] | Int64s) -> Rows:
        """The chosen entries."""
        return Rows(self.people[which], self.items[which], self.values[which], self.size)


def rows(data: LocalDataset, like: LocalDataset | None = None) -> Rows:
    """The entries of the data, in the codes of `like` (by id; those of people or items that it lacks are left out).

    Of an item that a person has several times, the latest.
    """
    like, records = data if like is None else like, once(data.held.records)
    people = np.repeat(np.arange(data.people, dtype=np.int32), np.diff(records.starts))
    items = np.asarray(records.items)
    values = np.asarray(records.values) if data.has_values else np.full(len(items), NO_VALUE, np.uint8)
    if data.vocabulary is not like.vocabulary:
        people = positions(data.vocabulary.people, like.vocabulary.people)[people].astype(np.int32)
        items = positions(data.vocabulary.items, like.vocabulary.items)[items].astype(np.int32)
        kept = (people >= 0) & (items >= 0)
        people, items, values = people[kept], items[kept], values[kept]
    return Rows(people, items, values, (like.people, like.items))


def worth(data: LocalDataset) -> Floats:
    """What each value code is worth on the data's own scale; not a number for "no value"."""
    table = np.full(256, np.nan)
    table[: len(data.scale.positions)] = data.scale.positions
    return table


def translated(protected: LocalDataset, protected_rows: Rows, original: LocalDataset, original_rows: Rows) -> Floats:
    """What each of the protected data's value codes is worth on the original scale.

    Its own position, where the scale is the same. Where a protection made another scale (likes instead of stars), the
    mean original value of the entries that carry the code now: what the owner would say that it stands for.
    """
    if protected.scale == original.scale:
        return worth(original)
    known, shared = _original_values(protected_rows, original, original_rows)
    codes = protected_rows.values[shared]
    many = np.bincount(codes, minlength=256)
    totals = np.bincount(codes, weights=known, minlength=256)
    table: Floats = np.divide(totals, many, out=np.full(256, np.nan), where=many > 0)
    table[NO_VALUE] = np.nan
    return table


def _original_values(protected: Rows, original: LocalDataset, original_rows: Rows) -> tuple[Floats, Int64s]:
    """Original values of the protected entries that the original has too, with a value, and which entries those are."""
    order = np.argsort(original_rows.pairs, kind="stable")
    pairs = original_rows.pairs[order]
    if not len(pairs):
        return np.empty(0), np.empty(0, np.int64)
    places = np.minimum(np.searchsorted(pairs, protected.pairs), len(pairs) - 1)
    values = worth(original)[original_rows.values[order[places]]]
    shared = np.flatnonzero((pairs[places] == protected.pairs) & np.isfinite(values))
    return values[shared], shared
