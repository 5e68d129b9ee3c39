"""Splitting released records in two, as if one part were known and the other released, which anybody can do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.taste_habits import Side, Times
from standout.common.arrays import Bools, Int32s, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets, seed_for, without_repeats
from standout.knowledge.time_shift import TimeShift

SAMPLED, MOST_ENTRIES = 4_000, 4_000_000
_APART = 0.95
"""Known days count as from another time if so many of them are."""


@dataclass(frozen=True)
class Split:
    """Two parts of the same people's records."""

    known: Knowledge
    """Of each person one part; nothing of some."""
    released: LocalDataset
    """The other part, the people in the same order; nothing of some."""
    both: Int64s
    """Who has something in both parts."""

    def known_of(self, people: Int64s) -> Knowledge:
        return of_targets(self.known, people)


def sampled(data: AnyDataset, seed: int, most: int = SAMPLED) -> Int64s:
    """Some people who have at least two entries, chosen at random."""
    order = np.random.default_rng(seed_for(seed, "taste people")).permutation(np.flatnonzero(data.lengths > 1))
    fits = int(np.searchsorted(np.cumsum(data.lengths[order]), MOST_ENTRIES, side="right"))
    return np.sort(order[: min(most, fits)])


def times_of(knowledge: Knowledge, released: AnyDataset) -> Times:
    """When the known part is from, by its days."""
    days = knowledge.days[knowledge.days != UNKNOWN_DAY]
    if not released.has_days or 2 * len(days) < len(knowledge.days) or not len(days):
        return "none"
    first, last = released_days(released)
    if float((days < first).mean()) >= _APART:
        return "earlier"
    return "later" if float((days > last).mean()) >= _APART else "mixed"


def released_days(released: AnyDataset) -> tuple[int, int]:
    """The first and the last day of which something is released."""
    days = np.flatnonzero(released.facts.day_counts)
    return (int(days[0]), int(days[-1])) if len(days) else (0, 0)


def split(records: Knowledge, data: AnyDataset, times: Times, gap: int, seed: int) -> Split:
    """Cut records as knowledge and release are apart: at one day for all with a gap, at everybody's own middle, or by
    lot."""
    older, newer = _parts(records, times, gap, seed)
    return cut(records, data, newer, older) if times == "later" else cut(records, data, older, newer)


def cut(records: Knowledge, data: AnyDataset, known: Bools, kept: Bools) -> Split:
    """Records of which these entries are known, and those released."""
    rows = np.repeat(np.arange(records.targets), records.sizes)
    parts = without_repeats(_only(records, rows, known))
    released = from_arrays(
        rows[kept], records.items[kept], records.values[kept] if data.has_values else None,
        _codes(records.days[kept]) if data.has_days else None,
        scale=data.scale, size=(records.targets, data.items), events=data.facts.events,
    )  # fmt: skip
    return Split(parts, released, np.flatnonzero((parts.sizes > 0) & (released.lengths > 0)))


def _parts(records: Knowledge, times: Times, gap: int, seed: int) -> tuple[Bools, Bools]:
    """Which entries are of the older and which of the newer part."""
    rows = np.repeat(np.arange(records.targets), records.sizes)
    dated, lot = records.days != UNKNOWN_DAY, np.random.default_rng(seed_for(seed, "halves")).random(len(rows))
    if times in ("earlier", "later"):
        days = np.sort(records.days[dated])
        if not len(days):
            return dated, dated
        apart = min(gap, (int(days[-1]) - int(days[0])) // 4)
        shift = TimeShift(int(days[(len(days) - 1) // 2]), apart)
        return shift.before(records.days), shift.after(records.days)
    when = records.days if times == "mixed" else np.zeros(len(rows))
    # what a person has several times by lot is in both parts by chance alone: entries are cut, not items
    order = np.lexsort((lot, when, rows))
    place = np.empty(len(rows), np.int64)
    place[order] = np.arange(len(rows)) - records.starts[rows[order]]
    older = 2 * place < records.sizes[rows]
    return older, ~older


def _only(records: Knowledge, rows: Int64s, kept: Bools) -> Knowledge:
    """The same people with these entries alone."""
    starts = np.concatenate(([0], np.cumsum(np.bincount(rows[kept], minlength=records.targets))))
    return Knowledge(
        starts, records.items[kept], records.values[kept], records.days[kept],
        records.shortest, records.longest, records.scale,
    )  # fmt: skip


def _codes(days: Int32s) -> Int32s:
    return np.where(days == UNKNOWN_DAY, NO_DAY, days)


def side_of(records: Knowledge) -> Side:
    """Whole records as a side, every entry of them."""
    values = np.where(records.values == NO_VALUE, -1, records.values.astype(np.int64))
    return Side(records.starts, records.items.astype(np.int64), values, records.days.astype(np.int64))
