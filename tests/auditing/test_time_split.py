"""Linking older to newer halves: as counted by hand, and only where the data can answer."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.auditing.time_split import (
    chance_of,
    halves_of,
    linkability,
    median_day,
    ranks_by_items,
    ranks_by_taste,
)
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.io.reading import read


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
    halves = halves_of(data, 5, seed=1)
    assert halves.older.toarray().tolist() == [[1, 0, 1, 0], [0, 0, 1, 0]]
    assert halves.newer.toarray().tolist() == [[0, 1, 0, 0], [0, 0, 0, 1]]
    assert halves.others.shape[0] == 3
    assert (halves.sampled, halves.with_both) == (5, 2)


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
    data = halves_of(tastes(), 5, 1)
    made = type(data)(_matrix(older), _matrix(newer), data.others, 5, 12, 12)
    found, expected = ranks_by_items(made, 1).tolist(), ranks_by_hand(older, newer)
    shared = [bool(known & half) for known, half in zip(older, newer, strict=True)]
    assert [a for a, kept in zip(found, shared, strict=True) if kept] == [
        b for b, kept in zip(expected, shared, strict=True) if kept
    ]
    assert all(place > 1 for place, kept in zip(found, shared, strict=True) if not kept), "nothing shared is no match"


def _matrix(halves: list[set[int]]) -> Any:
    from scipy.sparse import csr_matrix

    return csr_matrix([[float(item in half) for item in range(15)] for half in halves])


def test_taste_links_halves_that_share_no_item() -> None:
    data = tastes()
    halves = halves_of(data, 5, seed=1)
    assert halves.older.multiply(halves.newer).nnz == 0
    places = ranks_by_taste(halves, seed=1)
    assert (places <= 10).mean() > 0.9, "ten people share a taste"
    answer = linkability(data, seed=1)
    assert answer.possible
    assert [way.by for way in answer.linked] == ["taste"], "there are no items to link by"
    assert (answer.people, answer.sampled) == (120, 120)
    assert answer.blind_first == 1 / 120
    assert answer.last_older_day == "1970-01-06"


def test_how_many_have_both_halves_is_said_apart_from_how_many_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standout.auditing.time_split.MOST_ASKED", 30)
    answer = linkability(tastes(), seed=1)
    assert (answer.people, answer.with_both, answer.sampled) == (30, 120, 120)
    assert answer.blind_first == 1 / 30


def test_random_records_are_not_linked() -> None:
    dice = np.random.default_rng(2)
    rows, columns = np.nonzero(dice.random((150, 80)) < 0.2)
    data = from_arrays(rows, columns, None, dice.integers(0, 100, len(rows)), size=(150, 80))
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
