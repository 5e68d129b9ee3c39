"""An attacker on an attribute who knows who is in which crowd, and the labels of everybody but the target.

Composition alone may tell (whoever knows nine of ten labels of a crowd that has exactly three women knows the tenth),
and so may content: what all records of the crowd say of its classes, less what the others account for. He learns both
from released data, and how they go together, from people of other crowds. Whole crowds are dealt to folds: in one
crowd, what is known of one person's others would have the next one's own label in it.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.common.arrays import Bools, Floats, Int32s, Int64s
from standout.data.attributes import UNKNOWN, Attribute
from standout.inference.folds import parts, stratified_folds
from standout.inference.measures import auc_of, mean_ranks
from standout.knowledge.draw import seed_for
from standout.results.estimate import Z95
from standout.verification.attribute import Inference, Reached
from standout.verification.seen import Seen

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

INNER_FOLDS = 3
OUTLINES = 0.1
"""How much outlines of records count beside items."""
_STEPS = 200


def knowing_crowd_labels(inference: Inference, version: Seen, crowds: Int64s) -> list[Reached]:
    """What he reaches, by a line and by trees; `crowds` are those of the original's people, -1 for who is in none."""
    attribute, there = inference.attribute, (crowds >= 0) & (version.lengths > 0)
    judged = there & (inference.dealt >= 0)
    sizes = tuple(int((attribute.codes[judged] == code).sum()) for code in range(len(attribute.classes)))
    if min(sizes) < inference.folds:
        return []
    others, looks = others_of(attribute, crowds), _looks(version)
    folds = _whole_crowds(crowds, inference)
    reached: dict[str, list[list[float]]] = {"crowd labels": [], "crowd labels, trees": []}
    spread: dict[str, list[float]] = {name: [] for name in reached}
    for fold in inference.each:
        train, test = np.flatnonzero(judged & (folds != fold)), np.flatnonzero(judged & (folds == fold))
        known = _told(looks, attribute, crowds, train, np.flatnonzero(there), seed_for(inference.seed, "crowd labels"))
        features = np.column_stack([known, others, known[:, -others.shape[1] :] - others])
        for name, model in zip(reached, _models(inference.seed), strict=True):
            scores = _scores(model, features, attribute, train, test)
            reached[name].append(_aucs(scores, attribute.codes[test]))
            spread[name].append(variance_by_crowd(scores[:, 1], attribute.codes[test] == 1, crowds[test]))
    return [
        ReachedInCrowds(name, np.array(by_fold), sizes, error=_error(spread[name])) for name, by_fold in reached.items()
    ]


def _error(variances: Sequence[float]) -> float:
    """The standard error of the mean over folds, whose training parts overlap (Nadeau and Bengio 2003)."""
    folds = len(variances)
    return sqrt(sum(variances)) / folds * sqrt(1 + folds / (folds - 1))


@dataclass(frozen=True)
class ReachedInCrowds(Reached):
    """The same with an interval in which people of one crowd, who were guessed from the same totals, count together."""

    error: float = 0.0
    """The standard error of the mean AUC."""

    def interval(self, auc: float) -> tuple[float | None, float | None]:
        if len(self.sizes) != 2:
            return None, None
        return max(0.0, auc - Z95 * self.error), min(1.0, auc + Z95 * self.error)


def variance_by_crowd(scores: Floats, positive: Bools, crowds: Int64s) -> float:
    """The variance of an AUC over crowds drawn anew: by how much each crowd's people, taken together, move it (DeLong's
    placements, summed by crowd)."""
    hits, misses = int(positive.sum()), int((~positive).sum())
    if not hits or not misses:
        return 0.0
    ranks, auc = mean_ranks(scores), auc_of(scores, positive)
    moved: Floats = np.empty(len(scores))
    moved[positive] = ((ranks[positive] - mean_ranks(scores[positive])) / misses - auc) / hits
    moved[~positive] = (1 - (ranks[~positive] - mean_ranks(scores[~positive])) / hits - auc) / misses
    by_crowd = np.bincount(np.unique(crowds, return_inverse=True)[1], moved)
    return float((by_crowd**2).sum())


def _whole_crowds(crowds: Int64s, inference: Inference) -> Int64s:
    """The fold of each person: crowds are dealt to them by lot."""
    dice = np.random.default_rng(seed_for(inference.seed, "folds of crowds"))
    dealt = dice.permutation(int(crowds.max(initial=-1)) + 1) % inference.folds
    return np.asarray(dealt[np.maximum(crowds, 0)])


