"""A version of the data as classifiers see it, a row per person and a column per item of the original."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.data.vocabulary import positions
from standout.inference.features import worths
from standout.inference.strongest.sight import Sight, sight_of
from standout.verification.aligned import Rows, rows
from standout.verification.outlines import marks_on, outlines

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


@dataclass(frozen=True)
class Seen:
    """Matrices of values and of presence, and the outlines of every record."""

    values: csr_matrix
    presence: csr_matrix
    outlines: Floats
    lengths: Int64s
    look: Callable[[], Sight] = field(repr=False)
    """What makes `sight`."""

    @cached_property
    def sight(self) -> Sight:
        """The same as the strongest attacker sees it, with days, repeats and groups of items: made where it is asked
        for, which is only where an attribute is inferred."""
        return self.look()

    def matrix(self, kind: Literal["values", "presence"]) -> csr_matrix:
        return self.values if kind == "values" else self.presence


def seen(original: LocalDataset, version: LocalDataset, groups: ItemGroups | None = None) -> Seen:
    """The version of the data, in the original's people and items, with the values that it shows itself."""
    from scipy.sparse import csr_matrix

    entries = rows(version, original)
    cells = (entries.people, entries.items)
    places = positions(original.vocabulary.people, version.vocabulary.people)
    outline = outlines(version, _holders(original, version), marks_on(original.scale))
    rowed = outline[np.maximum(places, 0)] if len(outline) else np.zeros((original.people, outline.shape[1]))
    return Seen(
        values=csr_matrix((_worths(version, entries), cells), shape=entries.size),
        presence=csr_matrix((np.ones(len(entries.people)), cells), shape=entries.size),
        outlines=np.where((places >= 0)[:, None], rowed, 0.0),
        lengths=np.bincount(entries.people, minlength=original.people),
        look=partial(_sight, original, version, groups),
    )


def _sight(original: LocalDataset, version: LocalDataset, groups: ItemGroups | None) -> Sight:
    """Every entry of the version, by person and item of the original, in the order of people."""
    seen_itself = sight_of(version)
    people = positions(version.vocabulary.people, original.vocabulary.people)[seen_itself.people]
    items = positions(version.vocabulary.items, original.vocabulary.items)[seen_itself.items]
    kept = np.flatnonzero((people >= 0) & (items >= 0))
    order = kept[np.argsort(people[kept], kind="stable")]
    return Sight(
        people[order],
        items[order],
        seen_itself.worths[order],
        seen_itself.dates[order],
        (original.people, original.items),
        None if groups is None else groups.matrix(original.items),
    )


def _worths(version: LocalDataset, entries: Rows) -> Floats:
    """What each entry's value is worth, never 0: 1 where the data has no values, the mean where one is missing."""
    table = np.full(NO_VALUE + 1, np.nan)
    table[: len(version.scale.positions)] = worths(version.scale)
    worth = table[entries.values]
    missing = np.isnan(worth)
    worth[missing] = 1.0 if missing.all() else worth[~missing].mean()
    return worth


def _holders(original: LocalDataset, version: LocalDataset) -> Int64s:
    """How many people of the original have each item of the version."""
    places = positions(version.vocabulary.items, original.vocabulary.items)
    return (
        np.where(places >= 0, original.holders[np.maximum(places, 0)], 0)
        if original.items
        else np.zeros(len(places), np.int64)
    )
