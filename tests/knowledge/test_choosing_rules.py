"""Which items are known by each rule, against the rule written out person by person, with ties and empty records."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE, Records, Scale
from standout.data.partition import Partition
from standout.kernels import draw as kernel
from standout.knowledge.adversary import CHOICES, DAYS_OF_RECORD, Adversary
from standout.knowledge.draw import Drawn, draw, middle_day

PLAYS = Scale("counts", ("1", "2–3", "4–7", "8–15"), (0.0, 1.0, 2.0, 3.0))
PEOPLE, ITEMS = 60, 25

Person = list[tuple[int, int, int]]
"""Item, value and day of each entry."""


def made(seed: int) -> tuple[LocalDataset, list[Person]]:
    """Few items with few different holders and values, some empty records, some entries without value or day."""
    rng = np.random.default_rng(seed)
    people: list[Person] = []
    for _ in range(PEOPLE):
        chosen = rng.choice(ITEMS, rng.integers(0, 13), replace=False)
        people.append(
            [
                (
                    int(item),
                    int(rng.integers(0, 4)) if rng.random() < 0.9 else NO_VALUE,
                    int(rng.integers(0, 9)) if rng.random() < 0.9 else NO_DAY,
                )
                for item in sorted(chosen)
            ]
        )
    rows = np.array([(who, *entry) for who, entries in enumerate(people) for entry in entries])
    data = from_arrays(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3], scale=PLAYS, size=(PEOPLE, ITEMS))
    return data, people


def drawn_of(data: LocalDataset, adversary: Adversary, seed: int, turn: int = 0) -> dict[int, list[int]]:
    drawn = draw(data.held, data.facts, adversary, np.arange(PEOPLE, dtype=np.int64), seed, turn)
    return by_person(drawn)


def by_person(drawn: Drawn) -> dict[int, list[int]]:
    starts = drawn.knowledge.starts
    return {
        int(person): drawn.knowledge.items[starts[row] : starts[row + 1]].tolist()
        for row, person in enumerate(drawn.people)
    }


def served(entries: Person, adversary: Adversary) -> Person:
    """The entries that have what the adversary wants: all that is known, or a day where days are chosen by."""
    valued = adversary.knows_values and not adversary.fewer
    dated = (adversary.knows_days and not adversary.fewer) or adversary.which != "any"
    return [
        (item, value, day)
        for item, value, day in entries
        if (value != NO_VALUE or not valued) and (day != NO_DAY or not dated)
    ]


def test_kernels_count_the_rules_in_the_same_order() -> None:
    assert [CHOICES.index(word) for word in ("any", "popular", "rarest", "most")] == [
        kernel.ANY, kernel.POPULAR, kernel.RAREST, kernel.OFTENEST,
    ]  # fmt: skip
    assert [DAYS_OF_RECORD.index(word) for word in ("any", "one day", "first day", "before")] == [
        kernel.ANY_DAY, kernel.ONE_DAY, kernel.FIRST_DAY, kernel.UP_TO,
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_the_rarest_are_those_that_fewest_people_have(seed: int) -> None:
    data, people = made(seed)
    holders = Counter(item for entries in people for item, _, _ in entries)
    adversary = Adversary("t", items=3, values="unknown", choose="rarest")
    found = drawn_of(data, adversary, seed)
    assert sorted(found) == [person for person, entries in enumerate(people) if entries]
    for person, items in found.items():
        wanted = sorted(holders[item] for item, _, _ in people[person])[:3]
        assert sorted(holders[item] for item in items) == wanted


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("values", ["unknown", 1.0])
def test_the_regular_ones_are_those_that_the_person_has_most_often(seed: int, values: float) -> None:
    data, people = made(seed)
    adversary = Adversary("t", items=2, values=values, choose="most")
    for person, items in drawn_of(data, adversary, seed).items():
        often = {item: -1 if value == NO_VALUE else value for item, value, _ in served(people[person], adversary)}
        assert sorted(often[item] for item in items) == sorted(sorted(often.values(), reverse=True)[:2])


def test_ties_are_broken_by_lot() -> None:
    data = from_arrays(np.zeros(6, int), np.arange(6), np.full(6, 2), scale=PLAYS, size=(1, 6))
    for choose in ("rarest", "most"):
        adversary = Adversary("t", items=1, values="unknown", choose="rarest" if choose == "rarest" else "most")
        draws = [draw(data.held, data.facts, adversary, np.array([0]), 1, turn) for turn in range(1_200)]
        times = Counter(int(each.knowledge.items[0]) for each in draws)
        assert min(times[item] for item in range(6)) > 140


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("values", ["unknown", 0.0])
def test_a_receipt_is_everything_of_one_day(seed: int, values: float) -> None:
    data, people = made(seed)
    adversary = Adversary("t", items=20, values=values, days=0, which="one day")
    found = drawn_of(data, adversary, seed)
    for person, entries in enumerate(people):
        by_day: dict[int, list[int]] = {}
        for item, _, day in served(entries, adversary):
            by_day.setdefault(day, []).append(item)
        assert (found[person] in by_day.values()) if by_day else (person not in found)


def test_each_of_a_persons_days_is_as_likely_however_full_it_is() -> None:
    data = from_arrays(np.zeros(9, int), np.arange(9), None, [0, 0, 0, 0, 0, 0, 7, 7, 30], scale=NO_SCALE, size=(1, 9))
    adversary = Adversary("t", items=20, values="unknown", days=0, which="one day")
    draws = [draw(data.held, data.facts, adversary, np.array([0]), 1, turn) for turn in range(1_500)]
    times = Counter(len(each.knowledge.items) for each in draws)
    assert set(times) == {6, 2, 1}
    assert min(times.values()) > 430


@pytest.mark.parametrize("seed", range(5))
def test_the_start_is_the_first_day_that_can_be_known(seed: int) -> None:
    data, people = made(seed)
    adversary = Adversary("t", items=20, values=1, days=3, which="first day")
    found = drawn_of(data, adversary, seed)
    for person, entries in enumerate(people):
        able = served(entries, adversary)
        first = min((day for _, _, day in able), default=-1)
        assert found.get(person, []) == [item for item, _, day in able if day == first]


@pytest.mark.parametrize("seed", range(5))
def test_before_is_the_older_half(seed: int) -> None:
    data, people = made(seed)
    days = sorted(day for entries in people for _, _, day in entries if day != NO_DAY)
    middle = min(days[(len(days) - 1) // 2], max(days) - 1)
    assert middle_day(data.facts) == middle
    adversary = Adversary("t", items=20, values="unknown", which="before")
    found = drawn_of(data, adversary, seed)
    for person, entries in enumerate(people):
        assert found.get(person, []) == [item for item, _, day in entries if day <= middle]


def test_what_is_not_of_the_last_day_is_before() -> None:
    data = from_arrays([0, 0, 1, 1], [0, 1, 0, 1], None, [0, 5, 5, 5], scale=NO_SCALE, size=(2, 2))
    assert middle_day(data.facts) == 4
    found = by_person(
        draw(data.held, data.facts, Adversary("t", items=5, values="unknown", which="before"), np.array([0, 1]), 1)
    )
    assert found == {0: [0]}


# A record may hold an item several times


def with_events(rows: Person) -> tuple[Partition, Facts]:
    """One person's record, items several times in it."""
    items, values, days = (np.array([row[column] for row in rows]) for column in range(3))
    records = Records(np.array([0, len(rows)]), items.astype(np.int32), values.astype(np.uint8), days.astype(np.uint16))
    facts = Facts(
        people=1, longest=len(rows), holders=np.bincount(items, minlength=5).clip(max=1).astype(np.int64), scale=PLAYS,
        first_day=0, last_day=int(days.max()), value_counts=np.bincount(values, minlength=4),
        day_counts=np.bincount(days), events=True,
    )  # fmt: skip
    return Partition(records, ()), facts


