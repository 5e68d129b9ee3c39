"""The whole study: all parts there, notes where one is missing, the same seed the same figures."""

from __future__ import annotations

import json
import re
from html import unescape

import msgspec
import numpy as np
import pytest

from standout.common.wording import percent
from standout.data.attributes import Attribute
from standout.errors import BadInput
from standout.inference.every_attacker import attackers
from standout.inference.study import StudySettings, below_half, study
from standout.inference.validation import summed_up
from standout.report.inference.inference_page import render_inference
from standout.report.inference.inference_results import inference_result
from standout.results.inference import InferenceResult
from tests.inference.made import halves, planted

FEW = attackers(["bernoulli", "logistic"])
STACK = attackers(["strongest"])


def test_everything_is_found_and_comes_back_from_json() -> None:
    data, attribute = planted(people=160)
    told: list[tuple[str, int, int]] = []
    settings = StudySettings(FEW, folds=2, seed=3)
    study_found = study(data, attribute, halves(data.items), settings, lambda *step: told.append(step))
    found = inference_result(study_found, data)
    assert InferenceResult.from_json(found.to_json()) == found
    assert json.loads(found.to_json()) == found.to_dict()
    assert found.attribute == "kind"
    assert found.classes == ("class 0", "class 1")
    assert (found.left_out, found.known, sum(found.class_sizes)) == (5, 155, 155)
    assert [row.name for row in found.attackers] == ["bernoulli", "logistic"]
    assert found.revealing is not None
    assert {row.ranking for row in found.revealing.kept} >= {"coefficient", "presence test", "forest"}
    assert [row.items for row in found.revealing.amounts] == [1, 5]
    assert found.groups is not None
    assert found.groups.names == ("even", "odd")
    assert told[-1][0] == "done"
    assert all(done <= total for _, done, total in told)
    assert len(told) == len(set(told))
    page = render_inference(found)
    assert "Which groups come together" in page
    assert "<script" not in page


def test_the_page_says_what_the_result_says() -> None:
    data, attribute = planted()
    found = inference_result(study(data, attribute, None, StudySettings(FEW, folds=3, quick=True)), data)
    page = render_inference(found)
    (heading,) = re.findall(r"<h1>(.*?)</h1>", page)
    assert unescape(re.sub(r"<[^>]*>", "", heading)) == found.headline()
    most = max(row.accuracy.mean for row in found.attackers)
    assert f"<strong>{percent(most)}</strong>" in heading
    assert f"always guessing “{found.baseline.common}” is right for {percent(found.baseline.accuracy)}" in unescape(
        page
    )
    assert found.told_apart() in unescape(page)
    assert f"AUC of {found.best().auc.mean:.2f}" in found.told_apart()
    assert found.best().auc.mean == max(row.auc.mean for row in found.attackers)
    assert found.ranked()[0].name == found.strongest


def test_an_attacker_who_is_right_no_more_often_than_always_guessing_still_tells_people_apart() -> None:
    data, attribute = planted()
    found = inference_result(study(data, attribute, None, StudySettings(FEW, folds=3, quick=True)), data)
    weak = msgspec.structs.replace(found, baseline=msgspec.structs.replace(found.baseline, accuracy=0.99))
    assert "no more than by always guessing “class 0” (99%); still, of two people who differ in it" in weak.headline()
    assert "where always guessing" in found.headline()


def test_where_nothing_is_found_it_says_so_and_an_attacker_below_one_half_is_explained() -> None:
    data, attribute = planted()
    told = set()
    for seed in range(6):
        dealt = Attribute("kind", attribute.classes, np.random.default_rng(seed).permutation(attribute.codes))
        found = inference_result(study(data, dealt, None, StudySettings(STACK, folds=3, quick=True)), data)
        low, high = found.best().auc.low, found.best().auc.high
        assert low is not None
        assert high is not None
        below = [note for note in found.notes if "below one half" in note]
        assert len(below) == (found.best().auc.mean < 0.5)
        assert all(("it found nothing" in note) == (low <= 0.5 <= high) for note in below)
        if low <= 0.5 <= high and "no more than" in found.headline():
            assert found.headline().endswith("of cases, as by guessing")
            told.add("headline")
        told.update("note" for _ in below)
    assert told == {"headline", "note"}


def test_an_attacker_who_learned_backwards_is_turned_round_in_a_note() -> None:
    codes = np.arange(60, dtype=np.int32) % 2
    scores = np.column_stack((codes, 1 - codes)) + np.random.default_rng(1).normal(0, 0.3, (60, 2))
    found = summed_up("strongest", [np.arange(30), np.arange(30, 60)], scores, codes)
    auc = found.spread("auc").mean
    (note,) = below_half(found)
    assert auc < 0.2
    assert note.endswith(f"turned back, it has {1 - auc:.3f}")
    assert below_half(summed_up("strongest", [np.arange(60)], -scores, codes)) == []


def test_three_classes_without_values_or_groups() -> None:
    data, attribute = planted(people=150, classes=3, values=False)
    settings = StudySettings(FEW, folds=2)
    found = inference_result(study(data, attribute, None, settings), data)
    assert inference_result(study(data, attribute, None, settings), data) == found
    document = found.to_dict()
    assert "positive" not in document
    assert "values" not in document["revealing"]
    assert "groups" not in document
    assert found.hard.by_loyalty == ()
    assert found.revealing is not None
    assert len(found.revealing.items.test.classes) == 3
    assert any("no groups of items" in note for note in found.notes)
    assert "Not shown: the data brings no groups of items" in render_inference(found)


def test_quick_leaves_out_what_gives_people_away() -> None:
    data, attribute = planted()
    found = inference_result(study(data, attribute, None, StudySettings(FEW, folds=3, quick=True)), data)
    assert found.revealing is None
    assert "revealing" not in found.to_dict()
    assert found.notes == ("what gives people away was not looked for (--quick)",)
    assert "Not shown: it was not looked for (--quick leaves it out)." in render_inference(found)


def test_rare_items_and_hostile_names_do_not_come_through() -> None:
    data, attribute = planted(people=60, items=80)
    hostile = Attribute("<b>kind</b>", ("<script>1</script>", "two\x1b[2J"), attribute.codes)
    found = inference_result(study(data, hostile, None, StudySettings(FEW, folds=2)), data)
    assert found.classes[1] == "two[2J"
    assert found.revealing is not None
    items = found.revealing.items
    for rows in (items.coefficient, items.forest, items.test.surest):
        assert all(row.to_dict()["holders"] >= 5 for row in rows)
    page = render_inference(found)
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
