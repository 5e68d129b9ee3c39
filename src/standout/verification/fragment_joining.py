"""An attacker of `split`: which fragments belong to one person? Learnt from the release, by halving its fragments.

Two halves of one fragment are one person's for sure, halves of two are nearly always two people's. What tells them
apart (days in common, rare ones more; like taste; like values; an item that both have, which nobody has twice) tells
fragments of one person from others as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.model import Records
from standout.engines.base import threaded
from standout.knowledge.draw import Drawn, seed_for
from standout.protections.crowds.crowd_taste import strongest
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of

HALVED = 4_000
"""Fragments that are halved to learn from."""
SHORTLIST = 24
"""Fragments that fit what is known best, among which those that belong together are looked for."""
AT_ONCE = 500
"""Targets whose shortlists are looked at together."""
ASKED, COMPARED = 300, 10_000_000
"""Fragments for which another one of the same person is looked for among all; fewer, where that were more pairs."""
WIDTH = 24


@dataclass(frozen=True)
class Sides:
    """Records as they are compared two by two."""

    taste: Floats
    days: Any
    """A sparse row per record: its different days, rare ones heavier."""
    middles: Floats
    """The mean day."""
    values: Floats
    """By how much values are above what their items usually get."""
    items: Any

    def features(self, first: Int64s, other: Sides, second: Int64s) -> Floats:
        """What speaks for each pair (first of these, second of the others) being one person's."""
        alike = np.einsum("ij,ij->i", self.taste[first], other.taste[second])
        days = _products(self.days, first, other.days, second)
        apart = np.log1p(np.abs(self.middles[first] - other.middles[second]))
        values = np.abs(self.values[first] - other.values[second])
        return np.column_stack((alike, np.log1p(days), days > 0, apart, values))

    def shared(self, first: Int64s, second: Int64s) -> Floats:
        """How many items both have."""
        return _products(self.items, first, self.items, second)


def _products(one: Any, first: Int64s, other: Any, second: Int64s) -> Floats:
    """The inner products of pairs of sparse rows, each of one matrix with one of the other."""
    from standout.kernels.products import row_products

    products: Floats = row_products(
        one.indptr, one.indices, one.data, other.indptr, other.indices, other.data, first, second
    )
    return products


@dataclass(frozen=True)
class Joiner:
    """Somebody who has learnt which fragments belong together."""

    data: LocalDataset
    sides: Sides
    model: Any

    def ratios(self, first: Int64s, second: Int64s) -> Floats:
        """Log of how much likelier the two are one person's than two people's, by what they have."""
        found = np.asarray(self.model.decision_function(self.sides.features(first, self.sides, second)))
        if self.data.events:
            return found
        return np.where(self.sides.shared(first, second) > 0, -np.inf, found)


