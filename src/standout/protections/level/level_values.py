"""Values of entries that never happened, as spread out as real ones: another holder's, seen from the own habit."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Int64s, UInt8s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import seed_for
from standout.protections.blur.filling import nearest, own_days
from standout.protections.contract import Entries, entries_of

_DAMPING = 5
"""As many entries with the mean of all count towards everyone's own mean."""


def likely_entries(data: LocalDataset, people: Int64s, items: Int64s, seed: int) -> Entries:
    """Entries for these people and items: the value of another holder, the day one of the person's own."""
    return Entries(people, items, likely_values(data, people, items, seed), own_days(data, people, seed))


def likely_values(data: LocalDataset, people: Int64s, items: Int64s, seed: int) -> UInt8s:
    """What a random holder gave the item, moved by how much more the person usually gives than that holder.

    No value for an item that nobody gave one, and none at all if the data has none.
    """
    if not data.has_values:
        return np.full(len(people), NO_VALUE, np.uint8)
    entries = entries_of(data)
    entries = entries.kept(entries.values != NO_VALUE)
    worth = np.array(data.scale.positions)[entries.values]
    sums = np.bincount(entries.people, worth, data.people) + _DAMPING * (worth.mean() if len(worth) else 0.0)
    usual = sums / (np.bincount(entries.people, minlength=data.people) + _DAMPING)
    order = np.argsort(entries.items, kind="stable")
    starts = np.searchsorted(entries.items[order], np.arange(data.items + 1))
    counts = np.diff(starts)[items]
    dice = np.random.default_rng(seed_for(seed, "level", "values"))
    drawn = starts[items] + (dice.random(len(items)) * counts).astype(np.int64)
    values = np.full(len(items), NO_VALUE, np.uint8)
    valued = counts > 0
    source = order[drawn[valued]]
    moved = worth[source] - usual[entries.people[source]] + usual[people[valued]]
    values[valued] = nearest(data, moved)
    return values
