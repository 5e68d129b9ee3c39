"""The frontier, and what is recommended for a budget."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from standout.results.estimate import Estimate
from standout.results.frontier import (
    UNPROTECTED,
    Choice,
    advised,
    choice_of,
    frontier,
    people_found,
    within,
    without_utility,
    worst_auc,
)

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
    assert found.protection == "fair"
    assert found.frontier == (UNPROTECTED, "weak", "fair", "strong")
    assert "choose fair (50% of people found, 2% of utility lost), instead of 90% of people found now" in found.words


def test_a_risk_that_may_be_costs_the_least_and_its_whole_interval_counts() -> None:
    assert within(ALL, None, 0.6) is FAIR
    assert within(ALL, None, 0.51) is STRONG, "the interval of fair goes up to 0.53"
    assert within(ALL, None, 0.05) is None
    found = advised(ALL, None, 0.05, people_found)
    assert found.protection is None
    assert found.words.startswith("Within 5% of people found there is nothing that was tried; strong (4% of")


def test_a_gain_within_the_interval_is_no_gain() -> None:
    found = advised(ALL, 0.01, None, people_found)
    assert found.protection == UNPROTECTED
    assert "nothing that was tried helps for sure" in found.words
    already = advised(ALL, None, 0.95, people_found)
    assert already.protection == UNPROTECTED
    assert "the data as it is already does" in already.words


def test_without_a_budget_the_frontier_is_told() -> None:
    words = advised(ALL, None, None, people_found).words
    assert words.index("fair (") < words.index("strong (")
    assert "weak" not in words
    assert advised([NOW, WEAK], None, None, worst_auc).words == (
        "Nothing that was tried helps for sure: a worst AUC of 0.90 without protection."
    )


def test_what_was_not_measured_is_no_choice() -> None:
    assert choice_of("one", None, Estimate(0.5, 0.4, 0.6)) is None
    assert choice_of("one", 0.1, None) is None


def test_a_proof_ends_the_interval_but_never_below_what_was_reached() -> None:
    measured = Estimate(0.02, 0.0, 0.09)
    assert choice_of("one", 0.1, measured, 0.05) == Choice("one", 0.1, 0.02, 0.0, 0.05)
    assert choice_of("one", 0.1, measured, 0.5) == Choice("one", 0.1, 0.02, 0.0, 0.09)
    assert choice_of("one", 0.1, measured, 0.01) == Choice("one", 0.1, 0.02, 0.0, 0.02)
    assert choice_of("one", 0.1, Estimate(0.5, 0.4, 0.6)) == Choice("one", 0.1, 0.5, 0.4, 0.6)


def test_without_a_verdict_on_utility_nothing_is_chosen_but_risk_is_told() -> None:
    told = without_utility(NOW, [WEAK, STRONG], people_found)
    assert told.protection is None
    assert told.frontier == ()
    assert "no recommender is surely better than one that knows nobody" in told.words
    assert "strong leaves least to fear: 4% of people found, instead of 90% of people found now" in told.words
    assert "although the intervals of the two meet" in without_utility(NOW, [WEAK], people_found).words
