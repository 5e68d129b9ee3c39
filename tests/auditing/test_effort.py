"""Work is counted in what takes the time."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.auditing.effort import Meter, attack_effort, entries_per_target, spread_out
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from tests.asking import draw
from tests.auditing.test_flow import SMALL, dataset


def test_entries_are_those_of_the_known_items() -> None:
    data = from_arrays([0, 0, 1, 1, 2], [0, 1, 0, 2, 0])
    known = draw(data, Adversary("all", share=(1.0, 1.0)), np.array([0, 1, 2]), seed=1).knowledge
    assert entries_per_target(known, data) == pytest.approx((4 + 4 + 3) / 3)


def test_more_entries_people_and_exponentials_are_more_work() -> None:
    rh, likelihood = ATTACKS["scoreboard-rh"], ATTACKS["likelihood"]
    plain = attack_effort(1_000, rh, 100, 0.0)
    assert attack_effort(2_000, rh, 100, 0.0) == plain + 1_000
    assert attack_effort(1_000, rh, 200, 0.0) > plain
    assert attack_effort(1_000, rh, 100, 1.0) > plain
    assert attack_effort(1_000, likelihood, 100, 1.0) > plain


def test_people_are_spread_evenly() -> None:
    assert spread_out(np.arange(10), 5).tolist() == [0, 2, 4, 6, 8]
    assert spread_out(np.arange(3), 5).tolist() == [0, 1, 2]
    assert len(spread_out(np.arange(399), 200)) == 200


def test_an_audit_tells_all_of_its_work_and_never_goes_back() -> None:
    told: list[tuple[int, int]] = []
    audit(dataset(), SMALL, progress=lambda _, done, total: told.append((done, total)))
    shares = [done / total for done, total in told]
    assert 0.5 < shares[-1] < 1, "summing up and the report are still to come"
    assert max(first - second for first, second in pairwise(shares)) < 0.1
    assert len(told) > 20


@pytest.mark.parametrize(("targets", "draws"), [(1, 10), (10_000, 10), (20_000, 5), (99_999, 1), (480_000, 1)])
def test_many_targets_are_drawn_fewer_times(targets: int, draws: int) -> None:
    assert AuditSettings().draws_for(targets) == draws
    assert replace(AuditSettings(), draws=7).draws_for(targets) == 7


def test_a_piece_that_was_more_work_than_planned_makes_the_whole_more() -> None:
    told: list[tuple[int, int]] = []
    meter = Meter(lambda _, done, total: told.append((done, total)), total=100)
    meter.step("one", 30)
    meter.settle("one", planned=40, told=30)
    meter.step("two", 70)
    meter.settle("two", planned=60, told=70)
    assert told == [(30, 100), (40, 100), (100, 100), (110, 110)]
