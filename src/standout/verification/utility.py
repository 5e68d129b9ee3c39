"""Utility: what recommenders that learn from protected data still know about the original.

A random tenth of all (person, item) pairs is held out: taken from the original for testing, and from whatever the
recommenders learn from. The choice depends on the pair alone, so a pair is held out of every version of the data, the
invented entries included, and no version teaches what is asked. An entry that a protection removed is not learned
from, but it is still asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import seed_for
from standout.results.compare_measures import Loss, ReleasedLoss, Utility, UtilityLoss
from standout.verification.aligned import Rows, rows, translated, worth
from standout.verification.drift import popularity_drift, statistics
from standout.verification.paired import ratio
from standout.verification.ranking import hits, ndcg, recall
from standout.verification.recommenders import (
    LITTLE,
    LITTLE_BELOW,
    MUCH,
    Descent,
    ValueModel,
    fit_values,
    holdings,
    popular,
    recommended,
)

HELD_OUT = 0.1
LIST = 10
MOST_TESTED, FEWEST_TESTED, MOST_SCORES = 10_000, 1_000, 400_000_000
"""People whose lists are looked at: more would only narrow intervals that are narrow already, and each of them is
scored for every item."""


@dataclass(frozen=True)
class Split:
    """A version of the data, cut into what recommenders learn from and what they are asked."""

    learned: Rows
    """Entries of this version that are not held out."""
    hidden: Rows
    """Entries of this version that are: what the paper tests on."""
    asked: Rows
    """Held-out entries of the original."""
    meaning: Floats
    """What this version's value codes are worth on the original scale."""
    usual: float
    """The mean value of the original's entries that are not held out; not a number where there are none."""


@dataclass(frozen=True)
class Measured:
    """What the data is good for, and what that was computed from person by person and entry by entry, for pairing."""

    figures: Utility
    notes: tuple[str, ...]
    errors: Floats
    """Squared error of each held-out original entry that has a value; empty where values cannot be predicted."""
    error_people: Int64s
    gains: Floats
    """nDCG@10 of each tested person."""
    people: Int64s
    reached: npt.NDArray[np.bool_]
    """Which people still have an entry to learn from."""


def utility(original: LocalDataset, protected: LocalDataset, seed: int) -> Measured:
    """Measure what the protected data (or the original itself, for comparison) is good for."""
    split = divided(original, protected, seed)
    values, notes = _values(original, protected, split, seed)
    lists = _lists(split, seed)
    after = rows(protected, original)
    counts = np.bincount(after.items, minlength=original.items)
    figures = Utility(
        rmse_of_mean=values.rmse_of_mean,
        rmse=values.rmse,
        rmse_on_protected=values.rmse_on_protected,
        ndcg=lists.ndcg,
        recall=lists.recall,
        ndcg_of_popularity=lists.ndcg_of_popularity,
        recall_of_popularity=lists.recall_of_popularity,
        statistics=statistics(after, split.meaning),
        popularity_drift=popularity_drift(original.holders, counts),
    )
    reached = np.bincount(split.learned.people, minlength=original.people) > 0
    if not len(lists.people):
        notes = (*notes, "no lists: no entry was held out")
    return Measured(figures, notes, values.errors, values.people, lists.gains, lists.people, reached)


def divided(original: LocalDataset, protected: LocalDataset, seed: int) -> Split:
    """Hold a random tenth of all pairs out of both versions."""
    before, after = rows(original), rows(protected, original)
    asked, hidden = _picked(before, seed), _picked(after, seed)
    learned = after.chosen(~hidden)
    rest = before.chosen(~asked)
    meaning, values = translated(protected, learned, original, rest), worth(original)[rest.values]
    values = values[np.isfinite(values)]
    usual = float(values.mean()) if len(values) else np.nan
    return Split(learned, after.chosen(hidden), before.chosen(asked), meaning, usual)


def _picked(entries: Rows, seed: int) -> npt.NDArray[np.bool_]:
    from standout.kernels.factors import picked

    chosen: npt.NDArray[np.bool_] = picked(seed_for(seed, "held out"), entries.people, entries.items, HELD_OUT)
    return chosen


@dataclass(frozen=True)
class _Values:
    """How far predicted values are off, and the squared error of each entry tested."""

    rmse_of_mean: float | None = None
    rmse: float | None = None
    rmse_on_protected: float | None = None
    errors: Floats = field(default_factory=lambda: np.empty(0))
    people: Int64s = field(default_factory=lambda: np.empty(0, np.int64))


@dataclass(frozen=True)
class _Lists:
    """How good recommended lists are, and the gain of each person tested."""

    ndcg: float | None = None
    recall: float | None = None
    ndcg_of_popularity: float | None = None
    recall_of_popularity: float | None = None
    gains: Floats = field(default_factory=lambda: np.empty(0))
    people: Int64s = field(default_factory=lambda: np.empty(0, np.int64))


