"""The made-up dataset that protections are tried on, with people and items numbered in any way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.data.vocabulary import Vocabulary
from standout.protections.contract import entries_of

PEOPLE, ITEMS = 120, 150
_SCALE = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))

BY_CHANCE = 5.0
"""Standard deviations from which on codes are not changed more often than others by chance."""
_BY_LUCK = 3
"""How many that lose everything may, besides, have a code of one that lost everything before."""


@dataclass(frozen=True)
class Numbered:
    """Made-up data in which people and items have other codes, and those codes."""

    data: LocalDataset
    attribute: Attribute
    people: Int64s
    items: Int64s


def numbered_anew(people: Int64s, items: Int64s, *, events: bool = False) -> Numbered:
    """Made-up data with these codes for people and items; half of the items are liked better by one of two classes,
    some are rare, and a few people have most of them. As `events`, people have some of them several times."""
    random = np.random.default_rng(2019)
    classes = (np.arange(PEOPLE) % 3 == 0).astype(np.int32)
    classes[-4:] = UNKNOWN
    lean = np.where(np.arange(ITEMS) % 2 == 0, 1.5, 1.0)
    chances = 0.5 / (1 + np.arange(ITEMS) / 15) * np.where(classes[:, None] == 1, lean, 1.0)
    chances[:, :2] = 0.98
    chances[::15, :140] = 0.9
    who, what = np.nonzero(random.random((PEOPLE, ITEMS)) < np.minimum(chances, 0.98))
    if events:
        again = np.concatenate((np.arange(0, len(who), 3), np.repeat(np.arange(0, len(who), 40), 4)))
        who, what = np.append(who, who[again]), np.append(what, what[again])
    values, days = random.integers(0, 5, len(who)), random.integers(0, 300, len(who))
    person_ids, item_ids = np.argsort(people), np.argsort(items)
    names = Vocabulary(
        pa.array([f"p{person}" for person in person_ids], pa.large_string()),
        pa.array([f"i{item}" for item in item_ids], pa.large_string()),
    )
    data = from_arrays(
        people[who], items[what], values, days,
        scale=_SCALE, size=(PEOPLE, ITEMS), first_day=12_000, vocabulary=names, shard_people=50, events=events,
    )  # fmt: skip
    for array in arrays_of(data):
        array.setflags(write=False)
    return Numbered(data, Attribute("class", ("a", "b"), classes[person_ids]), people, items)


def by_id(data: LocalDataset) -> Int64s:
    """All entries with the codes that people and items have in the first numbering, in order."""
    entries = entries_of(data)
    people, items = (_numbers(getattr(data.vocabulary, kind)) for kind in ("people", "items"))
    rows = np.stack((people[entries.people], items[entries.items], entries.values, entries.days), axis=1)
    return np.asarray(rows[np.lexsort(rows.T[::-1])])


def _numbers(ids: pa.Array) -> Int64s:
    """The codes that are in these ids: those of the first numbering."""
    return np.array([int(name[1:]) for name in ids.to_pylist()], np.int64)


def changed_entries(stage: Numbered, protected: LocalDataset, axis: str) -> Int64s:
    """How many entries of each person or item, in the first numbering, are no longer there as they were."""
    before, after = by_id(stage.data), by_id(protected)
    kept = {tuple(row) for row in after.tolist()}
    gone = [row[0 if axis == "people" else 1] for row in before.tolist() if tuple(row) not in kept]
    return np.bincount(np.array(gone, np.int64), minlength=len(getattr(stage, axis)))


def lost_by_code(stages: Sequence[Numbered], released: Sequence[LocalDataset], axis: str) -> bool:
    """Whether people or items with the same codes are changed in each numbering, beyond chance.

    From the share that each person or item loses goes what it loses on average under its other codes: what is left is
    chance, or the code. Products of two such remainders at the same code add up to little if it is chance.
    """
    shares = []
    for stage, protected in zip(stages, released, strict=True):
        held = np.bincount(by_id(stage.data)[:, 0 if axis == "people" else 1], minlength=len(getattr(stage, axis)))
        shares.append(changed_entries(stage, protected, axis) / np.maximum(held, 1))
    by_code = []
    for stage, share in zip(stages, shares, strict=True):
        rest = share - (np.sum(shares, axis=0) - share) / (len(shares) - 1)
        by_code.append((rest - rest.mean())[np.argsort(getattr(stage, axis))])
    products = [float(some @ other) for some, other in combinations(by_code, 2)]
    variances = [float((some @ some) * (other @ other)) / len(some) for some, other in combinations(by_code, 2)]
    largest = float(np.abs(by_code).max()) ** 2
    return sum(products) > BY_CHANCE * float(np.sqrt(sum(variances))) + _BY_LUCK * largest + 1e-9


def arrays_of(data: LocalDataset) -> list[Any]:
    records = data.held.records
    arrays = [records.starts, records.items, records.values, records.days, data.holders]
    return arrays + [part for shard in data.held.shards for part in (shard.starts, shard.entries)]
