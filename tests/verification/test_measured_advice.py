"""Advice is what was measured: what helps is found out, what does not is not advised, whoever attacks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import attacks
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.results.questions import MeasuredAdvice
from standout.verification import measured_advice as module
from standout.verification.measured_advice import attackers_among, candidates, measured_advice
from tests.verification.made import ratings

DAYS = Adversary("with-days", items=3, values="unknown", days=0)
ITEMS = Adversary("items", items=3, values="unknown")


def told(data: LocalDataset, *adversaries: Adversary) -> MeasuredAdvice:
    settings = AuditSettings(adversaries=adversaries, attacks=tuple(attacks(["likelihood"])), draws=1, threads=1)
    audited = audit(data, settings)
    found = attackers_among(adversaries, settings.attacks, audited.findings, np.arange(data.people), 1, 1)
    return measured_advice(data, data, found, compare="standout compare x")


def same_items(people: int = 150) -> LocalDataset:
    """Everybody has the same items; only days tell people apart."""
    rows, columns = np.repeat(np.arange(people), 12), np.tile(np.arange(12), people)
    days = np.random.default_rng(1).integers(0, 700, len(rows))
    return from_arrays(rows, columns, None, days, size=(people, 12))


def test_what_takes_away_what_gave_people_away_helps_and_nothing_else() -> None:
    advice = told(same_items(), DAYS)
    by_name = {trial.protection: trial for trial in advice.tried}
    assert advice.now is not None
    assert advice.now.rate > 0.95
    assert by_name["coarsen-days:to=none"].helps
    assert by_name["coarsen-days:to=none"].left.rate < 0.1
    assert not by_name["trim:keep=20"].helps, "nobody has more than 20"
    assert by_name["trim:keep=20"].change.change == 0
    assert not by_name["suppress-rare:below=10"].helps, "nothing is rare"


def test_taking_days_away_is_useless_where_items_are_enough() -> None:
    """Somebody else takes the place of whoever needed days, and finds as many."""
    dice = np.random.default_rng(2)
    rows = np.repeat(np.arange(150), 12)
    columns = np.concatenate([dice.permutation(400)[:12] for _ in range(150)])
    data = from_arrays(rows, columns, None, dice.integers(0, 700, len(rows)), size=(150, 400))
    advice = told(data, DAYS, ITEMS)
    gone = next(trial for trial in advice.tried if trial.protection == "coarsen-days:to=none")
    assert gone.left.rate > 0.9
    assert not gone.helps


def test_it_is_tried_on_everybody_looked_for() -> None:
    """Who has too little to be known is not found, and counts."""
    rows, columns = np.repeat(np.arange(100), np.where(np.arange(100) < 50, 1, 12)), []
    dice = np.random.default_rng(3)
    for person in range(100):
        columns += dice.permutation(300)[: 1 if person < 50 else 12].tolist()
    data = from_arrays(rows, columns, size=(100, 300))
    advice = told(data, replace(ITEMS, fewer=False))
    assert advice.people == 100
    assert advice.now is not None
    assert advice.now.rate <= 0.5


def test_adversaries_of_each_kind_attack() -> None:
    data = ratings()
    knowing = [
        Adversary("both", items=4, days=0),
        Adversary("values", items=4),
        Adversary("less", items=2),
        Adversary("days", items=4, values="unknown", days=0),
        Adversary("neither", items=4, values="unknown"),
    ]
    settings = AuditSettings(adversaries=tuple(knowing), attacks=tuple(attacks(["likelihood", "tf-idf"])), draws=1)
    audited = audit(data, settings)
    found = attackers_among(knowing, settings.attacks, audited.findings, np.arange(data.people), 1)
    names = {adversary.name for adversary in found.adversaries}
    assert "neither" in names
    assert "less" not in names
    assert len(found.people) == min(module.PEOPLE, data.people)


def test_what_is_tried_fits_the_data() -> None:
    by_kind = {
        (values, days): [choice.text for choice in candidates(ratings(values=values, days=days))]
        for values in (True, False)
        for days in (True, False)
    }
    assert by_kind[False, False] == ["suppress-rare:below=10", "trim:keep=20"]
    assert by_kind[False, True][-2:] == ["coarsen-days:to=none", "coarsen-days:to=none + trim:keep=20"]
    assert by_kind[True, False][-2:] == ["coarsen-values:to=presence", "coarsen-values:to=presence + trim:keep=20"]
    assert len(by_kind[True, True]) == 6


def test_large_data_is_not_tried_on_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ENTRIES", 100)
    advice = told(same_items(), DAYS)
    assert advice.tried == ()
    assert "at most 100 entries" in (advice.reason or "")
