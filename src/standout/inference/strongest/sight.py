"""What an attacker sees of people: every entry of their records with its value and day, and the groups of items."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s, UInt8s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.item_groups import ItemGroups
from standout.data.model import Scale
from standout.engines.whole_records import records_of
from standout.knowledge.draw import UNKNOWN_DAY

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

NO_DATE = -(2**40)
"""The date of an entry that has none."""


@dataclass(frozen=True)
class Pairs:
    """What a person has of an item, once for each (person, item), in the order of people."""

    people: Int64s
    items: Int64s
    counts: Floats
    """How many entries there are."""
    worths: Floats
    """The mean value of those that have one; not a number where none has."""
    dates: Int64s
    """The first day, or `NO_DATE`."""


@dataclass(frozen=True)
class Sight:
    """Entries as parallel arrays in the order of people, who are rows 0 to `size[0]` - 1."""

    people: Int64s
    items: Int64s
    worths: Floats
    """What each value is worth; not a number where there is none."""
    dates: Int64s
    """Days since 1970, or `NO_DATE`."""
    size: tuple[int, int]
    groups: csr_matrix | None = None
    """Items × groups."""
    told: Floats | None = None
    """People × facts that the attacker was told besides, such as the labels of others in somebody's crowd."""
    looks: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was made of it already, by how."""

    @cached_property
    def has_values(self) -> bool:
        """Whether values differ at all."""
        known = self.worths[np.isfinite(self.worths)]
        return bool(len(known)) and bool(known.min() < known.max())

    @cached_property
    def has_dates(self) -> bool:
        """Whether days differ at all."""
        known = self.dates[self.dates != NO_DATE]
        return bool(len(known)) and bool(known.min() < known.max())

    @cached_property
    def repeated(self) -> bool:
        """Whether somebody has an item more than once."""
        return len(self.pairs.people) < len(self.people)

    @cached_property
    def pairs(self) -> Pairs:
        """Every (person, item) once."""
        keys = self.people * max(self.size[1], 1) + self.items
        if np.all(keys[1:] > keys[:-1]):  # as records have them without repeats: nothing to sort or to sum up
            worths = np.where(np.isfinite(self.worths), self.worths, np.nan)
            return Pairs(self.people, self.items, np.ones(len(keys)), worths, self.dates)
        unique, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
        known = np.isfinite(self.worths)
        totals = np.bincount(place[known], weights=self.worths[known], minlength=len(unique))
        many = np.bincount(place[known], minlength=len(unique))
        worths = np.divide(totals, many, out=np.full(len(unique), np.nan), where=many > 0)
        dates = np.full(len(unique), 2**40)
        np.minimum.at(dates, place, np.where(self.dates == NO_DATE, 2**40, self.dates))
        dates[dates == 2**40] = NO_DATE
        width = max(self.size[1], 1)
        return Pairs(unique // width, unique % width, counts.astype(np.float64), worths, dates)

    @cached_property
    def presence(self) -> csr_matrix:
        """People × items, 1 for what they have."""
        return self.matrix(np.ones(len(self.pairs.people)))

    def matrix(self, numbers: Floats) -> csr_matrix:
        """People × items with a number for every pair; those that are 0 stay in place."""
        from scipy.sparse import csr_matrix

        starts = np.concatenate(([0], np.cumsum(np.bincount(self.pairs.people, minlength=self.size[0]))))
        return csr_matrix((numbers, self.pairs.items, starts), shape=self.size)

    @cached_property
    def lengths(self) -> Floats:
        """How many different items each person has, at least 1 where that divides."""
        return np.maximum(np.bincount(self.pairs.people, minlength=self.size[0]), 1).astype(np.float64)

    def means(self, numbers: Floats, which: np.typing.NDArray[np.bool_] | None = None) -> Floats:
        """Each person's mean of a number for every pair (of some pairs); 0 for who has none."""
        people = self.pairs.people if which is None else self.pairs.people[which]
        chosen = numbers if which is None else numbers[which]
        many = np.bincount(people, minlength=self.size[0])
        return np.bincount(people, weights=chosen, minlength=self.size[0]) / np.maximum(many, 1)

    def knowing(self, told: Floats) -> Sight:
        """The same with something that the attacker was told about everybody."""
        return replace(self, told=told, looks={})


def sight_of(data: LocalDataset, groups: ItemGroups | None = None) -> Sight:
    """The data as the strongest attacker sees it."""
    return Sight(
        np.repeat(np.arange(data.people), np.diff(data.held.records.starts)),
        np.asarray(data.held.records.items).astype(np.int64),
        entry_worths(data),
        entry_dates(data),
        (data.people, data.items),
        None if groups is None else groups.matrix(data.items),
    )


def sight_of_people(data: AnyDataset, people: Int64s, groups: ItemGroups | None = None) -> Sight:
    """The same of some people alone, wherever their records are."""
    known = records_of(data, people)
    return Sight(
        np.repeat(np.arange(known.targets), known.sizes),
        known.items.astype(np.int64),
        _worths(data.scale, known.values),
        _dates(data.first_day, known.days, UNKNOWN_DAY),
        (known.targets, data.items),
        None if groups is None else groups.matrix(data.items),
    )


def entry_worths(data: LocalDataset) -> Floats:
    """What the value of every entry is worth; not a number where there is none."""
    if not data.has_values:
        return np.full(data.count, np.nan)
    return _worths(data.scale, np.asarray(data.held.records.values))


def entry_dates(data: LocalDataset) -> Int64s:
    """The day of every entry, counted from 1970; `NO_DATE` where there is none."""
    if data.first_day is None:
        return np.full(data.count, NO_DATE)
    return _dates(data.first_day, np.asarray(data.held.records.days), NO_DAY)


def _worths(scale: Scale, values: UInt8s) -> Floats:
    table = np.full(NO_VALUE + 1, np.nan)
    table[: len(scale.positions)] = scale.positions
    worths: Floats = table[values]
    return worths


def _dates(first_day: int | None, days: Int32s, unknown: int) -> Int64s:
    return np.where(days == unknown, NO_DATE, days.astype(np.int64) + (first_day or 0))


def sight_of_matrix(matrix: csr_matrix) -> Sight:
    """A matrix of values as it would be seen: people × items, without days."""
    entries = matrix.tocsr()
    people = np.repeat(np.arange(entries.shape[0]), np.diff(entries.indptr))
    dates = np.full(entries.nnz, NO_DATE)
    return Sight(people, entries.indices.astype(np.int64), entries.data.astype(np.float64), dates, entries.shape)
