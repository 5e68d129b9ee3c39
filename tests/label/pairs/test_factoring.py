"""The recommender against EASE as it is written down, and what noise alone becomes."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.arrays import Floats
from standout.label.pairs import factoring
from standout.label.pairs.factoring import factors_of, scores_for, square_of


def gram(people: int, items: int, seed: int) -> Floats:
    """Pairs of people who like one of two kinds of items."""
    dice = np.random.default_rng(seed)
    kind = dice.integers(0, 2, people)[:, None] == np.arange(items) % 2
    held = (dice.random((people, items)) < np.where(kind, 0.5, 0.1)).astype(float)
    square: Floats = held.T @ held
    return square


def ease(square: Floats, ridge: float) -> Floats:
    """Steck's closed form, word for word."""
    inverse = np.linalg.inv(square + ridge * np.eye(len(square)))
    weights = -inverse / np.diag(inverse)
    np.fill_diagonal(weights, 0.0)
    return np.asarray(weights)


def test_without_noise_it_is_ease() -> None:
    """All directions stand out of no noise, so nothing is left of the diagonal and the closed form is Steck's."""
    square = gram(500, 12, 1)
    made = factors_of(square, 0.0)
    ours = made.rows @ made.rows.T * made.scales
    np.fill_diagonal(ours, 0.0)
    assert np.abs(ours - ease(square, float(np.diag(square).mean()))).max() < 1e-3


def test_scores_are_sums_of_what_items_say() -> None:
    made = factors_of(gram(300, 9, 2), 1.0)
    history = np.array([4, 0, 7])
    slowly = [
        sum(float(made.rows[item] @ made.rows[other]) for item in history) * made.scales[other] for other in range(9)
    ]
    assert scores_for(made.rows, made.scales, history) == pytest.approx(slowly, abs=1e-12)
    assert scores_for(made.rows, made.scales, np.empty(0, np.int64)).tolist() == [0.0] * 9


def test_noise_alone_leaves_next_to_nothing() -> None:
    """The largest direction of pure noise lies at the edge; seeded, so that it is the same each time."""
    dice = np.random.default_rng(5)
    half = np.round(dice.normal(0, 50, 60 * 61 // 2)).astype(np.int64)
    assert factors_of(square_of(half, 60), 50.0).count <= 2


def test_two_kinds_of_items_are_told_apart_through_noise() -> None:
    square = gram(2_000, 20, 3)
    dice = np.random.default_rng(4)
    noise = np.triu(dice.normal(0, 15, square.shape))
    made = factors_of(square + noise + np.triu(noise, 1).T, 15.0)
    scores = scores_for(made.rows, made.scales, np.array([0, 2, 4]))
    assert scores[6::2].min() > scores[1::2].max()
    assert made.count <= factoring.MOST_FACTORS


def test_the_upper_half_becomes_the_square() -> None:
    assert square_of(np.array([1, 2, 3, 4, 5, 6]), 3).tolist() == [[1, 2, 3], [2, 4, 5], [3, 5, 6]]
