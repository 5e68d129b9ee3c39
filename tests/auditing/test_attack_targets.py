"""Attacking every target: what it says of how far the attack can be trusted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import attacks
from standout.auditing import attack_targets, setup
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.knowledge.draw import seed_for
from standout.knowledge.presets import adversaries
from standout.risk.calibration import halves_of
from standout.risk.finding import Judged
from tests.auditing.test_flow import SMALL, dataset

ENOUGH = 40


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (attack_targets, setup):
        monkeypatch.setattr(module, "ENOUGH", ENOUGH)


def attacked(settings: AuditSettings, *, released: bool = False, count: int = 60) -> Judged:
    likely = replace(settings, adversaries=tuple(adversaries(["acquaintance"])), attacks=tuple(attacks(["likelihood"])))
    data = dataset(count=count)
    return audit(data, likely, released=dataset(count=count) if released else None).attacked[0].judged


def plain_threshold(confidence: list[float], promised: float) -> float:
    """Just above the (k + 1)-th largest, k = ⌊promise · (n + 1)⌋."""
    allowed = int(promised * (len(confidence) + 1) + 1e-9)
    return float(np.nextafter(sorted(confidence, reverse=True)[allowed], np.inf))


def test_targets_of_the_data_itself_are_trial_enough() -> None:
    judged = attacked(replace(SMALL, max_false=0.1))
    assert judged.calibration is not None
    assert judged.truths is not None
    assert judged.calibration.draws == judged.calibration.people == len(judged.truths) == 60


def test_each_half_is_judged_by_the_other_half_of_the_targets() -> None:
    judged = attacked(replace(SMALL, max_false=0.1))
    assert judged.calibration is not None
    assert judged.truths is not None
    side = halves_of(60, seed_for(SMALL.seed, "calibration"))[judged.truths]
    for half in (0, 1):
        others = judged.outcomes.confidence_absent[side != half].tolist()
        assert judged.calibration.thresholds[half] == plain_threshold(others, 0.1)


def test_fewer_targets_are_tried_out_besides() -> None:
    judged = attacked(replace(SMALL, targets=ENOUGH - 1, max_false=0.1))
    assert judged.calibration is not None
    assert judged.truths is not None
    assert judged.calibration.draws > len(judged.truths)


def test_another_release_is_tried_out_by_people_of_its_own() -> None:
    judged = attacked(replace(SMALL, max_false=0.1), released=True)
    assert judged.calibration is not None
    assert judged.truths is not None
    assert judged.calibration.draws > len(judged.truths)
