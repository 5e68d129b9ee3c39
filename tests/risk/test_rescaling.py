"""Values on two scales: brought together where they differ, left alone where they agree."""

from __future__ import annotations

import random

import numpy as np
import pyarrow as pa
import pytest

import standout as so
from standout.data.model import Scale
from standout.risk.rescaling import agree, by_quantiles, mappable


def scale(*numbers: float) -> Scale:
    return Scale("numbers", tuple(f"{number:g}" for number in numbers), tuple(map(float, numbers)))


STARS, TENS, HALVES = scale(1, 2, 3, 4, 5), scale(*range(1, 11)), scale(*np.arange(0.5, 5.5, 0.5))


def test_scales_that_agree_are_left_alone() -> None:
    assert agree(STARS, HALVES)
    assert agree(scale(3, 5), STARS)
    assert not agree(TENS, STARS)
    assert not agree(HALVES, STARS)
    assert not mappable(Scale("none"), STARS)
    assert not mappable(Scale("counts", ("1", "2"), (1.0, 2.0)), STARS)


def slowly(ours: list[int], theirs: list[int]) -> list[int]:
    """The value that the middle person of each public value has on the other scale, person by person."""
    first = sorted(value for value, count in enumerate(ours) for _ in range(count * sum(theirs) * 2))
    second = sorted(value for value, count in enumerate(theirs) for _ in range(count * sum(ours) * 2))
    return [
        second[first.index(value) + first.count(value) // 2 - 1] if count else -1 for value, count in enumerate(ours)
    ]


def test_quantiles_as_people_stand_in_line() -> None:
    dice = random.Random(5)
    for _ in range(200):
        ours = [dice.randint(0, 4) for _ in range(dice.randint(1, 6))]
        theirs = [dice.randint(0, 4) for _ in range(dice.randint(1, 6))]
        if sum(ours) and sum(theirs):
            mapped = by_quantiles(np.array(ours, float) / sum(ours), np.array(theirs, float) / sum(theirs)).tolist()
            wanted = slowly(ours, theirs)
            assert [code for code, count in zip(mapped, ours, strict=True) if count] == [
                code for code in wanted if code >= 0
            ]
            assert mapped == sorted(mapped)


@pytest.fixture(scope="module")
def ratings() -> list[tuple[int, int, int]]:
    """40 people with 1 to 5 for some of 60 items; some items are better than others."""
    dice = random.Random(2)
    return [
        (person, item, min(5, max(1, round(dice.gauss(2 + item % 4, 1)))))
        for person in range(60)
        for item in dice.sample(range(60), 25)
    ]


OTHERS = {
    "1 to 10": lambda value: 2 * value,
    "0 to 100": lambda value: 20 * value - 5,
    "half stars from a half on": lambda value: value - 0.5,
    "letters": lambda value: "EDCBA"[value - 1],
}


def linked(ratings: list[tuple[int, int, int]], attack: str, public_scale, released_scale=lambda value: value):  # type: ignore[no-untyped-def]
    people, items, values = zip(*ratings, strict=True)
    released = pa.table({"user": people, "item": items, "rating": [released_scale(value) for value in values]})
    few = [row for row in ratings if row[1] < 22]
    public = pa.table(
        {"user": [p for p, _, _ in few], "item": [i for _, i, _ in few], "rating": [public_scale(v) for *_, v in few]}
    )
    found = so.link(released, public, attack=attack, show_ids=True)
    right = sum(lineup.best is not None and lineup.best.record == lineup.target for lineup in found.lineups)
    return right / len(found.lineups), [note for note in found.notes if "scale" in note]


@pytest.mark.parametrize("attack", ["scoreboard-rh", "likelihood"])
@pytest.mark.parametrize("name", OTHERS)
def test_another_scale_costs_nothing(ratings: list[tuple[int, int, int]], name: str, attack: str) -> None:
    same, notes = linked(ratings, attack, lambda value: value)
    assert notes == []
    other, notes = linked(ratings, attack, OTHERS[name])
    assert other == same
    assert len(notes) == 1
    assert "brought to the released scale by how often they occur on 22 shared items" in notes[0]


def test_the_released_scale_may_be_the_finer_one(ratings: list[tuple[int, int, int]]) -> None:
    same, _ = linked(ratings, "scoreboard-rh", lambda value: 2 * value, lambda value: 2 * value)
    other, notes = linked(ratings, "scoreboard-rh", lambda value: value, lambda value: 2 * value)
    # 1 to 5 are no values of 2, 4, … 10; they are brought to them
    assert other == same
    assert "1 became 2, 2 became 4" in notes[0]


def test_few_values_are_brought_over_by_the_ends(ratings: list[tuple[int, int, int]]) -> None:
    people, items, values = zip(*ratings, strict=True)
    released = pa.table({"user": people, "item": items, "rating": values})
    mine = [row for row in ratings if row[0] == 7][:12]
    public = pa.table({"user": ["me"] * 12, "item": [i for _, i, _ in mine], "rating": [2 * v for *_, v in mine]})
    found = so.link(released, public, show_ids=True)
    assert found.lineups[0].candidates[0].record == "7"
    assert any("by the ends of the scales" in note for note in found.notes)


def test_an_audit_of_a_release_on_another_scale_brings_values_over(ratings: list[tuple[int, int, int]]) -> None:
    people, items, values = zip(*ratings, strict=True)
    data = pa.table({"user": people, "item": items, "rating": values})

    def audited(by: int):  # type: ignore[no-untyped-def]
        released = pa.table({"user": people, "item": items, "rating": [by * value for value in values]})
        told = so.Adversary("told", items=4, values=0)
        found = so.audit(data, released=released, seed=3, adversaries=[told], attacks=["scoreboard-rh"])
        return found.findings[0].identified["1"].rate, [note for note in found.document.notes if "scale" in note]

    same, notes = audited(1)
    assert notes == []
    other, notes = audited(2)
    assert other == same
    assert len(notes) == 1
    assert "1 became 2, 2 became 4" in notes[0]
