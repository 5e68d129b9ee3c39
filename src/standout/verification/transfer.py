"""Transfer utility: what a recommender learned from a release is worth to real people who were never in it.

A share of the people is held out before anything is protected. A linear item-item model (EASE, Steck 2019) learns from
the release of the others; each held-out person brings a part of their own true record, and the model is asked for
the rest. So it does not matter whose a released record is, or whether it is anybody's. Beside it stands what is
popular: a model that does no better on the unprotected data is none, and then nothing is said of a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Float32s, Floats, Int32s, Int64s
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.protections.person_records import records_of, with_records
from standout.protections.rowwise import left_names
from standout.results.compare_measures import Loss, Score
from standout.risk.intervals import share_of
from standout.verification.paired import gain, ratio
from standout.verification.ranking import hits, ndcg

SHARE, BROUGHT, LIST = 0.2, 0.8, 10
"""How many people are held out, how much of their records they bring, and how long lists are."""
KEEPS = (100.0, 300.0, 1000.0, 3000.0)
"""How much weights are held back: what is best for half of the held-out people is taken for the others."""
MOST_ITEMS = 5_000
"""Items that are told apart, the most held ones: the model takes time with their cube."""
FEWEST = 5
"""Entries that somebody must have to be held out."""


@dataclass(frozen=True)
class HeldOut:
    """People who are in no release: what they bring, and what they are then asked for."""

    brought: Asked
    wanted: Asked
    chooses: Bools
    """Who of them settles how weights are held back; the others are judged."""


@dataclass(frozen=True)
class Asked:
    """Entries of held-out people, numbered from 0, and of items in the codes of the original."""

    people: Int64s
    items: Int32s


@dataclass(frozen=True)
class Learned:
    """How good lists are, person by person, and the lists of what is popular beside them."""

    gains: Floats
    of_popularity: Floats
    keep: float

    @property
    def score(self) -> Score | None:
        score, baseline = share_of(self.gains), share_of(self.of_popularity)
        if score is None or baseline is None:
            return None
        better = gain(self.gains, self.of_popularity)
        return Score(score=score, baseline=baseline, better=better, people=len(self.gains))


def apart(data: LocalDataset, seed: int, share: float = SHARE) -> tuple[LocalDataset, HeldOut]:
    """The data without some people, to be protected, and those people."""
    dice = np.random.default_rng(seed_for(seed, "transfer"))
    enough = np.flatnonzero(data.lengths >= FEWEST)
    out = dice.permutation(enough)[: round(share * data.people)]
    if len(out) < 2 or len(out) == data.people:
        raise BadInput(
            f"transfer: only {len(enough):,} people have {FEWEST} entries or more; too few can be held out of the data"
        )
    inside = np.setdiff1d(np.arange(data.people), out)
    rest = with_records(data, records_of(data.held.records, inside), vocabulary=left_names(data.vocabulary, inside))
    records = once(records_of(once(data.held.records), np.sort(out)))
    people = np.repeat(np.arange(len(out)), np.diff(records.starts))
    brought = dice.random(len(people)) < BROUGHT
    bring, want = (Asked(people[which], np.asarray(records.items)[which]) for which in (brought, ~brought))
    return rest, HeldOut(bring, want, chooses=dice.random(len(out)) < 0.5)


@dataclass(frozen=True)
class _Trial:
    """Held-out people and what they are asked for, among the items that are told apart."""

    brought: Asked
    wanted: Asked
    asked: Int64s
    chooses: Bools

    @classmethod
    def of(cls, held: HeldOut, places: Int64s) -> _Trial:
        brought, wanted = (_within(part, places) for part in (held.brought, held.wanted))
        asked = np.intersect1d(wanted.people, brought.people)
        return cls(brought, wanted, asked, held.chooses[asked])

    def chosen_by(self, weights: Float32s) -> float:
        """The mean gain of those who settle how weights are held back."""
        return float(self._gains(weights, self.chooses).mean())

    def judged_by(self, weights: Float32s) -> Floats:
        """The gains of the others."""
        return self._gains(weights, ~self.chooses)

    def popular(self, counts: Floats) -> Floats:
        """The gains of those who are judged, by lists of what is popular."""
        return self.judged_by(np.asarray(counts, np.float32))

    def _gains(self, weights: Float32s, whose: Bools) -> Floats:
        return _gains(self.brought, self.wanted, self.asked[whose], weights)


def learned(original: LocalDataset, release: LocalDataset, held: HeldOut, keeps: Sequence[float] = KEEPS) -> Learned:
    """How good lists are that are learned from a release of the original (or from itself, for comparison)."""
    known, places = _told_apart(original)
    gram, trial = _together(original, release, places, len(known)), _Trial.of(held, places)
    best: tuple[float, Float32s, float] | None = None
    for keep in keeps:
        weights = _weights(gram, keep)
        gained = trial.chosen_by(weights)
        if best is None or gained > best[0]:
            best = gained, weights, keep
    assert best is not None
    return Learned(trial.judged_by(best[1]), trial.popular(np.diag(gram)), best[2])


def learned_alike(original: LocalDataset, release: LocalDataset, held: HeldOut, before: Learned) -> Learned:
    """The same for a release, with weights held back as is best for the original, or one step more."""
    return learned(original, release, held, tuple(keep for keep in KEEPS if keep >= before.keep)[:2])


def judged(original: LocalDataset, held: HeldOut, model: Callable[[Int64s], tuple[Floats, Floats]]) -> Learned:
    """How good lists are by weights that are given: for the items that are told apart, what each speaks for each, and
    how popular they are."""
    known, places = _told_apart(original)
    trial, (weights, counts) = _Trial.of(held, places), model(known)
    spoken: Float32s = np.asarray(weights, np.float32)
    np.fill_diagonal(spoken, 0)
    return Learned(trial.judged_by(spoken), trial.popular(counts), 0.0)


def _told_apart(original: LocalDataset) -> tuple[Int64s, Int64s]:
    """The items that are told apart, the most held ones, ascending; and where each item stands among them (-1: not)."""
    known = np.sort(np.argsort(-original.holders, kind="stable")[:MOST_ITEMS])
    places = np.full(original.items, -1, np.int64)
    places[known] = np.arange(len(known))
    return known, places


def lost(before: Learned, after: Learned) -> Loss | None:
    """How much worse the lists are than those learned from the original; none where popularity does as well."""
    score = before.score
    if score is None or not score.beats:
        return None
    left = ratio(before.gains, after.gains)
    return None if left is None else Loss(loss=1 - left.rate, low=1 - left.high, high=1 - left.low)


def _together(original: LocalDataset, release: LocalDataset, places: Int64s, size: int) -> Float32s:
    """How many released records have each two items: the upper half, with how many have each item."""
    from standout.kernels.together import add_together

    records = once(release.held.records)
    if release.vocabulary.items is not original.vocabulary.items:
        found = positions(release.vocabulary.items, original.vocabulary.items)
        places = np.where(found >= 0, places[np.maximum(found, 0)], -1) if len(places) else found
    sums, ones = np.zeros((size, size), np.float32), np.ones(size + 1, np.float32)
    add_together(records.starts, np.asarray(records.items), places, ones, 0, release.people, sums)
    return sums


def _weights(gram: Float32s, keep: float) -> Float32s:
    """What each item a person brings speaks for each other: EASE's closed form, of the upper half of a square."""
    from scipy.linalg import lapack

    held_back = gram.copy()
    held_back[np.diag_indices(len(gram))] += np.float32(keep)
    upper = lapack.spotri(lapack.spotrf(held_back)[0])[0]  # below it there are zeros
    diagonal = np.diag(upper).copy()
    weights = (upper + upper.T) / -diagonal
    np.fill_diagonal(weights, 0)
    return np.asarray(weights, np.float32)


