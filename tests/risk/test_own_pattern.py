"""A second look at the best candidates: against slow loops, and that it finds people whose clocks are their own."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import Rule
from standout.common.arrays import Bools, Floats
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.engines.tally import Tally
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, whole_records
from standout.risk.outcomes import outcomes
from standout.risk.own_pattern import MOST_ITEMS, Looking, raised, without
from standout.risk.own_ways import patterns
from tests.worlds import STARS, scale_of

ATTACK = Likelihood(rule=Rule(value_error=-1.0, day_error=-1.0, absent_share=0.1))


def slow_pattern(known: list[float], held: list[float], near: float, breadth: float) -> float:
    """Item by item: moved by the gap that most gaps are near to, over every known amount in its place."""
    count = len(known)
    if count < 2:
        return 0.0
    gaps = [one - other for one, other in zip(known, held, strict=True)]
    votes = [sum(abs(other - gap) <= near for other in gaps) for gap in gaps]
    shift = gaps[votes.index(max(votes))]

    def chance(off: float) -> float:
        return (0.8 / (2 * near + 1) if abs(off) <= near else 0.0) + 0.2 / breadth

    ratio = -log(count)
    for place in range(count):
        others = sum(chance(known[other] - held[place] - shift) for other in range(count)) / count
        ratio += log(chance(gaps[place] - shift)) - log(others)
    return log(0.5 + 0.5 * exp(ratio))


@pytest.mark.parametrize("near", [0.0, 3.0])
def test_patterns_are_those_of_slow_loops(near: float) -> None:
    dice = np.random.default_rng(3)
    known, held = dice.integers(0, 12, (300, 7)).astype(float), dice.integers(0, 12, (300, 7)).astype(float)
    held[::3] = known[::3] + dice.integers(-40, 40, (100, 1))
    both: Bools = dice.random((300, 7)) < dice.random((300, 1))
    found = patterns(known, held, both, near, 30.0)
    for row in range(300):
        wanted = slow_pattern(known[row, both[row]].tolist(), held[row, both[row]].tolist(), near, 30.0)
        assert found[row] == pytest.approx(wanted, abs=1e-9)
    assert patterns(np.zeros((0, 7)), np.zeros((0, 7)), np.zeros((0, 7), bool), near, 30.0).shape == (0,)


def test_a_constant_is_seen_and_one_day_alone_says_nothing() -> None:
    days = np.array([[3.0, 90.0, 41.0, 200.0, 7.0]])
    every = np.ones((1, 5), bool)
    moved, mixed, one_day = (
        float(patterns(days, held, every, 3.0, 400.0)[0]) for held in (days - 100, days[:, ::-1], np.full((1, 5), 60.0))
    )
    assert moved > 3 > 0 > mixed
    assert one_day <= 0
    session = float(patterns(np.full((1, 5), 12.0), np.full((1, 5), 60.0), every, 3.0, 400.0)[0])
    assert session <= 0, "all of one day, moved by any number, fits everybody else of one day"


def scored(data: LocalDataset, known: Knowledge, top: int) -> Tally:
    return data.engine.score(data, known, ATTACK, np.arange(known.targets), top=top)


def world(people: int = 40) -> LocalDataset:
    dice = np.random.default_rng(7)
    pairs = [(p, i) for p in range(people) for i in dice.choice(30, 10, replace=False)]
    who, what = np.array(pairs).T
    return from_arrays(
        who, what, dice.integers(0, 5, len(who)), dice.integers(0, 300, len(who)),
        scale=scale_of(STARS), size=(people, 30), first_day=0,
    )  # fmt: skip


def test_raising_scores_is_as_if_they_had_been_so() -> None:
    data = world()
    known = whole_records(data.held, data.facts, np.arange(data.people))
    whole = scored(data, known, data.people)
    dice, truths = np.random.default_rng(2), np.arange(data.people)
    evidence: Floats = np.zeros(whole.top_scores.shape)
    evidence[:, :6] = dice.integers(0, 4, (data.people, 6)).astype(float)
    found = raised(whole, evidence, truths)
    for row in range(data.people):
        scores = {
            int(record): score + more
            for record, score, more in zip(whole.top_records[row], whole.top_scores[row], evidence[row], strict=True)
            if record >= 0
        }
        ordered = sorted(scores.values(), reverse=True)
        assert found.top_scores[row, : len(ordered)].tolist() == pytest.approx(ordered)
        assert found.true_scores[row] == pytest.approx(scores[row])
        assert found.beat[row] == sum(score > scores[row] for score in scores.values())
        assert found.tied[row] == sum(score == scores[row] for score in scores.values()) - 1
        assert found.exponentials[row] == pytest.approx(sum(exp(score - ordered[1]) for score in ordered[1:]))
    few = raised(scored(data, known, 8), evidence[:, :8], truths)
    listed = (few.top_records == truths[:, None]).any(axis=1)
    assert few.exponentials == pytest.approx(found.exponentials), "who is not listed counts as before"
    for name in ("odds", "odds_absent"):
        one, other = (getattr(outcomes(tally, ATTACK, truths, data.people), name)[listed] for tally in (few, found))
        assert one == pytest.approx(other)


def test_without_columns_of_ones_own_nothing_changes() -> None:
    data = world()
    known = whole_records(data.held, data.facts, np.arange(data.people))
    plain = data.engine.score(data, known, ATTACK, np.arange(data.people))
    same = Looking().score(data, known, ATTACK, np.arange(data.people))
    assert np.array_equal(plain.top_scores, same.top_scores), (
        "as many places as without it: what is absent hangs on them"
    )
    assert (without(known, ("days",)).days == UNKNOWN_DAY).all()
    assert np.array_equal(without(known, ("values",)).days, known.days)


@pytest.mark.parametrize("field", ["days", "values"])
def test_somebodys_own_clock_or_generosity_puts_their_record_first(field: str) -> None:
    """Everybody has the same 20 items, so that nothing but the pattern tells."""
    dice, people = np.random.default_rng(4), 30
    who, what = np.divmod(np.arange(people * 20), 20)
    data = from_arrays(
        who, what, dice.integers(0, 4, len(who)), dice.integers(0, 300, len(who)),
        scale=scale_of(STARS), size=(people, 20), first_day=0,
    )  # fmt: skip
    known = whole_records(data.held, data.facts, np.arange(people))
    moved = replace(known, days=known.days + 1_000 + 17 * np.repeat(np.arange(people), 20).astype(np.int32))
    moved = replace(moved, values=(known.values + 1).astype(np.uint8))
    looking = Looking((field,))
    tally = looking.score(data, moved, ATTACK, np.arange(people), top=people)
    assert (tally.top_records[:, 0] == np.arange(people)).mean() > 0.9
    assert MOST_ITEMS >= 20
