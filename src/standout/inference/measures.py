"""How good scores are: by rank (ROC AUC, average precision) and by the decision that follows (the highest score).

`scores` are people × classes. With two classes the second is the positive one; with more, each class is set against
the rest and the mean over classes is given (macro); a class that nobody has, or everybody, has no rank to measure and
is left out of that mean.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.results.inference_parts import MEASURES


def measured(scores: Floats, codes: Int32s) -> dict[str, float]:
    """All measures by name."""
    return {name: _BY_NAME[name](scores, codes) for name in MEASURES}


def decided(scores: Floats) -> Int32s:
    """The class with the highest score."""
    chosen: Int32s = np.argmax(scores, axis=1).astype(np.int32)
    return chosen


def auc(scores: Floats, codes: Int32s) -> float:
    """Chance that someone of a class scores higher for it than someone else, ties counting half; not a number if the
    codes are all of one class."""
    return _macro(scores, codes, auc_of)


def average_precision(scores: Floats, codes: Int32s) -> float:
    """Area under the precision-recall curve, in steps; blind scores get the share of the class."""
    return _macro(scores, codes, average_precision_of)


def accuracy(scores: Floats, codes: Int32s) -> float:
    """Share of people whose class is decided rightly."""
    return float((decided(scores) == codes).mean()) if len(codes) else float("nan")


def balanced_accuracy(scores: Floats, codes: Int32s) -> float:
    """Mean over classes of the share of its people decided rightly; blind decisions get 1 / classes."""
    right = decided(scores) == codes
    return float(np.mean([right[codes == code].mean() for code in np.unique(codes)])) if len(codes) else float("nan")


def precision(scores: Floats, codes: Int32s) -> float:
    """Share of those decided to be of a class who are; 0 where nobody was."""
    chosen = decided(scores)
    return _mean_over_classes(scores, lambda code: _share(codes[chosen == code] == code))


def recall(scores: Floats, codes: Int32s) -> float:
    """Share of a class's people who were decided to be of it."""
    chosen = decided(scores)
    return _mean_over_classes(scores, lambda code: _share(chosen[codes == code] == code))


def auc_of(scores: Floats, positive: np.typing.NDArray[np.bool_]) -> float:
    """ROC AUC of one column of scores, from ranks (Mann–Whitney)."""
    hits = int(positive.sum())
    misses = len(positive) - hits
    if not hits or not misses:
        return float("nan")
    ranks = mean_ranks(scores)
    return float((ranks[positive].sum() - hits * (hits + 1) / 2) / (hits * misses))


def mean_ranks(numbers: Floats) -> Floats:
    """Ranks from 1 on, those of equal numbers at the mean of theirs."""
    _, place, many = np.unique(numbers, return_inverse=True, return_counts=True)
    ends = np.cumsum(many)
    return np.asarray((ends - (many - 1) / 2)[place], dtype=np.float64)


def average_precision_of(scores: Floats, positive: np.typing.NDArray[np.bool_]) -> float:
    """Mean precision over the positives, each taken at its own score (ties together)."""
    hits = int(positive.sum())
    if not hits:
        return float("nan")
    order = np.argsort(-scores, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(scores[order])), len(scores) - 1)
    hits_so_far = np.cumsum(positive[order])[ends]
    return float(np.sum(np.diff(hits_so_far, prepend=0) * hits_so_far / (ends + 1)) / hits)


def _macro(scores: Floats, codes: Int32s, measure: Callable[..., float]) -> float:
    return _mean_over_classes(scores, lambda code: measure(scores[:, code], codes == code))


def _mean_over_classes(scores: Floats, measure: Callable[[int], float]) -> float:
    classes = scores.shape[1]
    if classes == 2:
        return measure(1)
    by_class = np.array([measure(code) for code in range(classes)])
    return float(by_class[~np.isnan(by_class)].mean()) if not np.isnan(by_class).all() else float("nan")


def _share(right: np.typing.NDArray[np.bool_]) -> float:
    return float(right.mean()) if len(right) else 0.0


_BY_NAME: dict[str, Callable[[Floats, Int32s], float]] = {
    "auc": auc,
    "average_precision": average_precision,
    "precision": precision,
    "recall": recall,
    "accuracy": accuracy,
    "balanced_accuracy": balanced_accuracy,
}
