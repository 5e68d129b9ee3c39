"""Exchanges for balanced crowds, against the plain objective they are to lower."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.arrays import Floats, Int64s
from standout.kernels.balancing import mend, settle


def made(seed: int, people: int = 90, classes: int = 3, size: int = 9) -> tuple[Floats, Floats, Int64s, Int64s, Int64s]:
    """Places, scores, labels, crowds, and labels dealt to crowds by lot."""
    dice = np.random.default_rng(seed)
    labels = dice.integers(0, classes, people)
    crowds = dice.permutation(np.minimum(np.arange(people) // size, people // size - 1))
    targets = np.zeros((people // size, classes), np.int64)
    np.add.at(targets, (crowds, dice.permutation(labels)), 1)
    scores = dice.normal(size=(people, 2))
    return dice.normal(size=(people, 4)), scores - scores.mean(axis=0), labels, crowds, targets


def counts(labels: Int64s, crowds: Int64s, targets: Int64s) -> Int64s:
    found = np.zeros_like(targets)
    np.add.at(found, (crowds, labels), 1)
    return found


def objective(places: Floats, scores: Floats, labels: Int64s, crowds: Int64s, targets: Int64s, weight: float) -> float:
    """What exchanges are to lower, crowd by crowd."""
    total = weight * float(((counts(labels, crowds, targets) - targets) ** 2).sum())
    for crowd in range(len(targets)):
        own, lean = places[crowds == crowd], scores[crowds == crowd]
        total += float(((own - own.mean(axis=0)) ** 2).sum()) + float((lean.sum(axis=0) ** 2).sum()) / len(lean)
    return total


@pytest.mark.parametrize("seed", range(4))
def test_every_round_lowers_the_objective_and_keeps_sizes(seed: int) -> None:
    places, scores, labels, crowds, targets = made(seed)
    sizes = np.bincount(crowds)
    before = objective(places, scores, labels, crowds, targets, 0.5)
    for _ in range(5):
        done = settle(places, scores, labels, crowds, targets, 0.5, 1, 4)
        after = objective(places, scores, labels, crowds, targets, 0.5)
        assert after < before if done else after == before
        before = after
    assert np.array_equal(np.bincount(crowds), sizes)


def test_an_end_is_one_where_no_exchange_of_two_helps() -> None:
    """Slowly: with all crowds looked at, none of all pairs lowers the objective any further."""
    places, scores, labels, crowds, targets = made(5, people=30, size=6)
    settle(places, scores, labels, crowds, targets, 0.5, 100, len(targets))
    least = objective(places, scores, labels, crowds, targets, 0.5)
    for one in range(30):
        for two in range(one):
            other = crowds.copy()
            other[[one, two]] = crowds[[two, one]]
            assert objective(places, scores, labels, other, targets, 0.5) > least - 1e-6


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("classes", [2, 5, 20])
def test_mending_gives_every_crowd_exactly_what_it_was_dealt(seed: int, classes: int) -> None:
    places, scores, labels, crowds, targets = made(seed, classes=classes)
    missing = int(np.abs(counts(labels, crowds, targets) - targets).sum())
    done = mend(places, scores, labels, crowds, targets, 0.5, 3)
    assert np.array_equal(counts(labels, crowds, targets), targets)
    assert done <= missing // 2


def test_what_is_exact_stays_exact() -> None:
    places, scores, labels, crowds, targets = made(2)
    mend(places, scores, labels, crowds, targets, 0.5, 3)
    assert settle(places, scores, labels, crowds, targets, 1e6, 10, 4)
    assert np.array_equal(counts(labels, crowds, targets), targets)
