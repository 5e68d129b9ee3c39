"""Probabilities from likelihoods: over all records, and the possibility that the target is in none of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import Floats
from standout.data.model import Int64s
from standout.engines.tally import Evidence

NOBODY = -1e6
"""Log-odds, and score, where there is no record at all."""


@dataclass(frozen=True)
class Posterior:
    """A row per target: log-odds of the best record against all other records and absence, before calibration; also
    with the true record taken out, from the same evidence."""

    odds: Floats
    odds_absent: Floats


def posterior(evidence: Evidence, truths: Int64s, present: float) -> Posterior:
    """Every record with prior chance `present` / records, absence with the rest."""
    best, second = (_finite(evidence.top_scores[:, at]) for at in (0, 1))
    rest = second + np.log(np.maximum(evidence.exponentials, 1e-300))
    gone = evidence.counted
    away, away_without = (
        np.log(np.maximum(count, 1) * (1 - present) / present)
        for count in (evidence.candidates, evidence.candidates - gone)
    )
    odds = _against(evidence.top_scores[:, 0], evidence.top_scores[:, 1], rest, away)
    leads_it = gone & (evidence.top_records[:, 0] == truths)
    # with the best taken out, the second leads all others; else the true record's share is taken out of the rest
    without_best = np.log(np.maximum(evidence.exponentials - 1, 1e-300)) + second
    third = evidence.top_scores[:, 2] if evidence.top_scores.shape[1] > 2 else np.full(len(best), -np.inf)
    without_best = np.maximum(without_best, _finite(third))
    own = np.where(gone, np.exp(np.minimum(evidence.true_scores - second, 0.0)), 0.0)
    without_own = second + np.log(np.maximum(evidence.exponentials - own, 1e-300))
    is_second = gone & (evidence.top_records[:, 1] == truths)
    next_best = np.where(leads_it | is_second, third, evidence.top_scores[:, 1])
    first = np.where(leads_it, evidence.top_scores[:, 1], evidence.top_scores[:, 0])
    others = np.where(leads_it, without_best, np.where(gone, without_own, rest))
    return Posterior(odds, _against(first, next_best, others, away_without))


def _finite(scores: Floats) -> Floats:
    return np.where(np.isneginf(scores), NOBODY, scores)


def _against(first: Floats, second: Floats, others: Floats, away: Floats) -> Floats:
    """Log-odds of the first against all others together and absence."""
    against = np.where(np.isneginf(second), away, np.logaddexp(others, away))
    return np.where(np.isneginf(first), NOBODY, _finite(first) - against)


def record_chances(evidence: Evidence, present: float) -> Floats:
    """The raw probability of each of the best records, absence being one more possibility."""
    whole = np.logaddexp(_finite(evidence.top_scores[:, 0]), _rest(evidence, present))
    return _shares(evidence, whole)


def shares_of_the_rest(evidence: Evidence, present: float) -> Floats:
    """The share of each of the best records in what is left beside the very best, absence among it."""
    return _shares(evidence, _rest(evidence, present))


def _rest(evidence: Evidence, present: float) -> Floats:
    """Log of what all records but the best, and absence, add up to."""
    rest = _finite(evidence.top_scores[:, 1]) + np.log(np.maximum(evidence.exponentials, 1e-300))
    return np.asarray(np.logaddexp(rest, np.log(np.maximum(evidence.candidates, 1) * (1 - present) / present)))


def _shares(evidence: Evidence, whole: Floats) -> Floats:
    behind = np.minimum(_finite(evidence.top_scores) - whole[:, None], 0.0)
    return np.where(evidence.top_records >= 0, np.exp(behind), 0.0)
