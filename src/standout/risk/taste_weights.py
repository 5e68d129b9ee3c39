"""What features of taste are worth: the weights by which true records come first among rivals (conditional logit)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.attacks.taste_model import HABITS, LENGTHS, TASTES, Basis, Known, match_scale, trusted
from standout.common.arrays import Bools, Floats, Int64s

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

DOUBTS = (0.0, 2.0, 5.0, 15.0)
_RIDGE, _ROUNDS, _TINY = 1e-4, 100, 1e-300

_FEW = 6.0
"""How much the usual weights weigh, over the number of targets."""
_USUAL = (1.5, 1.5, 0.6, 0.0, 0.0, 0.0, 0.7, 0.12)
"""Weights that did on several datasets: taste, habits, lengths, and shared items by weight and in nats."""
_USUAL_EXCLUSIVE = (5.0, 5.0, 0.6, 0.0, 0.0, 0.0, 1.0)
"""The same where nobody has an item twice: the last is of how much a record was expected to share."""


@dataclass(frozen=True)
class Weighed:
    """Weights of features, what shared items are worth, and how much is to be known before a taste is trusted."""

    features: Floats
    alone: Floats
    by_weight: float
    by_nats: float
    doubt: float


def weighed(
    known: Known,
    released: list[Floats],
    has: csr_matrix,
    held: csr_matrix,
    basis: Basis,
    against: float,
    truths: Int64s,
) -> Weighed:
    """The weights that make the true records likeliest, and absence where they are taken out; `doubt` is chosen among a
    few."""
    plain = [x @ y.T for x, y in zip(known.rows, released, strict=True)]
    plain[HABITS] += known.fixed[:, None]
    many, many_held = (np.asarray(side.sum(axis=1)).ravel() for side in (has, held))
    fixed = (has @ held.T).toarray() * (-against if basis.exclusive else 0.0)
    shared = [] if basis.exclusive else _shared(has, held, basis)
    alone = [np.repeat(column[:, None], fixed.shape[1], axis=1) for column in known.alone.T]
    usual = np.array([*(_USUAL_EXCLUSIVE if basis.exclusive else _USUAL), *(0.0,) * len(alone)])
    best: tuple[float, Weighed] | None = None
    for doubt in DOUBTS:
        trust = trusted(many, doubt)[:, None] * trusted(many_held, doubt)
        tastes = (each * trust for each in plain[:TASTES])
        table = np.stack([*tastes, *plain[TASTES:], *shared, *alone], axis=2)
        signed = np.zeros(table.shape[2], bool)
        signed[HABITS + 1 : HABITS + 1 + LENGTHS] = signed[len(plain) + len(shared) :] = True
        weights, loss = fitted_weights(table, fixed, truths, signed, usual)
        if best is None or loss < best[0] - 1e-9:
            features, items, rest = np.split(weights, np.cumsum((len(plain), len(shared))))
            weight, nats = items if shared else (0.0, 0.0)
            best = loss, Weighed(features, rest, float(weight), float(nats), doubt)
    assert best is not None
    return best[1]


def _shared(has: csr_matrix, held: csr_matrix, basis: Basis) -> list[Floats]:
    """What shared items weigh over all that is known, and their likelihood, each by the length of the record."""
    from scipy.sparse import diags

    norms = np.sqrt(np.asarray(has @ basis.rarity**2).ravel())
    scale = match_scale(np.asarray(held.sum(axis=1)).ravel(), basis.usual_length)
    matches, nats = ((has @ diags(basis.rarity**power) @ held.T).toarray() * scale for power in (2, 1))
    return [matches / np.maximum(norms, 1e-9)[:, None], nats]


def fitted_weights(
    table: Floats, fixed: Floats, truths: Int64s, signed: Bools, usual: Floats | None = None
) -> tuple[Floats, float]:
    """Weights of features (targets × records × features) with a ridge; those that are not signed are not negative.

    Few targets leave weights where they are `usual`.

    A score is to be the log of a likelihood ratio: half of the loss is −log of the true record's probability, the other
    half that of absence once it is taken out, where absence weighs as much as all records before anything is known.
    """
    from scipy.optimize import minimize

    spread = np.sqrt((table**2).mean(axis=(0, 1)))
    spread = np.where(spread > 1e-9, spread, 1.0)
    scaled, rows = table / spread, np.arange(len(truths))
    own, away = scaled[rows, truths], np.log(table.shape[1])
    ridge = _RIDGE if usual is None else _RIDGE + _FEW / max(len(truths), 1)
    start = np.zeros(table.shape[2]) if usual is None else usual * spread

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = scaled @ weights + fixed
        top = np.maximum(scores.max(axis=1), away)
        shares = np.exp(scores - top[:, None])
        here, absent, others = shares[rows, truths], np.exp(away - top), shares.sum(axis=1)
        present, without = others + absent, np.maximum(others - here, 0.0) + absent
        likely = np.log(here / present + _TINY) + np.log(absent / without + _TINY)
        sums = np.einsum("tr,trf->tf", shares, scaled)
        slope = own - sums / present[:, None] - (sums - here[:, None] * own) / without[:, None]
        off = weights - start
        return float(-likely.mean() / 2 + ridge * off @ off), -slope.mean(axis=0) / 2 + 2 * ridge * off

    bounds = [(None, None) if each else (0.0, None) for each in signed]
    result = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": _ROUNDS})
    return np.asarray(result.x / spread), float(result.fun)
