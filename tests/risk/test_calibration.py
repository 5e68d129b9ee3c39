"""Calibration: maps that keep their word, thresholds that keep their promise, nobody judged by themselves."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.arrays import Bools, Floats
from standout.risk.calibration import Map, Trial, calibrated, fitted, halves_of, reliability, threshold_for


def overconfident(seed: int, count: int) -> tuple[Floats, Bools, Floats]:
    """Present and absent targets whose log-odds are three times what they should be."""
    rng = np.random.default_rng(seed)
    true = rng.normal(1.0, 2.0, 2 * count)
    right = rng.random(2 * count) < 1 / (1 + np.exp(-true))
    odds = 3 * true
    return odds[right], np.ones(int(right.sum()), bool), odds[~right]


def test_a_map_makes_overconfident_odds_honest() -> None:
    odds, right, absent = overconfident(1, 4_000)
    found = fitted(odds, right, absent)
    fresh, fresh_right, fresh_absent = overconfident(2, 4_000)
    chances = found(np.concatenate((fresh, fresh_absent)))
    truths = np.concatenate((fresh_right, np.zeros(len(fresh_absent), bool)))
    raw = 1 / (1 + np.exp(-np.concatenate((fresh, fresh_absent))))
    assert reliability(chances, truths)[1] < 0.03 < 0.1 < reliability(raw, truths)[1]


def test_a_map_never_falls_and_holds_nothing_for_certain() -> None:
    rng = np.random.default_rng(3)
    for count in (1, 5, 40, 1_000):
        odds = np.round(rng.normal(0, 5, count))
        found = fitted(odds, rng.random(count) < 0.5, np.round(rng.normal(-2, 5, count)))
        chances = found(np.linspace(-30, 30, 200))
        assert (np.diff(chances) >= 0).all()
        assert ((chances > 0) & (chances < 1)).all()
    assert fitted(np.empty(0), np.empty(0, bool), np.empty(0))(np.array([3.0])) == 0.5


def test_a_threshold_lets_no_more_through_than_was_promised() -> None:
    absent = np.arange(1.0, 1_000.0)
    threshold = threshold_for(absent, 0.01)
    assert (absent >= threshold).sum() == 10
    assert threshold_for(np.array([1.0, 2.0]), 0.01) > 2.0, (
        "two people promise nothing: nobody is named who is like them"
    )
    assert threshold_for(np.empty(0), 0.01) == np.inf
    assert threshold_for(np.ones(500), 0.01) > 1.0, "those who tie are named all or none"
    assert threshold_for(np.array([1.0, 2.0]), 0.7) == 0.0, "where all may be accused, anything goes"


def test_the_promise_is_kept_on_average() -> None:
    rng = np.random.default_rng(4)
    accused = [
        (rng.exponential(size=2_000) >= threshold_for(rng.exponential(size=300), 0.05)).mean() for _ in range(200)
    ]
    assert np.mean(accused) == pytest.approx(0.05, abs=0.01)


def test_nobody_is_judged_by_what_was_fitted_on_themselves() -> None:
    """Each half's people are all wrong in their own half: their chances come from the other, where all are right."""
    halves = halves_of(400, seed=1)
    assert abs(int(halves.sum()) - 200) <= 1
    people = np.arange(400)
    right = halves == 0
    trial = Trial(people, right, np.full(400, 5.0), np.full(400, -5.0), np.where(halves == 0, 1.0, 9.0))
    found = calibrated(trial, halves, 0.01)
    chances = found.chances(np.full(400, 5.0), people)
    assert (chances[halves == 1] > 0.9).all()
    assert (chances[halves == 0] < 0.1).all()
    thresholds = found.thresholds_for(people)
    assert (thresholds[halves == 0] > 9).all()
    assert (thresholds[halves == 1] < 9).all()
    assert found.chances(np.array([5.0]), np.array([-1])).shape == (1,)


def test_reliability_is_zero_for_what_comes_true_as_said() -> None:
    rows, error = reliability(
        np.repeat([0.25, 0.75], 40), np.tile([True, False, False, False, True, True, True, False], 10)
    )
    assert len(rows) == 15
    assert sum(row.targets for row in rows) == 80
    assert error < 0.35
    rows, error = reliability(np.array([0.5, 0.5]), np.array([True, False]), bins=1)
    assert error == 0
    assert rows[0].right.rate == 0.5


def test_maps_are_straight_between_knots_and_level_beyond() -> None:
    found = Map(np.array([0.0, 2.0]), np.array([0.2, 0.6]))
    assert found(np.array([-9.0, 1.0, 9.0])).tolist() == pytest.approx([0.2, 0.4, 0.6])
