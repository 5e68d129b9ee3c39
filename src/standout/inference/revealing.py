"""Which items give people away: by coefficient, by Welch's t-test, by a random forest, and what each choice is worth.

A choice is made inside the training folds only and judged on people it has not seen. The study that this follows
(Strucks 2019, section 4.3) chose on everybody; `on_everyone` does that too, for comparison, and is too rosy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int32s, Int64s
from standout.inference.at_once import at_once
from standout.inference.folds import NO_FOLD, parts
from standout.inference.validation import Trial, spread
from standout.knowledge.draw import seed_for
from standout.results.inference_parts import Spread

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

LEVEL = 0.05
"""Significance over all tests together."""
TREES = 100
_LEAF = 5

Chooser = Callable[["csr_matrix", Int32s], Int64s]
"""Chooses items by what these people have and are."""


@dataclass(frozen=True)
class Tests:
    """Welch's t-test of every item."""

    statistic: Floats
    p: Floats
    """Two-sided; not a number where an item has too few holders in a class."""

    @property
    def tested(self) -> int:
        return int(np.isfinite(self.p).sum())

    @property
    def significant(self) -> Int64s:
        """Items below the level after Bonferroni's correction, the surest first."""
        items = np.flatnonzero(np.nan_to_num(self.p, nan=1.0) < LEVEL / max(self.tested, 1))
        return items[np.argsort(self.p[items], kind="stable")]


def welch(
    matrix: csr_matrix, members: npt.NDArray[np.bool_], holders_only: bool = True, equal_variances: bool = False
) -> Tests:
    """Do people of one class and all others differ in each item's mean value (Welch 1947)?

    With `holders_only` among those who have the item, as in the study; otherwise not having it counts as 0, which is
    the test for data without values. With `equal_variances` by Student's test, as in the study.
    """
    from scipy.stats import t as student

    means, errors, freedoms = [], [], []
    for side in (members, ~members):
        part = matrix[side]
        holders = np.asarray(part.getnnz(axis=0), dtype=np.float64)
        count = holders if holders_only else np.full(part.shape[1], float(part.shape[0]))
        total, squares = _sums(part), _sums(part.power(2))
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = total / count
            variance = np.maximum(squares - count * mean**2, 0.0) / (count - 1)
        means.append(mean)
        errors.append(np.where(count > 1, variance / np.maximum(count, 1), np.nan))
        freedoms.append(count - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = errors[0] + errors[1]
        statistic = (means[0] - means[1]) / np.sqrt(error)
        freedom = error**2 / (errors[0] ** 2 / freedoms[0] + errors[1] ** 2 / freedoms[1])
        if equal_variances:
            freedom = freedoms[0] + freedoms[1]
            counts = [freed + 1 for freed in freedoms]
            pooled = sum(of * many * freed for of, many, freed in zip(errors, counts, freedoms, strict=True)) / freedom
            statistic = (means[0] - means[1]) / np.sqrt(pooled * (1 / counts[0] + 1 / counts[1]))
    statistic[~np.isfinite(statistic)] = np.nan
    return Tests(statistic, 2 * student.sf(np.abs(statistic), freedom))


def _sums(matrix: csr_matrix) -> Floats:
    return np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()


def significant_items(
    matrix: csr_matrix, codes: Int32s, classes: int, holders_only: bool, equal_variances: bool = False
) -> Int64s:
    """Items significant for any class against the rest, the surest first."""
    best = np.full(matrix.shape[1], np.inf)
    for code in (1,) if classes == 2 else range(classes):
        tests = welch(matrix, codes == code, holders_only, equal_variances)
        items = tests.significant
        best[items] = np.minimum(best[items], tests.p[items])
    order = np.argsort(best, kind="stable")
    return order[: int(np.isfinite(best).sum())]


def importances(matrix: csr_matrix, codes: Int32s, seed: int) -> Floats:
    """How much each item lowers impurity in a random forest; they sum to 1.

    On one thread: several of scikit-learn's undo each other's filters of warnings, which are those of the process.
    """
    from sklearn.ensemble import RandomForestClassifier

    forest = RandomForestClassifier(
        TREES, min_samples_leaf=_LEAF, random_state=seed_for(seed, "forest") % 2**32, n_jobs=1
    )
    forest.fit(matrix.tocsc().astype(np.float32), codes)
    shares: Floats = np.asarray(forest.feature_importances_, dtype=np.float64)
    return shares


def strongest(coefficients: Floats) -> Int64s:
    """Items by their largest coefficient for any class, whatever its sign."""
    return np.argsort(-np.abs(coefficients).max(axis=0), kind="stable")


@dataclass(frozen=True)
class Kept:
    """What an attacker gets from some items only, and from all the others."""

    items: Spread
    only: Spread
    without: Spread | None


def kept_items(
    trial: Trial,
    matrix: csr_matrix,
    choose: Chooser,
    tested: Sequence[int],
    *,
    on_everyone: bool = False,
    rest: bool = True,
) -> Kept | None:
    """AUC with the chosen items only and with all but those; none if in some fold nothing (or everything) is chosen."""
    everyone = np.flatnonzero(trial.folds != NO_FOLD)
    columns = matrix.tocsc()
    given = choose(matrix[everyone], trial.codes[everyone]) if on_everyone else None
    chosen: list[Int64s] = []
    for fold in tested:
        train = parts(trial.folds, fold)[0]
        chosen.append(given if given is not None else choose(matrix[train], trial.codes[train]))
        if not 0 < len(chosen[-1]) < matrix.shape[1]:
            return None

    def tried(turn: tuple[int, Int64s]) -> tuple[float, float]:
        fold, items = turn
        left = np.setdiff1d(np.arange(matrix.shape[1]), items) if rest else None
        only = trial.tested(columns[:, items].tocsr(), fold)["auc"]
        return only, np.nan if left is None else trial.tested(columns[:, left].tocsr(), fold)["auc"]

    only, without = zip(*at_once(tried, zip(tested, chosen, strict=True), trial.threads, trial.after_fit), strict=True)
    return Kept(spread([len(items) for items in chosen]), spread(only), spread(without) if rest else None)
