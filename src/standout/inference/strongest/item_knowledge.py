"""What an attacker learns about items from the people he trains on: how common, how valued, since when, what goes
with what. Nothing here looks at classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.inference.at_once import side_by_side
from standout.inference.attackers import factors_of
from standout.inference.strongest.habits import marks
from standout.inference.strongest.item_company import (
    ItemCompany,
    UsualFit,
    directions_of,
    learned_company,
    nearness,
    usual_fit,
)
from standout.inference.strongest.item_regression import ItemRegression, learned_regression
from standout.inference.strongest.sight import NO_DATE, Sight
from standout.knowledge.draw import seed_for

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

SHRINK = 5.0
"""An item's mean value counts as if so many people had given it the mean of all."""
_SHARES = (0.05, 0.2, 0.4, 0.6, 0.8)
_NMF_PEOPLE = 1_500
_NMF_STEPS = 30


@dataclass(frozen=True)
class Breadth:
    """How many factors are taken of what people have, and of the values they give."""

    items: int = 64
    values: int = 32
    parts: int = 12
    """Non-negative factors."""


@dataclass(frozen=True)
class ItemKnowledge:
    """Learned from some people; used on all."""

    weights: Floats
    """Inverse document frequency."""
    popularity: Floats
    """Logarithm of how many have each item."""
    means: Floats
    """Mean value of each item, shrunken."""
    steps: Floats
    """Values at which habits are looked at."""
    width: float
    """How far values usually are from an item's mean."""
    borders: Floats
    """Popularities that cut the entries into shares."""
    since: Floats
    """The first day that somebody had it; infinite where nobody did."""
    factors: Floats
    """Items × factors of what people have."""
    tastes: Floats | None
    """Items × factors of values against what was to be expected."""
    parts: Floats | None
    """Items × non-negative factors of what people have."""
    liked: Floats | None
    """The same of what they value above expectation."""
    company: ItemCompany
    regression: ItemRegression
    usual: tuple[UsualFit, ...] = ()
    """How well items usually fit, in each of three ways."""

    @property
    def directions(self) -> Floats:
        """Where each item lies among the factors."""
        return directions_of(self.factors)

    def fits(self, sight: Sight, threads: int = 1) -> tuple[Floats, ...]:
        """Three ways in which every pair fits the rest of its record."""
        ways = (partial(nearness, factors=self.factors), self.company.unusual, self.regression.guessed)
        return tuple(side_by_side([partial(way, sight) for way in ways], threads))

    def standard_fits(self, sight: Sight, fits: Sequence[Floats]) -> list[Floats]:
        """These against how well the item fits others who have it."""
        return [usual.against(sight, fit) for usual, fit in zip(self.usual, fits, strict=True)]

    def weighted(self, sight: Sight) -> csr_matrix:
        """What people have, rare items more, several times a little more, every row of length one."""
        from sklearn.preprocessing import normalize

        pairs = sight.pairs
        numbers = (1 + np.log(pairs.counts)) * self.weights[pairs.items]
        rows: csr_matrix = normalize(sight.matrix(numbers).astype(np.float32))
        return rows

    def surprises(self, sight: Sight) -> Floats:
        """Every pair's value less the item's mean and the person's usual distance from it; 0 where there is none."""
        pairs = sight.pairs
        known = np.isfinite(pairs.worths)
        off = np.where(known, pairs.worths - self.means[pairs.items], 0.0)
        usual = sight.means(off, known)
        return np.where(known, off - usual[pairs.people], 0.0)

    def leanings(self, sight: Sight) -> Floats:
        """How far a person is from what items usually get: mean, spread, and how often far above or below."""
        pairs = sight.pairs
        known = np.isfinite(pairs.worths)
        off = np.where(known, pairs.worths - self.means[pairs.items], 0.0)
        mean = sight.means(off, known)
        spread = np.sqrt(np.maximum(sight.means(off**2, known) - mean**2, 0))
        far = [sight.means(((off * sign > self.width) & known).astype(np.float64), known) for sign in (1, -1)]
        return np.column_stack((mean, spread, *far))

    def commonness(self, sight: Sight) -> Floats:
        """How popular the items are that a person has: mean, spread, and shares in fifths of all entries."""
        popular = self.popularity[sight.pairs.items]
        mean = sight.means(popular)
        shares = [sight.means((popular < border).astype(np.float64)) for border in self.borders]
        return np.column_stack((mean, np.sqrt(np.maximum(sight.means(popular**2) - mean**2, 0)), *shares))


