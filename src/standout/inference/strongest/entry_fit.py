"""Traces of an edit: how well every entry fits the rest of its record, in company, in value and in time.

What was put into a record goes less well with the rest, is valued otherwise, or dates from before anybody had it.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats
from standout.inference.strongest.item_knowledge import ItemKnowledge
from standout.inference.strongest.sight import NO_DATE, Sight

FACTORS = 32
"""As many factors say what goes with what."""
_AT_ONCE = 1 << 17
WORST = 0.1
"""The share of a record's entries that fit least, whose values, days and popularity are looked at by themselves."""


def traces_table(sight: Sight, about: ItemKnowledge) -> Floats:
    """A row per person: mean, worst and spread of the fit, and what is odd about the entries that fit least."""
    fit = company(sight, about)
    pairs = sight.pairs
    ranks = _ranks_in_record(sight, fit)
    lengths = sight.lengths[pairs.people]
    worst = ranks < np.maximum(WORST * lengths, 1)
    mean = sight.means(fit)
    spread = np.sqrt(np.maximum(sight.means(fit**2) - mean**2, 0))
    columns = [mean, spread, *(_at(sight, fit, ranks, share) for share in (0.0, 0.05, 0.25, 0.75))]
    columns.append(sight.means(fit, worst))
    numbers = [about.popularity[pairs.items]]
    if about.tastes is not None:
        off = about.surprises(sight)
        numbers += [off, np.abs(off)]
        columns.append(sight.means((fit - mean[pairs.people]) * off))
    if np.isfinite(about.since).any():
        numbers += list(_times(sight, about))
    for number in numbers:
        usual = sight.means(number)
        columns += [usual, sight.means(number, worst) - usual]
    return np.column_stack(columns)


def company(sight: Sight, about: ItemKnowledge) -> Floats:
    """For every pair, how near its item is to the others of the record: the cosine between its factors and the sum of
    theirs, itself left out; 0 for an only item."""
    pairs = sight.pairs
    kept = about.factors[:, :FACTORS]
    rows = kept / np.maximum(np.linalg.norm(kept, axis=1, keepdims=True), 1e-12)
    together = np.asarray(sight.presence @ rows)
    sizes, same = np.einsum("ij,ij->i", together, together), np.einsum("ij,ij->i", rows, rows)[pairs.items]
    inner = np.empty(len(same))
    for first in range(0, len(same), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        inner[part] = np.einsum("ij,ij->i", rows[pairs.items[part]], together[pairs.people[part]])
    others = sizes[pairs.people] - 2 * inner + same
    fit: Floats = (inner - same) / np.sqrt(np.maximum(others, 1e-12))
    fit[sight.lengths[pairs.people] < 2] = 0.0
    return fit


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


def _ranks_in_record(sight: Sight, fit: Floats) -> Floats:
    """The place of every pair in its record, from the worst fit (0) on."""
    people = sight.pairs.people
    order = np.lexsort((fit, people))
    starts = np.concatenate(([0], np.cumsum(np.bincount(people, minlength=sight.size[0]))))[:-1]
    ranks = np.empty(len(order))
    ranks[order] = np.arange(len(order)) - starts[people[order]]
    return ranks


def _at(sight: Sight, fit: Floats, ranks: Floats, share: float) -> Floats:
    """The fit at this share of every record, counted from the worst."""
    pairs = sight.pairs
    wanted = ranks == np.floor(share * (sight.lengths[pairs.people] - 1))
    return sight.means(fit, wanted)
