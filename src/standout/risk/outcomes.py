"""What came of attacking each target: rank, guess, verdict with and without the true record, bits left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import Attack, Floats
from standout.engines.evidence import Evidence, spread
from standout.interactions.model import Int64s

UNLISTED = 1 << 60
"""Rank of a true record that the attack does not list at all."""

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True)
class Outcomes:
    """A row per target.

    `standing_out` is by how much the best record stands out from the second, in standard deviations for an
    attack with eccentricity, else 1 if it is alone and 0 if not; `standing_out_absent` is the same with the
    true record taken out of the released data. A guess is worth a verdict from `threshold` on.
    """

    ranks: Int64s
    guesses: Int64s
    right: Bools
    standing_out: Floats
    standing_out_absent: Floats
    threshold: float
    bits: Floats
    """Bits still missing to the true record; not a number where the attack has no probabilities."""
    set_sizes: Int64s
    """Records level with the true one, or listed at all for an attack that lists evenly."""
    listed: Bools


def outcomes(evidence: Evidence, attack: Attack, truths: Int64s, people: int) -> Outcomes:
    """Judge evidence. Everything about the absent record comes from the same pass: it is subtracted, not rescored."""
    scores, records = evidence.top_scores, evidence.top_records
    real = records >= 0
    listed = real & (scores >= evidence.listed_from[:, None])
    guesses = np.where(listed[:, 0], records[:, 0], -1)
    is_truth = real & (records == truths[:, None])
    shown = np.where(listed, scores, -np.inf)
    without = np.sort(np.where(is_truth, -np.inf, shown), axis=1)[:, ::-1]
    gone = evidence.counted
    left = spread(
        evidence.candidates - gone,
        evidence.total - np.where(gone, evidence.true_scores, 0),
        evidence.squares - np.where(gone, evidence.true_scores, 0) ** 2,
    )
    others = evidence.tied if attack.probabilities == "uniform" else None
    return Outcomes(
        ranks=np.where(evidence.listed, 1 + evidence.beat + evidence.tied, UNLISTED),
        guesses=guesses,
        right=(guesses >= 0) & (guesses == truths),
        standing_out=_standing_out(
            attack, shown, evidence.spread, None if others is None else others + evidence.listed
        ),
        standing_out_absent=_standing_out(attack, without, left, others),
        threshold=1.0 if attack.verdict.eccentricity is None else attack.verdict.eccentricity,
        bits=_bits(evidence, attack, people),
        set_sizes=evidence.tied + evidence.listed,
        listed=evidence.listed,
    )


def _standing_out(attack: Attack, scores: Floats, spreads: Floats, set_sizes: Int64s | None) -> Floats:
    """How much the first of descending scores stands out."""
    first, second = scores[:, 0], scores[:, 1]
    nobody = np.isneginf(first)
    if set_sizes is not None:
        return np.where(~nobody & (set_sizes == 1), 1.0, 0.0)
    ahead = np.where(nobody, 0.0, first - np.where(np.isneginf(second) | nobody, 0.0, second))
    alone = ~nobody & np.isneginf(second)
    if attack.verdict.eccentricity is None:
        return np.where((ahead > 0) | alone, 1.0, 0.0)
    return np.where(alone, np.inf, np.divide(ahead, spreads, out=np.zeros_like(ahead), where=spreads > 0))


def _bits(evidence: Evidence, attack: Attack, people: int) -> Floats:
    """Bits missing to the true record: −log2 of its probability, or all of them where it is not listed."""
    everything = np.full(evidence.targets, np.log2(max(people, 1)))
    if attack.probabilities == "none":
        return np.full(evidence.targets, np.nan)
    if attack.probabilities == "uniform":
        return np.where(evidence.listed, np.log2(np.maximum(1 + evidence.tied, 1)), everything)
    spreads = evidence.spread
    behind = np.where(evidence.listed, evidence.top_scores[:, 0] - evidence.true_scores, 0.0)
    behind = np.divide(behind, spreads, out=np.zeros_like(behind), where=spreads > 0) / np.log(2)
    total = np.where(spreads > 0, evidence.exponentials, evidence.candidates)
    return np.where(evidence.listed, np.log2(np.maximum(total, 1)) + behind, everything)
