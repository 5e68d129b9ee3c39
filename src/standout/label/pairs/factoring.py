"""From noisy pairs to a recommender, in closed form and without looking at the data again.

What many people's tastes have in common shows in a few directions of the square of pairs; noise lies evenly in all of
them. So directions whose weight noise alone reaches (twice its deviation times the root of the size) are dropped, and
the others are shrunk by what noise adds to them. What is left, with the diagonal that it does not explain, is a sum of
a diagonal and few factors, of which EASE (Steck 2019: regress each item on all others) has a closed form:
with P the inverse of the ridged square, item i speaks for item j by -P[i, j] / P[j, j].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s

MOST_FACTORS = 100
_ROUNDS = 2
_DIGITS = 5


@dataclass(frozen=True)
class Factors:
    """What item i says for another item j: the product of their rows, times the scale of j."""

    rows: Floats
    scales: Floats

    @property
    def count(self) -> int:
        return int(self.rows.shape[1])


def square_of(half: Int64s, size: int) -> Floats:
    """The whole square from its upper half."""
    square = np.zeros((size, size))
    square[np.triu_indices(size)] = half
    return square + np.triu(square, 1).T


def factors_of(noisy: Floats, deviation: float) -> Factors:
    """The recommender of a noisy square of pairs, rounded as it is published."""
    directions, weights, own = _cleaned(noisy, deviation)
    ridged = own + max(float(np.diag(noisy).mean()), deviation, 1e-9)
    unit = float(ridged.mean())
    ridged, weights = ridged / unit, weights / unit
    inner = np.linalg.inv(np.diag(1 / weights) + (directions.T / ridged) @ directions)
    values, turned = np.linalg.eigh((inner + inner.T) / 2)
    rows = np.round(directions / ridged[:, None] @ (turned * np.sqrt(np.maximum(values, 0))), _DIGITS)
    scales = 1 / np.maximum(1 / ridged - (rows * rows).sum(1), 1e-6)
    return Factors(rows, np.round(scales, _DIGITS))


def _cleaned(noisy: Floats, deviation: float) -> tuple[Floats, Floats, Floats]:
    """Directions that stand out of the noise, their weights, and the part of the diagonal that they do not explain."""
    own, edge = np.zeros(len(noisy)), 2 * deviation * np.sqrt(len(noisy))
    for _ in range(_ROUNDS):
        values, directions = np.linalg.eigh(noisy - np.diag(own))
        above = np.flatnonzero(values > max(edge, 1e-9))[::-1][:MOST_FACTORS]
        weights = np.sqrt(np.maximum(values[above] ** 2 - edge**2, 1e-12))
        directions = directions[:, above]
        own = np.maximum(np.diag(noisy) - (directions * directions) @ weights, 0)
    return directions, weights, own


def scores_for(rows: Floats, scales: Floats, history: Int64s) -> Floats:
    """What a history (places of items) says for every item; the page computes the same, in the same order."""
    spoken = np.zeros(rows.shape[1])
    for item in history.tolist():
        spoken += rows[item]
    scores: Floats = (rows @ spoken) * scales
    return scores
