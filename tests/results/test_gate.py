"""The decision as a document: its words, its verdict, and what a script reads."""

from __future__ import annotations

import pytest

from standout.report.decision.gate_lines import duration, rule_line
from standout.results.gate import EXIT, Needed, Rule, verdict_of

HELD = Rule(name="found", limit=0.1, measured=0.021, low=0.0, high=0.08, passed=True, people=250, attacks=250)
BROKEN = Rule(name="learned-gain", limit=0.05, measured=0.36, low=0.28, high=0.45, passed=False, people=200)
OPEN = Rule(
    name="attribute-auc",
    limit=0.6,
    measured=0.58,
    low=0.5,
    high=0.66,
    people=400,
    needed=Needed(attacks=1_200),
)


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [((HELD,), "pass"), ((HELD, OPEN), "undecided"), ((OPEN, BROKEN), "fail"), ((HELD, BROKEN), "fail")],
)
def test_one_broken_rule_fails_and_all_must_hold_to_pass(rules: tuple[Rule, ...], verdict: str) -> None:
    assert verdict_of(rules) == verdict


def test_statuses_are_what_pipelines_were_told() -> None:
    assert EXIT == {"pass": 0, "fail": 3, "undecided": 4}


def test_a_line_has_limit_measure_interval_people_and_whether_it_holds() -> None:
    assert rule_line(HELD) == "pass      found: limit 10%; measured 2% [0–8]; 250 people"
    assert rule_line(BROKEN) == (
        "FAIL      learned-gain: limit 5.0 points; measured 36.0 points [28.0 to 45.0]; 200 people"
    )
    assert rule_line(OPEN, 80) == (
        "undecided attribute-auc: limit 0.60; measured 0.58 [0.50–0.66]; 400 people; "
        "too few to be sure: 1,200 attacks are needed (--targets 1200), about 80 s here"
    )
    near = Rule(name="found", limit=0.1, measured=0.1, low=0.08, high=0.12, people=1, attacks=40)
    assert rule_line(near).endswith(
        "1 person, 40 attacks; too few people, or too near to the limit, to tell one from the other"
    )


@pytest.mark.parametrize(("seconds", "said"), [(0.01, "1 s"), (45, "45 s"), (300, "5 min"), (9_000, "2.5 h")])
def test_times_are_said_as_people_do(seconds: float, said: str) -> None:
    assert duration(seconds) == said
