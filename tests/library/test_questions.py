"""Questions are asked once in a run, wherever the records are; what cannot be tried says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
from tests.sample.small import small_sample
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
    data = so.read(small_sample(tmp_path / "sample"))
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


def test_attributes_that_cannot_be_asked_for_are_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = so.read(small_sample(tmp_path / "sample"))
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


def habits(file: Path) -> Path:
    """Everybody buys their own two things every week."""
    rows = [
        f"p{who},i{(3 * who + what) % 40},2024-01-{1 + week + who % 9:02}"
        for who in range(60)
        for what in (0, 1)
        for week in range(20)
    ]
    file.write_text("user,item,time\n" + "\n".join(rows) + "\n")
    return file


ASKED: dict[str, Any] = {"adversaries": so.Adversary("few", items=1), "attacks": "tf-idf", "draws": 1}


@pytest.mark.parametrize("out", [False, True])
def test_habits_that_were_folded_are_read_again_for_linkability_alone(tmp_path: Path, out: bool) -> None:
    file = habits(tmp_path / "bought.csv")
    plain = so.audit(file, out=tmp_path / "out" if out else None, **ASKED).document
    events = so.audit(file, repeats="events", **ASKED).document
    assert plain.questions is not None
    assert events.questions is not None
    folded, whole = plain.questions.linkability, events.questions.linkability
    assert folded.possible
    assert (folded.as_events, whole.as_events) == (True, False)
    assert folded.linked == whole.linked
    assert plain.data.interactions == 120 < events.data.interactions


def test_what_was_asked_to_be_folded_or_is_prepared_stays_open(tmp_path: Path) -> None:
    file = habits(tmp_path / "bought.csv")
    so.prepare(file, out=tmp_path / "bought.standout")
    for asked in (
        so.audit(file, repeats="count", **ASKED),
        so.audit(tmp_path / "bought.standout", **ASKED),
        so.audit(so.read(file), **ASKED),
    ):
        assert asked.document.questions is not None
        assert "--repeats events" in (asked.document.questions.linkability.reason or "")


def test_a_table_in_memory_is_read_again_and_one_of_many_rows_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pandas as pd

    table = pd.read_csv(habits(tmp_path / "bought.csv"))
    answers = [so.audit(table, **ASKED).document.questions]
    monkeypatch.setattr("standout.library.reading.MOST_READ_AGAIN", 1_000)
    answers.append(so.audit(table, **ASKED).document.questions)
    assert [answer is not None and answer.linkability.as_events for answer in answers] == [True, False]
