"""What became of each entry of a source in the protected data: it stayed, has another value or day, or is gone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.model import Scale
from standout.data.vocabulary import positions

_NONE = 1 << 40
"""The day of an entry without one: later than any."""


@dataclass(frozen=True)
class Entries:
    """Entries by people and items of the source, with days since 1970; -1: none of the source's."""

    people: Int64s
    items: Int64s
    days: Int64s
    values: Int64s
    """Codes of their own scale; -1: none."""


@dataclass(frozen=True)
class Fates:
    """Of each entry of the source, in order."""

    now: Int64s
    """Which entry of the protected data it is; -1: it is gone."""
    value_changed: Bools
    day_changed: Bools
    joined: Bools
    """Whether the protected data has more entries of the same person and item than the source."""
    added: Int64s
    """Entries of the protected data that are none of the source."""


def fates_of(original: LocalDataset, data: LocalDataset, people: Int64s) -> Fates:
    """Compare protected data with what it was made of; `people` are the source's codes of its people, -1 for others."""
    items = positions(data.vocabulary.items, original.vocabulary.items)
    before = entries_of(original, np.arange(original.people), np.arange(original.items))
    after = entries_of(data, people, items)
    pairs, other_pairs = (each.people * (original.items + 1) + each.items for each in (before, after))
    other_pairs[(after.people < 0) | (after.items < 0)] = -1
    now = _paired(before.days, pairs, after.days, other_pairs)
    added = np.ones(len(after.people), np.bool_)
    added[now[now >= 0]] = False
    stays = now >= 0
    value_changed, day_changed = (np.zeros(len(now), np.bool_) for _ in range(2))
    day_changed[stays] = before.days[stays] != after.days[now[stays]]
    value_changed[stays] = _differ(original.scale, before.values[stays], data.scale, after.values[now[stays]])
    joined = np.isin(pairs, other_pairs[added])
    return Fates(now, value_changed, day_changed, joined, np.flatnonzero(added))


def entries_of(data: LocalDataset, people: Int64s, items: Int64s) -> Entries:
    """All entries of a dataset, in order, its people and items being called so."""
    records, count = data.held.records, data.count
    whose = np.repeat(np.asarray(people, np.int64), data.lengths)
    days, values = np.full(count, _NONE, np.int64), np.full(count, -1, np.int64)
    if data.has_days:
        own = np.asarray(records.days).astype(np.int64)
        days = np.where(own == NO_DAY, _NONE, own + (data.first_day or 0))
    if data.has_values:
        codes = np.asarray(records.values).astype(np.int64)
        values = np.where(codes == NO_VALUE, -1, codes)
    return Entries(whose, np.asarray(items, np.int64)[np.asarray(records.items)], days, values)


def _paired(days: Int64s, pairs: Int64s, other_days: Int64s, other_pairs: Int64s) -> Int64s:
    """For each entry, one of the others of the same person and item, each given away once: of the same day before any
    other; -1 where there is none."""
    every, codes = np.unique(np.concatenate((days, other_days)), return_inverse=True)
    keys = np.concatenate((pairs, other_pairs)) * len(every) + codes
    now = matched(keys[: len(days)], np.where(other_pairs < 0, -1, keys[len(days) :]))
    left = np.flatnonzero(now < 0)
    free = np.ones(len(other_pairs), np.bool_)
    free[now[now >= 0]] = False
    others = np.flatnonzero(free)
    places = matched(pairs[left], other_pairs[others])
    now[left] = np.where(places < 0, -1, others[places] if len(others) else -1)
    return now


def matched(keys: Int64s, others: Int64s) -> Int64s:
    """For each key the place of an equal one among the others, the first for the first, the second for the second."""
    if not len(keys) or not len(others):
        return np.full(len(keys), -1, np.int64)
    order, other_order = np.argsort(keys, kind="stable"), np.argsort(others, kind="stable")
    ascending, other_ascending = keys[order], others[other_order]
    rank = np.arange(len(keys)) - np.searchsorted(ascending, ascending, side="left")
    places = np.searchsorted(other_ascending, ascending, side="left") + rank
    there = np.minimum(places, len(others) - 1)
    same = (places < len(others)) & (other_ascending[there] == ascending)
    found = np.empty(len(keys), np.int64)
    found[order] = np.where(same, other_order[there], -1)
    return found


def _differ(scale: Scale, codes: Int64s, other: Scale, other_codes: Int64s) -> Bools:
    """Which values are others now; a band of one scale is none of another, even where they are called the same."""
    if scale == other:
        return np.asarray(codes != other_codes)
    labels = {label: place for place, label in enumerate(scale.labels)}
    exact = scale.kind in ("numbers", "letters") and other.kind == scale.kind
    called = [labels.get(label, -2) if exact else -2 for label in other.labels]
    return np.asarray(codes != np.array([*called, -1], np.int64)[other_codes])
