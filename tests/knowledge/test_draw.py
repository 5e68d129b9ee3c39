"""Drawing knowledge: how much, which items, how wrong, from whom, and with which randomness."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.common.arrays import Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.vocabulary import Vocabulary, numbered
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Drawn, seed_for, towards, whole_records
from standout.knowledge.presets import PRESETS, TABLE_1
from tests.asking import draw
from tests.reference import Entry, World
from tests.worlds import HALF_STARS, STARS, people, released, scale_of, sets, worlds

PEOPLE, ITEMS, LAST_DAY = 400, 80, 300


def dataset(seed: int = 1) -> LocalDataset:
    """Records of 6 to 40 items, popular ones more often, with half-star values and days."""
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(1, ITEMS + 1)
    pairs = [
        (person, item)
        for person in range(PEOPLE)
        for item in rng.choice(ITEMS, rng.integers(6, 41), replace=False, p=chances / chances.sum())
    ]
    who, what = np.array(pairs).T
    values, days = rng.integers(0, 10, len(who)), rng.integers(0, LAST_DAY + 1, len(who))
    return from_arrays(who, what, values, days, scale=scale_of(HALF_STARS), size=(PEOPLE, ITEMS))


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    return dataset()


def everyone(data: LocalDataset) -> Int64s:
    return np.arange(data.people, dtype=np.int64)


def record(data: LocalDataset, person: int) -> dict[int, tuple[int, int]]:
    """Value code and day by item."""
    begin, end = (int(data.held.records.starts[person + step]) for step in (0, 1))
    records = data.held.records
    values = records.values[begin:end].tolist() if data.has_values else [NO_VALUE] * (end - begin)
    days = records.days[begin:end].tolist() if data.has_days else [NO_DAY] * (end - begin)
    return dict(zip(records.items[begin:end].tolist(), zip(values, days, strict=True), strict=True))


def known(drawn: Drawn, target: int) -> dict[int, tuple[int, int]]:
    """Value code and day by known item."""
    one = drawn.knowledge
    at = slice(int(one.starts[target]), int(one.starts[target + 1]))
    return dict(
        zip(one.items[at].tolist(), zip(one.values[at].tolist(), one.days[at].tolist(), strict=True), strict=True)
    )


def all_known(data: LocalDataset, drawn: Drawn) -> list[tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]]:
    """The record and what is known of it, for every target."""
    return [(record(data, int(person)), known(drawn, target)) for target, person in enumerate(drawn.people)]


@pytest.mark.parametrize("name", PRESETS)
def test_items_are_different_ascend_and_are_as_many_as_said(name: str, data: LocalDataset) -> None:
    drawn = draw(data, PRESETS[name], everyone(data), seed=1)
    for target in range(drawn.knowledge.targets):
        items = drawn.knowledge.items[drawn.knowledge.starts[target] : drawn.knowledge.starts[target + 1]].tolist()
        assert items == sorted(set(items))
        if (most := PRESETS[name].items) is not None:
            assert 1 <= len(items) <= most
            if PRESETS[name].which == "any" and not PRESETS[name].outside_top:
                assert len(items) == min(most, data.lengths[drawn.people[target]])
    assert drawn.knowledge.targets + drawn.left_out == data.people
    np.testing.assert_array_equal(drawn.people, drawn.truths)


def is_right(
    data: LocalDataset, true: tuple[int, int], said: tuple[int, int], value_error: float, day_error: int
) -> bool:
    positions = data.scale.positions
    return abs(positions[true[0]] - positions[said[0]]) <= value_error and abs(true[1] - said[1]) <= day_error


def is_wrong(
    data: LocalDataset, true: tuple[int, int], said: tuple[int, int], value_error: float, day_error: int
) -> bool:
    """Completely wrong: both value and day."""
    positions = data.scale.positions
    return abs(positions[true[0]] - positions[said[0]]) > value_error and abs(true[1] - said[1]) > day_error


@pytest.mark.parametrize(("value_error", "day_error"), [(0.0, 0), (0.5, 3), (1.0, 14), (2.0, 400)])
def test_right_items_are_within_the_error_and_wrong_ones_outside(
    value_error: float, day_error: int, data: LocalDataset
) -> None:
    drawn = draw(data, Adversary("t", items=5, wrong=2, values=value_error, days=day_error), everyone(data), seed=2)
    positions = data.scale.positions
    for true, said in all_known(data, drawn):
        assert said.keys() <= true.keys()
        if day_error <= LAST_DAY:
            wrong = sum(is_wrong(data, true[item], said[item], value_error, day_error) for item in said)
            right = sum(is_right(data, true[item], said[item], value_error, day_error) for item in said)
            assert (wrong, right) == (2, 3)
        else:
            assert sum(day == UNKNOWN_DAY for _, day in said.values()) == 2
            assert sum(abs(positions[true[item][0]] - positions[said[item][0]]) > value_error for item in said) == 2


def test_values_off_the_whole_scale_leave_wrong_ones_unknown() -> None:
    world = World(({0: Entry(1), 1: Entry(2), 2: Entry(0)},), 3, STARS[:3])
    drawn = draw(released(world), Adversary("t", items=3, wrong=2, values=5), people(0), seed=1)
    assert sorted(drawn.knowledge.values.tolist())[1:] == [NO_VALUE, NO_VALUE]


def test_errors_are_spread_over_all_that_they_allow(data: LocalDataset) -> None:
    drawn = draw(data, Adversary("t", items=5, values=0.5, days=3), everyone(data), seed=3)
    gaps = Counter(
        said[item][1] - true[item][1]
        for true, said in all_known(data, drawn)
        for item in said
        if 3 <= true[item][1] <= LAST_DAY - 3
    )
    assert set(gaps) == set(range(-3, 4))
    assert min(gaps.values()) > sum(gaps.values()) / 7 * 0.75


def test_absent_items_are_absent_and_popular(data: LocalDataset) -> None:
    drawn = draw(data, Adversary("t", items=6, absent=3, days=3), everyone(data), seed=4)
    absent: Counter[int] = Counter()
    for true, said in all_known(data, drawn):
        lacking = said.keys() - true.keys()
        assert len(lacking) == 3
        absent.update(lacking)
    chosen = np.array([absent[item] for item in range(ITEMS)]) / (PEOPLE - data.holders + 1)
    order = np.argsort(-data.holders)
    assert chosen[order[:20]].sum() > 2 * chosen[order[-20:]].sum()


def test_absent_items_are_found_even_if_nearly_everything_is_there() -> None:
    world = sets([0, 1, 2, 3], [0, 1, 2, 3], [4], items=6)
    drawn = draw(released(world), Adversary("t", items=5, absent=2, values="unknown"), people(0, 1), seed=1)
    for target in (0, 1):
        assert {4, 5} <= known(drawn, target).keys()


def test_absent_share_is_met_on_average(data: LocalDataset) -> None:
    drawn = draw(data, Adversary("t", items=5, absent_share=0.3, values="unknown"), everyone(data), seed=5)
    shares = [len(said.keys() - true.keys()) / len(said) for true, said in all_known(data, drawn)]
    assert np.mean(shares) == pytest.approx(0.3, abs=0.04)


def test_any_items_are_chosen_evenly_and_popular_ones_by_popularity() -> None:
    """One person with three items, held by 1, 3 and 8 people in all; many turns."""
    world = sets([0, 1, 2], *([1, 2], [1, 2]), *([2],) * 5, items=3)
    data = released(world)
    assert data.holders.tolist() == [1, 3, 8]
    turns = 3_000
    for choose, wanted in (("any", [1 / 3] * 3), ("popular", [1 / 12, 3 / 12, 8 / 12])):
        adversary = Adversary("t", items=1, values="unknown", choose="any" if choose == "any" else "popular")
        found = Counter(int(draw(data, adversary, people(0), 1, turn).knowledge.items[0]) for turn in range(turns))
        shares = [found[item] / turns for item in range(3)]
        assert shares == pytest.approx(wanted, abs=0.04)


def test_popular_pairs_are_drawn_without_replacement() -> None:
    """Weights 1, 3, 8: the chance that item 0 is among two drawn one after the other, by hand."""
    data = released(sets([0, 1, 2], *([1, 2], [1, 2]), *([2],) * 5, items=3))
    adversary = Adversary("t", items=2, values="unknown", choose="popular")
    wanted = 1 / 12 + 3 / 12 * 1 / 9 + 8 / 12 * 1 / 4
    draws = [draw(data, adversary, people(0), 1, turn).knowledge.items.tolist() for turn in range(3_000)]
    assert np.mean([0 in items for items in draws]) == pytest.approx(wanted, abs=0.03)


def test_items_outside_the_top_are_really_outside(data: LocalDataset) -> None:
    adversary = Adversary("t", items=3, outside_top=20, fewer=False)
    drawn = draw(data, adversary, everyone(data), seed=6)
    assert data.facts.popularity_ranks[drawn.knowledge.items].min() >= 20
    enough = [sum(data.facts.popularity_ranks[item] >= 20 for item in record(data, p)) >= 3 for p in range(data.people)]
    assert drawn.people.tolist() == np.flatnonzero(enough).tolist()
    assert drawn.left_out == data.people - sum(enough)


def test_never_more_than_the_share_of_items_is_set_aside(data: LocalDataset) -> None:
    adversary = PRESETS["rare-taste"]
    assert adversary.set_aside(data.items) == 8
    assert adversary.set_aside(100_000) == 500
    drawn = draw(data, adversary, everyone(data), seed=6)
    assert data.facts.popularity_ranks[drawn.knowledge.items].min() == 8


@pytest.mark.parametrize("share", [(0.1, 0.1), (0.25, 0.75), (1.0, 1.0)])
def test_a_share_of_the_record_is_known(share: tuple[float, float], data: LocalDataset) -> None:
    drawn = draw(data, Adversary("t", share=share, values="unknown", fewer=False), everyone(data), seed=7)
    lengths = data.lengths[drawn.people]
    assert np.all(drawn.knowledge.sizes >= share[0] * lengths - 1e-9)
    assert np.all(drawn.knowledge.sizes <= share[1] * lengths + 1e-9)
    possible = [
        n for n in data.lengths if any(share[0] * n - 1e-9 <= k <= share[1] * n + 1e-9 for k in range(1, n + 1))
    ]
    assert drawn.left_out == data.people - len(possible)


def test_counts_follow_table_1() -> None:
    """One person with 600 items, many turns: bins as often as the table says, 3,828 mentions for 133 people."""
    data = from_arrays(np.zeros(600, int), np.arange(600))
    adversary = Adversary("t", counts=TABLE_1, values="unknown")
    sizes = np.array([int(draw(data, adversary, people(0), 1, turn).knowledge.sizes[0]) for turn in range(4_000)])
    total = sum(weight for _, _, weight in TABLE_1)
    assert total == 133
    for low, high, weight in TABLE_1:
        assert np.mean((sizes >= low) & (sizes <= high)) == pytest.approx(weight / total, abs=0.03)
    assert sizes.mean() == pytest.approx(3828 / 133, rel=0.15)


@given(error=st.floats(0, 0.99), seed=st.integers(0, 1_000))
def test_the_length_window_always_contains_the_true_length(error: float, seed: int) -> None:
    world = sets(*([*range(size)] for size in range(1, 30)))
    data = released(world)
    drawn = draw(data, Adversary("t", items=1, values="unknown", length=error), everyone(data), seed)
    lengths = data.lengths[drawn.people]
    assert np.all(drawn.knowledge.shortest <= lengths)
    assert np.all(lengths <= drawn.knowledge.longest)
    if error == 0:
        np.testing.assert_array_equal(drawn.knowledge.shortest, drawn.knowledge.longest)


def test_length_is_open_unless_known(data: LocalDataset) -> None:
    drawn = draw(data, PRESETS["no-dates"], everyone(data), seed=1)
    assert set(drawn.knowledge.shortest.tolist()) == {0}
    assert set(drawn.knowledge.longest.tolist()) == {ANY_LENGTH}


def test_records_that_are_too_short_are_left_out_and_counted() -> None:
    world = sets([], [0], [0, 1], [0, 1, 2], items=4)
    in_full = Adversary("t", items=2, values="unknown", fewer=False)
    drawn = draw(released(world), in_full, everyone(released(world)), seed=1)
    assert drawn.people.tolist() == [2, 3]
    assert drawn.left_out == 2


def test_of_short_records_everything_is_known_and_only_empty_ones_are_left_out() -> None:
    world = sets([], [0], [0, 1], [0, 1, 2], items=4)
    drawn = draw(released(world), Adversary("t", items=2, values="unknown"), everyone(released(world)), seed=1)
    assert drawn.people.tolist() == [1, 2, 3]
    assert drawn.knowledge.sizes.tolist() == [1, 2, 2]
    assert drawn.left_out == 1


def test_people_with_enough_are_known_alike_whether_or_not_others_may_be_known_by_fewer(data: LocalDataset) -> None:
    for adversary in (PRESETS["mentions"], PRESETS["rare-taste"], Adversary("t", items=20, wrong=3, absent=4, days=2)):
        more, fewer = (draw(data, replace(adversary, fewer=fewer), everyone(data), seed=3) for fewer in (True, False))
        assert len(fewer.people) < len(more.people)
        rows = {int(person): row for row, person in enumerate(more.people)}
        for row, person in enumerate(fewer.people):
            assert known(fewer, row) == known(more, rows[int(person)])


def test_mistakes_about_short_records_are_in_proportion_rounded_down() -> None:
    """8 items, 2 wrong and 2 absent: 6 real ones. Of 5 real ones 1 is wrong and 1 made up; of 2, none."""
    world = World(
        tuple({item: Entry(0, 0) for item in range(size)} for size in (2, 3, 5, 6, 9)), 30, STARS, has_days=True
    )
    adversary = Adversary("t", items=8, wrong=2, absent=2, days="unknown")
    drawn = draw(released(world), adversary, people(0, 1, 2, 3, 4), seed=1)
    assert drawn.knowledge.sizes.tolist() == [2, 4, 6, 8, 8]
    wrong = [
        sum(value != 0 for item, (value, _) in known(drawn, t).items() if item < s) for t, s in enumerate((2, 3, 5, 6))
    ]
    assert wrong == [0, 1, 1, 2]


def test_a_share_of_a_short_record_is_at_least_one_item() -> None:
    data = released(sets(*([*range(size)] for size in (1, 3, 5, 7, 40)), items=40))
    drawn = draw(data, Adversary("t", share=(0.3, 0.4), values="unknown"), everyone(data), seed=1)
    assert drawn.people.tolist() == [0, 1, 2, 3, 4]
    assert drawn.knowledge.sizes.tolist()[:4] == [1, 1, 2, 2]
    assert 12 <= drawn.knowledge.sizes[4] <= 16


@pytest.mark.parametrize("name", PRESETS)
def test_draws_depend_on_seed_name_and_turn_and_on_nobody_else(name: str, data: LocalDataset) -> None:
    adversary, chosen = PRESETS[name], np.arange(0, 60)
    whole = draw(data, adversary, chosen, seed=9)
    again = draw(data, adversary, chosen, seed=9)
    some = draw(data, adversary, chosen[::-7].copy(), seed=9)
    rows = {int(person): row for row, person in enumerate(whole.people)}
    for row, person in enumerate(some.people):
        assert known(some, row) == known(whole, rows[int(person)])
    for field in ("items", "values", "days", "starts", "shortest", "longest"):
        np.testing.assert_array_equal(getattr(whole.knowledge, field), getattr(again.knowledge, field))
    for other in (
        draw(data, adversary, chosen, seed=10),
        draw(data, replace(adversary, name="other"), chosen, seed=9),
        draw(data, adversary, chosen, seed=9, turn=1),
    ):
        if name in ("rarest", "start", "before"):  # little is left to chance; below, and in the contract suite
            continue
        assert not np.array_equal(whole.knowledge.items, other.knowledge.items)


def test_draws_use_nothing_but_the_targets_record_and_popularity(data: LocalDataset) -> None:
    """Other people swap their records, values and days: popularity stays, so what is known of person 0 stays."""
    who = np.repeat(np.arange(PEOPLE), data.lengths)
    turned = np.where(who == 0, 0, PEOPLE - who)
    records = data.held.records
    own = who == 0
    other = from_arrays(
        turned, records.items, np.where(own, records.values, 9 - records.values),
        np.where(own, records.days, LAST_DAY - records.days.astype(int)), scale=data.scale, size=(PEOPLE, ITEMS),
    )  # fmt: skip
    assert (other.last_day, data.holders.tolist()) == (data.last_day, other.holders.tolist())
    for adversary in PRESETS.values():
        for turn in range(5):
            first, second = (draw(one, adversary, people(0), 1, turn) for one in (data, other))
            assert first.knowledge.targets == second.knowledge.targets
            if first.knowledge.targets:
                assert known(first, 0) == known(second, 0)


@given(
    world=worlds(), items=st.integers(1, 4), wrong=st.integers(0, 1), absent=st.integers(0, 1), seed=st.integers(0, 99)
)
def test_small_worlds_are_drawn_from_without_surprise(
    world: World, items: int, wrong: int, absent: int, seed: int
) -> None:
    if wrong + absent > items:
        return
    data = released(world, shard_people=3)
    adversary = Adversary("t", items=items, wrong=wrong, absent=absent, values=1, days=3, fewer=False)
    drawn = draw(data, adversary, everyone(data), seed)
    for person, one in enumerate(world.records):
        serving = [
            entry
            for entry in one.values()
            if (not data.has_values or entry.value is not None) and (not data.has_days or entry.day is not None)
        ]
        able = items - absent <= len(serving) and 0 < len(one) <= world.items - absent
        assert (person in drawn.people) == able
    for target, person in enumerate(drawn.people):
        true, said = record(data, int(person)), known(drawn, target)
        assert len(said) == items
        assert len(said.keys() - true.keys()) == absent
        for item in said.keys() & true.keys():
            if not data.has_values or true[item][0] == NO_VALUE:
                assert said[item][0] == NO_VALUE
            if not data.has_days or true[item][1] == NO_DAY:
                assert said[item][1] == UNKNOWN_DAY
        assert all(value == NO_VALUE or value < len(data.scale.labels) for value, _ in said.values())
        assert all(day == UNKNOWN_DAY or 0 <= day <= data.last_day for _, day in said.values())


@given(world=worlds())
def test_whole_records_are_the_records(world: World) -> None:
    data = released(world)
    chosen = everyone(data)[::2]
    whole = whole_records(data.held, data.facts, chosen)
    found = known(Drawn(whole, chosen, chosen, 0), 0)
    wanted = {
        item: (NO_VALUE if entry.value is None else entry.value, UNKNOWN_DAY if entry.day is None else entry.day)
        for item, entry in world.records[0].items()
    }
    assert found == wanted
    assert whole.sizes.tolist() == [len(world.records[int(person)]) for person in chosen]


def test_knowledge_is_translated_by_outside_ids_and_calendar_days() -> None:
    source = from_arrays([0, 0, 1], [0, 1, 1], [0, 1, 2], [5, 6, 7], scale=scale_of(STARS), first_day=100)
    there = from_arrays([0, 1], [0, 1], [0, 0], [0, 50], scale=scale_of(STARS), first_day=60)
    names = numbered(2, 2)
    there = replace(there, vocabulary=Vocabulary(names.everybody().take([1, 0]), numbered(2, 3).items.take([1, 2])))
    drawn = draw(source, Adversary("t", items=1, days=0), people(0, 1), seed=1)
    moved = towards(there, source, drawn)
    assert moved.truths.tolist() == [1, 0]
    days = {int(item): int(day) for item, day in zip(drawn.knowledge.items, drawn.knowledge.days, strict=True)}
    assert moved.knowledge.days.tolist() == [day + 40 for day in drawn.knowledge.days.tolist()]
    assert moved.knowledge.items.tolist() == [{0: -1, 1: 0}[int(item)] for item in drawn.knowledge.items]
    assert days


def test_seeds_are_split_by_name() -> None:
    seeds = {seed_for(seed, *names) for seed in (1, 2) for names in (("a",), ("b",), ("a", "b"), ("ab",))}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**63 for seed in seeds)
