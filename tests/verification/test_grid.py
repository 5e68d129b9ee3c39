"""Which protections are compared: by text, as objects, or all that fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS
from standout.protections.coarsen import CoarsenDays
from standout.protections.contract import Protected
from standout.protections.person import HideRarest
from standout.protections.trim import Trim
from standout.verification.grid import asked_for, candidate, default_grid, grid_texts
from tests.verification.made import ratings

ONLY_BY_NAME = {"km", "microaggregate"}
"""Baselines that say themselves that no setting of theirs is tried by default."""


def test_the_grid_has_every_protection_that_does_not_leave_itself_out() -> None:
    named = {step.name for text in grid_texts() for step in candidate(text).steps}
    assert named == {*PROTECTIONS, *KNOWLEDGE_PROTECTIONS, "pairs"} - ONLY_BY_NAME
    for text in grid_texts():
        assert candidate(text).text == text


def test_the_grid_leaves_out_what_the_data_cannot_take() -> None:
    every, bare = default_grid(ratings(), True), default_grid(ratings(values=False, days=False), False)
    named = {step.name for one in every for step in one.steps}
    assert named == {*PROTECTIONS, *KNOWLEDGE_PROTECTIONS, "pairs"} - ONLY_BY_NAME
    assert not {step.name for one in bare for step in one.steps} & {
        "coarsen-values",
        "coarsen-days",
        "perturb",
        "level",
        "blurme",
    }


def test_the_grid_balances_crowds_by_the_attribute_that_is_attacked() -> None:
    texts = [one.text for one in default_grid(ratings(), True, "gender")]
    assert {"crowds:k=5,balance=gender", "crowds:k=10,balance=gender"} <= set(texts)
    assert not [one for one in default_grid(ratings(), True, "a,b") if "balance" in one.text]
    assert not [one for one in default_grid(ratings(), True) if "balance" in one.text]


def test_protections_asked_for_are_checked() -> None:
    assert [one.text for one in asked_for(["swap", "trim:keep=5"], False)] == ["swap", "trim:keep=5"]
    assert len(asked_for(["trim:keep=4", "trim:keep=5"], False)) == 2
    for texts in (["swap", "trim:keep=5", "swap"], ["trim:keep=5", " trim: keep = 5"]):
        with pytest.raises(BadInput, match="is given twice"):
            asked_for(texts, False)
    with pytest.raises(BadInput, match="'trim' is given twice"):
        candidate("trim:keep=5 + trim:keep=4")
    assert not candidate("hide-rarest").changes_data
    with pytest.raises(BadInput, match="hides an attribute of people; name it with attribute"):
        asked_for(["blurme"], False)
    with pytest.raises(BadInput, match="there is no protection 'magic'"):
        asked_for(["magic"], True)
    with pytest.raises(BadInput, match="no option 'depth'"):
        asked_for(["trim:depth=5"], True)


def test_several_protections_can_follow_each_other() -> None:
    both = candidate("trim:keep=9  +  coarsen-days:to=none")
    assert both.text == "trim:keep=9 + coarsen-days:to=none"
    assert both.name == "trim + coarsen-days"
    assert both.options == {"trim": {"keep": 9, "which": "rarest"}, "coarsen-days": {"to": "none"}}
    assert ", and does without days" in both.countered_by
    with pytest.raises(BadInput, match="compared by itself"):
        candidate("trim + hide-rarest")


def test_an_object_is_the_same_candidate_as_its_text() -> None:
    assert candidate(Trim(keep=9)) == candidate("trim:keep=9")
    assert candidate([Trim(keep=9), "coarsen-days:to=none"]) == candidate("trim:keep=9 + coarsen-days:to=none")
    assert candidate([Trim(keep=9), CoarsenDays(to="none")]).name == "trim + coarsen-days"
    assert candidate(HideRarest(0.5)).text == "hide-rarest:share=0.5"
    with pytest.raises(BadInput, match="is given twice"):
        asked_for([Trim(keep=9), "trim:keep=9"], False)
    with pytest.raises(BadInput, match="compared by itself"):
        candidate([Trim(), HideRarest()])


def test_what_is_no_protection_is_refused() -> None:
    with pytest.raises(BadInput, match=r"Trim is a class; give an object of it: Trim\(\)"):
        candidate(Trim)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="int is no protection; give a text such as"):
        candidate(7)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Impostor:
    """Somebody's own protection, called like one of ours."""

    name: ClassVar[str] = "trim"
    summary: ClassVar[str] = "Does nothing."
    needs: ClassVar[Needs] = NOTHING

    keep: int = 100

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        raise NotImplementedError


def test_ones_own_protection_is_not_kept_under_the_name_of_ours() -> None:
    assert candidate(Impostor(9)).text == candidate(Trim(9)).text
    assert candidate(Impostor(9)).mark != candidate(Trim(9)).mark
