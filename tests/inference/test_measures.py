"""Measures against counting by hand and against scikit-learn, ties included."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from standout.inference.fold_intervals import auc_interval, auc_variance
from standout.inference.measures import (
    accuracy,
    auc,
    auc_of,
    average_precision,
    average_precision_of,
    balanced_accuracy,
    decided,
    measured,
    precision,
    recall,
)

scored = st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=2, max_size=40)


def by_pairs(scores: list[float], positive: list[bool]) -> float:
    hits = [score for score, yes in zip(scores, positive, strict=True) if yes]
    misses = [score for score, yes in zip(scores, positive, strict=True) if not yes]
    if not hits or not misses:
        return math.nan
    won = sum((hit > miss) + 0.5 * (hit == miss) for hit in hits for miss in misses)
    return won / (len(hits) * len(misses))


@given(scored)
def test_auc_is_the_share_of_pairs_in_the_right_order(rows: list[tuple[int, bool]]) -> None:
    scores, positive = [float(score) for score, _ in rows], [yes for _, yes in rows]
    found = auc_of(np.array(scores), np.array(positive))
    assert found == pytest.approx(by_pairs(scores, positive), nan_ok=True)


@given(scored)
def test_average_precision_is_scikit_learns(rows: list[tuple[int, bool]]) -> None:
    scores, positive = np.array([float(score) for score, _ in rows]), np.array([yes for _, yes in rows])
    found = average_precision_of(scores, positive)
    if positive.any():
        assert found == pytest.approx(metrics.average_precision_score(positive, scores))
    else:
        assert math.isnan(found)


@given(st.integers(2, 4), st.integers(0, 1_000))
def test_all_measures_are_scikit_learns(classes: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = np.concatenate((np.arange(classes), random.integers(0, classes, 20))).astype(np.int32)
    scores = random.integers(0, 6, (len(codes), classes)).astype(np.float64)
    chosen = decided(scores)
    one = codes == np.arange(classes)[:, None]
    binary = classes == 2
    found = measured(scores, codes)
    sides = (1,) if binary else range(classes)
    assert found["auc"] == pytest.approx(np.mean([metrics.roc_auc_score(one[at], scores[:, at]) for at in sides]))
    expected = {
        "accuracy": metrics.accuracy_score(codes, chosen),
        "balanced_accuracy": metrics.balanced_accuracy_score(codes, chosen),
        "precision": metrics.precision_score(
            codes, chosen, average="binary" if binary else "macro", labels=None if binary else range(classes),
            zero_division=0,
        ),
        "recall": metrics.recall_score(
            codes, chosen, average="binary" if binary else "macro", labels=None if binary else range(classes)
        ),
    }  # fmt: skip
    for name, value in expected.items():
        assert found[name] == pytest.approx(value), name


def test_one_class_has_no_auc_and_nobody_chosen_has_no_precision() -> None:
    scores = np.array([[2.0, 1.0], [2.0, 1.0]])
    assert math.isnan(auc(scores, np.array([1, 1], np.int32)))
    assert auc_interval(scores, np.array([1, 1], np.int32)) is None
    codes = np.array([0, 1], np.int32)
    assert precision(scores, codes) == 0.0
    assert recall(scores, codes) == 0.0
    assert accuracy(scores, codes) == 0.5
    assert balanced_accuracy(scores, codes) == 0.5
    assert average_precision(scores, codes) == 0.5


def test_the_variance_of_an_auc_is_delongs() -> None:
    """Worked by hand: positives 3, 1 and negatives 2, 0 have placements 1, ½ and ½, 1."""
    scores, codes = np.array([3.0, 1.0, 2.0, 0.0]), np.array([1, 1, 0, 0], np.int32)
    columns = np.column_stack((-scores, scores))
    spread = ((1 - 0.75) ** 2 + (0.5 - 0.75) ** 2) / 1
    assert auc(columns, codes) == 0.75
    assert auc_variance(columns, codes) == pytest.approx(spread / 2 + spread / 2)


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    random, hits = np.random.default_rng(1), 0
    for _ in range(300):
        codes = np.repeat(np.array([0, 1], np.int32), (60, 40))
        scores = random.normal(codes, 1.0)
        found = auc_interval(np.column_stack((-scores, scores)), codes)
        assert found is not None
        hits += found.low <= 0.7602 <= found.high  # Φ(1 / √2)
    assert 0.91 <= hits / 300 <= 0.98


def test_macro_variance_is_that_of_the_bootstrap() -> None:
    random = np.random.default_rng(3)
    codes = np.repeat(np.arange(3, dtype=np.int32), (50, 70, 40))
    scores = random.normal(np.eye(3)[codes], 1.0)
    draws = [np.concatenate([random.choice(np.flatnonzero(codes == c), (codes == c).sum()) for c in range(3)])
             for _ in range(400)]  # fmt: skip
    spread = np.var([auc(scores[draw], codes[draw]) for draw in draws])
    assert auc_variance(scores, codes) == pytest.approx(spread, rel=0.3)
