"""Advice follows from the findings."""

from __future__ import annotations

from typing import Any

import msgspec
import pyarrow as pa
import pytest

from standout.report.audit.next_steps import in_words, next_steps
from standout.report.audit.questions import questions
from standout.report.audit.view import View
from standout.results.compare_found import Change
from standout.results.estimate import Estimate
from standout.results.questions import (
    Inference,
    InferredAttribute,
    Linkability,
    Linked,
    MeasuredAdvice,
    Questions,
    Tried,
)
from tests.report.audited import a_document, a_finding

CROWDS = "If records must be published, deal them anew in crowds of 20."


def view(
    rates: dict[str, tuple[dict[str, Any], float]],
    advice: MeasuredAdvice | None = None,
    answers: Questions | None = None,
) -> View:
    findings = [
        a_finding(
            {"name": name} | fields,
            "scoreboard-rh",
            targets=100,
            identified={"1": {"rate": found, "low": found, "high": found}},
        )
        for name, (fields, found) in rates.items()
    ]
    people = pa.table({"person": ["a"], "items": [1], "found_share": [1.0]})
    document = msgspec.structs.replace(a_document(findings), advice=advice, questions=answers)
    return View(document, people)


def tried(protection: str, left: float, low: float, high: float) -> Tried:
    return Tried(
        protection=protection,
        left=Estimate(left, left - 0.05, left + 0.05),
        adversary="one",
        change=Change(change=left - 0.9, low=low, high=high),
    )


def advice(*trials: Tried) -> MeasuredAdvice:
    return MeasuredAdvice(
        people=200,
        now=Estimate(0.9, 0.85, 0.94),
        adversary="one",
        tried=trials,
        compare="standout compare 'my data.csv'",
    )


@pytest.mark.parametrize(
    ("found", "said"), [(0.9, "Do not release"), (0.1, "Do not publish"), (0.01, "These adversaries find few people")]
)
def test_the_first_step_depends_on_the_worst_rate(found: float, said: str) -> None:
    steps = next_steps(view({"one": ({"items": 8}, found)}))
    assert steps[0].what.startswith(said)
    assert steps[-1].command == "standout compare DATA"


def test_only_what_was_measured_to_help_is_advised() -> None:
    trials = (tried("coarsen-days:to=month", 0.88, -0.1, 0.05), tried("trim:keep=20", 0.4, -0.6, -0.4))
    steps = next_steps(view({"one": ({"items": 8}, 0.9)}, advice(*trials)))
    assert [step.what for step in steps[1:]] == [
        "Keep at most 20 entries a person: this helps.",
        "Do not rely on what did not help.",
        CROWDS,
        "Then measure what protections cost on your own data.",
    ]
    assert "40% [35–45]" in steps[1].why
    assert "90% [85–94]" in steps[1].why
    assert "fewer by 50% [40–60]" in steps[1].why
    assert "Not enough by itself" in steps[1].why
    assert "months instead of days" in steps[2].why
    assert steps[-1].command == "standout compare 'my data.csv' --with crowds:k=20"


def test_where_nothing_helps_that_is_said_and_nothing_is_advised() -> None:
    steps = next_steps(view({"one": ({"items": 8}, 0.9)}, advice(tried("trim:keep=20", 0.88, -0.1, 0.02))))
    assert [step.what for step in steps[1:]] == [
        "Nothing that was tried helps for sure.",
        CROWDS,
        "Then measure what protections cost on your own data.",
    ]


def test_crowds_are_advised_where_many_are_found_in_data_with_people_enough_as_it_is() -> None:
    found = view({"one": ({"items": 8}, 0.9)}, advice())
    assert CROWDS in [step.what for step in next_steps(found)]
    assert any("in more than 5% of cases, by proof" in step.why for step in next_steps(found))
    about = found.document.data
    for other in (
        view({"one": ({"items": 8}, 0.01)}, advice()).document,
        msgspec.structs.replace(found.document, data=msgspec.structs.replace(about, people=39)),
        msgspec.structs.replace(found.document, released=about),
    ):
        steps = next_steps(View(other, found.table))
        assert CROWDS not in [step.what for step in steps]
        assert steps[-1].command == "standout compare 'my data.csv'"


