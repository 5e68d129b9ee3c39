"""Calibration of what was learnt on splits: smooth, since what is tried there is less than what is known.

Parts of a split are half as long as the records themselves, so that scores reach further than any that were tried. A
map by steps would level off there; log-odds are mapped by a straight line instead.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.risk.calibration import Calibration, Map, Trial, threshold_for

_KNOTS = np.linspace(-40.0, 40.0, 321)
_PRIOR = 1.0
"""As if so many targets with log-odds of 0 had been half right."""


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
        maps.append(straight(odds, right))
        few = too_few(trial, promised) is not None
        thresholds.append(np.inf if few else threshold_for(trial.standing_out_absent[other], promised))
    people = len(np.unique(trial.people))
    return Calibration((maps[0], maps[1]), (thresholds[0], thresholds[1]), halves, promised, people, len(trial.people))


def expecting(calibration: Calibration, present: float, threshold: float) -> Calibration:
    """The calibration where such a share of those looked for is there, instead of half of them, with this threshold."""
    odds = np.clip(present, 1e-6, 1 - 1e-6) / (1 - np.clip(present, 1e-6, 1 - 1e-6))
    first, second = (
        Map(each.odds, each.chances * odds / (each.chances * odds + 1 - each.chances)) for each in calibration.maps
    )
    return replace(calibration, maps=(first, second), thresholds=(threshold, threshold))


def too_few(trial: Trial, promised: float) -> str | None:
    """Why nobody may be named, if so few were tried that even the surest of them is no bound: a further absent person
    is surer than all of n with a chance of 1 / (n + 1)."""
    taught, needed = len(trial.people), ceil(1 / promised - 1e-9) - 1
    if taught >= needed:
        return None
    return f"{taught:,} people teach what absent ones look like; a promise of {100 * promised:g}% takes {needed:,}"


def straight(odds: Floats, right: Floats) -> Map:
    """The map from raw log-odds to a probability whose log-odds are a rising straight line of them (Platt)."""
    from scipy.optimize import minimize

    clipped = np.clip(odds, -40.0, 40.0)

    def loss(line: Floats) -> tuple[float, Floats]:
        there = line[0] * clipped + line[1]
        chances = 1 / (1 + np.exp(-there))
        cost = np.logaddexp(0.0, there) - right * there
        anchor = _PRIOR * (np.logaddexp(0.0, line[1]) - 0.5 * line[1])
        middle = _PRIOR * (1 / (1 + np.exp(-line[1])) - 0.5)
        slope = ((chances - right) @ clipped, (chances - right).sum() + middle)
        return float(cost.sum() + anchor), np.array(slope)

    line = minimize(loss, np.array([1.0, 0.0]), jac=True, method="L-BFGS-B", bounds=[(0.01, 3.0), (-20.0, 20.0)]).x
    return Map(_KNOTS, np.asarray(1 / (1 + np.exp(-(line[0] * _KNOTS + line[1])))))
