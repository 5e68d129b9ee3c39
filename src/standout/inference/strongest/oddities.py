"""What kind of entries are odd in a record: where they lie among the factors and groups of items, and how they are
valued. An edit that follows a class puts odd entries of one kind into the records of that class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Floats
from standout.inference.strongest.item_knowledge import ItemKnowledge
from standout.inference.strongest.sight import Sight

EDGES = (-0.5, -1.0, -1.5, -2.0)
"""How odd an entry is, in standard deviations of the same item's fit with others who have it."""
ODD = -1.0


def oddities_table(sight: Sight, about: ItemKnowledge, fits: Sequence[Floats]) -> Floats:
    """A row per person: for every standard fit, how many entries are odd, which kind, and what they are worth."""
    off = about.surprises(sight) if about.tastes is not None else None
    columns: list[Floats] = []
    for fit in fits:
        by_person = fit - sight.means(fit)[sight.pairs.people]
        columns += [_odd_entries(sight, about, fit, off), _odd_entries(sight, about, by_person, off)]
        columns += _kinds(sight, about, by_person, off)
    return np.hstack(columns)


def odd_groups_table(sight: Sight, about: ItemKnowledge, fits: Sequence[Floats]) -> Floats:
    """A row per person: how well the entries of each group fit, and how those that fit badly are valued."""
    assert sight.groups is not None
    groups = np.asarray(sight.groups.todense(), dtype=np.float64)
    counts = np.asarray(sight.presence @ groups) + 2.0
    off = about.surprises(sight) if about.tastes is not None else None
    found = []
    for fit in fits:
        by_person = fit - sight.means(fit)[sight.pairs.people]
        numbers = [by_person] if off is None else [by_person, off * (by_person < ODD)]
        found += [np.asarray(sight.matrix(each) @ groups) / counts for each in numbers]
    return np.hstack(found)


def _odd_entries(sight: Sight, about: ItemKnowledge, fit: Floats, off: Floats | None) -> Floats:
    """How many entries are odd, from a little to very; their popularity and value."""
    popular = about.popularity[sight.pairs.items]
    numbers = [popular] if off is None else [popular, off, np.abs(off)]
    columns = [] if off is None else [sight.means(off * fit), sight.means(np.abs(off) * fit)]
    for edge in EDGES:
        odd = (fit < edge).astype(np.float64)
        share = sight.means(odd)
        columns += [share, *(sight.means(number * odd) / np.maximum(share, 1e-3) for number in numbers)]
    return np.column_stack(columns)


def _kinds(sight: Sight, about: ItemKnowledge, fit: Floats, off: Floats | None) -> list[Floats]:
    """Where in the space of items a record's entries fit well or badly, and where the badly fitting are valued."""
    numbers = [fit, np.minimum(fit, 0.0)] if off is None else [fit, np.minimum(fit, 0.0), off * fit]
    roots, directions = np.sqrt(sight.lengths)[:, None], about.directions
    return [np.asarray(sight.matrix(each) @ directions) / roots for each in numbers]