def test_where_nothing_was_tried_the_reason_is_said() -> None:
    untried = MeasuredAdvice(reason="the data is elsewhere", compare="standout compare x")
    steps = next_steps(view({"one": ({"items": 8}, 0.9)}, untried))
    assert "the data is elsewhere" in steps[1].why


def test_protections_without_words_are_named_as_they_are_asked_for() -> None:
    assert in_words("coarsen-days:to=none + swap") == "release no days, swap"
    bare = "coarsen-values:to=presence + coarsen-days:to=none + trim:keep=20"
    assert in_words(bare) == "release items without values and days, keep at most 20 entries a person"


def test_questions_are_open_only_with_a_reason() -> None:
    answers = {one.name: one.state for one in questions(view({"one": ({"items": 8}, 0.9)}).document)}
    assert answers == {"Singling out": "measured", "Linkability": "open", "Inference": "open"}
    asked = Questions(linkability=Linkability(reason="no days"), inference=Inference(reason="no table of people"))
    answers = {one.name: one.answer for one in questions(view({}, answers=asked).document)}
    assert "no days" in answers["Linkability"]
    assert "no table of people" in answers["Inference"]


@pytest.mark.parametrize("better", [True, False])
def test_measured_questions_say_yes_or_no_with_figures_and_guessing_beside_them(better: bool) -> None:
    linked = Linkability(
        last_older_day="2020-05-01",
        people=120,
        sampled=400,
        linked=(Linked(by="taste", first=Estimate(0.1, 0.05, 0.17), within_10=Estimate(0.4, 0.3, 0.5), better=better),),
        blind_first=1 / 120,
        blind_within_10=10 / 120,
    )
    gender = InferredAttribute(
        name="gender", classes=("F", "M"), people=300, accuracy=Estimate(0.8, 0.75, 0.84), majority=0.6,
        auc=Estimate(0.85, 0.8, 0.9), inferred=better,
    )  # fmt: skip
    asked = Questions(linkability=linked, inference=Inference(attributes=(gender,)))
    _, linking, inferring = questions(view({"one": ({"items": 8}, 0.9)}, answers=asked).document)
    verdict = "Yes, better than by guessing." if better else "Not better than by guessing."
    for question in (linking, inferring):
        assert question.state == "measured"
        assert question.answer.startswith(verdict)
    assert "120 of 400 people" in linking.answer
    assert "10% [5–17]" in linking.answer
    assert "named" not in linking.answer
    assert "Blind guesses: 0.8% and 8%" in linking.answer
    assert "80% [75–84] of 300 people (always the most common: 60%" in inferring.answer
    assert "a floor" in inferring.answer
    assert "“standout infer” looks thoroughly" in inferring.answer


@pytest.mark.parametrize("silent", [None, "too few teach"])
def test_linking_says_who_would_be_named_or_why_nobody(silent: str | None) -> None:
    way = Linked(
        by="taste", first=Estimate(0.1, 0.05, 0.17), within_10=Estimate(0.4, 0.3, 0.5), better=True, silent=silent,
        named=Estimate(0.07, 0.04, 0.11), accused=Estimate(0.002, 0.0, 0.01),
    )  # fmt: skip
    linked = Linkability(last_older_day="2020-05-01", people=120, linked=(way,), blind_first=0.01, blind_within_10=0.1)
    asked = Questions(linkability=linked, inference=Inference(reason="no table of people"))
    answer = questions(view({"one": ({"items": 8}, 0.9)}, answers=asked).document)[1].answer
    named = "(7% [4–11] would be named, and with their record taken out 0.2% [0–1.0], wrongly)"
    assert ("(nobody would be named: too few teach)" if silent else named) in answer
