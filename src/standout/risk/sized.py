"""Confidence by how much is known: of whom more is known, strangers stand out more as well.

What an attack takes for independent never quite is (taste, towns, households), and each known item adds to the error.
So the surest of the absent are those of whom most is known, and a threshold that holds for them silences all others.
Confidence is therefore measured per known item to some power: for everybody alike, real, simulated and absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.risk.calibration import Trial
from standout.risk.outcomes import Outcomes

POWERS = (0.5, 0.0, 1.0)
"""What is tried, the usual one first: errors that add up by chance, none, and errors that all go one way."""


def by_size(sure: Floats, sizes: Int64s, power: float) -> Floats:
    """How sure the best record is, by how many items are known."""
    return np.asarray(sure / np.maximum(sizes, 1) ** power) if power else sure


def outcomes_by_size(came: Outcomes, sizes: Int64s, power: float) -> Outcomes:
    """The outcomes with every confidence by how many items are known."""
    return replace(
        came,
        confidence=by_size(came.confidence, sizes, power),
        confidence_absent=by_size(came.confidence_absent, sizes, power),
        runner_up=by_size(came.runner_up, sizes, power),
    )


def trial_by_size(trial: Trial, power: float) -> Trial:
    """The same of people who were tried."""
    sure = (trial.standing_out_absent, trial.standing_out)
    absent, there = (by_size(each, trial.sizes, power) if len(trial.sizes) else each for each in sure)
    return replace(trial, standing_out_absent=absent, standing_out=there)


def best_power(named: Sequence[Bools], fewest: int) -> int:
    """Which of several powers to use, given who is named by each: the first, unless another names more people beyond
    chance. Of people whom one of two names alone, as many are of either kind by chance, give or take the root of how
    many there are. So few people as this do not choose."""
    best = 0
    for place in range(1, len(named)):
        gained, lost = int((named[place] & ~named[best]).sum()), int((named[best] & ~named[place]).sum())
        if len(named[0]) >= fewest and gained - lost > 2 * np.sqrt(gained + lost):
            best = place
    return best
