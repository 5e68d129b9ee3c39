"""How uncertain an AUC is."""

from __future__ import annotations

from math import sqrt

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.inference.measures import auc, mean_ranks
from standout.results.estimate import Z95, Estimate


def auc_variance(scores: Floats, codes: Int32s) -> float:
    """Variance of the AUC (macro over classes) by the influence of each person (DeLong 1988); 0 for one class."""
    classes = scores.shape[1]
    columns = (1,) if classes == 2 else tuple(range(classes))
    by_class = [_influence(scores[:, code], codes == code) for code in columns]
    influences = [influence for influence in by_class if influence is not None]
    return float(np.sum(np.mean(influences, axis=0) ** 2)) if influences else 0.0


def auc_interval(scores: Floats, codes: Int32s) -> Estimate | None:
    """The AUC of pooled scores with its 95% interval; none if there is only one class."""
    area = auc(scores, codes)
    if np.isnan(area):
        return None
    half = Z95 * sqrt(auc_variance(scores, codes))
    return Estimate(area, max(0.0, area - half), min(1.0, area + half))


def _influence(scores: Floats, positive: np.typing.NDArray[np.bool_]) -> Floats | None:
    """How much each person moves the AUC: the share of the other side they are rightly above or below."""
    hits, misses = int(positive.sum()), int((~positive).sum())
    if not hits or not misses:
        return None
    ranks = mean_ranks(scores)
    placed = np.empty(len(scores))
    placed[positive] = (ranks[positive] - mean_ranks(scores[positive])) / misses
    placed[~positive] = 1 - (ranks[~positive] - mean_ranks(scores[~positive])) / hits
    area = placed[positive].mean()
    sizes = np.where(positive, hits, misses)
    moved: Floats = (placed - area) / np.sqrt(sizes * np.maximum(sizes - 1, 1))
    return moved
