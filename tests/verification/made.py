"""Small invented data with taste in it, for checking what protections do to it."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

import numpy as np

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.data.vocabulary import Vocabulary, numbered
from standout.protections.contract import Entries, entries_of, rebuilt

Figure = TypeVar("Figure")

STARS = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))


def ratings(people: int = 200, items: int = 60, seed: int = 1, values: bool = True, days: bool = True) -> LocalDataset:
    """Two tastes: people like one half of the items and have more of it; values and days are spread."""
    dice = np.random.default_rng(seed)
    taste = np.arange(people) % 2
    likes = taste[:, None] == (np.arange(items) % 2)[None, :]
    chance = np.where(likes, 0.5, 0.12) * (1.2 - np.arange(items) / items)
    rows, columns = np.nonzero(dice.random((people, items)) < chance)
    stars = np.clip(np.where(likes[rows, columns], 4, 2) + dice.integers(-1, 2, len(rows)), 1, 5) - 1
    return from_arrays(
        rows,
        columns,
        stars if values else None,
        dice.integers(0, 300, len(rows)) if days else None,
        scale=STARS if values else Scale("none"),
        size=(people, items),
        first_day=10_000,
    )


def tastes(data: LocalDataset, classes: int = 2) -> Attribute:
    """The taste that people were given, as an attribute of theirs."""
    codes = (np.arange(data.people) % classes).astype(np.int32)
    return Attribute("taste", tuple(f"taste {code}" for code in range(classes)), codes)


def without(data: LocalDataset, removed: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> LocalDataset:
    """The data without some entries."""
    return rebuilt(data, entries_of(data).kept(~removed))


def with_values(data: LocalDataset, values: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> LocalDataset:
    """The data with other value codes."""
    return rebuilt(data, dataclasses.replace(entries_of(data), values=values))


def with_more(data: LocalDataset, people: list[int], items: list[int], value: int = 4) -> LocalDataset:
    """The data with further entries."""
    count = len(people)
    more = Entries(
        np.array(people, np.int64),
        np.array(items, np.int64),
        np.full(count, value, np.uint8),
        np.zeros(count, np.uint16),
    )
    return rebuilt(data, entries_of(data).joined(more))


def renumbered(data: LocalDataset, people: list[int], items: list[int]) -> LocalDataset:
    """Only these people and items, in this order, under their old names."""
    entries, old = entries_of(data), numbered(data.people, data.items)
    person, item = (np.full(count, -1) for count in (data.people, data.items))
    person[people], item[items] = np.arange(len(people)), np.arange(len(items))
    kept = (person[entries.people] >= 0) & (item[entries.items] >= 0)
    return from_arrays(
        person[entries.people[kept]],
        item[entries.items[kept]],
        entries.values[kept],
        entries.days[kept],
        scale=data.scale,
        size=(len(people), len(items)),
        first_day=data.first_day or 0,
        vocabulary=Vocabulary(old.everybody().take(people), old.items.take(items)),
    )


def there(figure: Figure | None) -> Figure:
    """A figure that must have been computed."""
    assert figure is not None
    return figure
