"""Which items are had together, from the people an attacker trains on, and how well every entry keeps such company."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.inference.attackers import factors_of
from standout.inference.strongest.sight import Sight
from standout.kernels.products import entry_products
from standout.knowledge.draw import seed_for

FACTORS = 32
"""As many factors say what goes with what."""
_PEOPLE = 2_000
"""As many people teach it."""
_SHRINK = 5.0
"""An item's usual fit counts as if so many more had the usual fit of all."""
_LEAST_SPREAD = 0.1
"""An item's spread is at least about this share of that of all."""


@dataclass(frozen=True)
class ItemCompany:
    """What goes with what, and how well each item goes with records that have it."""

    rows: Floats
    """Items × factors: the inner product of two rows is near the cosine between the items' holders."""
    usual: Floats
    """The mean fit of each item, shrunken."""

    def unusual(self, sight: Sight) -> Floats:
        """For every pair, how much better than usual its item fits the rest of the record. Rare items fit badly with
        everybody, so what is odd about an entry shows only against others of the same item. 0 for an only item."""
        pairs = sight.pairs
        against = mean_fit(sight, self.rows) - self.usual[pairs.items]
        return np.where(sight.lengths[pairs.people] < 2, 0.0, against)


def learned_company(sight: Sight, train: Int64s, seed: int) -> ItemCompany:
    """Look at who of these people has what; of many, some by lot."""
    holders = np.bincount(sight.presence[train].indices, minlength=sight.size[1])
    some = np.sort(np.random.default_rng(seed_for(seed, "company")).permutation(train)[:_PEOPLE])
    scaled = sight.presence[some]
    scaled.data = 1 / np.sqrt(holders[scaled.indices] + 1)
    factors = factors_of(scaled, FACTORS, seed)
    strengths = np.linalg.norm(np.asarray(scaled @ factors), axis=0)
    rows = factors * (strengths * np.sqrt(len(train) / max(len(some), 1)))
    fit, pairs = mean_fit(sight, rows), sight.pairs
    among = np.zeros(sight.size[0], np.bool_)
    among[train] = True
    taught = among[pairs.people]
    average = float(fit[taught].mean()) if taught.any() else 0.0
    totals = np.bincount(pairs.items[taught], weights=fit[taught], minlength=sight.size[1])
    return ItemCompany(rows, (totals + _SHRINK * average) / (holders + _SHRINK))


def mean_fit(sight: Sight, rows: Floats) -> Floats:
    """For every pair, the mean inner product of its item's row with those of the others in the record; 0 for an only
    item."""
    inner, same = inner_products(sight, rows)
    return (inner - same) / np.maximum(sight.lengths[sight.pairs.people] - 1, 1)


def nearness(sight: Sight, factors: Floats) -> Floats:
    """For every pair, how near its item is to the others of the record: the cosine between its factors and the sum of
    theirs, itself left out; 0 for an only item."""
    rows = directions_of(factors)
    together = np.asarray(sight.presence @ rows)
    inner, same = inner_products(sight, rows, together)
    people = sight.pairs.people
    others = np.einsum("ij,ij->i", together, together)[people] - 2 * inner + same
    fit: Floats = (inner - same) / np.sqrt(np.maximum(others, 1e-12))
    fit[sight.lengths[people] < 2] = 0.0
    return fit


def directions_of(factors: Floats) -> Floats:
    """The first factors of every item, of length one."""
    kept = factors[:, :FACTORS].astype(np.float64)
    lengthened: Floats = kept / np.maximum(np.linalg.norm(kept, axis=1, keepdims=True), 1e-12)
    return lengthened


def inner_products(sight: Sight, rows: Floats, together: Floats | None = None) -> tuple[Floats, Floats]:
    """For every pair, the inner product of its item's row with the sum of the record's, and with itself."""
    pairs, rows = sight.pairs, np.ascontiguousarray(rows, dtype=np.float64)
    sums = np.asarray(sight.presence @ rows) if together is None else together
    return entry_products(pairs.people, pairs.items, sums, rows), np.einsum("ij,ij->i", rows, rows)[pairs.items]


@dataclass(frozen=True)
class UsualFit:
    """How well each item usually fits the records that have it, in one way to fit: mean and spread, shrunken."""

    means: Floats
    widths: Floats

    def against(self, sight: Sight, fit: Floats) -> Floats:
        """For every pair, how many usual spreads it fits better than its item usually does."""
        items = sight.pairs.items
        against: Floats = (fit - self.means[items]) / self.widths[items]
        return against


def usual_fit(sight: Sight, fit: Floats, people: Int64s) -> UsualFit:
    """Look at the pairs of these people."""
    pairs, width = sight.pairs, sight.size[1]
    among = np.zeros(sight.size[0], np.bool_)
    among[people] = True
    chosen = among[pairs.people]
    items, fits = pairs.items[chosen], fit[chosen]
    counts = np.bincount(items, minlength=width)
    means = np.bincount(items, weights=fits, minlength=width) / np.maximum(counts, 1)
    off = fits - means[items]
    usual = max(float(off.var()) if len(off) else 0.0, 1e-12)
    squares = np.bincount(items, weights=off**2, minlength=width) / np.maximum(counts, 1)
    return UsualFit(means, np.sqrt(squares + _LEAST_SPREAD * usual))
