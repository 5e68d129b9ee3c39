"""The frontier, what is recommended for a budget, and which protections are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS
from standout.verification.frontier import (
    UNPROTECTED,
    Choice,
    advised,
    choice_of,
    frontier,
    people_found,
    within,
    worst_auc,
)
from standout.verification.grid import ATTRIBUTE, OWNER, PERSON, asked_for, candidate, default_grid
from tests.verification.made import ratings

SHARES = st.sampled_from((0.0, 0.1, 0.2, 0.5, 1.0))


def choices(*points: tuple[float, float]) -> list[Choice]:
    return [Choice(str(number), loss, risk, risk, risk) for number, (loss, risk) in enumerate(points)]


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=8))
def test_nobody_beats_the_frontier_and_all_else_is_beaten(points: list[tuple[float, float]]) -> None:
    found = {(one.loss, one.risk) for one in frontier(choices(*points))}
    for loss, risk in points:
        beaten = any(a <= loss and b <= risk and (a, b) != (loss, risk) for a, b in points)
        assert ((loss, risk) in found) != beaten


NOW = Choice(UNPROTECTED, 0.0, 0.9, 0.88, 0.92)
WEAK = Choice("weak", 0.01, 0.89, 0.87, 0.91)
FAIR = Choice("fair", 0.02, 0.5, 0.47, 0.53)
STRONG = Choice("strong", 0.3, 0.04, 0.03, 0.06)
ALL = [NOW, WEAK, FAIR, STRONG]


def test_a_loss_that_may_be_buys_the_least_risk() -> None:
    assert within(ALL, 0.02, None) is FAIR
    assert within(ALL, 0.5, None) is STRONG
    found = advised(ALL, 0.02, None, people_found)
    assert found["protection"] == "fair"
    assert found["frontier"] == [UNPROTECTED, "weak", "fair", "strong"]
    assert (
        "choose fair (50% of people found, 2.0% of utility lost), instead of 90% of people found now" in found["words"]
    )


def test_a_risk_that_may_be_costs_the_least_and_its_whole_interval_counts() -> None:
    assert within(ALL, None, 0.6) is FAIR
    assert within(ALL, None, 0.51) is STRONG, "the interval of fair goes up to 0.53"
    assert within(ALL, None, 0.05) is None
    found = advised(ALL, None, 0.05, people_found)
    assert "protection" not in found
    assert found["words"].startswith("Within 5% of people found there is nothing that was tried; strong (4% of")


def test_a_gain_within_the_interval_is_no_gain() -> None:
    found = advised(ALL, 0.01, None, people_found)
    assert found["protection"] == UNPROTECTED
    assert "nothing that was tried helps for sure" in found["words"]
    already = advised(ALL, None, 0.95, people_found)
    assert already["protection"] == UNPROTECTED
    assert "the data as it is already does" in already["words"]


def test_without_a_budget_the_frontier_is_told() -> None:
    words = advised(ALL, None, None, people_found)["words"]
    assert words.index("fair (") < words.index("strong (")
    assert "weak" not in words
    assert advised([NOW, WEAK], None, None, worst_auc)["words"] == (
        "Nothing that was tried helps for sure: a worst AUC of 0.90 without protection."
    )


def test_what_was_not_measured_is_no_choice() -> None:
    assert choice_of("one", None, {"rate": 0.5}) is None
    assert choice_of("one", 0.1, None) is None
    assert choice_of("one", 0.1, {"rate": 0.5}) == Choice("one", 0.1, 0.5, 0.5, 0.5)


def test_the_grid_has_every_protection_that_there_is() -> None:
    named = {step.name for text in (*OWNER, *PERSON, *ATTRIBUTE) for step in candidate(text).steps}
    assert named == {*PROTECTIONS, *KNOWLEDGE_PROTECTIONS}
    for text in (*OWNER, *PERSON, *ATTRIBUTE):
        assert candidate(text).text == text


def test_the_grid_leaves_out_what_the_data_cannot_take() -> None:
    every, bare = default_grid(ratings(), True), default_grid(ratings(values=False, days=False), False)
    assert {step.name for one in every for step in one.steps} == {*PROTECTIONS, *KNOWLEDGE_PROTECTIONS}
    assert not {step.name for one in bare for step in one.steps} & {
        "coarsen-values",
        "coarsen-days",
        "perturb",
        "level",
        "blurme",
    }


def test_protections_asked_for_are_checked() -> None:
    assert [one.text for one in asked_for(["swap", "trim:keep=5"], False)] == ["swap", "trim:keep=5"]
    assert len(asked_for(["trim:keep=4", "trim:keep=5"], False)) == 2
    for texts in (["swap", "trim:keep=5", "swap"], ["trim:keep=5", " trim: keep = 5"]):
        with pytest.raises(BadInput, match="is given twice"):
            asked_for(texts, False)
    with pytest.raises(BadInput, match="'trim' is given twice"):
        candidate("trim:keep=5 + trim:keep=4")
    assert not candidate("hide-rarest").changes_data
    with pytest.raises(BadInput, match="hides an attribute of people; name it with --attribute"):
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
