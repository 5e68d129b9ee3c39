"""What `--pairs --epsilon` promises, tried on neighbouring datasets, and what it refuses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.io.tables.catalogue import Catalogue
from standout.label.pairs import together
from standout.label.pairs.gaussian import GaussianLedger, PairsBudget, rho_for
from standout.label.pairs.making import SHARES, make_pairs
from standout.label.pairs.together import UNIT
from standout.results.recommender import Recommender
from tests.label.telling_apart import least_epsilon

PEOPLE, ITEMS, DAY = 400, 6, "2026-11-17"
IDS = tuple(str(item) for item in range(ITEMS))
CATALOGUE = Catalogue("catalogue.csv", IDS, (None,) * ITEMS)
BUDGET = PairsBudget(1.0, 1e-6, 2)
RUNS = 300


def records() -> list[tuple[int, ...]]:
    """People with two items or three of six, and one with all of them."""
    dice = np.random.default_rng(3)
    drawn = [tuple(sorted(dice.choice(ITEMS, 2 + dice.integers(2), replace=False).tolist())) for _ in range(PEOPLE)]
    return [tuple(range(ITEMS)), *drawn]


def dataset(people: Sequence[Sequence[int]]) -> LocalDataset:
    owners = np.repeat(np.arange(len(people)), [len(record) for record in people])
    return from_arrays(owners, np.concatenate([np.array(record, np.int64) for record in people]))


def told(made: Recommender | None) -> Floats:
    """Everything a file says, as numbers; none: it was refused."""
    numbers = np.zeros(ITEMS * (ITEMS + 1) // 2 + 2 * ITEMS + 2)
    if made is None:
        return np.append(numbers[1:], 1.0)
    places = [IDS.index(each) for each in made.ids]
    counted = np.zeros(2 * ITEMS)
    counted[places] = made.listed.counted
    counted[[ITEMS + place for place in places]] = 1.0
    together = np.zeros((ITEMS, ITEMS))
    inside = np.zeros((len(places), len(places)))
    inside[np.triu_indices(len(places))] = made.together
    together[np.ix_(places, places)] = inside
    return np.concatenate([together[np.triu_indices(ITEMS)], counted, [made.people, 0.0]])


def published(people: Sequence[Sequence[int]], catalogue: Catalogue | None) -> Floats:
    data, rows = dataset(people), []
    for _ in range(RUNS):
        try:
            rows.append(told(make_pairs(data, BUDGET, DAY, top=ITEMS, catalogue=catalogue, threads=1)))
        except BadInput:
            rows.append(told(None))
    return np.array(rows)


@pytest.mark.slow
@pytest.mark.parametrize("catalogue", [CATALOGUE, None], ids=["catalogue", "rows"])
def test_one_person_more_or_less_is_not_told_apart_beyond_the_promise(catalogue: Catalogue | None) -> None:
    everybody = records()
    shown = least_epsilon(published(everybody, catalogue), published(everybody[1:], catalogue), BUDGET.delta)
    assert shown <= BUDGET.epsilon


@pytest.mark.slow
def test_a_person_whose_pairs_weigh_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the test above is for: everything of the first person weighs twelve times what was declared."""

    def unbounded(listed: int, max_items: int) -> Int64s:  # noqa: ARG001
        return np.append(np.full(listed, UNIT), 12 * UNIT)

    monkeypatch.setattr(together, "weights_for", unbounded)
    everybody = records()
    shown = least_epsilon(published(everybody, CATALOGUE), published(everybody[1:], CATALOGUE), BUDGET.delta)
    assert shown > BUDGET.epsilon


def test_rho_is_what_epsilon_allows() -> None:
    """Bun and Steinke's plain bound, epsilon = rho + 2 √(rho ln(1 / delta)), allows less than the exact conversion."""
    for epsilon, delta in ((0.5, 1e-6), (1.0, 1e-9), (8.0, 1e-6)):
        rho = rho_for(epsilon, delta, 0.0)
        plain = (np.sqrt(np.log(1 / delta) + epsilon) - np.sqrt(np.log(1 / delta))) ** 2
        assert plain <= rho <= 1.5 * plain
        assert rho_for(epsilon, delta, delta / 10) <= rho


