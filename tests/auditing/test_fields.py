"""Columns chosen by evidence: by both halves of the people, without what gains nothing, and never what is out."""

from __future__ import annotations

import numpy as np
import pytest

from standout.attacks.likelihood import Likelihood
from standout.auditing.fields import TriedColumns, best_of_halves, choose, simplest
from standout.auditing.guarding import Asked
from standout.data.index import from_arrays
from standout.knowledge.draw import whole_records

WAYS = [("items", "values", "days"), ("items", "values"), ("items", "days"), ("items",)]


def rows(*counts: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """A row a choice that names so many of the first and of the second half, ten people each."""
    named = np.array([[*(np.arange(10) < first), *(np.arange(10) < second)] for first, second in counts])
    return named, np.repeat((0, 1), 10)


def test_the_choice_is_that_of_both_halves_or_the_better_in_the_other() -> None:
    assert best_of_halves(*rows((5, 5), (3, 9))) == 0, "the first names 5 where the second was chosen, the second 3"
    assert best_of_halves(*rows((5, 1), (4, 9))) == 1
    assert best_of_halves(*rows((5, 5), (5, 5))) == 0, "among equals, the first"


def simplest_by_hand(named: np.ndarray, best: int) -> int:
    """All choices of fewer columns, person by person."""
    if sum(named[best]) == 0:
        return best
    kept = best
    for place, way in enumerate(WAYS):
        if place == best or not all(column in WAYS[best] for column in way):
            continue
        pairs = list(zip(named[best].tolist(), named[place].tolist(), strict=True))
        gained, lost = pairs.count((True, False)), pairs.count((False, True))
        if gained > lost and (gained - lost) ** 2 > gained + lost:
            continue
        fewer, as_many = len(way) < len(WAYS[kept]), len(way) == len(WAYS[kept])
        if fewer or (as_many and kept != best and named[place].sum() > named[kept].sum()):
            kept = place
    return kept


@pytest.mark.parametrize("seed", range(30))
def test_what_gains_nothing_is_left_out(seed: int) -> None:
    dice = np.random.default_rng(seed)
    named = dice.random((4, 40)) < dice.choice((0.0, 0.4, 0.5, 0.9), 4)[:, None]
    for best in range(4):
        assert simplest(WAYS, named, best) == simplest_by_hand(named, best)


def test_one_more_of_many_is_no_gain_and_nobody_named_says_nothing() -> None:
    named, _ = rows((9, 9), (9, 8), (5, 5), (5, 5))
    assert simplest(WAYS, named, 0) == 1, "eighteen against seventeen"
    assert simplest(WAYS, np.zeros((4, 20), bool), 0) == 0


def world() -> tuple[Asked, TriedColumns]:
    """Sixty people of whom days name one more; what is named is made up."""
    dice = np.random.default_rng(1)
    who, what = np.repeat(np.arange(60), 8), np.concatenate([dice.permutation(30)[:8] for _ in range(60)])
    data = from_arrays(who, what, None, dice.integers(0, 100, len(who)), size=(60, 30), first_day=0)
    known = whole_records(data.held, data.facts, np.arange(60))
    named = np.array([np.arange(60) < 40, np.arange(60) < 30])
    tried = TriedColumns(("days",), (), known, (("items", "days"), ("items",)), named)
    return Asked(data, Likelihood(), 0.01, 1, tried=50), tried


def test_a_column_that_is_out_is_not_chosen_and_the_reason_is_said() -> None:
    asked, tried = world()
    assert tried.some is not None
    kept = choose(asked, tried.some, tried)
    assert kept.columns == ("items", "days")
    without = choose(asked, tried.some, tried, {"days": "days agree in 3% of the best matches"})
    assert without.columns == ("items",)
    days = next(each for each in without.fields if each.field == "days")
    assert not days.used or "days" in without.looking.own
    assert days.why.startswith("40 of 60 people are named with it, 30 without; days agree in 3% of the best matches")