def others_of(attribute: Attribute, crowds: Int64s) -> Floats:
    """By person, the share of each class (and last of those not known) among the others of their crowd."""
    width, some = len(attribute.classes) + 1, np.flatnonzero(crowds >= 0)
    own = np.zeros((len(crowds), width))
    own[np.arange(len(crowds)), attribute.codes] = 1.0  # not known is -1: the last column
    counts = np.zeros((int(crowds.max(initial=-1)) + 1, width))
    np.add.at(counts, crowds[some], own[some])
    left: Floats = np.zeros_like(own)
    left[some] = counts[crowds[some]] - own[some]
    left /= np.maximum(left.sum(axis=1, keepdims=True), 1)
    return left


def _looks(version: Seen) -> csr_matrix:
    """What is seen of records: items in rows of length one, values beside them, and outlines."""
    from scipy import sparse

    def of_length_one(matrix: Any) -> Any:
        lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
        return sparse.diags(1 / np.maximum(lengths, 1e-12)) @ matrix

    outlines = version.outlines - version.outlines.mean(axis=0)
    outlines = outlines / np.maximum(outlines.std(axis=0), 1e-12) * OUTLINES
    blocks = [of_length_one(version.presence), of_length_one(version.values), sparse.csr_matrix(outlines)]
    return sparse.csr_matrix(sparse.hstack(blocks))


def _told(looks: csr_matrix, attribute: Attribute, crowds: Int64s, train: Int64s, there: Int64s, seed: int) -> Floats:
    """By person, what their record says of each class and what all records of their crowd do, in the mean.

    Those who are learned from are judged by inner folds of themselves, all others by all of them.
    """
    classes = len(attribute.classes)
    said: Floats = np.zeros((len(crowds), classes))
    rest = np.setdiff1d(there, train)
    said[rest] = _probabilities(looks, attribute.codes, train, rest, classes)
    folds = stratified_folds(attribute.codes[train], INNER_FOLDS, seed)
    for fold in range(INNER_FOLDS):
        seen, unseen = (train[which] for which in parts(folds, fold))
        said[unseen] = _probabilities(looks, attribute.codes, seen, unseen, classes)
    count = int(crowds.max(initial=-1)) + 1
    totals = np.zeros((count, classes))
    np.add.at(totals, crowds[there], said[there])
    means = totals / np.maximum(np.bincount(crowds[there], minlength=count), 1)[:, None]
    return np.column_stack([said, means[np.maximum(crowds, 0)], np.zeros(len(crowds))])


def _probabilities(looks: csr_matrix, codes: Int32s, train: Int64s, test: Int64s, classes: int) -> Floats:
    from sklearn.linear_model import LogisticRegression

    return _fitted_scores(LogisticRegression(max_iter=_STEPS), looks[train], codes[train], looks[test], classes)


def _models(seed: int) -> tuple[Any, Any]:
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    trees = HistGradientBoostingClassifier(
        max_iter=60, max_leaf_nodes=8, learning_rate=0.08, random_state=seed_for(seed, "trees") % 2**32
    )
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=_STEPS)), trees


def _scores(model: Any, features: Floats, attribute: Attribute, train: Int64s, test: Int64s) -> Floats:
    return _fitted_scores(model, features[train], attribute.codes[train], features[test], len(attribute.classes))


def _fitted_scores(model: Any, seen: Any, codes: Int32s, unseen: Any, classes: int) -> Floats:
    """Probabilities of each class; 0 for one that nobody of those learned from has."""
    from sklearn.exceptions import ConvergenceWarning

    assert (codes != UNKNOWN).all()
    found: Floats = np.zeros((unseen.shape[0], classes))
    if not unseen.shape[0]:
        return found
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(seen, codes)
    found[:, np.unique(codes)] = model.predict_proba(unseen)
    return found


def _aucs(scores: Floats, codes: Int32s) -> list[float]:
    """AUC for each class (for the second, where there are two); one half for a class that nobody has."""
    classes = range(scores.shape[1]) if scores.shape[1] > 2 else (1,)
    found = [auc_of(scores[:, code], codes == code) for code in classes]
    return [0.5 if np.isnan(auc) else auc for auc in found]
