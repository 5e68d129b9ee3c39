"""Calibration of what was learnt on splits: smooth, since what is tried there is less than what is known.

Parts of a split are half as long as the records themselves, so that scores reach further than any that were tried. A
map by steps would level off there; log-odds are mapped by a straight line instead, above a least chance: now and then a
true record comes first that looks like anybody's. Scores are meant to be log-likelihood ratios, which want no line at
all, and real knowledge is more than was tried, so trials count for half. And no more people are taken to be found than
are expected to be there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, exp

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.risk.calibration import Calibration, Map, Trial, threshold_for

_KNOTS = np.linspace(-40.0, 40.0, 321)
_MOST_LEFT = 0.2
"""However low odds are, the best record is right with no higher chance than this."""
_TRUSTED = 0.5
"""How far a line from trials is gone, from no line at all."""
_LEFT, _STEEP = -2.0, 0.5
"""The logit, as a part of the most that may be left, that is likeliest before any trial; and what it takes to leave it,
or a slope of 1, by one."""
_HALVINGS, _TINY = 40, 1e-12
_BOUNDS = ((-4.0, 1.5), (-20.0, 20.0), (-8.0, 4.0))


@dataclass(frozen=True)
class Line:
    """The chance to be right: its log-odds are a rising straight line of the raw ones (Platt), above a least chance."""

    log_slope: float = 0.0
    shift: float = 0.0
    left: float = _LEFT
    """The logit of the least chance, as a part of the most that it may be."""

    def __call__(self, odds: Floats) -> Floats:
        least = _MOST_LEFT / (1 + exp(-self.left))
        there = exp(self.log_slope) * np.clip(odds, -40.0, 40.0) + self.shift
        return np.asarray(least + (1 - least) / (1 + np.exp(-there)))

    @property
    def map(self) -> Map:
        return Map(_KNOTS, self(_KNOTS))


def smoothly_calibrated(trial: Trial, halves: Int64s, promised: float) -> Calibration:
    """A map and a threshold for each half of the people, fitted on the other half.

    Parts of a split stand out less than the records themselves do: the threshold alone keeps no promise for real
    knowledge, and wants a guard (`standout.risk.guards.guarded_by`). It is infinite where too few were tried.
    """
    side = halves[trial.people]
    maps, thresholds = [], []
    for half in (0, 1):
        other = side != half
        other = other if other.any() else np.ones(len(side), bool)
        odds = np.concatenate((trial.odds[other], trial.odds_absent[other]))
        right = np.concatenate((trial.right[other].astype(np.float64), np.zeros(int(other.sum()))))
        maps.append(tried_line(odds, right).map)
        few = too_few(trial, promised) is not None
        thresholds.append(np.inf if few else threshold_for(trial.standing_out_absent[other], promised))
    people = len(np.unique(trial.people))
    return Calibration((maps[0], maps[1]), (thresholds[0], thresholds[1]), halves, promised, people, len(trial.people))


def expecting(trial: Trial, calibration: Calibration, odds: Floats, present: float, threshold: float) -> Calibration:
    """The calibration for people who are this sure, no more than such a share of whom is there, with this threshold."""
    both = np.concatenate((trial.odds, trial.odds_absent))
    right = np.concatenate((trial.right.astype(np.float64), np.zeros(len(trial.odds_absent))))
    fitted = no_more(tried_line(both, right), odds, present).map
    return replace(calibration, maps=(fitted, fitted), thresholds=(threshold, threshold))


def too_few(trial: Trial, promised: float) -> str | None:
    """Why nobody may be named, if so few were tried that even the surest of them is no bound: a further absent person
    is surer than all of n with a chance of 1 / (n + 1)."""
    taught, needed = len(trial.people), ceil(1 / promised - 1e-9) - 1
    if taught >= needed:
        return None
    return f"{taught:,} people teach what absent ones look like; a promise of {100 * promised:g}% takes {needed:,}"


def tried_line(odds: Floats, right: Floats) -> Line:
    """The likeliest line of people who were tried, there and not, half-way from none."""
    from scipy.optimize import minimize

    def loss(line: Floats) -> float:
        chances = np.clip(Line(*line)(odds), _TINY, 1 - _TINY)
        unlikely = -(right * np.log(chances) + (1 - right) * np.log1p(-chances)).sum()
        return float(unlikely + _STEEP * (line[0] ** 2 + (line[2] - _LEFT) ** 2))

    start = np.array([0.0, 0.0, _LEFT])
    found = minimize(loss, start, method="L-BFGS-B", bounds=_BOUNDS).x if len(odds) else start
    return Line(_TRUSTED * float(found[0]), _TRUSTED * float(found[1]), float(found[2]))


def no_more(line: Line, odds: Floats, present: float) -> Line:
    """The line, moved down until no more than such a share of people is right."""
    low, high = _BOUNDS[1][0], line.shift
    if not len(odds) or float(line(odds).mean()) <= present:
        return line
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        more = float(replace(line, shift=middle)(odds).mean()) > present
        low, high = (low, middle) if more else (middle, high)
    return replace(line, shift=low)
