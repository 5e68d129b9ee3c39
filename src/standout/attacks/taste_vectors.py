"""Taste: where somebody stands among items that go together, learnt from who has what in the released data alone.

Items get vectors in two ways, both singular vectors of who has what, which stays sparse. By rarity: an item weighs the
more the rarer it is, and every person as much as any other (latent semantic analysis). By chance: people and items are
each divided by the square root of how much there is of them, which is pointwise mutual information to first order
(correspondence analysis). The first does better with few people, the second with many. A person is the sum of their
items' vectors, seen from the middle of everybody, and drawn towards it the less there is to tell by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.attacks.taste_habits import Side
from standout.common.arrays import Floats, Int64s

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

FACTORS = 64
_BESIDE, _ROUNDS, _SMOOTH = 16, 4, 2.0
_DENSE = 2_000
"""Up to so many people or items, singular vectors are exact."""
_STEPS = 2.0**30
"""Item vectors are whole numbers of this part of the longest, so that sums do not depend on the order of items."""


@dataclass(frozen=True)
class Tastes:
    """Item vectors, and the middle of everybody."""

    items: Int64s
    """Items × factors, in whole numbers."""
    middle: Floats

    def of(self, side: Side) -> Floats:
        """Everybody's direction from the middle, of unit length; none for those who have nothing to tell by."""
        sums = _sums(self.items, side)
        return np.where((sums != 0).any(axis=1)[:, None], _unit(_unit(sums) - self.middle), 0.0)


def who_has_what(side: Side, items: int) -> csr_matrix:
    """People × items, 1 where somebody has an item, however often."""
    from scipy.sparse import csr_matrix

    matrix = csr_matrix((np.ones(len(side.items), np.int64), (side.rows, side.items)), shape=(side.people, items))
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix


def learnt_tastes(side: Side, items: int, seed: int) -> tuple[Tastes, Tastes]:
    """Tastes from the records of these people, by rarity and by chance."""
    has = who_has_what(side, items)
    return _by_rarity(has, side, seed), _by_chance(has, side, seed)


def _by_rarity(has: csr_matrix, side: Side, seed: int) -> Tastes:
    """An item weighs the more the rarer it is, and every person as much as any other (latent semantic analysis)."""
    from scipy.sparse import diags

    holders = np.asarray(has.sum(axis=0)).ravel()
    rarity = np.log(max(side.people, 2) / np.maximum(holders, 1)) * (holders > 0)
    weights = np.sqrt(np.asarray(has @ rarity**2).ravel())
    strengths, vectors = singular(diags(1 / np.maximum(weights, 1e-12)) @ has @ diags(rarity), FACTORS, seed)
    return _tastes(vectors * np.sqrt(strengths) * rarity[:, None], side)


def _by_chance(has: csr_matrix, side: Side, seed: int) -> Tastes:
    """People and items are each divided by the root of how much there is of them (correspondence analysis)."""
    from scipy.sparse import diags

    holders, lengths = np.asarray(has.sum(axis=0)).ravel(), np.asarray(has.sum(axis=1)).ravel()
    across = 1 / np.sqrt(holders + _SMOOTH)
    strengths, vectors = singular(diags(1 / np.sqrt(np.maximum(lengths, 1))) @ has @ diags(across), FACTORS + 1, seed)
    # the first says how much there is of an item, and nothing about taste
    return _tastes(vectors[:, 1:] * np.sqrt(strengths[1:]) * (across * (holders > 0))[:, None], side)


def _tastes(vectors: Floats, side: Side) -> Tastes:
    """In whole numbers, seen from the middle of everybody."""
    longest = float(np.abs(vectors).max(initial=0.0))
    whole = np.rint(vectors * (_STEPS / longest if longest else 0.0)).astype(np.int64)
    return Tastes(whole, _unit(_sums(whole, side)).mean(axis=0) if side.people else np.zeros(whole.shape[1]))


def singular(matrix: csr_matrix, wanted: int, seed: int) -> tuple[Floats, Floats]:
    """The largest singular values and their right vectors; by random projections where the matrix is large."""
    wanted = min(wanted, *matrix.shape)
    if min(matrix.shape) <= _DENSE:
        return _exact(matrix, wanted)
    width = min(wanted + _BESIDE, *matrix.shape)
    block = matrix @ np.random.default_rng(seed).standard_normal((matrix.shape[1], width))
    for _ in range(_ROUNDS):
        block = matrix @ (matrix.T @ np.linalg.qr(block)[0])
    across = np.linalg.qr(block)[0]
    _, strengths, vectors = np.linalg.svd(np.asarray((matrix.T @ across).T), full_matrices=False)
    return np.asarray(strengths[:wanted]), np.asarray(vectors[:wanted].T)


def _exact(matrix: csr_matrix, wanted: int) -> tuple[Floats, Floats]:
    """By the smaller of the two products with itself, of which only the largest parts are worked out."""
    from scipy.linalg import eigh
    from threadpoolctl import threadpool_limits

    if not wanted:
        return np.zeros(0), np.zeros((matrix.shape[1], 0))
    tall, smaller = matrix.shape[0] >= matrix.shape[1], min(matrix.shape)
    product = (matrix.T @ matrix if tall else matrix @ matrix.T).toarray()
    with threadpool_limits(1, "blas"):  # threads that wait for each other take longer than one
        squares, vectors = eigh(product, subset_by_index=(smaller - wanted, smaller - 1))
    strengths, vectors = np.sqrt(np.maximum(squares[::-1], 0.0)), vectors[:, ::-1]
    if not tall:
        vectors = np.divide(
            matrix.T @ vectors, strengths, out=np.zeros((matrix.shape[1], wanted)), where=strengths > 1e-9
        )
    return strengths, vectors


def _sums(items: Int64s, side: Side) -> Floats:
    """The sum of everybody's item vectors."""
    return np.asarray(who_has_what(side, len(items)) @ items, dtype=np.float64)


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
