"""Evidence: the small summary that everything said about a lineup is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from standout.attacks.contract import Floats
from standout.interactions.model import Int64s


@dataclass(frozen=True)
class Evidence:
    """What scoring everyone for a batch of targets left behind, a row per target.

    `top_scores` and `top_records` are the best candidates, best first (-1 where there are fewer). Moments are
    over all candidates. `beat` and `tied` count candidates above and level with the true record, itself not
    counted; for an attack that lists evenly, `tied` counts all others listed. `counted` says whether the true
    record is among the candidates, `listed` whether it also reaches what the attack asks for.
    """

    top_scores: Floats
    top_records: Int64s
    candidates: Int64s
    total: Floats
    squares: Floats
    beat: Int64s
    tied: Int64s
    true_scores: Floats
    counted: np.ndarray[tuple[int], np.dtype[np.bool_]]
    listed: np.ndarray[tuple[int], np.dtype[np.bool_]]
    listed_from: Floats
    """The score from which on a record is listed."""
    exponentials: Floats
    """Sum over candidates of e^((score − best score)/σ); not a number where it was not asked for. For likelihoods, the
    sum of e^(score − second best) over all candidates but the best."""

    @property
    def targets(self) -> int:
        return len(self.beat)

    @property
    def spread(self) -> Floats:
        """Standard deviation of all candidates' scores, the paper's σ."""
        return spread(self.candidates, self.total, self.squares)


def spread(count: Int64s, total: Floats, squares: Floats) -> Floats:
    """Standard deviation from count, sum and sum of squares; 0 where nothing is spread."""
    safe = np.maximum(count, 1)
    variance = squares / safe - (total / safe) ** 2
    # below this, only rounding is left of a difference between two nearly equal numbers
    return np.sqrt(np.where(variance > 1e-12 * squares / safe, variance, 0.0))


def probabilities(evidence: Evidence) -> Floats:
    """Probability of each of the best candidates: ∝ e^(score/σ), or evenly over all where nothing is spread."""
    spreads = evidence.spread[:, None]
    real = evidence.top_records >= 0
    best = np.where(real[:, :1], evidence.top_scores[:, :1], 0.0)
    behind = np.where(real, evidence.top_scores, best) - best
    shares = np.exp(np.divide(behind, spreads, out=np.zeros_like(behind), where=spreads > 0))
    total = np.where(spreads[:, 0] > 0, evidence.exponentials, evidence.candidates)
    return np.where(real, shares / np.maximum(total, 1)[:, None], 0.0)


def joined(parts: Sequence[Evidence]) -> Evidence:
    """Evidence of one batch of targets after another."""
    return Evidence(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Evidence)))
