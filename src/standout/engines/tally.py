"""Tallies: the small summary that everything said about a lineup is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from standout.common.arrays import Floats, Int64s

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True)
class Own:
    """The true records' own scores, a row per target: what the others are counted against.

    Found where the record is; partitions put together what each of them found.
    """

    here: Bools
    """Whether the true record is in the partition; without it, the rest of the row says nothing."""
    whole: Int64s
    """Its score on the target's grid."""
    scores: Floats
    fits: Bools
    """Whether its length is one that the target's record may have."""


def nobodys(targets: int) -> Own:
    """Where no target has a true record."""
    none = np.zeros(targets, bool)
    return Own(none, np.zeros(targets, np.int64), np.zeros(targets), none)


def all_own(partitions: Sequence[Own]) -> Own:
    """What partitions found, put together: each true record is in one of them at most."""
    return Own(
        np.logical_or.reduce([own.here for own in partitions]),
        np.add.reduce([np.where(own.here, own.whole, 0) for own in partitions]),
        np.add.reduce([np.where(own.here, own.scores, 0.0) for own in partitions]),
        np.logical_or.reduce([own.here & own.fits for own in partitions]),
    )


@dataclass(frozen=True)
class Tally:
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
    counted: Bools
    listed: Bools
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


def probabilities(tally: Tally) -> Floats:
    """Probability of each of the best candidates: ∝ e^(score/σ), or evenly over all where nothing is spread."""
    spreads = tally.spread[:, None]
    real = tally.top_records >= 0
    best = np.where(real[:, :1], tally.top_scores[:, :1], 0.0)
    behind = np.where(real, tally.top_scores, best) - best
    shares = np.exp(np.divide(behind, spreads, out=np.zeros_like(behind), where=spreads > 0))
    total = np.where(spreads[:, 0] > 0, tally.exponentials, tally.candidates)
    return np.where(real, shares / np.maximum(total, 1)[:, None], 0.0)


def joined(tallies: Sequence[Tally]) -> Tally:
    """The tallies of one batch of targets after another as one."""
    return Tally(*(np.concatenate([getattr(tally, field.name) for tally in tallies]) for field in fields(Tally)))


def merged(tallies: Sequence[Tally]) -> Tally:
    """The tally of the same targets from several partitions, in any order and any grouping.

    Exponentials are left out (not a number): they are relative to the best score of all, so they are summed up once
    that is known; likelihoods have `merged_likelihoods`.
    """
    first = tallies[0]
    scores, records = best_of([tally.top_scores for tally in tallies], [tally.top_records for tally in tallies])
    sums = {
        name: np.add.reduce([getattr(tally, name) for tally in tallies])
        for name in ("candidates", "total", "squares", "beat", "tied")
    }
    return replace(first, top_scores=scores, top_records=records, **sums, exponentials=np.full(first.targets, np.nan))


def merged_likelihoods(tallies: Sequence[Tally]) -> Tally:
    """As `merged`, with sums of e^(score − second best) over all but the best brought to a common second best.

    Each must have kept its two best.
    """
    together = merged(tallies)
    best, second = together.top_scores[:, 0], together.top_scores[:, 1]
    total = np.zeros(together.targets)
    for tally in tallies:
        leads = tally.top_records[:, 0] == together.top_records[:, 0]
        total += _shifted(np.where(leads, -np.inf, tally.top_scores[:, 0]), second)
        total += tally.exponentials * _shifted(tally.top_scores[:, 1], second)
    return replace(together, exponentials=np.where(np.isneginf(second) | np.isneginf(best), 0.0, total))


def _shifted(scores: Floats, to: Floats) -> Floats:
    """e^(score − to), nothing where there is no such score."""
    real = ~np.isneginf(scores) & ~np.isneginf(to)
    behind = np.subtract(scores, to, out=np.full(len(scores), -np.inf), where=real)
    return np.asarray(np.exp(behind))


def best_of(scores: Sequence[Floats], records: Sequence[Int64s]) -> tuple[Floats, Int64s]:
    """The best candidates of several lists, each as long as one of them; equal scores by record."""
    every, who = np.concatenate(scores, axis=1), np.concatenate(records, axis=1)
    rows = np.repeat(np.arange(len(every)), every.shape[1])
    order = np.lexsort((np.where(who < 0, 1 << 62, who).ravel(), -every.ravel(), rows)).reshape(every.shape)
    order = (order - np.arange(len(every))[:, None] * every.shape[1])[:, : scores[0].shape[1]]
    return np.take_along_axis(every, order, axis=1), np.take_along_axis(who, order, axis=1)
