"""What came of attacking each target: rank, guess, verdict with and without the true record, bits left."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from standout.attacks.contract import Attack, HasPrior
from standout.common.arrays import Floats, Int64s
from standout.engines.tally import Tally, spread
from standout.risk.posterior import posterior

UNLISTED = 1 << 60
"""Rank of a true record that the attack does not list at all."""

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True)
class Outcomes:
    """A row per target.

    `standing_out` is by how much the best record stands out from the second, in standard deviations for an
    attack with eccentricity, else 1 if it is alone and 0 if not; for an attack with a posterior, in nats from all
    else taken together, −log(1 − probability), and 0 if it is not alone. `standing_out_absent` is the same with the
    true record taken out of the released data. A guess is worth a verdict from `threshold` on.
    """

    ranks: Int64s
    guesses: Int64s
    right: Bools
    standing_out: Floats
    standing_out_absent: Floats
    threshold: float | Floats
    bits: Floats
    """Bits still missing to the true record; not a number where the attack has no probabilities."""
    set_sizes: Int64s
    """Records level with the true one, or listed at all for an attack that lists evenly."""
    listed: Bools
    odds: Floats = field(default_factory=lambda: np.empty(0))
    """Log-odds of the best record against all else, by the raw posterior; not a number without one."""
    odds_absent: Floats = field(default_factory=lambda: np.empty(0))
    confidence: Floats = field(default_factory=lambda: np.empty(0))
    """How sure the best record is, as a number that every attack has: nats where there is a posterior, else by how many
    standard deviations it leads all other records. Thresholds that promise something are thresholds of this."""
    confidence_absent: Floats = field(default_factory=lambda: np.empty(0))
    """The same with the true record taken out."""
    runner_up: Floats = field(default_factory=lambda: np.empty(0))
    """The same with the best record taken out: of somebody who was put first rightly, what an absent target looks
    like."""
    runner_up_odds: Floats = field(default_factory=lambda: np.empty(0))

    def within_by_lot(self, k: int) -> Floats:
        """Each target's chance to be among the k best if ties are broken by lot.

        A record that so many beat and so many tie with has each place after those who beat it with the same chance.
        """
        tied = self.set_sizes - self.listed
        beat = self.ranks - 1 - tied
        return np.where(self.listed, np.clip((k - beat) / (tied + 1), 0.0, 1.0), 0.0)


def of_everybody(outcomes: Outcomes, unknown: int) -> Outcomes:
    """The outcomes with so many more people of whom nothing could be known: not listed, and nobody is named."""
    if not unknown:
        return outcomes
    nothing = {
        "ranks": UNLISTED, "guesses": -1, "right": False, "standing_out": -np.inf, "standing_out_absent": -np.inf,
        "threshold": np.inf, "bits": np.nan, "set_sizes": 0, "listed": False, "odds": np.nan, "odds_absent": np.nan,
        "confidence": -np.inf, "confidence_absent": -np.inf, "runner_up": -np.inf, "runner_up_odds": np.nan,
    }  # fmt: skip
    rows = ((name, getattr(outcomes, name), instead) for name, instead in nothing.items())
    return replace(
        outcomes,
        **{
            name: np.concatenate((each, np.full(unknown, instead, each.dtype)))
            for name, each, instead in rows
            if isinstance(each, np.ndarray) and each.ndim
        },
    )


def outcomes(tally: Tally, attack: Attack, truths: Int64s, people: int) -> Outcomes:
    """Judge a tally. Everything about the absent record comes from the same pass: it is subtracted, not rescored."""
    scores, records = tally.top_scores, tally.top_records
    real = records >= 0
    listed = real & (scores >= tally.listed_from[:, None])
    guesses = np.where(listed[:, 0], records[:, 0], -1)
    is_truth = real & (records == truths[:, None])
    shown = np.where(listed, scores, -np.inf)
    without = np.sort(np.where(is_truth, -np.inf, shown), axis=1)[:, ::-1]
    gone = tally.counted
    left = spread(
        tally.candidates - gone,
        tally.total - np.where(gone, tally.true_scores, 0),
        tally.squares - np.where(gone, tally.true_scores, 0) ** 2,
    )
    others = tally.tied if attack.probabilities == "uniform" else None
    odds, odds_absent, runner_up_odds = (np.full(tally.targets, np.nan) for _ in range(3))
    beheaded = without_best(tally)
    if attack.probabilities == "posterior":
        prior = attack.present if isinstance(attack, HasPrior) else 0.5
        chances = posterior(tally, truths, prior)
        odds, odds_absent = chances.odds, chances.odds_absent
        runner_up_odds = posterior(beheaded, records[:, 0], prior).odds_absent
    return Outcomes(
        ranks=np.where(tally.listed, 1 + tally.beat + tally.tied, UNLISTED),
        guesses=guesses,
        right=(guesses >= 0) & (guesses == truths),
        standing_out=_standing_out(
            attack, shown, tally.spread, None if others is None else others + tally.listed, odds
        ),
        standing_out_absent=_standing_out(attack, without, left, others, odds_absent),
        threshold=attack.verdict.threshold,
        bits=_bits(tally, attack, people, odds),
        set_sizes=tally.tied + tally.listed,
        listed=tally.listed,
        odds=odds,
        odds_absent=odds_absent,
        confidence=_confidence(attack, np.where(real, scores, -np.inf), tally.spread, tally.listed_from, odds),
        confidence_absent=_confidence_without(attack, tally, truths, odds_absent),
        runner_up=_confidence_without(attack, beheaded, records[:, 0], runner_up_odds),
        runner_up_odds=runner_up_odds,
    )


def without_best(tally: Tally) -> Tally:
    """The tally as if every target's best record were the true one, so that it can be taken out."""
    best = tally.top_records[:, 0] >= 0
    return replace(tally, counted=best, true_scores=np.where(best, tally.top_scores[:, 0], 0.0))


