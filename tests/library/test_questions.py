"""Questions are asked once in a run, wherever the records are; what cannot be tried says why."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import standout as so
from standout.attacks import attacks
from standout.auditing.checkpoint import Checkpoints
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings, no_progress
from standout.auditing.time_split import linkability
from standout.data.attributes import Attribute
from standout.engines.partitioned import PartitionedEngine
from standout.inference.quick import quick_inference
from standout.library import questions as module
from standout.library.questions import advice, questions
from standout.library.reading import Reading
from tests.verification.made import ratings, tastes

SETTINGS = AuditSettings(
    adversaries=(so.Adversary("few", items=3),), attacks=tuple(attacks(["likelihood"])), draws=1, threads=1
)


def test_other_engines_give_the_same_answers() -> None:
    data = ratings()
    there = PartitionedEngine((0, 70, 71)).take(data)
    assert linkability(there, 1) == linkability(data, 1)
    attribute = tastes(data)
    assert quick_inference(there, attribute, 1) == quick_inference(data, attribute, 1)


def test_protections_are_not_tried_where_records_are_elsewhere() -> None:
    there = PartitionedEngine((0, 70)).take(ratings())
    told = advice(audit(there, SETTINGS), "x.csv", Reading(), SETTINGS, Checkpoints(None, {}), no_progress)
    assert "'partitioned'" in (told.reason or "")
    assert told.compare == "standout compare x.csv"


def test_what_was_answered_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that was killed finds linkability, every attribute and every trial where it left them."""
    data = so.read("sample")
    audited = audit(data, SETTINGS)
    asked = (audited, "sample", Reading(), SETTINGS)

    def everything() -> tuple[object, object]:
        book = Checkpoints(tmp_path / "parts", {"run": 1})
        return questions(data, data, SETTINGS, book, no_progress), advice(*asked, book, no_progress)

    before = everything()

    def again(*_given: object, **_named: object) -> None:
        raise AssertionError("asked again")

    monkeypatch.setattr(module, "linkability", again)
    monkeypatch.setattr(module, "quick_inference", again)
    monkeypatch.setattr("standout.verification.measured_advice.hits_after", again)
    assert everything() == before


def test_attributes_that_cannot_be_asked_for_are_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    data = so.read("sample")
    monkeypatch.setattr(module, "quick_inference", lambda *_: "fewer than two classes have 20 people")
    found = module._inference(data, 1, Checkpoints(None, {}))
    assert found.possible is None
    assert found.skipped == dict.fromkeys(("gender", "age_group"), "fewer than two classes have 20 people")
    assert "none of the attributes" in (found.reason or "")


def test_a_changed_attribute_is_asked_anew(tmp_path: Path) -> None:
    data, book = ratings(), Checkpoints(tmp_path / "parts", {"run": 1})
    planted = tastes(data)
    random = Attribute(planted.name, planted.classes, np.random.default_rng(1).permutation(planted.codes))
    answers = [module._answer(data, attribute, 1, 1, book) for attribute in (planted, random, planted)]
    assert answers[0] == answers[2]
    assert [getattr(answer, "inferred", None) for answer in answers] == [True, False, True]