def joiner(data: LocalDataset, seed: int) -> Joiner | None:
    """Learn from a release of fragments; none where they are too few or too short to be halved."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    dice = np.random.default_rng(seed_for(seed, "joining"))
    long = np.flatnonzero(data.lengths >= 4)
    if len(long) < 20:
        return None
    whole = _Whole.of(data)
    chosen = dice.permutation(long)[:HALVED]
    left, right = whole.halves(chosen, dice)
    here = np.arange(len(chosen))
    others = np.roll(here, 1)
    rows = np.concatenate((left.features(here, right, here), left.features(here, right, others)))
    truth = np.repeat((True, False), len(chosen))
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=300)).fit(rows, truth)
    return Joiner(data, whole.sides(data.held.records), model)


@dataclass(frozen=True)
class _Whole:
    """What is known of all fragments together."""

    data: LocalDataset
    factors: Floats
    rare: Floats
    """How much a day in common says, by day."""
    usual: Floats
    """The mean value of each item."""
    worth: Floats

    @classmethod
    def of(cls, data: LocalDataset) -> _Whole:
        records, people = data.held.records, np.arange(data.people)
        weights = (1 / np.sqrt(np.maximum(np.diff(records.starts), 1))).astype(np.float32)
        factors = strongest(records, weights, people, data.items, WIDTH, 1).astype(np.float64)
        entries = np.maximum(data.facts.day_counts, 1) if data.has_days else np.ones(1)
        worth = np.full(256, np.nan)
        worth[: len(data.scale.positions)] = data.scale.positions
        usual = np.zeros(data.items)
        if data.has_values:
            codes, items = np.asarray(records.values), np.asarray(records.items)
            there = codes != NO_VALUE
            totals = np.bincount(items[there], worth[codes[there]], data.items)
            usual = totals / np.maximum(np.bincount(items[there], minlength=data.items), 1)
        return cls(data, factors, np.log(entries.sum() / entries), usual, worth)

    def halves(self, people: Int64s, dice: np.random.Generator) -> tuple[Sides, Sides]:
        """These fragments, each cut in two at random."""
        records = self.data.held.records
        lengths = np.diff(records.starts)[people]
        begins = np.cumsum(lengths) - lengths
        entries = np.repeat(records.starts[people] - begins, lengths) + np.arange(int(lengths.sum()))
        owners = np.repeat(np.arange(len(people)), lengths)
        places = np.empty(len(entries), np.int64)
        places[np.lexsort((dice.random(len(entries)), owners))] = np.arange(len(entries)) - begins[owners]
        parts = [_taken(records, entries[places % 2 == side], owners[places % 2 == side]) for side in (0, 1)]
        return self.sides(parts[0]), self.sides(parts[1])

    def sides(self, records: Records) -> Sides:
        """Records as they are compared."""
        from scipy import sparse

        count = len(records.starts) - 1
        owners = np.repeat(np.arange(count), np.diff(records.starts))
        items = np.asarray(records.items).astype(np.int64)
        held = sparse.csr_matrix((np.ones(len(items)), (owners, items)), (count, self.data.items))
        taste = np.asarray(held @ self.factors)
        taste /= np.maximum(np.linalg.norm(taste, axis=1, keepdims=True), 1e-12)
        days, middles, values = sparse.csr_matrix((count, 1)), np.zeros(count), np.zeros(count)
        if len(records.days):
            codes = np.asarray(records.days).astype(np.int64)
            dated = codes != NO_DAY
            seen = np.unique(owners[dated] * (NO_DAY + 1) + codes[dated])
            people, on = seen // (NO_DAY + 1), seen % (NO_DAY + 1)
            days = sparse.csr_matrix((np.sqrt(self.rare[on]), (people, on)), (count, len(self.rare)))
            middles = _means(owners[dated], codes[dated].astype(np.float64), count)
        if len(records.values):
            codes = np.asarray(records.values)
            there = codes != NO_VALUE
            values = _means(owners[there], self.worth[codes[there]] - self.usual[items[there]], count)
        return Sides(taste, days, middles, values, held)


def _means(owners: Int64s, numbers: Floats, count: int) -> Floats:
    return np.asarray(np.bincount(owners, numbers, count) / np.maximum(np.bincount(owners, minlength=count), 1))


def _taken(records: Records, entries: Int64s, owners: Int64s) -> Records:
    """Some entries, by whom they are of now, as records."""
    starts = np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=int(owners.max(initial=-1)) + 1))))
    return Records(
        starts.astype(np.int64),
        np.asarray(records.items)[entries],
        np.asarray(records.values)[entries] if len(records.values) else records.values,
        np.asarray(records.days)[entries] if len(records.days) else records.days,
    )


def found_joined(known: Joiner, drawn: Drawn, attack: Attack, threads: int | None) -> Floats:
    """For each target, 1 if one of their own fragments comes first once the best fragments were asked for those that
    belong to them; ties count by lot.

    A fragment gains by every other one of the shortlist that fits the knowledge and is likely of the same person.
    """
    data = threaded(known.data, threads)
    tally = data.engine.score(data, drawn.knowledge, attack, drawn.truths, top=SHORTLIST)
    records, scores = tally.top_records, np.where(tally.top_records >= 0, tally.top_scores, -np.inf)
    best = scores.max(axis=1, keepdims=True)
    chances = np.exp(scores - np.where(np.isfinite(best), best, 0.0))
    chances /= np.maximum(chances.sum(axis=1, keepdims=True), 1e-300)
    joined = scores.copy()
    for begin in range(0, len(records), AT_ONCE):
        here = slice(begin, begin + AT_ONCE)
        joined[here] += _by_others(known, records[here], chances[here])
    assert drawn.owners is not None
    own = (records >= 0) & (drawn.owners[np.maximum(records, 0)] == drawn.people[:, None])
    level = np.isfinite(joined) & (joined == joined.max(axis=1, keepdims=True))
    return np.asarray((level & own).sum(axis=1) / np.maximum(level.sum(axis=1), 1))


def _by_others(known: Joiner, records: Int64s, chances: Floats) -> Floats:
    """What each fragment of a target's shortlist gains by the others of it."""
    first, second = np.triu_indices(records.shape[1], 1)
    one, other = records[:, first], records[:, second]
    there = (one >= 0) & (other >= 0)
    ratios = np.zeros(one.shape)
    ratios[there] = np.exp(np.minimum(known.ratios(one[there], other[there]), 50.0))
    gained, rows = np.zeros(records.shape), np.arange(len(records))[:, None]
    np.add.at(gained, (rows, first[None, :]), np.log1p(chances[:, second] * ratios))
    np.add.at(gained, (rows, second[None, :]), np.log1p(chances[:, first] * ratios))
    return gained


@dataclass(frozen=True)
class Fragments:
    """A release whose people are new ones: whose records theirs were made from, and who tries to join them."""

    origins: Int64s
    known: Joiner | None


def fragments_of(released: LocalDataset, origins: Int64s | None, seed: int) -> Fragments | None:
    """What is told and learnt of a release of new people; none where everybody has their own id."""
    return None if origins is None else Fragments(origins, joiner(released, seed))


@dataclass(frozen=True)
class Joined:
    """How often the fragment that goes best with another is of the same person, and how often one drawn by lot is."""

    right: Estimate | None
    blind: float


def asked_of(data: LocalDataset, origins: Int64s, seed: int) -> Int64s | None:
    """Fragments for which another one of the same person is looked for, in random order; none where nobody has two."""
    several = np.flatnonzero((np.bincount(origins)[origins] > 1) & (data.lengths > 0))
    if not len(several):
        return None
    asked = np.random.default_rng(seed_for(seed, "joined")).permutation(several)
    return asked[: min(ASKED, max(COMPARED // data.people, 30))]


def joined_again(known: Joiner, origins: Int64s, seed: int) -> Joined | None:
    """Can fragments be joined again? None where nobody has two."""
    asked = asked_of(known.data, origins, seed)
    if asked is None:
        return None
    pieces = np.bincount(origins)[origins]
    everybody, right = np.arange(known.data.people), np.zeros(len(asked), bool)
    for at, fragment in enumerate(asked):
        ratios = known.ratios(np.full(len(everybody), fragment), everybody)
        ratios[fragment] = -np.inf
        right[at] = origins[int(np.argmax(ratios))] == origins[fragment]
    return Joined(rate_of(right), float((pieces[asked] - 1).mean() / max(known.data.people - 1, 1)))
