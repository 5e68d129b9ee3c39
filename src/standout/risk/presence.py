"""How many of those looked for are in the release at all, learnt from how sure an attack is of them."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats
from standout.results.estimate import Estimate
from standout.risk.guards import Nulls
from standout.risk.intervals import rate

_LEVELS = 200
LEAST_TOLD_APART = 0.1
"""Where simulated people who are there reach a level only this much more often than absent ones, nothing is learnt."""


def presence(confidence: Floats, there: Floats, nulls: Nulls) -> Estimate | None:
    """The share of people who are there; none if those who are and those who are not look alike.

    At one level of confidence, the share n of people who reach it is made up of those who are there, who reach it as
    simulated ones do (d), and of absent ones (a, by the way of seeing them that gives most): n = π·d + (1 − π)·a. The
    level is where the two differ most. The interval is that of n; its low end takes it that everybody who is there
    reaches the level: if real knowledge is better than simulated, fewer are there.
    """
    if not len(confidence) or not len(there) or not len(nulls.simulated):
        return None
    levels = np.quantile(np.concatenate((there, nulls.simulated)), np.linspace(0, 1, _LEVELS))
    reached = _reach(there, levels)
    absent = np.maximum(_reach(nulls.simulated, levels), _reach(nulls.others, levels))
    best = int(np.argmax(reached - absent))
    apart, chance = float(reached[best] - absent[best]), float(absent[best])
    if apart < LEAST_TOLD_APART:
        return None
    share = rate(int((confidence >= levels[best]).sum()), len(confidence))
    assert share is not None
    middle, high = (float(np.clip((n - chance) / apart, 0.0, 1.0)) for n in (share.rate, share.high))
    low = float(np.clip((share.low - chance) / (1 - chance), 0.0, middle))
    return Estimate(middle, low, high)


def _reach(sure: Floats, levels: Floats) -> Floats:
    """The share who are at least this sure."""
    if not len(sure):
        return np.zeros(len(levels))
    return np.asarray(1 - np.searchsorted(np.sort(sure), levels, side="left") / len(sure))
