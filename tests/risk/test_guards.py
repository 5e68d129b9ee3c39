"""Guards: thresholds from real knowledge against slow references, and doubt that never makes anybody surer."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import comb, exp, lgamma, log

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import Rule
from standout.common.arrays import Floats
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.engines.tally import Tally
from standout.knowledge.draw import Knowledge, whole_records
from standout.risk.calibration import Calibration, Map, threshold_for
from standout.risk.guards import (
    Guard,
    Nulls,
    against_others,
    as_release,
    guarded,
    guarded_by,
    larger_release,
    real_map,
    shared,
    taken_out_threshold,
    with_real_nulls,
    worth_saying,
)
from standout.risk.outcomes import outcomes
from tests.worlds import STARS, scale_of

ATTACK = Likelihood(rule=Rule(value_error=0.0, day_error=3.0))


def world(seed: int = 1, people: int = 30, items: int = 25) -> LocalDataset:
    rng = np.random.default_rng(seed)
    pairs = [(p, i) for p in range(people) for i in rng.choice(items, rng.integers(4, 9), replace=False)]
    who, what = np.array(pairs).T
    return from_arrays(
        who, what, rng.integers(0, 5, len(who)), rng.integers(0, 60, len(who)),
        scale=scale_of(STARS), size=(people, items), first_day=100,
    )  # fmt: skip


def known(data: LocalDataset) -> Knowledge:
    return whole_records(data.held, data.facts, np.arange(data.people))


def slow_unit(absent: Floats) -> float:
    """What the surest are beyond the next, on average; of ten or fewer, how sure they are."""
    ordered: list[float] = sorted(absent.tolist(), reverse=True)
    count = max(10, int(len(ordered) ** 0.5))
    if len(ordered) <= 10:
        return max(sum(ordered) / len(ordered), 1.0)
    return max(sum(sure - ordered[count] for sure in ordered[:count]) / count, 1.0)


def slow_threshold(confidence: Floats, runner_up: Floats, promised: float) -> float:
    """The least level above which the promise holds, level by level."""
    people = len(confidence)
    levels: list[float] = sorted({*np.nextafter(confidence, -np.inf).tolist(), *runner_up.tolist()})
    for level in levels:
        named, reach = (sum(sure > level for sure in each.tolist()) for each in (confidence, runner_up))
        right = min(max(named / people - promised, 0.0), 0.5)
        beyond = max(level - max(runner_up.tolist()), 0.0)
        most = highest(reach) * exp(-beyond / slow_unit(runner_up))
        if named and most / (people + 1) * (1 - right) <= promised * right:
            return level
    return float("inf")


@cache
def highest(seen: int) -> float:
    """The mean of a Poisson number of which so few, or fewer, are seen one time in ten; by halving."""
    low, high = 0.0, 10.0 * (seen + 1)
    for _ in range(80):
        middle = (low + high) / 2
        few = sum(exp(-middle + k * log(middle) - lgamma(k + 1)) for k in range(seen + 1))
        low, high = (middle, high) if few > 0.1 else (low, middle)
    return low


def test_the_threshold_of_runner_ups_is_that_of_a_slow_reference() -> None:
    rng = np.random.default_rng(1)
    for people in (1, 2, 7, 60, 400):
        for promised in (0.01, 0.1):
            confidence = np.round(rng.exponential(4, people), 1)
            runner_up = np.round(rng.exponential(1, people), 1)
            found = taken_out_threshold(confidence, runner_up, promised)
            slow = slow_threshold(confidence, runner_up, promised)
            assert found == (np.nextafter(slow, np.inf) if np.isfinite(slow) else np.inf)


def test_people_who_are_all_absent_are_not_named_by_their_runner_ups() -> None:
    """The first of many leads by an exponential, the second by half of one: nobody may be named by comparing them."""
    rng = np.random.default_rng(2)
    wrong = []
    for _ in range(20):
        confidence, runner_up = rng.exponential(1.0, 1_000), rng.exponential(0.5, 1_000)
        threshold = taken_out_threshold(confidence, runner_up, 0.01)
        named = int((confidence >= threshold).sum())
        wrong.append(named if worth_saying(named, 1_000, 0.01) else 0)
    assert np.mean(wrong) < 10


def test_people_who_stand_out_are_named() -> None:
    rng = np.random.default_rng(3)
    confidence = np.concatenate((rng.normal(30, 3, 500), rng.exponential(1.0, 500)))
    runner_up = np.concatenate((rng.exponential(1.0, 500), rng.exponential(0.5, 500)))
    threshold = taken_out_threshold(confidence, runner_up, 0.01)
    assert (confidence[:500] >= threshold).all()
    assert (confidence[500:] >= threshold).mean() < 0.03


def test_the_strictest_way_counts() -> None:
    rng = np.random.default_rng(4)
    low, high = rng.exponential(1.0, 300), rng.exponential(9.0, 300)
    confidence = np.full(300, 200.0)
    for place, name in enumerate(("simulated", "others", "taken_out")):
        ways = [high if place == other else low for other in range(3)]
        guard = guarded(confidence, Nulls(*ways, *ways), 0.01)
        assert guard.threshold == getattr(guard, name)
        assert guard.strictest == name
    assert guarded(confidence, Nulls(low, np.empty(0), low, low, np.empty(0), low), 0.01).others == 0.0
    assert guard.simulated == threshold_for(low, 0.01)


def test_names_that_chance_would_give_are_not_worth_saying() -> None:
    for named, people in ((1, 1), (12, 13), (13, 1_000), (20, 1_000), (0, 50)):
        tail = sum(comb(people, k) * 0.01**k * 0.99 ** (people - k) for k in range(named, people + 1))
        assert worth_saying(named, people, 0.01) == (named > 0 and tail < 0.05)


def test_a_record_that_two_claim_is_shared() -> None:
    guesses, named = np.array([3, 3, 5, 3, -1]), np.array([True, True, True, False, False])
    assert shared(guesses, named).tolist() == [True, True, False, False, False]


def test_the_others_are_scored_as_in_a_release_without_oneself() -> None:
    """Everybody is looked for in data that has all other public people and not themselves."""
    data, others = world(), world(2, people=12)
    knowledge = known(others)
    found = against_others(knowledge, ATTACK, data, seed=1)
    release, moved = as_release(knowledge, data)
    rows = np.repeat(np.arange(12), others.lengths)
    records = others.held.records
    for person in range(12):
        kept = rows != person
        alone = from_arrays(
            rows[kept], records.items[kept], records.values[kept], records.days[kept],
            scale=others.scale, size=(12, data.items), first_day=100,
        )  # fmt: skip
        alone = replace(alone, facts=release.facts)
        tally = alone.engine.score(alone, moved, ATTACK, top=12)
        # whoever has no record at all is no candidate of the reference
        empty = tally.top_records[person] == person
        scores = np.sort(tally.top_scores[person][~empty & (tally.top_records[person] >= 0)])[::-1]
        rest = np.logaddexp.reduce([*scores[1:], np.log(11)])
        expected = scores[0] - rest
        spacings = (scores[:9][:-1] - scores[:9][1:]) * np.arange(1, 9)
        unit = float(spacings.mean())
        expected += max(unit - 1, 0.0) * np.log(30 / 11)
        assert found.odds[person] == pytest.approx(expected, abs=0.3)


def test_others_may_be_earlier_later_undated_or_unmatched() -> None:
    data, others = world(), world(3, people=9)
    knowledge = known(others)
    shifted = replace(knowledge, days=(knowledge.days - 500).astype(np.int32))
    undated = replace(knowledge, days=np.full_like(knowledge.days, -(1 << 31)))
    unmatched = replace(knowledge, items=np.where(knowledge.items < 5, -1, knowledge.items).astype(np.int32))
    for one in (knowledge, shifted, undated, unmatched):
        for name in ("likelihood", "tf-idf", "scoring", "scoreboard-rh"):
            came = against_others(one, ATTACKS[name], data, seed=1)
            assert np.isfinite(came.confidence).all()


def made(scores: list[list[float]], records: list[list[int]]) -> Tally:
    rows = len(scores)
    numbers, nothing = np.zeros(rows, np.int64), np.zeros(rows)
    return Tally(
        np.array(scores), np.array(records), numbers + 10, nothing, nothing, numbers, numbers, nothing,
        nothing.astype(bool), nothing.astype(bool), np.full(rows, -np.inf), np.ones(rows),
    )  # fmt: skip


def test_a_larger_release_adds_what_its_spacings_say() -> None:
    tally = made([[9.0, 5.0, 3.0, 2.0]], [[7, 1, 2, 3]])
    unit = ((5 - 3) * 1 + (3 - 2) * 2) / 2
    assert larger_release(tally, np.array([7]), 4.0)[0] == pytest.approx((unit - 1) * np.log(4))
    assert larger_release(tally, np.array([7]), 0.5)[0] == 0
    flat = made([[3.0, 2.9, 2.8, -np.inf]], [[0, 1, 2, -1]])
    assert larger_release(flat, np.array([-1]), 4.0)[0] == 0, "where a unit is less than a nat, odds do not rise"


def test_doubt_makes_nobody_surer_and_maps_never_fall() -> None:
    rng = np.random.default_rng(5)
    simulated = Map(np.array([-3.0, 0.0, 4.0]), np.array([0.05, 0.4, 0.95]))
    start = Calibration((simulated, simulated), (1.0, 1.0), np.zeros(5, np.int64), 0.01, 5, 5)
    levels = np.linspace(-8, 20, 300)
    for shift in (0.0, 5.0):
        odds = np.concatenate((rng.normal(10, 2, 200), rng.normal(shift, 2, 200)))
        null = rng.normal(shift, 2, 400)
        nulls = Nulls(null, null, null, null, null, null)
        for silent in (False, True):
            found = with_real_nulls(start, odds, nulls, Guard(1.0, 2.0, 3.0), silent=silent)
            chances = found.maps[0](levels)
            assert (np.diff(chances) >= -1e-12).all()
            assert (chances <= simulated(levels) + 1e-9).all()
            assert found.thresholds == (3.0, 3.0)
    few = with_real_nulls(start, odds[:20], nulls, Guard(1.0, 2.0, 3.0), silent=False)
    assert few.maps[0] is simulated, "a few people say nothing of how sure others are"


def test_a_map_of_real_knowledge_tells_those_who_are_there_from_those_who_are_not() -> None:
    rng = np.random.default_rng(6)
    odds = np.concatenate((rng.normal(12, 1, 500), rng.normal(0, 1, 500)))
    null = rng.normal(0, 1, 2_000)
    runner_up = np.concatenate((rng.normal(0, 1, 500), rng.normal(-2, 1, 500)))
    found = real_map(odds, Nulls(null, null, runner_up, null, null, runner_up))
    assert found(np.array([12.0]))[0] > 0.9
    assert found(np.array([0.0]))[0] < 0.1
    nobody = real_map(null[:1_000], Nulls(null, null, null, null, null, null))
    assert nobody(np.linspace(-4, 4, 50)).max() < 0.2


def test_knowledge_that_meets_another_release_is_guarded_by_its_runner_ups() -> None:
    plain = Map(np.array([0.0]), np.array([0.5]))
    start = Calibration((plain, plain), (1.0, 50.0), np.zeros(5, np.int64), 0.01, 5, 5)
    confidence, runner_up = np.full(300, 40.0), np.full(300, 9.0)
    first, second = guarded_by(start, confidence, runner_up).thresholds
    assert 9.0 < first < 9.1
    assert second == 50.0


@pytest.mark.parametrize("name", ["tf-idf", "scoring", "scoreboard-rh", "set-intersection"])
def test_every_attack_has_a_confidence_that_is_its_lead(name: str) -> None:
    data = world()
    knowledge = known(data)
    some = replace(knowledge, values=knowledge.values.copy())
    attack, truths = ATTACKS[name], np.arange(data.people)
    tally = data.engine.score(data, some, attack, truths, top=data.people)
    came = outcomes(tally, attack, truths, data.people)
    for person in range(data.people):
        real = tally.top_records[person] >= 0
        scores, records = tally.top_scores[person][real], tally.top_records[person][real]
        if len(scores) < 4:
            continue
        listed = scores[0] >= tally.listed_from[person]
        mean = tally.total[person] / tally.candidates[person]
        spread = np.sqrt(max(tally.squares[person] / tally.candidates[person] - mean**2, 0))
        lead = (scores[0] - scores[1]) / spread if listed and spread > 1e-6 else 0.0
        assert came.confidence[person] == pytest.approx(lead, rel=1e-5, abs=1e-6)
        without = scores[records != truths[person]]
        if listed and without[0] < tally.listed_from[person]:
            assert came.confidence_absent[person] == 0
        if scores[1] >= tally.listed_from[person] and scores[1] > scores[2]:
            assert came.runner_up[person] > 0
