"""How much an adversary believes each of the best records to be the target's: also if the target's own is taken out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import Attack, HasPrior
from standout.common.arrays import Bools, Floats, Int64s
from standout.engines.tally import Tally
from standout.risk.posterior import NOBODY


@dataclass(frozen=True)
class Believed:
    """A row per target: the best records (-1: none) with their chances, which add up to 1 or less."""

    records: Int64s
    chances: Floats


_GRID = 2.0**40


def on_grid(shares: Floats) -> Floats:
    """Shares on a grid so fine that nothing is lost, whose sums are exact in any order: ties are ties."""
    return np.asarray(np.rint(shares * _GRID) / _GRID)


def believed(tally: Tally, attack: Attack, own: Int64s, *, without: bool) -> Believed:
    """The chances of the best records; `without` the target's own record (-1: none), as if it were not released.

    Nothing is scored again: what the own record adds to a sum is taken out of it. An attack without probabilities
    believes in whoever comes first, evenly where several do.
    """
    real = tally.top_records >= 0
    gone = real & (tally.top_records == own[:, None]) if without else np.zeros_like(real)
    left = real & ~gone & (tally.top_scores >= tally.listed_from[:, None])
    match attack.probabilities:
        case "posterior":
            chances = _posterior(tally, attack, gone)
        case "entropic":
            chances = _entropic(tally, np.asarray(gone.any(axis=1)))
        case "uniform":
            chances = np.ones_like(tally.top_scores)
        case "none":
            best = np.max(np.where(left, tally.top_scores, -np.inf), axis=1, initial=-np.inf)
            chances = np.where(tally.top_scores == best[:, None], 1.0, 0.0)
    chances = np.where(left, chances, 0.0)
    whole = chances.sum(axis=1, keepdims=True)
    evenly = attack.probabilities in ("uniform", "none")
    divisor = np.where(whole > 0, whole, 1.0) if evenly else np.maximum(whole, 1.0)
    return Believed(np.where(left, tally.top_records, -1), on_grid(chances / divisor))


def evidence(tally: Tally, attack: Attack) -> Floats:
    """How much speaks for the target to be in the release at all: more is more."""
    best = _finite(tally.top_scores[:, 0])
    if attack.probabilities != "posterior":
        return best
    rest = _finite(tally.top_scores[:, 1]) + np.log(np.maximum(tally.exponentials, 1e-300))
    return np.asarray(np.logaddexp(best, rest) - np.log(np.maximum(tally.candidates, 1)))


def _posterior(tally: Tally, attack: Attack, gone: Bools) -> Floats:
    """∝ e^score beside absence; the sum over all others is known relative to the second best."""
    present = attack.present if isinstance(attack, HasPrior) else 0.5
    best, second = _finite(tally.top_scores[:, 0]), _finite(tally.top_scores[:, 1])
    taken = gone.any(axis=1)
    away = np.log(np.maximum(tally.candidates - taken, 1) * (1 - present) / present)
    rest = second + np.log(np.maximum(tally.exponentials, 1e-300))
    records = np.logaddexp(best, rest)
    others = np.where(gone, tally.top_scores, -np.inf).max(axis=1, initial=-np.inf)
    share = np.where(taken, np.exp(np.minimum(_finite(others) - records, 0.0)), 0.0)
    # without the best, exactly the others are left; any other record is at most half of the sum
    left = np.where(gone[:, 0], rest, records + np.log1p(-np.minimum(share, 0.5)))
    whole = np.logaddexp(left, away)
    return np.exp(np.minimum(_finite(tally.top_scores) - whole[:, None], 0.0))


def _entropic(tally: Tally, taken: Bools) -> Floats:
    """∝ e^(score/σ), evenly where nothing is spread; σ is that of all records."""
    spreads, real = tally.spread[:, None], tally.top_records >= 0
    best = np.where(real[:, :1], tally.top_scores[:, :1], 0.0)
    own = np.where(taken[:, None], tally.true_scores[:, None], -np.inf)
    shares, taken_out = (
        np.exp(np.divide(behind, spreads, out=np.zeros_like(behind), where=spreads > 0))
        for behind in (np.where(real, tally.top_scores, best) - best, own - best)
    )
    total = np.where(spreads > 0, tally.exponentials[:, None] - taken_out, (tally.candidates - taken)[:, None])
    return np.asarray(shares / np.maximum(total, 1e-300))


def _finite(scores: Floats) -> Floats:
    return np.where(np.isneginf(scores), NOBODY, scores)