def test_questions_are_asked_in_their_order_and_once() -> None:
    ledger = GaussianLedger(dataset(records()), BUDGET, SHARES)
    with pytest.raises(RuntimeError, match="not the next question"):
        ledger.sums("pairs", lambda _: np.zeros(3, np.int64), 1.0)
    ledger.sums("lengths", lambda _: np.zeros(3, np.int64), 1.0)
    with pytest.raises(RuntimeError, match="not the next question"):
        ledger.sums("lengths", lambda _: np.zeros(3, np.int64), 1.0)


def test_what_goes_wrong_in_a_question_is_told_as_it_is() -> None:
    def wrong(_: object) -> Int64s:
        raise BadInput("the disk is gone")

    with pytest.raises(BadInput, match="the disk is gone"):
        GaussianLedger(dataset(records()), BUDGET, SHARES).sums("lengths", wrong, 1.0)


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ((0.0, 1e-6, 20), "epsilon=0,"),
        ((-1.0, 1e-6, 20), "epsilon=-1"),
        ((float("nan"), 1e-6, 20), "epsilon=nan"),
        ((101.0, 1e-6, 20), "between 0.01 and 100"),
        ((1.0, 0.0, 20), "delta=0,"),
        ((1.0, 0.1, 20), "delta=0.1"),
        ((1.0, 1e-6, 1), "max_items=1,"),
        ((1.0, 1e-11, 10_000), "delta=1e-11, but must be between 1e-10"),
    ],
)
def test_budgets_that_promise_nothing_are_refused(budget: tuple[float, float, int], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        PairsBudget(*budget)


def test_too_few_people_and_too_much_noise_are_refused() -> None:
    """Three people are in one step of length; that noise of deviation 0.2 puts it at 50 has no chance at all."""
    with pytest.raises(BadInput, match="people are too few"):
        make_pairs(dataset([(0, 1, 2)] * 3), PairsBudget(50.0), DAY, catalogue=CATALOGUE)
    with pytest.raises(BadInput, match="top=1, but must be between 2"):
        make_pairs(dataset(records()), PairsBudget(50.0), DAY, top=1)


def test_an_item_of_ones_own_is_not_listed_without_a_catalogue() -> None:
    """It passes a threshold with a chance of delta / 10 = 1e-10."""
    people = [*[(0, 1, 2)] * 600, (0, 3, 4)]
    made = make_pairs(dataset(people), PairsBudget(8.0, 1e-9, 5), DAY)
    assert made.ids == ("0", "1", "2")
    assert made.made.catalogue is None
    assert "delta 1e-09" in made.made.guarantee


def test_the_least_delta_leaves_a_threshold() -> None:
    """One that only 1e-13 of noise passes lies about eight deviations up, which nobody's three items do."""
    least = PairsBudget(1.0, 1e-10, 10_000)
    ledger = GaussianLedger(dataset(records()), least, {"list": 1.0}, thresholded="list")
    assert ledger.counts_of_unknown("list", lambda _: {"a": 3}, least.max_items) == {}


def test_pairs_are_near_the_truth_and_say_their_noise() -> None:
    """600 people with three items each: every pair is 600, off by eight deviations (1e-15) at the most."""
    made = make_pairs(dataset([(0, 1, 2)] * 600), PairsBudget(8.0, 1e-6, 5), DAY, top=3, catalogue=CATALOGUE)
    assert made.ids == ("0", "1", "2")
    assert max(abs(pair - 600) for pair in made.together) <= 8 * made.made.deviation + 1
    assert made.made.unit == "person"
    assert (made.made.epsilon, made.made.delta, made.made.max_items) == (8.0, 1e-6, 5)
    assert Recommender.from_json(made.to_json()) == made
