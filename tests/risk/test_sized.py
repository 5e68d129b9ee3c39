"""Confidence by how much is known: the same for everybody, and another power only where it names more people."""

from __future__ import annotations

import numpy as np
import pytest

from standout.risk.calibration import Trial
from standout.risk.guards import Nulls, guarded, tail_unit, taken_out_threshold
from standout.risk.sized import POWERS, best_power, by_size, trial_by_size


@pytest.mark.parametrize("power", POWERS)
def test_confidence_is_divided_by_known_items_to_a_power(power: float) -> None:
    sure, sizes = np.array([8.0, 0.0, -np.inf, 8.0]), np.array([4, 9, 1, 0])
    slow = [one / max(size, 1) ** power for one, size in zip(sure.tolist(), sizes.tolist(), strict=True)]
    assert by_size(sure, sizes, power).tolist() == slow


def test_people_who_were_tried_are_treated_alike() -> None:
    nothing, sizes = np.zeros(3), np.array([1, 4, 9])
    trial = Trial(np.arange(3), nothing > 0, nothing, nothing, np.full(3, 6.0), np.full(3, 12.0), sizes)
    there = trial_by_size(trial, 0.5)
    assert there.standing_out_absent.tolist() == [6.0, 3.0, 2.0]
    assert there.standing_out.tolist() == [12.0, 6.0, 4.0]
    bare = Trial(np.arange(3), nothing > 0, nothing, nothing, np.full(3, 6.0), np.full(3, 12.0))
    assert trial_by_size(bare, 0.5).standing_out.tolist() == [12.0] * 3


def test_the_first_power_stays_unless_another_names_more_beyond_chance() -> None:
    named = np.zeros((3, 100), bool)
    named[0, :20] = True
    named[1, 2:24] = True  # four more, two fewer
    named[2, :30] = True  # ten more
    assert best_power(list(named[:2]), 50) == 0
    assert best_power(list(named), 50) == 2
    assert best_power(list(named), 101) == 0, "too few people to choose"


def test_strangers_of_whom_much_is_known_do_not_silence_all_others() -> None:
    """Where every known item adds to the error, a threshold of bare nats is that of the longest."""
    dice = np.random.default_rng(1)
    sizes = dice.integers(4, 400, 4_000)
    absent, there = dice.exponential(1.0, (3, 4_000)) * sizes / 4, dice.normal(10.0, 1.0, 4_000) * sizes / 4
    confidence = np.where(np.arange(4_000) < 2_000, there, absent[0])
    named = []
    for power in (0.0, 1.0):
        null = [by_size(each, sizes, power) for each in absent]
        sure = by_size(confidence, sizes, power)
        runner_up = np.where(np.arange(4_000) < 2_000, null[1], null[1] / 2)
        guard = guarded(sure, Nulls(null[2], null[2], runner_up, *(np.empty(0),) * 3), 0.01)
        named.append(sure >= guard.threshold)
        assert named[-1][2_000:].sum() <= 0.012 * 4_000
    assert named[0][:2_000].mean() < 0.7
    assert named[1][:2_000].mean() > 0.95


def test_the_unit_of_a_tail_is_that_of_an_exponential() -> None:
    dice = np.random.default_rng(2)
    assert tail_unit(dice.exponential(5.0, 10_000)) == pytest.approx(5.0, rel=0.25)
    assert tail_unit(dice.exponential(0.1, 10_000)) == 1.0
    assert tail_unit(np.empty(0)) == 1.0
    assert tail_unit(np.array([4.0, 8.0])) == 6.0


def test_few_people_whose_runner_ups_stand_out_do_not_stand_for_many() -> None:
    """Of twenty people, one is named only if they lead the surest runner-up by more than its tail reaches."""
    runner_up = np.concatenate((np.linspace(1, 20, 10), np.zeros(10)))
    wrong = [
        taken_out_threshold(np.concatenate((np.full(10, sure), np.zeros(10))), runner_up, 0.01) for sure in (21, 60)
    ]
    assert wrong[0] == np.inf
    assert wrong[1] <= 60
