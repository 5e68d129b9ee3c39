"""A rule while it is decided: by every figure, by proof, or not at all."""

from __future__ import annotations

import pytest

from standout.gating.certainty import Look
from standout.gating.open_rules import Key, OpenRule
from standout.results.estimate import Estimate

LIMIT = 0.1


def seen(rate: float, low: float, high: float) -> Look:
    return Look(LIMIT).seen(Estimate(rate, low, high), 100)


UNDER, OVER, BETWEEN, UNSEEN = seen(0.02, 0, 0.08), seen(0.3, 0.2, 0.4), seen(0.09, 0.05, 0.15), Look(LIMIT)


@pytest.mark.parametrize(
    ("looks", "ceiling", "passed"),
    [
        ((), None, None),
        ((UNDER,), None, True),
        ((UNDER, BETWEEN), None, None),
        ((UNDER, OVER, UNSEEN), None, False),
        ((UNDER, UNSEEN), None, None),
        ((BETWEEN,), 0.1, True),
        ((BETWEEN,), 0.11, None),
        ((BETWEEN, UNSEEN), 0.1, None),
        ((OVER,), 0.1, False),
        ((UNDER,), 0.05, True),
        ((seen(0.04, 0.03, 0.08),), 0.02, False),
        ((), 0.1, None),
    ],
)
def test_a_rule_is_decided_by_all_of_its_figures_or_by_proof(
    looks: tuple[Look, ...], ceiling: float | None, passed: bool | None
) -> None:
    every: dict[Key, Look] = {("who", str(place)): look for place, look in enumerate(looks)}
    assert OpenRule("found", None, LIMIT, ceiling, every).passed is passed


def test_the_result_is_about_the_worst_figure_and_its_interval_holds_them_all() -> None:
    wide = seen(0.01, 0, 0.09)
    rule = OpenRule("found", None, LIMIT, looks={("a", "one"): UNDER, ("b", "two"): wide, ("c", "x"): UNSEEN}).closed()
    assert (rule.adversary, rule.attack, rule.measured, rule.low, rule.high) == ("a", "one", 0.02, 0, 0.09)


def test_more_than_is_proven_is_said() -> None:
    rule = OpenRule("found", None, LIMIT, 0.1, {("a", "one"): OVER}).closed()
    assert rule.passed is False
    assert "more was measured than is said to be proven" in str(rule.why)


def test_only_what_is_open_is_gone_on_with() -> None:
    rule = OpenRule("found", None, LIMIT, looks={("a", "one"): UNDER, ("a", "two"): BETWEEN})
    assert [rule.wants(("a", name)) for name in ("one", "two", "three")] == [False, True, False]
    assert [rule.wants(key) for key in (("a",), ("b",))] == [True, False], "or whose keys begin so"
    rule.looks["a", "three"] = OVER
    assert not rule.wants(("a", "two")), "the rule is broken, whatever else comes"