def _confidence_without(attack: Attack, tally: Tally, taken_out: Int64s, odds: Floats) -> Floats:
    """How sure the best record is once another one is taken out."""
    own = (tally.top_records == taken_out[:, None]) & tally.counted[:, None]
    kept = np.where((tally.top_records < 0) | own, -np.inf, tally.top_scores)
    gone, score = tally.counted, np.where(tally.counted, tally.true_scores, 0.0)
    left = spread(tally.candidates - gone, tally.total - score, tally.squares - score**2)
    return _confidence(attack, np.sort(kept, axis=1)[:, ::-1], left, tally.listed_from, odds)


def _confidence(attack: Attack, scores: Floats, spreads: Floats, listed_from: Floats, odds: Floats) -> Floats:
    """In nats by the posterior, else the lead of the first of descending scores, listed or not, in standard deviations;
    0 for a tie, and where the first is not listed."""
    first, second = scores[:, 0], scores[:, 1]
    nobody = np.isneginf(first) | (first < listed_from)
    if attack.probabilities == "posterior":
        return np.where(nobody | (first == second), 0.0, np.logaddexp(0.0, odds))
    ahead = np.where(nobody, 0.0, first - np.where(np.isneginf(second) | nobody, 0.0, second))
    return np.divide(ahead, spreads, out=np.zeros_like(ahead), where=spreads > 0)


def _standing_out(attack: Attack, scores: Floats, spreads: Floats, set_sizes: Int64s | None, odds: Floats) -> Floats:
    """How much the first of descending scores stands out."""
    first, second = scores[:, 0], scores[:, 1]
    nobody = np.isneginf(first)
    if attack.probabilities == "posterior":
        return np.where(nobody | (first == second), 0.0, np.logaddexp(0.0, odds))
    if set_sizes is not None:
        return np.where(~nobody & (set_sizes == 1), 1.0, 0.0)
    ahead = np.where(nobody, 0.0, first - np.where(np.isneginf(second) | nobody, 0.0, second))
    alone = ~nobody & np.isneginf(second)
    if attack.verdict.eccentricity is None:
        return np.where((ahead > 0) | alone, 1.0, 0.0)
    return np.where(alone, np.inf, np.divide(ahead, spreads, out=np.zeros_like(ahead), where=spreads > 0))


def _bits(tally: Tally, attack: Attack, people: int, odds: Floats) -> Floats:
    """Bits missing to the true record: −log2 of its probability, or all of them where it is not listed."""
    everything = np.full(tally.targets, np.log2(max(people, 1)))
    if attack.probabilities == "none":
        return np.full(tally.targets, np.nan)
    if attack.probabilities == "uniform":
        return np.where(tally.listed, np.log2(np.maximum(1 + tally.tied, 1)), everything)
    if attack.probabilities == "posterior":
        behind = np.where(tally.listed, tally.top_scores[:, 0] - tally.true_scores, 0.0)
        return np.where(tally.listed, (behind + np.logaddexp(0.0, -odds)) / np.log(2), everything)
    spreads = tally.spread
    behind = np.where(tally.listed, tally.top_scores[:, 0] - tally.true_scores, 0.0)
    behind = np.divide(behind, spreads, out=np.zeros_like(behind), where=spreads > 0) / np.log(2)
    total = np.where(spreads > 0, tally.exponentials, tally.candidates)
    unlisted = np.where(np.isnan(tally.exponentials), np.nan, everything)
    return np.where(tally.listed, np.log2(np.maximum(total, 1)) + behind, unlisted)
