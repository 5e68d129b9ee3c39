"""An audit whose release is from another time than what is known."""

from __future__ import annotations

import numpy as np

from standout.attacks import ATTACKS
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from tests.attacks.test_taste import lives


def part(data: LocalDataset, newer: bool) -> LocalDataset:
    """What people had in one half of the time; the vocabulary stays, so ids match."""
    records = data.held.records
    who = np.repeat(np.arange(data.people), data.lengths)
    kept = (records.days >= 144) == newer
    return from_arrays(
        who[kept], records.items[kept], records.values[kept], records.days[kept],
        scale=data.scale, size=(data.people, data.items), vocabulary=data.vocabulary,
    )  # fmt: skip


def test_taste_finds_people_in_a_release_of_another_time_and_keeps_its_promise() -> None:
    whole = lives(people=240)
    older, newer = part(whole, False), part(whole, True)
    knows = Adversary("all of it", items=12, days=0.0)
    settings = AuditSettings(adversaries=(knows,), attacks=(ATTACKS["taste"], ATTACKS["likelihood"]), draws=1)
    taste, likelihood = audit(older, settings, released=newer).findings
    assert taste.attack == "taste"
    assert taste.identified is not None
    assert likelihood.identified is not None
    assert taste.identified["10"].rate > likelihood.identified["10"].rate + 0.2
    assert taste.calibration is not None
    assert taste.max_false is not None
    assert taste.max_false.accused_when_absent is not None
    assert taste.max_false.accused_when_absent.low <= 0.01


def test_taste_is_likelihood_for_adversaries_who_know_the_records_themselves() -> None:
    settings = AuditSettings(
        adversaries=(Adversary("some", items=3, days=3.0),), attacks=(ATTACKS["taste"], ATTACKS["likelihood"]), draws=1
    )
    for noise in ("given", "learn"):
        from dataclasses import replace

        taste, likelihood = audit(lives(people=80), replace(settings, noise=noise)).findings
        assert taste.identified == likelihood.identified