EVENTS: Person = [(0, 0, 1), (0, 0, 4), (0, 0, 9), (1, 0, 4), (3, 0, 1), (3, 0, 4)]


def events_drawn(adversary: Adversary, turns: int = 400) -> list[tuple[tuple[int, int], ...]]:
    partition, facts = with_events(EVENTS)
    draws = []
    for turn in range(turns):
        known = draw(partition, facts, adversary, np.array([0], np.int64), 1, turn).knowledge
        draws.append(tuple(zip(known.items.tolist(), known.days.tolist(), strict=True)))
    return draws


def test_an_item_is_known_once_by_any_of_its_events() -> None:
    draws = events_drawn(Adversary("t", items=9, values="unknown", days=0), 900)
    times: Counter[tuple[int, int]] = Counter()
    for known in draws:
        assert [item for item, _ in known] == [0, 1, 3]
        times.update(known)
    assert times.keys() == {(item, day) for item, _, day in EVENTS}
    assert min(times[0, day] for day in (1, 4, 9)) > 240


def test_the_item_with_most_events_is_the_regular_one() -> None:
    assert {known[0][0] for known in events_drawn(Adversary("t", items=1, values="unknown", choose="most"))} == {0}
    two = {tuple(item for item, _ in known) for known in events_drawn(Adversary("t", items=2, choose="most"))}
    assert two == {(0, 3)}


def test_a_receipt_has_the_events_of_its_day() -> None:
    known = set(events_drawn(Adversary("t", items=9, values="unknown", days=0, which="one day")))
    assert known == {((0, 1), (3, 1)), ((0, 4), (1, 4), (3, 4)), ((0, 9),)}
