"""The frontier, and what is recommended for a budget."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from standout.results.estimate import Estimate
from standout.results.frontier import (
    BEING_FOUND,
    BEING_INFERRED,
    BEING_LEARNED,
    UNPROTECTED,
    Choice,
    advised,
    choice_of,
    frontier,
    within,
    without_utility,
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
    found = advised(ALL, 0.02, None, BEING_FOUND)
    assert found.protection == "fair"
    assert found.frontier == (UNPROTECTED, "weak", "fair", "strong")
    assert "choose fair (50% of people found, 2% of utility lost), instead of 90% of people found now" in found.words


def test_a_risk_that_may_be_costs_the_least_and_its_whole_interval_counts() -> None:
    assert within(ALL, None, 0.6) is FAIR
    assert within(ALL, None, 0.51) is STRONG, "the interval of fair goes up to 0.53"
    assert within(ALL, None, 0.05) is None
    found = advised(ALL, None, 0.05, BEING_FOUND)
    assert found.protection is None
    assert found.words.startswith("Within 5% of people found there is nothing that was tried; strong (4% of")


def test_a_gain_within_the_interval_is_no_gain() -> None:
    found = advised(ALL, 0.01, None, BEING_FOUND)
    assert found.protection == UNPROTECTED
    assert "nothing that was tried helps for sure" in found.words
    already = advised(ALL, None, 0.95, BEING_FOUND)
    assert already.protection == UNPROTECTED
    assert "the data as it is already does" in already.words


def test_without_a_budget_the_frontier_is_told() -> None:
    words = advised(ALL, None, None, BEING_FOUND).words
    assert words.startswith("Worth considering, from the cheapest to the strongest, against 90% of people found now: ")
    assert words.endswith(
        " Of some help, but leaving more than half of it: fair (50% of people found, 2% of utility lost)."
    )
    assert words.index("strong (") < words.index("fair (")
    assert "weak" not in words
    assert advised([NOW, WEAK], None, None, BEING_INFERRED).words == (
        "Nothing that was tried helps for sure: a worst AUC of 0.90 without protection."
    )


def auc(name: str, loss: float, risk: float) -> Choice:
    return Choice(name, loss, risk, risk - 0.01, risk + 0.01)


def test_only_what_takes_away_half_of_what_is_above_guessing_is_worth_considering() -> None:
    exposed, level, crowds = auc(UNPROTECTED, 0.0, 0.88), auc("level", 0.01, 0.83), auc("crowds", 0.1, 0.51)
    assert advised([exposed, level, crowds], None, None, BEING_INFERRED).words == (
        "Worth considering, from the cheapest to the strongest, against a worst AUC of 0.88 now: "
        "crowds (a worst AUC of 0.51, 10% of utility lost). "
        "Of some help, but leaving more than half of what is above guessing: "
        "level (a worst AUC of 0.83, 1% of utility lost)."
    )
    assert advised([exposed, level], None, None, BEING_INFERRED).words == (
        "Nothing that was tried takes away half of what is above guessing: a worst AUC of 0.88 without protection. "
        "Of some help, but leaving more than half of what is above guessing: "
        "level (a worst AUC of 0.83, 1% of utility lost)."
    )


def test_half_is_counted_from_what_is_left_where_there_is_nothing_to_fear() -> None:
    now, just, more = auc(UNPROTECTED, 0.0, 0.75), auc("just", 0.1, 0.625), auc("more", 0.1, 0.626)
    assert BEING_INFERRED.halved(just, now)
    assert not BEING_INFERRED.halved(more, now)
    for danger in (BEING_FOUND, BEING_LEARNED):
        assert danger.halved(auc("half", 0.1, 0.375), now)
        assert not danger.halved(just, now)


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
    told = without_utility(NOW, [WEAK, STRONG], BEING_FOUND)
    assert told.protection is None
    assert told.frontier == ()
    assert "no recommender is surely better than one that knows nobody" in told.words
    assert "strong leaves least to fear: 4% of people found, instead of 90% of people found now" in told.words
    assert "although the intervals of the two meet" in without_utility(NOW, [WEAK], BEING_FOUND).words
