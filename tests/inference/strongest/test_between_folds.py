"""How far folds depend on each other, against linear scores whose share of noise is known."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.arrays import Floats
from standout.inference.strongest.between_folds import dependence_of


def taught(
    folds: int, signal: float, seed: int = 1, people: int = 400, width: int = 2_000
) -> tuple[list[Floats], float]:
    """What teams say that learned one direction a fold, and the share of noise in the mean of all teams."""
    dice = np.random.default_rng(seed)
    true = signal * dice.normal(size=width) / np.sqrt(width)
    learned = true + dice.normal(size=(folds, width)) / np.sqrt(width)
    rows = dice.normal(size=(folds, people, width))
    by_team = []
    for fold in range(folds):
        others = [other for other in range(folds) if other != fold]
        weights = [np.mean([learned[each] for each in others if each != other], axis=0) for other in others]
        by_team.append(np.array([(rows[fold] @ each)[:, None] for each in weights]))
    noise = 1 / (folds - 1)
    return by_team, noise / (signal**2 + noise)


@pytest.mark.parametrize("folds", [3, 4, 5])
@pytest.mark.parametrize("signal", [0.0, 0.5, 1.0, 3.0])
def test_the_share_of_noise_is_found(folds: int, signal: float) -> None:
    by_team, share = taught(folds, signal)
    assert dependence_of(by_team) == pytest.approx(2 - (1 - share) ** 2, abs=0.08)


def test_teams_that_say_the_same_or_nothing_depend_on_nobody() -> None:
    same = np.random.default_rng(1).normal(size=(1, 50, 2)).repeat(3, axis=0)
    assert dependence_of([same] * 4) == pytest.approx(1.0)
    assert dependence_of([np.zeros((3, 50, 2))] * 4) == 1.0
    assert dependence_of([np.zeros((2, 0, 1))] * 3) == 1.0


def mean_over_folds(folds: int, signal: float, seed: int, people: int, width: int) -> float:
    """How far two classes are apart along a direction that the other folds taught, fold by fold."""
    dice = np.random.default_rng(seed)
    differences = dice.normal(size=(folds, width)) / np.sqrt(people)
    differences[:, 0] += signal
    found = []
    for fold in range(folds):
        weights = differences[np.arange(folds) != fold].mean(axis=0)
        found.append(differences[fold] @ weights / np.linalg.norm(weights))
    return float(np.mean(found))


@pytest.mark.parametrize("signal", [0.0, 0.25, 0.5, 1.0, 2.0])
def test_means_over_folds_vary_as_much_as_that_says(signal: float) -> None:
    """The formula itself against 4,000 draws of a linear attacker; independent folds would give 1."""
    folds, people, width = 5, 60, 60
    drawn = np.array([mean_over_folds(folds, signal, seed, people, width) for seed in range(4_000)])
    noise = width / (people * (folds - 1))
    share = noise / (signal**2 + noise)
    assert drawn.var() * people * folds == pytest.approx(2 - (1 - share) ** 2, rel=0.1)
