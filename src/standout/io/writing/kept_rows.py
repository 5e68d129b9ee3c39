"""Which rows of a source are written for protected data, and what is said anew in them.

A row of an entry that is as it was stays cell by cell, and so do rows that returns have set off. Where an entry has
another value, the row that gave it its day carries the value and its other rows go; where rows are counted, there are
as many as the value says. Where days were changed, all rows of an entry have its one day.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.scales import numbers_of
from standout.io.folding import Fold, Rows, Rule, begins_of, left_of
from standout.io.writing.entry_fates import Fates

AS_IT_IS = -1
"""What stands for a cell that is not written anew."""


@dataclass(frozen=True)
class Origins:
    """Which rows became which entries; rows and entries are numbered as they are sorted and folded."""

    places: Int64s
    """Of each row, where it stands in the source."""
    pairs: Int64s
    """Of each row, the number of its person and item."""
    entries: Int64s
    """Of each row, the entry that it is a part of; -1: a return, or a purchase that was returned."""
    carriers: Int64s
    """Of each entry, the row that gave it its day."""
    reduced: Bools
    """Of each entry, whether returns took off something of its rows."""
    spread: Bools
    """Of each entry, whether its rows are of several days."""

    def moved(self, fates: Fates) -> Bools:
        """The entries whose rows get a day anew: where some days are others now, the other days of rows that were
        protected as one entry must not stay."""
        return fates.day_changed | (self.spread & fates.day_changed.any())


@dataclass(frozen=True)
class WrittenRows:
    """Rows in the order in which they are written; codes are those of the protected data."""

    places: Int64s
    """Where each stands in the source; -1: it was added."""
    people: Int64s
    items: Int64s
    """Of rows that were added; others keep their cell."""
    values: Int64s
    """What is written anew: the code of the value, the one after the last for none."""
    days: Int64s
    """The same of days."""
    dropped: int = 0
    """Rows of entries with another value that are left out, because one row carries it."""
    folded: int = 0
    """Rows that stay as they are although a protection saw only what they add up to with others."""


def origins_of(rows: Rows, rule: Rule) -> Origins:
    """Fold rows as reading does, and tell which went where."""
    if rows.places is None:
        raise ValueError("rows that are written need their places")
    pairs = np.zeros(len(rows), np.int64)
    pairs[begins_of(rows)[1:]] = 1
    staying = np.arange(len(rows))
    less = np.zeros(len(rows), np.bool_)
    if rule.returns != "none" and rows.amounts is not None:
        left = left_of(rows, rule)
        staying = np.flatnonzero(np.isnan(left) | (left > 0))
        less = ~np.isnan(left) & (left != rows.amounts)
    begins = begins_of(rows.taken(staying), rule.each_day)
    sizes = np.diff(np.append(begins, len(staying)))
    entries = np.full(len(rows), -1, np.int64)
    entries[staying] = np.repeat(np.arange(len(begins)), sizes)
    carriers = staying[begins if rule.fold == "first" else begins + sizes - 1]
    spread = np.zeros(len(rows), np.bool_)
    if rows.days is not None:
        spread[staying] = rows.days[staying] != rows.days[np.repeat(carriers, sizes)]
    reduced, spread = (np.logical_or.reduceat(each[staying], begins) for each in (less, spread))
    return Origins(rows.places, np.cumsum(pairs), entries, carriers, reduced, spread)


def written_rows(origins: Origins, fates: Fates, fold: Fold, data: LocalDataset) -> WrittenRows:
    """The rows that protected data has, by person and then as in the source."""
    copies, anew = _copies(origins, fates, fold, data)
    chosen = np.repeat(np.arange(len(copies)), copies)
    values, days = _codes(data)
    owners = np.repeat(np.arange(data.people), data.lengths)
    now = _owners_entry(origins, fates)[chosen]
    entries = np.where(anew[chosen], origins.entries[chosen], -1)
    whole = (fates.value_changed | origins.reduced)[entries] & (entries >= 0) & (fold != "count")
    moved = origins.moved(fates)[entries] & (entries >= 0)
    added = np.repeat(fates.added, _counts(data, fates.added) if fold == "count" else 1)
    uncounted = np.full(len(added), len(data.scale.labels)) if fold == "count" else values[added]
    places = np.concatenate((origins.places[chosen], np.full(len(added), -1)))
    people = np.concatenate((owners[now], owners[added]))
    order = np.lexsort((np.where(places < 0, np.iinfo(np.int64).max, places), people))
    kept = np.full(len(chosen), AS_IT_IS)
    return WrittenRows(
        places[order],
        people[order],
        np.concatenate((kept, np.asarray(data.held.records.items)[added]))[order],
        np.concatenate((np.where(whole, values[now], AS_IT_IS), uncounted))[order],
        np.concatenate((np.where(moved, days[now], AS_IT_IS), days[added]))[order],
        _dropped(origins, fates, copies),
        _folded(origins, copies),
    )


def _copies(origins: Origins, fates: Fates, fold: Fold, data: LocalDataset) -> tuple[Int64s, Bools]:
    """How often each row is written, and whether it is one of a person and item that something happened to."""
    entries, part = origins.entries, origins.entries >= 0
    happened = (fates.now < 0) | fates.value_changed | origins.moved(fates) | fates.joined
    every = int(origins.pairs[-1]) + 1
    touched, there = np.zeros(every, np.bool_), np.zeros(every, np.bool_)
    pair_of_entry = origins.pairs[origins.carriers]
    touched[pair_of_entry[happened]] = True
    there[pair_of_entry] = True
    anew = touched[origins.pairs]
    stays = part & (fates.now[entries] >= 0)
    is_carrier = np.zeros(len(entries), np.bool_)
    is_carrier[origins.carriers] = True
    alone = fates.value_changed | origins.reduced
    if fold in ("first", "last"):
        alone = alone | origins.moved(fates)
    once = (~alone[entries] | is_carrier).astype(np.int64)
    counted = _as_counted(origins, fates, data) if fold == "count" else once
    return np.where(anew, np.where(stays, counted, 0), there[origins.pairs]).astype(np.int64), anew


def _as_counted(origins: Origins, fates: Fates, data: LocalDataset) -> Int64s:
    """How often each row is written where rows are counted: the last ones of an entry, as many as its value says."""
    entries = origins.entries
    rows = np.flatnonzero(entries >= 0)
    sizes = np.bincount(entries[rows], minlength=len(fates.now))
    wanted = np.where(fates.value_changed, _counts(data, fates.now), sizes)
    after = np.repeat(np.cumsum(sizes), sizes) - 1 - np.arange(len(rows))
    copies = np.zeros(len(entries), np.int64)
    copies[rows] = after < wanted[entries[rows]]
    copies[origins.carriers] += np.maximum(wanted - sizes, 0)
    return copies


def _counts(data: LocalDataset, entries: Int64s) -> Int64s:
    """The number of rows that the values of these entries stand for; at least one."""
    numbers = np.array([*numbers_of(data.scale), 1.0])
    values, _ = _codes(data)
    return np.asarray(np.maximum(numbers[np.minimum(values[entries], len(numbers) - 1)], 1), np.int64)


def _codes(data: LocalDataset) -> tuple[Int64s, Int64s]:
    """Values and days of all entries; for none the code after the last."""
    records, count = data.held.records, data.count
    no_value, no_day = len(data.scale.labels), data.last_day + 1
    values, days = np.full(count, no_value, np.int64), np.full(count, no_day, np.int64)
    if data.has_values:
        values = np.where(np.asarray(records.values) == NO_VALUE, no_value, records.values).astype(np.int64)
    if data.has_days:
        days = np.where(np.asarray(records.days) == NO_DAY, no_day, records.days).astype(np.int64)
    return values, days


def _owners_entry(origins: Origins, fates: Fates) -> Int64s:
    """Of each row an entry of the protected data: its own, else another one of the same person and item."""
    of_pair = np.full(int(origins.pairs[-1]) + 1, -1, np.int64)
    of_pair[origins.pairs[origins.carriers]] = fates.now
    own = np.where(origins.entries >= 0, fates.now[origins.entries], -1)
    return np.where(own >= 0, own, of_pair[origins.pairs])


def _dropped(origins: Origins, fates: Fates, copies: Int64s) -> int:
    """Rows that are not written although their entry is still there."""
    part = origins.entries >= 0
    return int((part & (fates.now[origins.entries] >= 0) & (copies == 0)).sum())


def _folded(origins: Origins, copies: Int64s) -> int:
    """Rows that are written, but are not the only ones of their person and item that are."""
    together = np.bincount(origins.pairs[copies > 0], minlength=int(origins.pairs[-1]) + 1)
    return int(together[together > 1].sum())
