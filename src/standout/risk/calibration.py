"""Calibration: from a raw posterior to probabilities that keep their word, and to a promised rate of accusations.

Everything here is fitted on people drawn from the released data itself, once with their record there and once with
it taken out. An adversary can do that alone: it needs no truth. Nobody's probability comes from a map that was
fitted on themselves: people are cut into two halves, and each half is judged with what was fitted on the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.engines.tally import Tally
from standout.results.finding import Bin, CalibrationSummary, MapPoint
from standout.risk.intervals import rate
from standout.risk.outcomes import Outcomes
from standout.risk.posterior import record_chances as raw_chances

BINS = 15
"""Bins of equal numbers of targets, for the reliability chart and the expected calibration error."""

FEWEST_SHOWN = 5
"""No bin is of fewer targets than this."""

_SLICES, _FEWEST = 50, 20


@dataclass(frozen=True)
class Map:
    """A monotone map from log-odds to probability: straight between knots, level beyond them."""

    odds: Floats
    chances: Floats

    def __call__(self, odds: Floats) -> Floats:
        return np.asarray(np.interp(odds, self.odds, self.chances))


@dataclass(frozen=True)
class Trial:
    """What came of attacking people of the released data, a row each, present and absent."""

    people: Int64s
    right: Bools
    odds: Floats
    odds_absent: Floats
    standing_out_absent: Floats
    """How sure the attack is of the best record with the true one taken out."""
    standing_out: Floats = field(default_factory=lambda: np.empty(0))
    """How sure it is of the best record."""
    sizes: Int64s = field(default_factory=lambda: np.empty(0, np.int64))
    """How many items were known."""


@dataclass(frozen=True)
class Calibration:
    """A map and a threshold for each half of the people, fitted on the other half."""

    maps: tuple[Map, Map]
    thresholds: tuple[float, float]
    halves: Int64s
    """Which half each released person belongs to."""
    promised: float
    people: int
    draws: int

    def half_of(self, truths: Int64s) -> Int64s:
        """The half to judge a target with; somebody who is not released may be judged with either."""
        return np.where(truths >= 0, self.halves[np.maximum(truths, 0)], 0)

    def chances(self, odds: Floats, truths: Int64s) -> Floats:
        """Calibrated probabilities that the best record is the target's."""
        first, second = (calibrate(odds) for calibrate in self.maps)
        return np.where(self.half_of(truths) == 0, first, second)

    def record_chances(self, tally: Tally, outcomes: Outcomes, present: float = 0.5) -> Floats:
        """Calibrated probabilities of the best records, never rising down the list.

        Where the best is less likely than it seemed, so is every other in proportion: doubt goes to absence, not to
        rivals. Where it is likelier, they share what it leaves.
        """
        raw = raw_chances(tally, present)
        first, best = raw[:, :1], self.maps[0](outcomes.odds)[:, None]
        tied = tally.top_scores.shape[1] > 1 and (tally.top_scores[:, 1:2] == tally.top_scores[:, :1])
        best = np.where(tied, np.minimum(best, first), best)
        doubted = raw * np.divide(np.minimum(best, first), first, out=np.zeros_like(best), where=first > 0)
        surer = raw * np.divide(1 - best, 1 - first, out=np.zeros_like(best), where=first < 1)
        surer[:, :1] = best
        return np.where(best <= first, doubted, surer)

    def thresholds_for(self, truths: Int64s) -> Floats:
        """How much the best must stand out to be named."""
        return np.array(self.thresholds)[self.half_of(truths)]


def halves_of(people: int, seed: int) -> Int64s:
    """Cut people into two halves at random."""
    return np.asarray(np.random.default_rng(seed).permutation(people) % 2, dtype=np.int64)


def calibrated(trial: Trial, halves: Int64s, promised: float, present: float = 0.5) -> Calibration:
    """Fit a map and a threshold on each half, for the other; such a share of targets is expected to be there."""
    side = halves[trial.people]
    maps, thresholds = [], []
    for half in (0, 1):
        other = side != half
        other = other if other.any() else np.ones(len(side), bool)
        maps.append(fitted(trial.odds[other], trial.right[other], trial.odds_absent[other], present))
        thresholds.append(threshold_for(trial.standing_out_absent[other], promised))
    people = len(np.unique(trial.people))
    return Calibration((maps[0], maps[1]), (thresholds[0], thresholds[1]), halves, promised, people, len(trial.people))


