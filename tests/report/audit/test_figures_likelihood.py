"""Figures about calibrated probabilities: drawn from the findings' own numbers, left out where those are not there."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from standout.report.audit import figures_likelihood
from standout.report.audit.figures_sure import careful
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing
from tests.report.audited import a_document, a_finding
from tests.report.audited import a_rate as rate

NOBODY = pa.table(
    {"person": pa.array([], pa.string()), "items": pa.array([], pa.int64()), "found_share": pa.array([], pa.float64())}
)


def finding(adversary: str, attack: str, **parts: Any) -> dict[str, Any]:
    return a_finding({"name": adversary}, attack, **parts)


def example(**parts: Any) -> dict[str, Any]:
    """An example with next to nothing in it, and these parts."""
    return {
        "person": "example 1", "invented": False, "rank": 1, "right": True, "named": True, "probability": 0.5,
        "bits": 1.0, "known": 1, "items": [],
    } | parts  # fmt: skip


CALIBRATION = {
    "people": 20,
    "draws": 40,
    "map": [],
    "expected_error": 0.012,
    "expected_error_raw": 0.2,
    "reliability": [
        {"probability": 0.1, "targets": 20, "right": rate(0.15)},
        {"probability": 0.9, "targets": 9, "right": rate(0.8)},
    ],
    "reliability_raw": [{"probability": 0.5, "targets": 20, "right": rate(0.15)}],
}
EXPLAINED = {
    "adversary": "friend",
    "attack": "likelihood",
    "examples": [
        example(
            probability=0.97,
            bits=9.0,
            known=13,
            items=[{"item": f"<b>item {at}</b>", "bits": 1.5 - at * 0.25, "in_record": True} for at in range(13)],
            hide=["<b>item 0</b>", "item 1"],
            hide_exact=True,
            rank_after=3,
        ),
        example(person="example 2", rank=None, probability=0.1, bits=-1, items=[{"item": "one", "bits": -1}]),
        example(person="example 3"),
    ],
}


def findings() -> list[dict[str, Any]]:
    promised = {"promised": 0.01, "correct": rate(0.6), "wrong": rate(0.0), "accused_when_absent": rate(0.01)}
    weaker = promised | {"correct": rate(0.2)}
    lengths = [
        {"items": "1–20", "targets": 20, "identified": {"1": rate(0.9)}},
        {"items": "21–90", "targets": 30, "identified": {"1": rate(0.3)}},
    ]
    return [
        finding("friend", "likelihood", max_false=promised, calibration=CALIBRATION, by_length=lengths,
                identified_by_interactions=rate(0.4)),
        finding("friend", "scoreboard-rh", max_false=weaker, eccentricity=1.5),
    ]  # fmt: skip


def explaining(*examples: dict[str, Any]) -> View:
    explained = {"adversary": "friend", "attack": "likelihood", "examples": list(examples)}
    return View(a_document(findings(), explained=explained), NOBODY)


@pytest.fixture
def view() -> View:
    return View(a_document(findings(), explained=EXPLAINED), NOBODY)


def made(part: Any) -> Figure:
    assert isinstance(part, Figure)
    return part


def test_a_promise_is_shown_with_what_it_is_worth(view: View, undrawn: list[tuple[str, Any]]) -> None:
    figure = made(figures_likelihood.promised(view))
    assert "If at most 1% of absent people" in figure.says
    assert [row[:2] for row in figure.table.rows] == [["friend", "likelihood"], ["friend", "scoreboard-rh"]]
    assert undrawn


def test_reliability_compares_calibrated_with_raw(view: View, undrawn: list[tuple[str, Any]]) -> None:
    figure = made(figures_likelihood.reliability(view))
    assert figure.says == "Probabilities are off by 1.2 points on average; before calibration by 20.0 points."
    assert figure.table.rows == [["friend", "1.2 points", "20.0 points"]]
    assert undrawn


def test_length_groups_say_when_a_rate_hides_something(view: View, undrawn: list[tuple[str, Any]]) -> None:
    figure = made(figures_likelihood.lengths(view))
    assert figure.says.startswith("Between 30% and 90%.")
    assert "40%" in figure.says
    assert len(figure.table.rows) == 2
    assert undrawn


def test_bars_of_an_explanation_add_up(view: View, undrawn: list[tuple[str, Any]]) -> None:
    found = figures_likelihood.explanations(view)
    assert len(found) == 2
    first, second = (made(one) for one in found)
    assert "came out first" in first.says
    assert "without 2 of the 13 known items (nothing less would have done)" in first.says
    assert "not listed" in second.says
    shown = [bits for _, bits in figures_likelihood._merged([(f"item {at}", 1.5 - at * 0.25) for at in range(13)])]
    assert len(shown) == 11
    assert sum(shown) == pytest.approx(sum(1.5 - at * 0.25 for at in range(13)))
    assert len(first.table.rows) == 14
    assert undrawn


def test_an_invented_example_says_that_it_is_nobody(undrawn: list[tuple[str, Any]]) -> None:
    row = example(
        invented=True, people=27, kind="named", probability=0.972, bits=7.5, hide=["an item of 32–63 people"],
        hide_helps=0.52,
        items=[{"item": "an item of 32–63 people", "bits": 5.5}, {"item": "another item", "bits": 2.0}],
    )  # fmt: skip
    figure = made(figures_likelihood.explanations(explaining(row))[0])
    assert figure.title == "Invented example 1: a typical person who was named"
    assert figure.says == (
        "Nobody in particular: the average of 27 people who were named. The right record came out first; the best "
        "record’s probability was 97% on average. Had the most telling item not been known, 52% of them would not "
        "have been named."
    )
    assert [step.label for step in undrawn[-1][1]] == ["1. held by 32–63", "2. another item", "all together"]


def test_an_example_that_a_crowd_shares_says_so(undrawn: list[tuple[str, Any]]) -> None:
    row = example(people=6, kind="missed", rank=20, probability=0.2, items=[{"item": "one", "bits": 1.0}])
    figure = made(figures_likelihood.explanations(explaining(row))[0])
    assert figure.title == "Example 1: what 6 people who were not found have in common"
    assert figure.says.startswith("6 people have exactly this in common. Their records came out about 20th;")
    assert undrawn


def test_whoever_is_calibrated_speaks_for_the_careful_adversary(view: View) -> None:
    assert [one.attack for one in careful(view)] == ["likelihood"]


def test_what_was_not_measured_leaves_the_figures_out() -> None:
    view = View(a_document([finding("friend", "tf-idf")]), NOBODY)
    for part in (figures_likelihood.promised, figures_likelihood.reliability, figures_likelihood.lengths):
        assert isinstance(part(view), Missing)
    assert figures_likelihood.explanations(view) == []
