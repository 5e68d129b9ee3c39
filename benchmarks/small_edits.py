"""A trial of small edits that touch all classes alike: matched people of different classes exchange entries.

Everybody is paired: as many pairs as can be are of different classes, each with one of those nearest in taste and in
length; the rest are paired among themselves. Both give the other the same number of entries, the same share of what
they have: those that speak most for the giver's class and that the other lacks. What is received takes the day of what
was given away, and a value as far from the receiver's mean as it was from the giver's. So lengths, days and numbers of
holders stay, nobody is edited more for their class, and every entry is somebody's true one.

`python -m benchmarks.attributes DATASET exchange:0.05` judges it like a protection.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.inference.attackers import factors_of
from standout.inference.strongest.sight import entry_worths, sight_of
from standout.protections.contract import Entries, entries_of, rebuilt

FACTORS, NEAREST = 32, 20


def exchanged(data: LocalDataset, attribute: Attribute, share: float, seed: int) -> LocalDataset:
    """The data after every pair has exchanged this share of the shorter record."""
    dice = np.random.default_rng(seed)
    has = sight_of(data).presence
    codes = np.maximum(attribute.codes, 0)
    telling = _leanings(has, codes == 1)
    places = np.asarray(has @ factors_of(has, FACTORS, seed)) / np.sqrt(np.maximum(data.lengths, 1))[:, None]
    entries, starts = entries_of(data), np.asarray(data.held.records.starts)
    owned = [set(entries.items[starts[p] : starts[p + 1]].tolist()) for p in range(data.people)]
    worths, items, values = entry_worths(data), entries.items.copy(), entries.values.copy()
    levels = np.asarray(data.scale.positions, dtype=np.float64)
    means = np.array([np.nanmean(worths[starts[p] : starts[p + 1]]) if owned[p] else 0.0 for p in range(data.people)])
    for one, two in _pairs(places, np.log1p(data.lengths), codes, dice):
        given = [
            _given(starts, items, owned[other], telling, 1 if codes[own] == 1 else -1, own)
            for own, other in ((one, two), (two, one))
        ]
        many = min(len(given[0]), len(given[1]), round(share * min(len(owned[one]), len(owned[two]))))
        a, b = given[0][:many], given[1][:many]
        items[a], items[b] = items[b].copy(), items[a].copy()
        if data.has_values:
            first, second = worths[a] - means[one], worths[b] - means[two]
            values[a], values[b] = _nearest(levels, means[one] + second), _nearest(levels, means[two] + first)
    return rebuilt(data, Entries(entries.people, items, values, entries.days))


def _nearest(levels: Floats, wanted: Floats) -> Int64s:
    found: Int64s = np.argmin(np.abs(levels[None, :] - wanted[:, None]), axis=1)
    return found


def _given(starts: Int64s, items: Int64s, other: set[int], telling: Floats, side: int, own: int) -> Int64s:
    """Places of the entries that somebody gives away, those that speak most for their class first."""
    here = np.arange(starts[own], starts[own + 1])
    free = here[[item not in other for item in items[here].tolist()]]
    return free[np.argsort(-side * telling[items[free]], kind="stable")]


def _leanings(has: Any, positive: np.typing.NDArray[np.bool_]) -> Floats:
    """How much each item speaks for the second class: log-odds of having it, shrunken."""
    counts = [np.asarray(has[side].sum(axis=0)).ravel() + 1.0 for side in (~positive, positive)]
    found: Floats = np.log(counts[1] / counts[1].sum()) - np.log(counts[0] / counts[0].sum())
    return found


def _pairs(places: Floats, lengths: Floats, codes: Int64s, dice: np.random.Generator) -> list[tuple[int, int]]:
    """Everybody once: the smaller class with the nearest of the larger that are left, then the rest."""
    small = int(np.bincount(codes).argmin())
    free = codes != small
    scale = places.std() * np.sqrt(places.shape[1])
    where = np.column_stack((places / max(scale, 1e-9), lengths))
    found = []
    for person in dice.permutation(np.flatnonzero(codes == small)):
        rest = np.flatnonzero(free)
        if not len(rest):
            break
        off = ((where[rest] - where[person]) ** 2).sum(axis=1)
        partner = int(rest[dice.choice(np.argsort(off)[:NEAREST])])
        free[partner] = False
        found.append((int(person), partner))
    rest = np.flatnonzero(free)
    rest = rest[np.argsort(lengths[rest], kind="stable")]
    return found + [(int(rest[place]), int(rest[place + 1])) for place in range(0, len(rest) - 1, 2)]
