"""Probabilities from likelihoods: over all records, and the possibility that the target is in none of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.engines.tally import Tally

NOBODY = -1e6
"""Log-odds, and score, where there is no record at all."""


@dataclass(frozen=True)
class Posterior:
    """A row per target: log-odds of the best record against all other records and absence, before calibration; also
    with the true record taken out, from the same tally."""

    odds: Floats
    odds_absent: Floats


def posterior(tally: Tally, truths: Int64s, present: float) -> Posterior:
    """Every record with prior chance `present` / records, absence with the rest."""
    best, second = (_finite(tally.top_scores[:, place]) for place in (0, 1))
    rest = second + np.log(np.maximum(tally.exponentials, 1e-300))
    gone = tally.counted
    away, away_without = (
        np.log(np.maximum(count, 1) * (1 - present) / present) for count in (tally.candidates, tally.candidates - gone)
    )
    odds = _against(tally.top_scores[:, 0], tally.top_scores[:, 1], rest, away)
    leads_it = gone & (tally.top_records[:, 0] == truths)
    # with the best taken out, the second leads all others; else the true record's share is taken out of the rest
    without_best = np.log(np.maximum(tally.exponentials - 1, 1e-300)) + second
    third = tally.top_scores[:, 2] if tally.top_scores.shape[1] > 2 else np.full(len(best), -np.inf)
    without_best = np.maximum(without_best, _finite(third))
    own = np.where(gone, np.exp(np.minimum(tally.true_scores - second, 0.0)), 0.0)
    without_own = second + np.log(np.maximum(tally.exponentials - own, 1e-300))
    is_second = gone & (tally.top_records[:, 1] == truths)
    next_best = np.where(leads_it | is_second, third, tally.top_scores[:, 1])
    first = np.where(leads_it, tally.top_scores[:, 1], tally.top_scores[:, 0])
    others = np.where(leads_it, without_best, np.where(gone, without_own, rest))
    return Posterior(odds, _against(first, next_best, others, away_without))


def _finite(scores: Floats) -> Floats:
    return np.where(np.isneginf(scores), NOBODY, scores)


def _against(first: Floats, second: Floats, others: Floats, away: Floats) -> Floats:
    """Log-odds of the first against all others together and absence."""
    against = np.where(np.isneginf(second), away, np.logaddexp(others, away))
    return np.where(np.isneginf(first), NOBODY, _finite(first) - against)


def record_chances(tally: Tally, present: float) -> Floats:
    """The raw probability of each of the best records, absence being one more possibility."""
    rest = _finite(tally.top_scores[:, 1]) + np.log(np.maximum(tally.exponentials, 1e-300))
    rest = np.logaddexp(rest, np.log(np.maximum(tally.candidates, 1) * (1 - present) / present))
    whole = np.logaddexp(_finite(tally.top_scores[:, 0]), rest)
    behind = np.minimum(_finite(tally.top_scores) - whole[:, None], 0.0)
    return np.where(tally.top_records >= 0, np.exp(behind), 0.0)
