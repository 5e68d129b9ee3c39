"""Value and day of an entry that never happened: plausible, from what the data says of the item and the person."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int64s, UInt8s, UInt16s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import seed_for
from standout.protections.contract import Entries, entries_of

FILLS = ("mean", "predicted")

_FACTORS = 20
_ROUNDS = 12
_RATE, _DECAY = 0.02, 0.9
_KEEP_BIAS, _KEEP = 0.02, 0.05


def fictive(data: LocalDataset, people: Int64s, items: Int64s, fill: str, seed: int) -> Entries:
    """Entries for these people and items: the value as `fill` says, the day one of the person's own."""
    values = np.full(len(people), NO_VALUE, np.uint8)
    if data.has_values:
        values = mean_values(data)[items] if fill == "mean" else predicted_values(data, people, items, seed)
    return Entries(people, items, values, own_days(data, people, seed))


def mean_values(data: LocalDataset) -> UInt8s:
    """For each item the value nearest to the mean of its values; none for an item that nobody gave one."""
    entries = entries_of(data)
    known = entries.values != NO_VALUE
    worth = np.array(data.scale.positions)[entries.values[known]]
    counts = np.bincount(entries.items[known], minlength=data.items)
    sums = np.bincount(entries.items[known], weights=worth, minlength=data.items)
    codes = nearest(data, sums / np.maximum(counts, 1))
    return np.where(counts > 0, codes, NO_VALUE).astype(np.uint8)


def predicted_values(data: LocalDataset, people: Int64s, items: Int64s, seed: int) -> UInt8s:
    """The values that biased matrix factorisation predicts; none for an item that nobody gave one."""
    from standout.kernels.factors import descend, predicted, small_numbers

    entries = entries_of(data)
    entries = entries.kept(entries.values != NO_VALUE)
    if not len(entries):
        return np.full(len(people), NO_VALUE, np.uint8)
    worth = np.array(data.scale.positions)[entries.values].astype(np.float32)
    mean = np.float32(worth.mean())
    of_people, of_items = np.zeros(data.people, np.float32), np.zeros(data.items, np.float32)
    descent = seed_for(seed, "filling", "factors")
    hers = small_numbers(descent, data.people, _FACTORS, 0.1)
    its = small_numbers(descent, data.items, _FACTORS, 0.1)
    who, what = entries.people.astype(np.int32), entries.items.astype(np.int32)
    descend(
        who, what, worth, mean, descent, _ROUNDS, _RATE, _DECAY, _KEEP_BIAS, _KEEP, of_people, of_items, hers, its
    )  # fmt: skip
    predictions = predicted(people.astype(np.int32), items.astype(np.int32), mean, of_people, of_items, hers, its)
    rated = np.bincount(entries.items, minlength=data.items) > 0
    return np.where(rated[items], nearest(data, predictions), NO_VALUE).astype(np.uint8)


def nearest(data: LocalDataset, worth: Floats) -> npt.NDArray[np.intp]:
    """The code of the value that is nearest; the higher one of two that are equally near."""
    positions = np.array(data.scale.positions)
    return np.searchsorted((positions[1:] + positions[:-1]) / 2, worth, side="right")


def own_days(data: LocalDataset, people: Int64s, seed: int) -> UInt16s:
    """For each entry the day of another one of the same person, chosen at random; none if the data has no days."""
    if not data.has_days:
        return np.full(len(people), NO_DAY, np.uint16)
    random = np.random.default_rng(seed_for(seed, "filling", "days"))
    starts, lengths = np.asarray(data.held.records.starts), data.lengths
    places = starts[people] + (random.random(len(people)) * lengths[people]).astype(np.int64)
    return np.asarray(data.held.records.days)[places]