def _values(
    original: LocalDataset, protected: LocalDataset, split: Split, seed: int
) -> tuple[_Values, tuple[str, ...]]:
    """How far predicted values are off, on the original's held-out entries and, as the paper, on the protected's."""
    truth = worth(original)[split.asked.values]
    valued = np.isfinite(truth)
    if not valued.any():
        return _Values(), ("no rmse: the data has no values",)
    people, items, truth = split.asked.people[valued], split.asked.items[valued], truth[valued]
    of_mean = _rmse((truth - split.usual) ** 2) if np.isfinite(split.usual) else None
    model = _fitted(split, seed, MUCH if original.count >= LITTLE_BELOW else LITTLE)
    if model is None:
        reason = "no rmse: the protected data has no values" if not protected.has_values else "no rmse: nothing is left"
        return _Values(of_mean), (reason,)
    errors = (model.predicted(people, items) - truth) ** 2
    protected_truth = split.meaning[split.hidden.values]
    tested = np.isfinite(protected_truth)
    on_protected = None
    if tested.any():
        guesses = model.predicted(split.hidden.people[tested], split.hidden.items[tested])
        on_protected = _rmse((guesses - protected_truth[tested]) ** 2)
    return _Values(of_mean, _rmse(errors), on_protected, errors, people.astype(np.int64)), ()


def _fitted(split: Split, seed: int, how: Descent) -> ValueModel | None:
    values = split.meaning[split.learned.values]
    valued = np.isfinite(values)
    if not valued.any():
        return None
    people, items = split.learned.people[valued], split.learned.items[valued]
    known = values[valued].astype(np.float32)
    return fit_values(people, items, known, split.learned.size, seed_for(seed, "values"), how)


def _rmse(squared: Floats) -> float:
    return float(np.sqrt(squared.mean()))


def _lists(split: Split, seed: int) -> _Lists:
    """How many held-out items come among the first ten recommended, and how far up; popularity beside them."""
    asked, size = split.asked, split.asked.size
    wanted = np.bincount(asked.people, minlength=size[0])
    people = np.flatnonzero(wanted)
    most = min(MOST_TESTED, max(FEWEST_TESTED, MOST_SCORES // max(size[1], 1)))
    if len(people) > most:
        order = np.random.default_rng(seed_for(seed, "tested people")).permutation(len(people))
        people = np.sort(people[order[:most]])
    if not len(people):
        return _Lists()
    held, many = holdings(split.learned.people, split.learned.items, size), wanted[people]
    best = recommended(held, people, LIST, seed_for(seed, "lists"))
    is_hit, usual = (
        hits(lists, people, asked.people, asked.items, size[1]) for lists in (best, popular(held, people, LIST))
    )
    gains = ndcg(is_hit, many)
    return _Lists(
        ndcg=float(gains.mean()),
        recall=float(recall(is_hit, many).mean()),
        ndcg_of_popularity=float(ndcg(usual, many).mean()),
        recall_of_popularity=float(recall(usual, many).mean()),
        gains=gains,
        people=people,
    )


def losses(before: Measured, after: Measured) -> UtilityLoss:
    """How much worse the recommenders are than with the original, relative to it; below 0 they are better.

    Pairs of the same held-out entries, or people's lists, count as one draw per person, so that intervals are those of
    the difference. `released_people` is the same over people who are still in the data. Values that are gone count as
    if their mean were always guessed.
    """
    rmse, usual = _rmse_loss(before, after, None), before.figures.rmse_of_mean
    if len(before.errors) and not len(after.errors) and usual is not None and before.figures.rmse is not None:
        rmse = Loss(loss=usual / before.figures.rmse - 1)
    released = None
    if not after.reached.all():
        released = ReleasedLoss(
            share=float(after.reached.mean()),
            rmse=_rmse_loss(before, after, after.reached),
            ndcg=_ndcg_loss(before, after, after.reached),
        )
    return UtilityLoss(rmse=rmse, ndcg=_ndcg_loss(before, after, None), released_people=released)


def _rmse_loss(before: Measured, after: Measured, only: npt.NDArray[np.bool_] | None) -> Loss | None:
    if not len(before.errors) or not len(after.errors):
        return None
    kept = np.ones(len(before.errors), bool) if only is None else only[before.error_people]
    squares = ratio(before.errors[kept], after.errors[kept], before.error_people[kept])
    if squares is None:
        return None
    loss, low, high = (float(np.sqrt(square)) - 1 for square in (squares.rate, squares.low, squares.high))
    return Loss(loss=loss, low=low, high=high)


def _ndcg_loss(before: Measured, after: Measured, only: npt.NDArray[np.bool_] | None) -> Loss | None:
    kept = np.ones(len(before.gains), bool) if only is None else only[before.people]
    lists = ratio(before.gains[kept], after.gains[kept])
    if lists is not None:
        return Loss(loss=1 - lists.rate, low=1 - lists.high, high=1 - lists.low)
    return Loss(loss=1.0) if kept.any() and before.gains[kept].any() else None