def _gains(brought: Asked, wanted: Asked, asked: Int64s, weights: Float32s) -> Floats:
    """nDCG of each asked person's list: the best items that they do not bring, by what those that they bring speak for
    each (a square), or by one order for everybody (a row)."""
    from scipy import sparse

    if not len(asked):
        return np.zeros(0)
    size = len(weights)
    rows = sparse.csr_matrix(
        (np.ones(len(brought.people), np.float32), (brought.people, brought.items)),
        (int(max(brought.people.max(), wanted.people.max())) + 1, size),
    )[asked]
    scores = rows @ weights if weights.ndim == 2 else np.tile(weights, (len(asked), 1))
    scores[rows.nonzero()] = -np.inf
    length = min(LIST, size)
    top = np.argpartition(-scores, length - 1, axis=1)[:, :length]
    order = np.argsort(-np.take_along_axis(scores, top, axis=1), axis=1, kind="stable")
    best = np.take_along_axis(top, order, axis=1).astype(np.int32)
    many = np.bincount(wanted.people, minlength=int(asked.max()) + 1)[asked]
    return ndcg(hits(best, asked, wanted.people.astype(np.int32), wanted.items, size), many)


def _within(part: Asked, places: Int64s) -> Asked:
    items = places[part.items]
    return Asked(part.people[items >= 0], items[items >= 0].astype(np.int32))
