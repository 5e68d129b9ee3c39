"""Advice follows from the findings."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from standout.report.audit.next_steps import next_steps, questions
from standout.report.audit.view import View
from tests.report.audited import a_document, a_finding


def view(rates: dict[str, tuple[dict[str, Any], float]]) -> View:
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
    return View(a_document(findings), people)


@pytest.mark.parametrize(
    ("found", "said"), [(0.9, "Do not release"), (0.1, "Do not publish"), (0.01, "These adversaries find few people")]
)
def test_the_first_step_depends_on_the_worst_rate(found: float, said: str) -> None:
    steps = next_steps(view({"one": ({"items": 8}, found)}))
    assert steps[0].what.startswith(said)
    assert steps[-1].command == "standout audit DATA --released FILE"


@pytest.mark.parametrize(
    ("without_days", "said"),
    [(0.1, "this helps a lot"), (0.7, "is not enough alone"), (0.95, "do not rely on it")],
)
def test_days_are_judged_by_who_does_not_know_them(without_days: float, said: str) -> None:
    made = view(
        {"with": ({"items": 8, "wrong": 2, "days": 14}, 0.97), "without": ({"items": 8, "wrong": 2}, without_days)}
    )
    step = next(step for step in next_steps(made) if "days" in step.what)
    assert said in step.what
    assert "97%" in step.why


def test_values_are_judged_by_who_knows_them_roughly() -> None:
    made = view({"exact": ({"items": 8}, 0.9), "rough": ({"items": 8, "values": 1}, 0.3)})
    step = next(step for step in next_steps(made) if "values" in step.what)
    assert "helps a lot" in step.what
    assert "30% instead of 90%" in step.why


def test_questions_are_answered_only_where_measured() -> None:
    answers = {one.name: one.state for one in questions(view({"one": ({"items": 8}, 0.9)}))}
    assert answers == {"Singling out": "measured", "Linkability": "open", "Inference": "open"}
    answers = {one.name: one.state for one in questions(view({}))}
    assert answers == {"Singling out": "open", "Linkability": "open", "Inference": "open"}
