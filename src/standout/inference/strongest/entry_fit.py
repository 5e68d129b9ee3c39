"""Traces of an edit: how well every entry fits the rest of its record, in company, in value and in time.

What was put into a record goes less well with the rest, is valued otherwise, or dates from before anybody had it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.inference.strongest.item_knowledge import ItemKnowledge
from standout.inference.strongest.sight import NO_DATE, Sight

SHARES = (0.0, 0.05, 0.25, 0.75)
"""Where in a record the fit is looked at, from the worst on."""
WORST = (0.05, 0.1, 0.25)
"""The shares of a record's entries that fit least, whose values, days and popularity are looked at by themselves."""


def traces_table(sight: Sight, about: ItemKnowledge, fits: Sequence[Floats]) -> Floats:
    """A row per person: mean, worst and spread of two fits, and what is odd about the entries that fit least."""
    pairs = sight.pairs
    numbers = [about.popularity[pairs.items]]
    off = about.surprises(sight) if about.tastes is not None else None
    if off is not None:
        numbers += [off, np.abs(off)]
    if np.isfinite(about.since).any():
        numbers += list(_times(sight, about))
    usual = [sight.means(number) for number in numbers]
    return np.column_stack((*usual, *(column for fit in fits[:2] for column in _told(sight, fit, numbers, usual, off))))


def _told(sight: Sight, fit: Floats, numbers: list[Floats], usual: list[Floats], off: Floats | None) -> list[Floats]:
    """What one way to fit says: itself over the record, and how the entries that fit least differ from the others."""
    people, average = sight.pairs.people, sight.means(fit)
    spread = np.sqrt(np.maximum(sight.means(fit**2) - average**2, 0))
    counts = np.bincount(people, minlength=sight.size[0])
    starts = np.concatenate(([0], np.cumsum(counts)))[:-1]
    order = _worst_first(sight, fit)
    from_worst = np.append(fit[order], 0.0)
    places = [np.where(counts > 0, starts + (share * (counts - 1)).astype(np.int64), len(order)) for share in SHARES]
    columns = [average, spread, *(from_worst[place] for place in places)]
    if off is not None:
        columns.append(sight.means((fit - average[people]) * off))
    worst = [np.minimum(np.ceil(np.maximum(share * counts, 1)).astype(np.int64), counts) for share in WORST]
    for number, mean in zip((fit, *numbers), (0.0, *usual), strict=True):
        sums = np.concatenate(([0.0], np.cumsum(number[order])))
        columns += [(sums[starts + many] - sums[starts]) / np.maximum(many, 1) - mean for many in worst]
    return columns


def _times(sight: Sight, about: ItemKnowledge) -> tuple[Floats, Floats, Floats]:
    """How old an item is when it is had, whether nobody had it yet, and how far the nearest other entry is in days."""
    pairs = sight.pairs
    dated = pairs.dates != NO_DATE
    since = about.since[pairs.items]
    known = dated & np.isfinite(since)
    age = np.where(known, pairs.dates - np.where(known, since, 0.0), 0.0)
    order = np.lexsort((pairs.dates, pairs.people))
    people, dates = pairs.people[order], pairs.dates[order].astype(np.float64)
    gaps = np.full(len(order) + 1, np.inf)
    gaps[1:-1] = np.where(people[1:] == people[:-1], np.diff(dates), np.inf)
    nearest = np.empty(len(order))
    nearest[order] = np.minimum(gaps[:-1], gaps[1:])
    alone = np.where(dated & np.isfinite(nearest), np.log1p(np.abs(np.where(np.isfinite(nearest), nearest, 0.0))), 0.0)
    return np.log1p(np.maximum(age, 0)), (age < 0).astype(np.float64), alone


def _worst_first(sight: Sight, fit: Floats) -> Int64s:
    """Every record's pairs from the worst fit on. People and fit as one key sort in a fifth of the time."""
    lowest, highest = fit.min(initial=0.0), fit.max(initial=0.0)
    within = (fit - lowest) / (2 * max(highest - lowest, 1e-12))
    return np.argsort(sight.pairs.people + within, kind="stable")