def learned_items(sight: Sight, train: Int64s, breadth: Breadth, seed: int) -> ItemKnowledge:
    """Look at the items of these people."""
    return learned_with_fits(sight, train, breadth, seed)[0]


def learned_with_fits(
    sight: Sight, train: Int64s, breadth: Breadth, seed: int, threads: int = 1
) -> tuple[ItemKnowledge, tuple[Floats, ...]]:
    """Look at the items of these people; with it, how every pair fits the rest of its record."""
    about = _read_off_items(sight, train)
    weighted = about.weighted(sight)
    off = sight.matrix(about.surprises(sight)).astype(np.float32) if sight.has_values else None
    plain = off is None or not breadth.parts
    company, regression, factors, tastes, parts, liked = side_by_side(
        [
            lambda: learned_company(sight, train, seed),
            lambda: learned_regression(sight, train),
            lambda: factors_of(weighted[train], breadth.items, seed),
            lambda: None if off is None else factors_of(off[train], breadth.values, seed),
            lambda: _parts(weighted[train], breadth.parts, seed) if breadth.parts else None,
            lambda: None if plain or off is None else _parts(off[train].maximum(0), breadth.parts, seed),
        ],
        threads,
    )
    about = replace(
        about, company=company, regression=regression, factors=factors, tastes=tastes, parts=parts, liked=liked
    )
    fits = about.fits(sight, threads)
    return replace(about, usual=tuple(usual_fit(sight, fit, train) for fit in fits)), fits


def _read_off_items(sight: Sight, train: Int64s) -> ItemKnowledge:
    """What counting says of items, before anything is learned."""
    pairs, size = sight.pairs, sight.size
    among = np.zeros(size[0], np.bool_)
    among[train] = True
    chosen = among[pairs.people]
    items, worths, dates = pairs.items[chosen], pairs.worths[chosen], pairs.dates[chosen]
    holders = np.bincount(items, minlength=size[1]).astype(np.float64)
    known = np.isfinite(worths)
    average = float(worths[known].mean()) if known.any() else 0.0
    totals = np.bincount(items[known], weights=worths[known], minlength=size[1])
    many = np.bincount(items[known], minlength=size[1])
    since = np.full(size[1], np.inf)
    dated = dates != NO_DATE
    np.minimum.at(since, items[dated], dates[dated].astype(np.float64))
    popularity, means = np.log1p(holders), (totals + SHRINK * average) / (many + SHRINK)
    far = worths[known] - means[items[known]]
    return ItemKnowledge(
        weights=np.log((1 + len(train)) / (1 + holders)) + 1,
        popularity=popularity,
        means=means,
        steps=marks(worths[known]),
        width=max(float(far.std()), 1e-9) if known.any() else 1.0,
        borders=np.unique(np.quantile(popularity[items], _SHARES)) if len(items) else np.empty(0),
        since=since,
        factors=np.empty((size[1], 0)), tastes=None, parts=None, liked=None,
        company=ItemCompany(np.empty((size[1], 0)), np.empty(0)),
        regression=ItemRegression(np.empty(0, np.int64), np.empty((0, 0), np.float32)),
    )  # fmt: skip


def _parts(matrix: csr_matrix, count: int, seed: int) -> Floats | None:
    """Items × non-negative factors of some of these people, rows of length one; none where there is too little."""
    import warnings

    from sklearn.decomposition import NMF
    from sklearn.exceptions import ConvergenceWarning

    dice = np.random.default_rng(seed_for(seed, "non-negative"))
    rows = dice.permutation(matrix.shape[0])[:_NMF_PEOPLE]
    kept = min(count, min(matrix.shape) - 1, len(rows) - 1)
    if kept < 2 or not matrix.nnz:
        return None
    model = NMF(kept, init="nndsvda", max_iter=_NMF_STEPS, tol=1e-3, random_state=seed_for(seed, "parts") % 2**32)
    with warnings.catch_warnings(), np.errstate(invalid="ignore"):
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(matrix[np.sort(rows)])
    parts = np.nan_to_num(np.asarray(model.components_.T, dtype=np.float64))
    lengthened: Floats = parts / np.maximum(np.linalg.norm(parts, axis=0), 1e-12)
    return lengthened