def fitted(odds: Floats, right: Bools, odds_absent: Floats, present: float = 0.5) -> Map:
    """Isotonic regression of "the best is the target" on log-odds, where such a share of targets is there.

    Over slices of equal numbers, so that no step of the map hangs on a few people; each level of the map is drawn a
    little towards the middle, as if one more target had been half right, so that nothing is held for certain.
    """
    if not len(odds):
        return Map(np.array([0.0]), np.array([0.5]))
    x = np.concatenate((odds, odds_absent))
    y = np.concatenate((right.astype(np.float64), np.zeros(len(odds_absent))))
    counts = np.repeat((2 * present, 2 - 2 * present), (len(odds), len(odds_absent)))
    order = np.argsort(x, kind="stable")
    slices = np.array_split(order, max(min(_SLICES, len(x) // _FEWEST), 1))
    centres = np.array([float(np.median(x[part])) for part in slices])
    hits = np.array([float((y * counts)[part].sum()) for part in slices])
    sizes = np.array([float(counts[part].sum()) for part in slices])
    steps = rising_shares(hits, sizes)
    kept = np.append(True, np.diff(centres) > 0)
    return Map(centres[kept], steps[kept])


def rising_shares(hits: Floats, sizes: Floats) -> Floats:
    """The nearest shares of hits that never fall, each level drawn a little towards the middle."""
    levels = np.unique(_rising(hits / sizes, sizes), return_inverse=True)[1]
    all_hits, all_sizes = (np.bincount(levels, weights=part)[levels] for part in (hits, sizes))
    return _rising((all_hits + 0.5) / (all_sizes + 1), sizes)


def _rising(shares: Floats, weights: Floats) -> Floats:
    """The nearest shares that never fall."""
    from scipy.optimize import isotonic_regression

    return np.asarray(isotonic_regression(shares, weights=weights).x, dtype=np.float64)


def threshold_for(standing_out_absent: Floats, promised: float) -> float:
    """How much the best must stand out so that at most the promised share of absent targets has somebody accused.

    With n absent targets and k = ⌊promised · (n + 1)⌋ it is just above the (k + 1)-th largest: a further absent target
    exceeds that with a chance of at most k / (n + 1), whatever the distribution (split conformal).
    """
    count = len(standing_out_absent)
    if not count:
        return float(np.inf)
    allowed = int(np.floor(promised * (count + 1) + 1e-9))
    if allowed >= count:
        return 0.0
    if allowed == 0:
        return float(np.nextafter(standing_out_absent.max(), np.inf))
    return float(np.nextafter(np.sort(standing_out_absent)[::-1][allowed], np.inf))


def reliability(
    chances: Floats, right: Bools, bins: int = BINS, fewest: int = FEWEST_SHOWN
) -> tuple[tuple[Bin, ...], float]:
    """Bins of equal numbers of targets, none of a few: mean probability beside the share that was right; and the mean
    distance."""
    order = np.argsort(chances, kind="stable")
    rows, error = [], 0.0
    for part in np.array_split(order, max(1, min(bins, len(order) // fewest))):
        share = rate(int(right[part].sum()), len(part))
        if share is None:
            continue
        mean = float(chances[part].mean())
        error += abs(mean - share.rate) * len(part) / len(chances)
        rows.append(Bin(probability=mean, targets=len(part), right=share))
    return tuple(rows), error


def judged_by(
    calibration: Calibration, outcomes: Outcomes, truths: Int64s, fewest: int = FEWEST_SHOWN
) -> CalibrationSummary:
    """For a finding: the map, and how well probabilities keep their word on targets, half of them absent."""
    right = np.concatenate((outcomes.right, np.zeros(len(outcomes.right), bool)))
    present = calibration.chances(outcomes.odds, truths)
    gone = calibration.chances(outcomes.odds_absent, truths)
    raw = 1 / (1 + np.exp(-np.clip(np.concatenate((outcomes.odds, outcomes.odds_absent)), -700, 700)))
    rows, error = reliability(np.concatenate((present, gone)), right, fewest=fewest)
    raw_rows, raw_error = reliability(raw, right, fewest=fewest)
    knots = zip(calibration.maps[0].odds.tolist(), calibration.maps[0].chances.tolist(), strict=True)
    return CalibrationSummary(
        people=calibration.people,
        draws=calibration.draws,
        map=tuple(MapPoint(odds=odds, probability=chance) for odds, chance in knots),
        expected_error=error,
        expected_error_raw=raw_error,
        reliability=rows,
        reliability_raw=raw_rows,
    )


def calibrated_bits(outcomes: Outcomes, chances: Floats) -> Floats:
    """Bits missing to the true record by calibrated probabilities: what is taken from the best goes to all others."""
    best = -np.log2(np.maximum(chances, 1e-12))
    other = outcomes.bits - np.logaddexp(0.0, outcomes.odds) / np.log(2) - np.log2(np.maximum(1 - chances, 1e-12))
    return np.where(outcomes.right, best, np.where(outcomes.listed, other, outcomes.bits))
