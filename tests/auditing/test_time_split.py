"""Linking older to newer halves: as counted by hand, and only where the data can answer."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from standout.auditing.time_split import (
    chance_of,
    guarded_threshold,
    halves_of,
    linkability,
    median_day,
    ranks_by_items,
    sample_of,
    shares_items,
    with_both_halves,
)
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.io.reading import read
from standout.knowledge.time_shift import TimeShift
from standout.risk.calibration import Trial
from standout.risk.guards import tail_unit
from standout.risk.outcomes import Outcomes


def tastes(people: int = 120, kinds: int = 12, days: bool = True, seed: int = 1) -> LocalDataset:
    """People who have only items of their own kind, half of them early and half late."""
    dice, rows, columns, when = np.random.default_rng(seed), [], [], []
    for person in range(people):
        own = person % kinds * 20 + dice.permutation(20)[:12]
        rows += [person] * 12
        columns += own.tolist()
        when += [0, 1, 2, 3, 4, 5, 50, 51, 52, 53, 54, 55]
    return from_arrays(rows, columns, None, when if days else None, size=(people, kinds * 20))


def test_the_median_day_leaves_something_on_both_sides() -> None:
    assert median_day(np.array([1, 1, 1, 1])) == 1
    assert median_day(np.array([0, 3, 0, 1])) == 1
    assert median_day(np.array([1, 0, 9])) == 0, "the last day alone is the newer half"
    assert median_day(np.array([0, 5])) is None
    assert median_day(np.array([], np.int64)) is None


def test_records_are_cut_by_day_and_only_those_with_both_halves_are_asked() -> None:
    #          both halves          older only  newer only  no day at all  one without a day
    rows = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]
    columns = [0, 1, 2, 0, 3, 1, 3, 0, 1, 2, 3, 0]
    days = [1, 9, 5, 1, 2, 8, 9, NO_DAY, NO_DAY, 2, 7, NO_DAY]
    data = from_arrays(rows, columns, None, days, size=(5, 4))
    records = sample_of(data, seed=1)
    assert records.targets == 5
    halves = halves_of(records, data, TimeShift(5), seed=1)
    assert [half.tolist() for half in np.split(halves.known.items, halves.known.starts[1:-1])] == [[0, 2], [2]]
    assert halves.released.held.records.items.tolist() == [1, 3]
    assert halves_of(records, data, TimeShift(5, gap=3), seed=1).known.targets == 1, "day 7 is in the gap"
    assert with_both_halves(records, TimeShift(5)).tolist() == [0, 4]


def ranks_by_hand(older: list[set[int]], newer: list[set[int]]) -> list[int]:
    """TF-IDF cosine as it is written in books, ties at their worst."""
    people = len(newer)
    holders = {item: sum(item in half for half in newer) for half in newer for item in half}
    weight = {item: math.log2(people / count) for item, count in holders.items()}
    places = []
    for person, known in enumerate(older):
        scores = []
        for half in newer:
            length = math.sqrt(sum(weight[item] ** 2 for item in half))
            dot = sum(weight[item] ** 2 for item in known & half)
            scores.append(dot / length if length else 0.0)
        own = scores[person]
        above = sum(score > own * (1 + 1e-6) + 1e-12 for score in scores)
        level = sum(abs(score - own) <= own * 1e-6 + 1e-12 for score in scores)
        places.append(above + level)
    return places


@pytest.mark.parametrize("seed", range(8))
def test_linking_by_items_is_as_by_hand(seed: int) -> None:
    """Halves with items in common, as repeated events have them."""
    dice = np.random.default_rng(seed)
    older = [set(dice.choice(15, dice.integers(1, 6), replace=False).tolist()) for _ in range(12)]
    newer = [set(dice.choice(15, dice.integers(1, 6), replace=False).tolist()) for _ in range(12)]
    rows, columns, days = [], [], []
    for day, halves in ((0, older), (9, newer)):
        for person, half in enumerate(halves):
            rows += [person] * len(half)
            columns += sorted(half)
            days += [day] * len(half)
    data = from_arrays(rows, columns, None, days, size=(12, 15), events=True)
    found = ranks_by_items(halves_of(sample_of(data, 1), data, TimeShift(0), 1)).tolist()
    expected = ranks_by_hand(older, newer)
    shared = [bool(known & half) for known, half in zip(older, newer, strict=True)]
    assert [a for a, kept in zip(found, shared, strict=True) if kept] == [
        b for b, kept in zip(expected, shared, strict=True) if kept
    ]
    assert all(place > 1 for place, kept in zip(found, shared, strict=True) if not kept), "nothing shared is no match"


def test_taste_links_halves_that_share_no_item() -> None:
    data = tastes()
    halves = halves_of(sample_of(data, 1), data, TimeShift(5), seed=1)
    assert not shares_items(halves)
    answer = linkability(data, seed=1)
    assert answer.possible
    assert [way.by for way in answer.linked] == ["taste"], "there are no items to link by"
    assert answer.linked[0].within_10.rate > 0.9, "ten people share a taste"
    assert (answer.people, answer.sampled) == (120, 120)
    assert answer.blind_first == 1 / 120
    assert answer.last_older_day == "1970-01-06"
    assert answer.after_gaps[0].gap == 30
    assert answer.after_gaps[0].linked == answer.linked, "nothing happens in the gap"
    assert len(answer.after_gaps) == 1, "nobody has anything 180 days later"


def test_verdicts_by_taste_have_their_rates() -> None:
    way = linkability(tastes(), seed=1).linked[0]
    assert way.named is not None
    assert way.accused is not None
    assert way.named.rate <= way.first.rate
    assert way.accused.low <= 0.01
    assert (way.silent is None) == (way.named.rate > 0)


def sure_of(confidence: list[float], runner_up: list[float]) -> Outcomes:
    """Outcomes of which nothing but this matters."""
    nothing = np.zeros(len(confidence))
    whole, no = nothing.astype(np.int64), nothing > 0
    return Outcomes(
        whole, whole, no, nothing, nothing, 0.0, nothing, whole, no,
        confidence=np.array(confidence), runner_up=np.array(runner_up),
    )  # fmt: skip


def tried_on(absent: list[float]) -> Trial:
    nothing = np.zeros(len(absent))
    return Trial(np.arange(len(absent)), nothing > 0, nothing, nothing, np.array(absent))


def threshold_by_hand(absent: list[float], confidence: list[float], runner_up: list[float], promised: float) -> float:
    """The lowest level that each of the two ways to see an absent person allows, and the higher of these."""
    people, allowed = len(confidence), []
    for level in sorted({0.0, *absent}):
        if sum(sure > level for sure in absent) <= promised * (len(absent) + 1):
            allowed.append(level)
            break
    for level in sorted({*(float(np.nextafter(sure, -np.inf)) for sure in confidence), *runner_up}):
        right = min(max(sum(sure > level for sure in confidence) / people - promised, 0.0), 0.5)
        seen, beyond = sum(sure > level for sure in runner_up), max(level - max(runner_up), 0.0)
        most = chi2.ppf(0.9, 2 * (seen + 1)) / 2 * math.exp(-beyond / tail_unit(np.array(runner_up)))
        if right and (1 - right) * most / (people + 1) / right <= promised:
            allowed.append(level)
            break
    return max(allowed) if len(allowed) == 2 else math.inf


@pytest.mark.parametrize("seed", range(12))
def test_the_threshold_of_taste_is_that_of_link_level_by_level(seed: int) -> None:
    dice = np.random.default_rng(seed)
    people, there = 200, int(dice.integers(0, 180))
    absent = dice.exponential(1, int(dice.integers(99, 300))).round(1).tolist()
    stood_out = dice.exponential(1, people) + np.where(np.arange(people) < there, 6.0 * dice.random(people), 0.0)
    confidence, runner_up = stood_out.round(1).tolist(), (stood_out * dice.random(people) / 4).round(1).tolist()
    found, silent = guarded_threshold(tried_on(absent), sure_of(confidence, runner_up), 0.02)
    expected = threshold_by_hand(absent, confidence, runner_up, 0.02)
    assert found == np.nextafter(expected, np.inf)
    assert (silent is None) == any(sure > expected for sure in confidence)


def test_where_few_teach_or_nobody_stands_out_there_is_a_reason_and_no_name() -> None:
    sure = sure_of([9.0] * 150, [0.0] * 150)
    assert guarded_threshold(tried_on([1.0] * 99), sure)[1] is None
    threshold, why = guarded_threshold(tried_on([1.0] * 98), sure)
    assert threshold == math.inf
    assert why == "98 people teach what absent ones look like; a promise of 1% takes 99"
    threshold, why = guarded_threshold(tried_on([1.0] * 99), sure_of([9.0] * 150, [9.0] * 150))
    assert threshold == math.inf
    assert why is not None
    assert why.startswith("no record stands out")


def test_how_many_have_both_halves_is_said_apart_from_how_many_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standout.auditing.time_split.MOST_ASKED", 80)
    answer = linkability(tastes(), seed=1)
    assert (answer.people, answer.with_both, answer.sampled) == (80, 120, 120)
    assert answer.blind_first == 1 / 80


def test_random_records_are_not_linked() -> None:
    """Where an item may come again, so that having it says nothing."""
    dice = np.random.default_rng(2)
    rows, columns = np.repeat(np.arange(150), 16), dice.integers(0, 80, 150 * 16)
    data = from_arrays(rows, columns, None, dice.integers(0, 100, len(rows)), size=(150, 80), events=True)
    answer = linkability(data, seed=1)
    assert answer.reason is None
    assert answer.possible is False


def test_the_same_seed_and_any_threads_give_the_same_answer() -> None:
    assert linkability(tastes(), 3) == linkability(tastes(), 3, threads=1)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (tastes(days=False), "no days"),
        (from_arrays([0, 0, 1], [0, 1, 1], None, [3, 3, 3]), "of one day"),
        (tastes(people=12), "fewer than 20 of 12 people"),
    ],
)
def test_what_cannot_be_answered_has_a_reason(data: LocalDataset, reason: str) -> None:
    answer = linkability(data, seed=1)
    assert reason in (answer.reason or "")
    assert answer.possible is None


def test_the_tail_of_luck_is_that_of_the_binomial() -> None:
    for hits, tries, chance in ((1, 10, 0.1), (3, 20, 0.05), (20, 20, 0.5), (0, 5, 0.2), (40, 200, 0.1)):
        ways = (math.comb(tries, k) * chance**k * (1 - chance) ** (tries - k) for k in range(hits, tries + 1))
        assert chance_of(hits, tries, chance) == pytest.approx(sum(ways), abs=1e-9)


@pytest.mark.parametrize(("repeats", "answered"), [("count", False), ("events", True)])
def test_habits_that_were_folded_are_no_answer_and_as_events_they_are(
    tmp_path: Path, repeats: Any, answered: bool
) -> None:
    """Everybody buys their own two things every week: folded, each has one day; as events, halves share them."""
    rows = [
        f"p{who},i{(3 * who + what) % 40},2024-01-{1 + week + who % 9:02}"
        for who in range(60)
        for what in (0, 1)
        for week in range(20)
    ]
    (tmp_path / "bought.csv").write_text("user,item,time\n" + "\n".join(rows) + "\n")
    answer = linkability(read(tmp_path / "bought.csv", into=tmp_path / "prepared", repeats=repeats), seed=1)
    assert ("--repeats events" in (answer.reason or "")) is not answered
    assert bool(answer.possible) is answered
