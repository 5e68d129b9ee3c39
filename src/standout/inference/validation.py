"""Cross-validation: how well an attacker infers the class of people it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.inference.at_once import at_once
from standout.inference.attackers import Attacker, Fitted
from standout.inference.fold_intervals import auc_variance
from standout.inference.folds import NO_FOLD, parts
from standout.inference.measures import decided, measured
from standout.results.estimate import Z95
from standout.results.inference_parts import MEASURES, Spread
from standout.risk.intervals import rate_of

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


@dataclass(frozen=True)
class Trial:
    """One attacker and the people it is tried on, for explorations that only vary what it may see."""

    attacker: Attacker
    codes: Int32s
    folds: Int32s
    classes: int
    seed: int
    after_fit: Callable[[], None] = lambda: None
    """Called after every fold or draw."""
    threads: int = 1
    """How many folds or draws are tried at once."""

    @property
    def count(self) -> int:
        """How many folds there are."""
        return int(self.folds.max()) + 1

    def tested(self, matrix: csr_matrix, fold: int) -> dict[str, float]:
        """All measures on one fold, after training on the others."""
        return self.apart(matrix, matrix, fold)

    def apart(self, seen: csr_matrix, unseen: csr_matrix, fold: int) -> dict[str, float]:
        """The same with one matrix for training and another for testing; both hold everybody."""
        train, test = parts(self.folds, fold)
        fitted = self.attacker.fit(seen[train], self.codes[train], self.classes, self.seed)
        return measured(fitted.scores(unseen[test]), self.codes[test])


@dataclass(frozen=True)
class Validated:
    """What cross-validation found of one attacker."""

    name: str
    by_fold: dict[str, Floats]
    """Each measure, fold by fold."""
    scores: Floats
    """Everybody's scores from the fold in which they were tested; not numbers for people in no tested fold."""
    coefficients: Floats | None
    """Mean over folds, classes × items, of a linear attacker."""
    settings: tuple[str, ...]
    unconverged: int
    auc_interval: tuple[float, float]
    accuracy_interval: tuple[float, float]

    def spread(self, measure: str) -> Spread:
        return spread(self.by_fold[measure])

    def spreads(self) -> dict[str, Spread]:
        """Every measure with its spread over folds; 95% intervals of AUC and accuracy."""
        by_measure = {measure: self.spread(measure) for measure in MEASURES}
        for measure, (low, high) in (("auc", self.auc_interval), ("accuracy", self.accuracy_interval)):
            by_measure[measure] = Spread(by_measure[measure].mean, by_measure[measure].sd, low, high)
        return by_measure


def spread(numbers: Sequence[float] | Floats) -> Spread:
    """Mean and standard deviation; no spread of a single number."""
    values = np.asarray(numbers, dtype=np.float64)
    return Spread(float(values.mean()), float(values.std(ddof=1)) if len(values) > 1 else 0.0)


def spreads(rows: Sequence[dict[str, float]]) -> dict[str, Spread]:
    """Every measure over folds or draws."""
    return {name: spread([each[name] for each in rows]) for name in MEASURES}


def cross_validated(
    attacker: Attacker,
    matrix: csr_matrix,
    codes: Int32s,
    folds: Int32s,
    classes: int,
    seed: int,
    tested: Sequence[int] | None = None,
    after_fold: Callable[[], None] = lambda: None,
    threads: int = 1,
) -> Validated:
    """Train on all folds but one, test on that one, for each fold (or only the `tested` ones)."""
    scores = np.full((len(codes), classes), np.nan)
    chosen = tested if tested is not None else range(int(folds.max()) + 1)
    people = [parts(folds, fold)[1] for fold in chosen]

    def fit(fold: int) -> Fitted:
        train, test = parts(folds, fold)
        learned = attacker.fit(matrix[train], codes[train], classes, seed)
        scores[test] = learned.scores(matrix[test])
        return learned

    fitted = list(at_once(fit, chosen, threads, after_fold))
    return summed_up(attacker.name, people, scores, codes, fitted)


def summed_up(
    name: str,
    people: Sequence[Int64s],
    scores: Floats,
    codes: Int32s,
    fitted: Sequence[Fitted] = (),
    dependence: float = 1.0,
) -> Validated:
    """All measures of scores that everybody got from who had not seen them, over folds of people.

    `dependence` is how many times larger the variance of the mean AUC is than that of independent folds.
    """
    figures = [measured(scores[test], codes[test]) for test in people]
    by_fold = {measure: np.array([each[measure] for each in figures]) for measure in MEASURES}
    variances = [auc_variance(scores[test], codes[test]) for test in people]
    average, half = float(by_fold["auc"].mean()), Z95 * float(np.sqrt(dependence * np.sum(variances))) / len(people)
    everyone = np.concatenate(people)
    accuracy = rate_of(decided(scores[everyone]) == codes[everyone])
    assert accuracy is not None
    coefficients = [each.coefficients for each in fitted if each.coefficients is not None]
    return Validated(
        name=name,
        by_fold=by_fold,
        scores=scores,
        coefficients=np.mean(coefficients, axis=0) if coefficients else None,
        settings=tuple(each.setting for each in fitted),
        unconverged=sum(not each.converged for each in fitted),
        auc_interval=(max(0.0, average - half), min(1.0, average + half)),
        accuracy_interval=(accuracy.low, accuracy.high),
    )


def baseline(codes: Int32s, folds: Int32s, classes: int) -> dict[str, float]:
    """What somebody gets who knows only how common the classes are, and so names the most common one."""
    known = codes[folds != NO_FOLD]
    shares = np.bincount(known, minlength=classes) / len(known)
    return measured(np.tile(shares, (len(known), 1)), known)
