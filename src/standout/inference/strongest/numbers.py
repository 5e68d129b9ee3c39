"""An attribute that is a number, such as age: how well its order is guessed, and how far the guess is off."""

from __future__ import annotations

from collections.abc import Callable
from math import atanh, sqrt, tanh

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.inference.measures import mean_ranks
from standout.inference.strongest.learners import Targets
from standout.inference.strongest.sight import Sight
from standout.inference.strongest.stack import Size, crossed
from standout.results.estimate import Z95, Estimate
from standout.results.inference_parts import NumberResult

FEWEST_VALUES = 5
"""Of fewer different numbers, classes say all there is to say."""


def guessed_numbers(
    sight: Sight,
    numbers: Floats,
    folds: Int32s,
    seed: int,
    size: Size,
    after_fit: Callable[[], None] = lambda: None,
    threads: int = 1,
) -> NumberResult:
    """Guess everybody's number by a stack that has not seen them, beside always guessing the middle one."""
    known = folds >= 0
    bands = np.where(known, 0, -1).astype(np.int32)
    stack = crossed(sight, Targets(bands, 1, np.where(known, numbers, 0.0)), folds, seed, size, after_fit, threads)
    guess, truth = stack.scores[known, 0], numbers[known]
    middle = float(np.median(truth))
    return NumberResult(
        rank_correlation=rank_correlation(guess, truth),
        error=float(np.abs(guess - truth).mean()),
        middle=middle,
        middle_error=float(np.abs(truth - middle).mean()),
    )


def rank_correlation(one: Floats, two: Floats) -> Estimate:
    """Spearman's rank correlation with its 95% interval (Fieller, Hartley and Pearson 1957); 0 where nothing varies."""
    first, second = mean_ranks(one), mean_ranks(two)
    spread = float(first.std() * second.std())
    rate = float(((first - first.mean()) * (second - second.mean())).mean() / spread) if spread else 0.0
    rate = min(max(rate, -0.999999), 0.999999)
    half = Z95 * sqrt(1.06 / max(len(one) - 3, 1))
    return Estimate(rate, tanh(atanh(rate) - half), tanh(atanh(rate) + half))
