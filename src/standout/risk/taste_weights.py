"""What features of taste are worth: the weights by which true records come first among rivals (conditional logit)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.attacks.taste_model import Basis, match_scale
from standout.common.arrays import Bools, Floats, Int64s

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

DOUBTS = (0.0, 2.0, 5.0, 15.0)
_RIDGE, _ROUNDS = 1e-3, 60


@dataclass(frozen=True)
class Weighed:
    """Weights of features, what shared items are worth, and how much is to be known before a taste is trusted."""

    features: Floats
    by_root: float
    by_match: float
    doubt: float


def weighed(
    known: list[Floats],
    released: list[Floats],
    has: csr_matrix,
    held: csr_matrix,
    basis: Basis,
    against: float,
    truths: Int64s,
    doubts: tuple[float, ...],
) -> Weighed:
    """The weights that make the true records likeliest; `doubt` is chosen among a few."""
    plain = [x @ y.T for x, y in zip(known, released, strict=True)]
    many, many_held = (np.asarray(side.sum(axis=1)).ravel() for side in (has, held))
    fixed = np.zeros(plain[0].shape)
    shared: list[Floats] = []
    if basis.exclusive:
        fixed = -against * (has @ held.T).toarray()
    else:
        shared = _shared(has, held, basis)
    best: tuple[float, Weighed] | None = None
    for doubt in doubts:
        trust = (many / (many + doubt))[:, None] * (many_held / (many_held + doubt))
        table = np.stack([plain[0] * trust, *plain[1:], *shared], axis=2)
        free = np.zeros(table.shape[2], bool)
        free[2 : len(plain)] = True
        weights, loss = fitted_weights(table, fixed, truths, free)
        if best is None or loss < best[0] - 1e-9:
            root, match = weights[len(plain) :] if shared else (0.0, 0.0)
            best = loss, Weighed(weights[: len(plain)], float(root), float(match), doubt)
    assert best is not None
    return best[1]


def _shared(has: csr_matrix, held: csr_matrix, basis: Basis) -> list[Floats]:
    """What shared items weigh, for each target by all that is known; by the root of the record's weight, and plainly."""
    from scipy.sparse import diags

    weights = diags(basis.rarity**2)
    norms = [np.sqrt(np.asarray((side @ weights).sum(axis=1)).ravel()) for side in (has, held)]
    matches = (has @ weights @ held.T).toarray() / np.maximum(norms[0], 1e-9)[:, None]
    return [matches * match_scale(norms[1], 1.0, 0.0), matches]


def fitted_weights(table: Floats, fixed: Floats, truths: Int64s, free: Bools) -> tuple[Floats, float]:
    """Weights of features (targets × records × features) that make the true records likeliest, with a ridge; those that
    are not free are not negative. And the mean of −log of the true records' probability."""
    from scipy.optimize import minimize

    spread = table.std(axis=(0, 1))
    spread = np.where(spread > 1e-9, spread, 1.0)
    scaled, rows = table / spread, np.arange(len(truths))
    own, own_fixed = scaled[rows, truths], fixed[rows, truths]

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = scaled @ weights + fixed
        top = scores.max(axis=1, keepdims=True)
        chances = np.exp(scores - top)
        total = chances.sum(axis=1, keepdims=True)
        likely = own @ weights + own_fixed - top[:, 0] - np.log(total[:, 0])
        slope = own - np.einsum("tr,trf->tf", chances / total, scaled)
        return float(-likely.mean() + _RIDGE * weights @ weights), -slope.mean(axis=0) + 2 * _RIDGE * weights

    bounds = [(None, None) if each else (0.0, None) for each in free]
    result = minimize(
        loss, np.zeros(table.shape[2]), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": _ROUNDS}
    )
    return np.asarray(result.x / spread), float(result.fun)
