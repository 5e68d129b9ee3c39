"""Verdicts: how often somebody is named, rightly, wrongly, or although the person is not there at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.results.finding import AtEccentricity, AtPromise, Declared, DeclaredWhenAbsent, EqualError
from standout.risk.calibration import threshold_for
from standout.risk.intervals import rate_of
from standout.risk.outcomes import Outcomes, of_everybody

CROSSING = 0.02
"""Two error rates this close count as equal."""


def at_promise(outcomes: Outcomes, promised: float, calibrated: bool, unknown: int = 0) -> AtPromise:
    """Verdicts with a threshold that promises at most this share of false accusations, and the share measured.

    The threshold of a calibrated attack is its own. For others it is taken from every other target, for those between,
    by the same rule and on a number that every attack has: its confidence. Rates are over these targets and so many
    more people of whom nothing could be known.
    """
    outcomes = of_everybody(promising(outcomes, promised, calibrated), unknown)
    named, accused = named_and_accused(outcomes, outcomes.threshold)
    return AtPromise(
        promised=promised,
        correct=rate_of(named & outcomes.right),
        wrong=rate_of(named & ~outcomes.right),
        accused_when_absent=rate_of(accused),
    )


def promising(outcomes: Outcomes, promised: float, calibrated: bool) -> Outcomes:
    """The same outcomes, each with the threshold by which it is judged: see `at_promise`."""
    if not calibrated:
        odd = np.arange(len(outcomes.ranks)) % 2 == 1
        sides = [threshold_for(outcomes.confidence_absent[odd != side], promised) for side in (False, True)]
        outcomes = by_confidence(outcomes, np.where(odd, sides[1], sides[0]))
    return replace(outcomes, threshold=_each(outcomes))


def by_confidence(outcomes: Outcomes, threshold: float | Floats) -> Outcomes:
    """The same outcomes, judged by their confidence instead of what the attack itself asks for."""
    return replace(
        outcomes, standing_out=outcomes.confidence, standing_out_absent=outcomes.confidence_absent, threshold=threshold
    )


def _each(outcomes: Outcomes) -> Floats:
    """A threshold for each target."""
    return np.asarray(np.broadcast_to(np.asarray(outcomes.threshold, np.float64), len(outcomes.ranks)))


def named_records(outcomes: Outcomes) -> Int64s:
    """The record that is named for each target; -1 where nobody stands out enough."""
    return np.where(named_and_accused(outcomes, outcomes.threshold)[0], outcomes.guesses, -1)


def declared(outcomes: Outcomes) -> Declared:
    """How often somebody is named, rightly or wrongly."""
    named, _ = named_and_accused(outcomes, outcomes.threshold)
    return Declared(
        correct=rate_of(named & outcomes.right), wrong=rate_of(named & ~outcomes.right), silent=rate_of(~named)
    )


def declared_when_absent(outcomes: Outcomes) -> DeclaredWhenAbsent:
    """How often somebody is named although the true record was taken out."""
    _, accused = named_and_accused(outcomes, outcomes.threshold)
    return DeclaredWhenAbsent(accused=rate_of(accused), silent=rate_of(~accused))


def named_and_accused(outcomes: Outcomes, phi: float | Floats) -> tuple[Bools, Bools]:
    """Whether somebody stands out by this much, with the true record there and with it taken out; a tie never does."""
    named = (outcomes.standing_out >= phi) & (outcomes.standing_out > 0) & (outcomes.guesses >= 0)
    return named, (outcomes.standing_out_absent >= phi) & (outcomes.standing_out_absent > 0)


def at_eccentricity(outcomes: Outcomes, phi: float) -> AtEccentricity:
    """The verdicts if the best record must stand out by this much."""
    named, accused = named_and_accused(outcomes, phi)
    return AtEccentricity(
        phi=phi,
        correct=rate_of(named & outcomes.right),
        wrong=rate_of(named & ~outcomes.right),
        accused_when_absent=rate_of(accused),
    )


def equal_error(outcomes: Outcomes) -> EqualError | None:
    """The eccentricity at which missing a person who is there is as likely as accusing when they are not.

    None where there is no such point: when people are missed more often than anybody is accused even if any
    lead at all counts.
    """
    right = np.sort(np.where(outcomes.right & (outcomes.standing_out > 0), outcomes.standing_out, -np.inf))
    absent = np.sort(np.where(outcomes.standing_out_absent > 0, outcomes.standing_out_absent, -np.inf))
    phis = np.unique(np.concatenate((right, absent)))
    phis = phis[np.isfinite(phis)]
    if not len(phis):
        return None
    missed = np.searchsorted(right, phis, side="left") / len(right)
    accused = 1 - np.searchsorted(absent, phis, side="left") / len(absent)
    best = int(np.argmin(np.abs(missed - accused)))
    if abs(missed[best] - accused[best]) > CROSSING:
        return None
    return EqualError(phi=round(float(phis[best]), 2), missed=float(missed[best]), accused=float(accused[best]))
