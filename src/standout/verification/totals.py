"""Totals: how many entries each group of items has in each month, in a release and in the original."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.data.vocabulary import positions
from standout.results.compare_uses import Totals

MOST_HELD, ENOUGH = 100, 10
"""Items that are groups of their own where the data brings none, and entries that a cell needs for a relative error."""


@dataclass(frozen=True)
class Cells:
    """Which items are in which groups, and the months that are told apart; months of 1970 on."""

    items: Int64s
    groups: Int64s
    count: int
    months: Int64s

    @property
    def size(self) -> tuple[int, int]:
        return self.count, max(len(self.months), 1)


def cells_of(original: LocalDataset, groups: ItemGroups | None) -> Cells:
    """The groups that the data brings, else its most held items and all others; and its months."""
    months = np.unique(_months(original)[1]) if original.has_days else np.zeros(0, np.int64)
    if groups is not None:
        return Cells(groups.items, groups.groups, len(groups.names), months)
    own = np.full(original.items, min(MOST_HELD, original.items), np.int64)
    best = np.argsort(-original.holders, kind="stable")[:MOST_HELD]
    own[best] = np.arange(len(best))
    return Cells(np.arange(original.items), own, int(own.max(initial=-1)) + 1, months)


def counted(original: LocalDataset, version: LocalDataset, cells: Cells) -> Floats:
    """Entries of a version by group and month; what has no day, or one in another month, is nowhere."""
    items = np.asarray(version.held.records.items).astype(np.int64)
    if version.vocabulary.items is not original.vocabulary.items:
        items = positions(version.vocabulary.items, original.vocabulary.items)[items]
    places = np.zeros(len(items), np.int64)
    kept = items >= 0
    if len(cells.months):
        dated, months = _months(version) if version.has_days else (np.zeros(0, np.int64), np.zeros(0, np.int64))
        places = np.full(len(items), -1, np.int64)
        found = np.searchsorted(cells.months, months)
        known = cells.months[np.minimum(found, len(cells.months) - 1)] == months
        places[dated[known]] = found[known]
        kept &= places >= 0
    by_item = np.zeros((original.items, cells.size[1]))
    np.add.at(by_item, (items[kept], places[kept]), 1.0)
    totals = np.zeros(cells.size)
    np.add.at(totals, cells.groups, by_item[cells.items])
    return totals


def _months(data: LocalDataset) -> tuple[Int64s, Int64s]:
    """Which entries have a day, and the month of each of them."""
    days = np.asarray(data.held.records.days)
    dated = np.flatnonzero(days != NO_DAY)
    dates = (days[dated].astype(np.int64) + (data.first_day or 0)).astype("datetime64[D]")
    return dated, dates.astype("datetime64[M]").astype(np.int64)


def totals(before: Floats, after: Floats, cells: Cells) -> Totals:
    """How far the totals are off."""
    whole, left = float(before.sum()), float(after.sum())
    off = np.abs(after - before)
    enough = before >= ENOUGH
    moved = 1.0 if not left or not whole else float(np.abs(after / left - before / whole).sum()) / 2
    return Totals(
        error=min(float(off.sum()) / whole, 1.0) if whole else 0.0,
        of_shares=moved if whole else 0.0,
        typical=float(np.median(off[enough] / before[enough])) if enough.any() else None,
        cells=before.size,
        groups=cells.count,
        months=len(cells.months) or None,
    )
