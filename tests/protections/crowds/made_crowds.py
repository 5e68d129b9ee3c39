"""Made-up data with crowds in it, and the same with the records of a crowd's members exchanged."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Records, Scale
from standout.protections.contract import entries_of

STARS = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))


def made(people: int = 60, items: int = 40, *, seed: int = 3, events: bool = False, gaps: bool = False) -> LocalDataset:
    """People of a few tastes; as `events`, they have some items several times; with `gaps`, not all is known."""
    random = np.random.default_rng(seed)
    tastes = random.integers(0, 4, people)
    chances = np.where(np.arange(items)[None, :] % 4 == tastes[:, None], 0.6, 0.15)
    chances[0] = 0.9
    who, what = np.nonzero(random.random((people, items)) < chances)
    if events:
        again = np.concatenate((np.arange(0, len(who), 3), np.repeat(np.arange(0, len(who), 11), 3)))
        who, what = np.append(who, who[again]), np.append(what, what[again])
    values, days = random.integers(0, 5, len(who)), random.integers(0, 400, len(who))
    if gaps:
        values[::7], days[::5] = 255, 65_535
    return from_arrays(who, what, values, days, scale=STARS, size=(people, items), first_day=12_000, events=events)


def exchanged(data: LocalDataset, owners: Int64s) -> LocalDataset:
    """The same data in which person p has what `owners[p]` had."""
    entries = entries_of(data)
    new = np.empty(data.people, np.int64)
    new[owners] = np.arange(data.people)
    return from_arrays(
        new[entries.people], entries.items,
        entries.values if data.has_values else None, entries.days if data.has_days else None,
        scale=data.scale, size=(data.people, data.items), first_day=data.first_day or 0, events=data.events,
    )  # fmt: skip


def same(one: Records, other: Records) -> bool:
    """Whether two records are the same to the last code."""
    names = ("starts", "items", "values", "days")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def orders(members: Int64s, people: int) -> list[Int64s]:
    """Everybody's number, with those of the members in every order."""
    found = []
    for order in permutations(members.tolist()):
        owners = np.arange(people)
        owners[members] = order
        found.append(owners)
    return found


def without(data: LocalDataset, *, values: bool = False, days: bool = False) -> LocalDataset:
    """The same data without values or days."""
    entries = entries_of(data)
    return replace(
        from_arrays(
            entries.people, entries.items,
            None if values else entries.values, None if days else entries.days,
            scale=Scale("none") if values else data.scale, size=(data.people, data.items),
            first_day=data.first_day or 0, events=data.events,
        ),
        vocabulary=data.vocabulary,
    )  # fmt: skip
