"""The whole study: all parts there, notes where one is missing, the same seed the same figures."""

from __future__ import annotations

import json

import numpy as np
import pytest

from standout.data.attributes import Attribute
from standout.errors import BadInput
from standout.inference.attackers import attackers
from standout.inference.study import StudySettings, study
from standout.report.audit.results import as_json
from standout.report.inference.inference_page import render_inference
from standout.report.inference.inference_results import inference_document
from tests.inference.made import halves, planted

FEW = attackers(["bernoulli", "logistic"])


def test_everything_is_found_and_the_document_is_json() -> None:
    data, attribute = planted(people=160)
    told: list[tuple[str, int, int]] = []
    settings = StudySettings(FEW, folds=2, seed=3)
    found = study(data, attribute, halves(data.items), settings, lambda *step: told.append(step))
    document = inference_document(found, data)
    assert json.loads(as_json(document)) == document
    assert document["attribute"] == "kind"
    assert document["classes"] == ["class 0", "class 1"]
    assert document["left_out"] == 5
    assert sum(document["class_sizes"]) == 155
    assert [row["name"] for row in document["attackers"]] == ["bernoulli", "logistic"]
    assert document["strongest"] in ("bernoulli", "logistic")
    assert {row["ranking"] for row in document["revealing"]["kept"]} >= {"coefficient", "presence test", "forest"}
    assert [row["items"] for row in document["revealing"]["amounts"]] == [1, 5]
    assert document["groups"]["names"] == ["even", "odd"]
    assert told[-1][0] == "done"
    assert all(done <= total for _, done, total in told)
    assert len(told) == len(set(told))
    page = render_inference(document)
    assert "Which groups come together" in page
    assert "<script" not in page


def test_three_classes_without_values_or_groups() -> None:
    data, attribute = planted(people=150, classes=3, values=False)
    found = study(data, attribute, None, StudySettings(FEW, folds=2))
    document = inference_document(found, data)
    assert inference_document(study(data, attribute, None, StudySettings(FEW, folds=2)), data) == document
    assert "positive" not in document
    assert "values" not in document["revealing"]
    assert "groups" not in document
    assert document["hard"]["by_loyalty"] == []
    assert len(document["revealing"]["items"]["test"]["classes"]) == 3
    assert any("no groups of items" in note for note in document["notes"])
    assert "Not shown: the data brings no groups of items" in render_inference(document)


def test_quick_leaves_out_what_gives_people_away() -> None:
    data, attribute = planted()
    document = inference_document(study(data, attribute, None, StudySettings(FEW, folds=3, quick=True)), data)
    assert "revealing" not in document
    assert document["notes"] == ["what gives people away was not looked for (--quick)"]
    assert "Not shown: it was not looked for." in render_inference(document)


def test_rare_items_and_hostile_names_do_not_come_through() -> None:
    data, attribute = planted(people=60, items=80)
    hostile = Attribute("<b>kind</b>", ("<script>1</script>", "two\x1b[2J"), attribute.codes)
    document = inference_document(study(data, hostile, None, StudySettings(FEW, folds=2)), data)
    assert document["classes"][1] == "two[2J"
    shown = document["revealing"]["items"]
    assert all(row["holders"] >= 5 for row in [*shown["coefficient"], *shown["forest"], *shown["test"]["surest"]])
    page = render_inference(document)
    assert "<script" not in page
    assert "<b>kind" not in page


def test_too_small_a_class_is_refused() -> None:
    data, _ = planted(people=40)
    codes = np.zeros(40, np.int32)
    codes[:2] = 1
    with pytest.raises(BadInput, match="class 'rare' has 2 people, fewer than the 10 folds"):
        study(data, Attribute("kind", ("often", "rare"), codes), None, StudySettings(FEW))


def test_no_attacker_is_refused() -> None:
    with pytest.raises(BadInput, match="no attacker was chosen"):
        StudySettings(())
