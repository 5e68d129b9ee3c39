"""The worst people: intervals that hold for those who are worst, not for those whom luck made so."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.arrays import Floats
from standout.gating.personal_measure import worst_person, worst_tenth


def halves(chances: Floats, draws: int, dice: np.random.Generator) -> Floats:
    """How often people with these chances are found in each half of so many attacks."""
    return dice.binomial(draws // 2, np.vstack((chances, chances))).astype(np.float64)


@pytest.mark.parametrize("kind", ["alike", "spread", "a few"])
@pytest.mark.parametrize("draws", [10, 40])
def test_intervals_hold_the_true_worst(kind: str, draws: int) -> None:
    """In 300 tries with 5% of doubt each; more than 30 misses would have a chance below 1 in 10,000 at 5%."""
    dice = np.random.default_rng(7)
    chances = {
        "alike": np.full(200, 0.1),
        "spread": dice.beta(0.5, 4, 200),
        "a few": np.where(np.arange(200) < 20, 0.8, 0.02),
    }[kind]
    tenth, person = float(np.sort(chances)[-20:].mean()), float(chances.max())
    missed = np.zeros(2, int)
    for _ in range(300):
        found = halves(chances, draws, dice)
        for place, (measured, true) in enumerate(((worst_tenth, tenth), (worst_person, person))):
            seen = measured(found, draws, 0.05)
            missed[place] += not seen.low <= true <= seen.high
    assert (missed <= 30).all()


def test_nobody_is_called_worst_for_bad_luck() -> None:
    """Everybody has the same chance: the figure is about that, although the unluckiest were found far more often."""
    dice = np.random.default_rng(8)
    found = halves(np.full(1_000, 0.1), 10, dice)
    assert worst_tenth(found, 10, 0.05).rate == pytest.approx(0.1, abs=0.04)
    assert np.sort(found.sum(axis=0))[-100:].mean() / 10 > 0.25


def test_extremes_and_few_people() -> None:
    for people in (1, 5, 10):
        nobody, everybody = np.zeros((2, people)), np.full((2, people), 5.0)
        for measured in (worst_tenth, worst_person):
            assert measured(nobody, 10, 0.05).rate == 0
            assert measured(nobody, 10, 0.05).low == 0
            assert measured(everybody, 10, 0.05).rate == 1
            assert measured(everybody, 10, 0.05).high == 1
