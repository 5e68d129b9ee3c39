"""How well values are predicted: what people think of items, or how much of them they take.

Ratings are predicted as they are. Amounts (counts, and numbers whose range is that of quantities or prices) are
predicted by their order of magnitude: an error of 1 is one doubling, and returns are amounts below 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.model import Scale
from standout.knowledge.draw import seed_for
from standout.results.compare_found import Change
from standout.results.compare_measures import Purpose, Score
from standout.results.estimate import Z95, Estimate
from standout.verification.aligned import worth
from standout.verification.held_out import Split
from standout.verification.paired import gain
from standout.verification.recommenders import LITTLE, LITTLE_BELOW, MUCH, Descent, ValueModel, fit_values

LARGEST_RATING = 100.0
"""Numbers beyond this are amounts: no scale of ratings goes further than to a hundred."""


def purpose_of(scale: Scale) -> Purpose:
    """What data with values of this kind is for."""
    if scale.kind == "none":
        return "items"
    if scale.kind == "letters":
        return "ratings"
    largest = max((abs(position) for position in scale.positions), default=0.0)
    return "amounts" if scale.kind != "numbers" or largest > LARGEST_RATING else "ratings"


def magnitudes(positions: Floats, scale: Scale) -> Floats:
    """What values count as when they are predicted: numbers that are amounts by their doublings, others as they are.

    A scale of counts has doublings for positions already.
    """
    if scale.kind != "numbers" or purpose_of(scale) != "amounts":
        return positions
    return np.asarray(np.sign(positions) * np.log2(1 + np.abs(positions)))


@dataclass(frozen=True)
class ValueScores:
    """How far predicted values are off, and the squared error of each entry tested."""

    rmse_of_mean: float | None = None
    rmse: float | None = None
    rmse_on_protected: float | None = None
    errors: Floats = field(default_factory=lambda: np.empty(0))
    people: Int64s = field(default_factory=lambda: np.empty(0, np.int64))
    score: Score | None = None


def value_scores(
    original: LocalDataset, protected: LocalDataset, split: Split, seed: int
) -> tuple[ValueScores, tuple[str, ...]]:
    """How far predicted values are off, on the original's held-out entries and, as the paper, on the protected's."""
    truth = magnitudes(worth(original), original.scale)[split.asked.values]
    valued = np.isfinite(truth)
    if not valued.any():
        return ValueScores(), ("no rmse: the data has no values",)
    people, items, truth = split.asked.people[valued], split.asked.items[valued], truth[valued]
    mean = _usual(original, split)
    from_mean = (truth - mean) ** 2
    of_mean = _root(from_mean) if np.isfinite(mean) else None
    meaning = magnitudes(split.meaning, original.scale)
    model = _fitted(split, meaning, seed, MUCH if original.count >= LITTLE_BELOW else LITTLE)
    if model is None:
        reason = "no rmse: the protected data has no values" if not protected.has_values else "no rmse: nothing is left"
        return ValueScores(of_mean), (reason,)
    errors = (model.predicted(people, items) - truth) ** 2
    protected_truth = meaning[split.hidden.values]
    tested = np.isfinite(protected_truth)
    on_protected = None
    if tested.any():
        guesses = model.predicted(split.hidden.people[tested], split.hidden.items[tested])
        on_protected = _root((guesses - protected_truth[tested]) ** 2)
    tested_people = people.astype(np.int64)
    score = None if of_mean is None else _score(errors, from_mean, tested_people)
    return ValueScores(of_mean, _root(errors), on_protected, errors, tested_people, score), ()


def _usual(original: LocalDataset, split: Split) -> float:
    """What is guessed by who knows only the mean of the entries that are not held out."""
    if purpose_of(original.scale) != "amounts" or original.scale.kind != "numbers":
        return split.usual
    counts = original.facts.value_counts - np.bincount(split.asked.values, minlength=256)[: len(original.scale.labels)]
    return float(np.average(magnitudes(np.array(original.scale.positions), original.scale), weights=counts))


def _fitted(split: Split, meaning: Floats, seed: int, how: Descent) -> ValueModel | None:
    values = meaning[split.learned.values]
    valued = np.isfinite(values)
    if not valued.any():
        return None
    people, items = split.learned.people[valued], split.learned.items[valued]
    known = values[valued].astype(np.float32)
    return fit_values(people, items, known, split.learned.size, seed_for(seed, "values"), how)


def _root(squared: Floats) -> float:
    return float(np.sqrt(squared.mean()))


def _score(errors: Floats, from_mean: Floats, people: Int64s) -> Score:
    """Both errors with intervals; entries of one person count as one draw."""
    own, usual = _influence(errors), _influence(from_mean)
    apart = gain(usual, own, people)
    difference, half = _root(from_mean) - _root(errors), (apart.high - apart.low) / 2
    return Score(
        score=_estimate(errors, own, people),
        baseline=_estimate(from_mean, usual, people),
        better=Change(change=difference, low=difference - half, high=difference + half),
        people=len(np.unique(people)),
    )


def _influence(squared: Floats) -> Floats:
    """How far each entry moves the root of the mean, to the first order."""
    root = _root(squared)
    return (squared - squared.mean()) / (2 * root) if root > 0 else np.zeros(len(squared))


def _estimate(squared: Floats, influence: Floats, people: Int64s) -> Estimate:
    root, sums = _root(squared), np.bincount(people, weights=influence)
    half = Z95 * float(np.sqrt((sums**2).sum())) / len(squared)
    return Estimate(root, max(root - half, 0.0), root + half)
