"""What an owner can do to the data, against slow and obvious versions of it."""

from __future__ import annotations

import datetime
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import people_blocks
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.errors import BadInput
from standout.protections import PROTECTIONS, protection
from standout.protections.coarsen import CoarsenDays, CoarsenValues
from standout.protections.contract import changes
from standout.protections.person_records import blocks
from standout.protections.perturb import Perturb
from standout.protections.sampling import Sample
from standout.protections.suppress import SuppressRare
from standout.protections.swap import Swap
from standout.protections.trim import Trim
from tests.protections.plainly import consistent, holders, plainly
from tests.reference import World
from tests.worlds import HALF_STARS, STARS, released, scale_of, worlds

TEXTS = (
    "suppress-rare:below=3",
    "coarsen-values",
    "coarsen-values:to=presence",
    "coarsen-values:to=3",
    "coarsen-days:to=week",
    "coarsen-days:to=month",
    "coarsen-days:to=quarter",
    "coarsen-days:to=none",
    "perturb",
    "sample:people=0.5",
    "trim:keep=2",
    "trim:keep=2,which=random",
    "swap:share=0.5",
)


def ratings(people: int = 60, items: int = 40, first_day: int = 11_000) -> LocalDataset:
    """Records of very different lengths, items of very different popularity, some values and days missing."""
    dice = np.random.default_rng(7)
    chances = 1 / np.arange(1, items + 1)
    pairs = [
        (person, item)
        for person in range(people)
        for item in dice.choice(items, dice.integers(0, 25), replace=False, p=chances / chances.sum())
    ]
    values, days = dice.integers(0, 5, len(pairs)), dice.integers(0, 700, len(pairs))
    values[dice.random(len(pairs)) < 0.1] = NO_VALUE
    days[dice.random(len(pairs)) < 0.1] = NO_DAY
    return from_arrays(
        [pair[0] for pair in pairs], [pair[1] for pair in pairs], values, days,
        scale=scale_of(STARS), size=(people, items), first_day=first_day,
    )  # fmt: skip


def protected(text: str, data: LocalDataset, seed: int = 1) -> LocalDataset | None:
    """The protected data; none if the data lacks what the protection is about."""
    try:
        return protection(text).protect(data, None, seed).data
    except BadInput as problem:
        assert "the data has no" in str(problem)  # noqa: PT017
        return None


@pytest.mark.parametrize("text", TEXTS)
@given(world=worlds())
def test_what_comes_out_is_whole_and_the_same_for_the_same_seed(text: str, world: World) -> None:
    data = released(world)
    before = plainly(data)
    found = protected(text, data)
    assert plainly(data) == before
    if found is None:
        return
    consistent(found)
    again = protected(text, data)
    assert again is not None
    assert plainly(again) == plainly(found)


@pytest.mark.parametrize("text", ["perturb", "sample:people=0.5", "trim:keep=5", "trim:keep=5,which=random", "swap"])
def test_another_seed_gives_another_result(text: str) -> None:
    one, *others = (protected(text, ratings(), seed) for seed in range(1, 6))
    assert one is not None
    assert any(
        other is not None and (plainly(one) != plainly(other) or one.vocabulary.people != other.vocabulary.people)
        for other in others
    )


@given(world=worlds(), below=st.integers(1, 6))
def test_suppressing_leaves_exactly_the_items_with_enough_holders(world: World, below: int) -> None:
    data = released(world)
    before = plainly(data)
    after = plainly(SuppressRare(below).protect(data, None, 1).data)
    assert after == [
        {item: entry for item, entry in record.items() if holders(before, item) >= below} for record in before
    ]


def test_suppressing_says_what_went_and_who_has_nothing_left() -> None:
    data = from_arrays([0, 0, 1, 2], [0, 1, 0, 2])
    notes = SuppressRare(2).protect(data, None, 1).notes
    assert notes == ("2 of 3 items have fewer than 2 people", "1 people have nothing left")


@given(world=worlds(), keep=st.integers(1, 4))
def test_trimming_keeps_the_most_popular(world: World, keep: int) -> None:
    data = released(world)
    before = plainly(data)
    after = plainly(Trim(keep).protect(data, None, 1).data)
    for old, new in zip(before, after, strict=True):
        assert len(new) == min(len(old), keep)
        assert new.items() <= old.items()
        gone = old.keys() - new.keys()
        assert max((holders(before, item) for item in gone), default=0) <= min(
            (holders(before, item) for item in new), default=data.people
        )


def test_trimming_at_random_trims_as_much_and_spares_rare_items() -> None:
    data = ratings()
    rarest, random = (Trim(5, which).protect(data, None, 1).data for which in ("rarest", "random"))
    assert random.lengths.tolist() == rarest.lengths.tolist() == np.minimum(data.lengths, 5).tolist()
    assert random.holders[20:].sum() > rarest.holders[20:].sum()


def test_which_of_equally_rare_items_goes_is_left_to_chance() -> None:
    data = from_arrays(np.repeat(np.arange(200), 2), np.tile([0, 1], 200))
    left = Trim(1).protect(data, None, 1).data.holders
    assert left.sum() == 200
    assert 60 < left[0] < 140


@given(world=worlds(), share=st.sampled_from((0.0, 0.3, 1.0)))
def test_swapping_keeps_lengths_and_each_items_entries(world: World, share: float) -> None:
    data = released(world)
    before, after = plainly(data), plainly(Swap(share).protect(data, None, 1).data)
    assert [len(record) for record in after] == [len(record) for record in before]
    for item in range(data.items):
        old, new = (Counter(record[item] for record in world if item in record) for world in (before, after))
        assert new == old
    if share == 0:
        assert after == before


def test_swapping_exchanges_as_much_as_asked_between_people_of_similar_activity() -> None:
    dice = np.random.default_rng(3)
    people = np.repeat(np.arange(400), np.where(np.arange(400) < 200, 8, 40))
    items = np.concatenate([dice.permutation(500)[:size] for size in (8,) * 200 + (40,) * 200])
    # short records hold even items, long ones odd items: whoever got one of the other kind swapped with the other kind
    items = items // 2 * 2 + (people >= 200)
    data = from_arrays(people, items, size=(400, 502))
    after = Swap(0.2).protect(data, None, 1).data
    found = changes(data, after)
    assert found.added == found.removed == pytest.approx(0.2 * data.count, rel=0.02)
    crossed = [item % 2 != (person >= 200) for person, record in enumerate(plainly(after)) for item in record]
    assert sum(crossed) < 0.05 * found.added


def test_nobody_gets_back_by_swapping_what_they_gave() -> None:
    data = ratings()
    before, after = plainly(data), plainly(Swap(1.0).protect(data, None, 1).data)
    exchanged = sum(len(new.keys() - old.keys()) for old, new in zip(before, after, strict=True))
    note = Swap(1.0).protect(data, None, 1).notes[0]
    assert note.startswith(f"{exchanged:,} of {data.count:,} entries were exchanged")
    assert exchanged > 0.3 * data.count


def band_of(to: str, position: float, positions: tuple[float, ...]) -> int:
    low, high = positions[0], positions[-1]
    if to == "likes":
        return int(position > (low + high) / 2)
    edges = [low + (high - low) * step / int(to) for step in range(1, int(to))]
    return sum(position >= edge - 1e-9 for edge in edges)


@pytest.mark.parametrize("to", ["likes", "2", "3", "4"])
@given(world=worlds())
def test_coarser_values_stand_for_their_band(to: str, world: World) -> None:
    data = released(world)
    if not data.has_values:
        return
    positions = data.scale.positions
    after = CoarsenValues(to).protect(data, None, 1).data
    assert set(after.scale.labels) <= set(data.scale.labels)
    stands: dict[int, float] = {}
    for old, new in zip(plainly(data), plainly(after), strict=True):
        assert {item: day for item, (_, day) in old.items()} == {item: day for item, (_, day) in new.items()}
        for item, (value, _) in old.items():
            now = new[item][0]
            assert (now is None) == (value is None)
            if value is not None and now is not None:
                band = band_of(to, value, positions)
                assert band_of(to, now, positions) == band
                assert stands.setdefault(band, now) == now


def test_likes_are_values_above_the_middle() -> None:
    for positions, liked in ((STARS, {4.0, 5.0}), (HALF_STARS, {3.0, 3.5, 4.0, 4.5, 5.0}), ((0.0, 1.0, 2.0), {2.0})):
        bands = CoarsenValues("likes").bands(positions, scale_of(positions))
        assert {place for place, band in zip(positions, bands, strict=True) if band} == liked


def test_a_band_takes_the_value_nearest_to_its_average() -> None:
    data = from_arrays([0, 1, 2, 3, 4], [0] * 5, [0, 2, 2, 3, 4], scale=scale_of(STARS))
    after = CoarsenValues("likes").protect(data, None, 1)
    assert after.data.scale == Scale("numbers", ("2", "4"), (2.0, 4.0))
    assert after.notes == ("values 1 to 3 are now 2", "values 4 to 5 are now 4")


def test_letter_grades_stay_letter_grades() -> None:
    grades = Scale("letters", ("C", "B", "A"), (3.0, 4.0, 5.0))
    after = CoarsenValues("2").protect(from_arrays([0, 1, 2], [0, 0, 0], [0, 1, 2], scale=grades), None, 1).data
    assert (after.scale.kind, after.scale.labels) == ("letters", ("C", "B"))


def first_of(to: str, day: int) -> int:
    date = datetime.date(1970, 1, 1) + datetime.timedelta(day)
    if to == "week":
        date -= datetime.timedelta(date.weekday())
    else:
        date = date.replace(day=1, month=date.month if to == "month" else (date.month - 1) // 3 * 3 + 1)
    return (date - datetime.date(1970, 1, 1)).days


@pytest.mark.parametrize("to", ["week", "month", "quarter"])
def test_coarser_days_are_the_first_of_their_period(to: str) -> None:
    data = ratings()
    after = CoarsenDays(to).protect(data, None, 1).data
    for old, new in zip(plainly(data), plainly(after), strict=True):
        assert new == {item: (value, None if day is None else first_of(to, day)) for item, (value, day) in old.items()}
    assert after.first_day is not None
    assert data.first_day is not None
    assert after.first_day <= data.first_day


def test_dropped_values_and_days_are_really_gone() -> None:
    data = ratings()
    bare = CoarsenDays("none").protect(CoarsenValues("presence").protect(data, None, 1).data, None, 1).data
    assert not bare.has_values
    assert not bare.has_days
    assert all(entry == (None, None) for record in plainly(bare) for entry in record.values())
    assert bare.held.shards[0].packing.bits == 0


def test_noise_is_as_wide_as_asked_and_stays_on_the_scale() -> None:
    people = np.repeat(np.arange(2_000), 10)
    wide = tuple(float(step) for step in range(101))
    data = from_arrays(
        people, np.tile(np.arange(10), 2_000), np.full(20_000, 50), np.full(20_000, 500), scale=scale_of(wide)
    )
    data = from_arrays(
        np.append(people, 2_000), np.append(data.held.records.items, 0), np.append(data.held.records.values, 100),
        np.append(data.held.records.days, 1_000), scale=scale_of(wide),
    )  # fmt: skip
    after = Perturb(values=5, days=30).protect(data, None, 1).data
    values, days = after.held.records.values[:-1].astype(float), after.held.records.days[:-1].astype(int)
    assert values.mean() == pytest.approx(50, abs=0.2)
    assert values.std() == pytest.approx(5, rel=0.03)
    assert set(days.tolist()) == set(range(470, 531))
    assert after.held.records.days.max() <= data.last_day


@given(world=worlds(), values=st.sampled_from((0.0, 0.5, 40.0)), days=st.sampled_from((0, 3, 400)))
def test_noise_changes_neither_who_has_what_nor_what_is_missing(world: World, values: float, days: int) -> None:
    data = released(world)
    if not values and not days:
        return
    try:
        after = Perturb(values, days).protect(data, None, 1).data
    except BadInput:
        return
    last = data.last_day + (data.first_day or 0)
    for old, new in zip(plainly(data), plainly(after), strict=True):
        assert new.keys() == old.keys()
        for item, (value, day) in old.items():
            now, then = new[item]
            assert (now is None, then is None) == (value is None, day is None)
            assert values or now == value
            if day is not None and then is not None:
                assert abs(then - day) <= days
                assert then <= last


def test_noise_on_what_the_data_lacks_is_told() -> None:
    data = from_arrays([0, 1], [0, 0], [0, 1], scale=scale_of(STARS))
    assert Perturb(1, 7).protect(data, None, 1).notes == ("the data has no days to perturb",)


@given(world=worlds(), share=st.sampled_from((0.01, 0.5, 1.0)))
def test_a_sample_has_whole_records_under_their_own_ids(world: World, share: float) -> None:
    data = released(world)
    sampled = Sample(share).protect(data, None, 1)
    after = sampled.data
    assert sampled.ceiling == after.people / data.people
    before = plainly(data)
    assert after.people == max(round(share * data.people), 1)
    ids = [int(name) for name in after.vocabulary.everybody().to_pylist()]
    assert ids == sorted(set(ids))
    assert plainly(after) == [before[person] for person in ids]
    assert after.items == data.items


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("suppress-rare:below=0", "below is 0, but must be at least 1"),
        ("coarsen-values:to=stars", "must be likes, presence, or a number of values from 2 on"),
        ("coarsen-values:to=1", "must be likes, presence, or a number of values from 2 on"),
        ("coarsen-values:to=²", "must be likes, presence, or a number of values from 2 on"),
        ("coarsen-days:to=year", "must be week, month, quarter or none"),
        ("perturb:values=-1", "must be a standard deviation from 0 on"),
        ("perturb:values=nan", "must be a standard deviation from 0 on"),
        ("perturb:days=-1", "must be from 0 to 32,766"),
        ("perturb:values=0,days=0", "nothing would change"),
        ("sample:people=0", "must be a share above 0 and up to 1"),
        ("sample:people=1.5", "must be a share above 0 and up to 1"),
        ("sample:people=nan", "must be a share above 0 and up to 1"),
        ("trim:keep=0", "keep is 0, but must be at least 1"),
        ("trim:which=popular", "must be rarest or random"),
        ("swap:share=1.1", "must be between 0 and 1"),
        ("swap:share=-0.1", "must be between 0 and 1"),
        ("hide-rarest", "changes what people say of themselves"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as problem:
        protection(text)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("text", ["coarsen-values", "coarsen-days", "perturb", "perturb:days=0", "perturb:values=0"])
def test_data_without_values_and_days_has_nothing_to_coarsen_or_perturb(text: str) -> None:
    with pytest.raises(BadInput, match="the data has no"):
        protection(text).protect(from_arrays([0], [0]), None, 1)


@pytest.mark.parametrize("text", TEXTS)
def test_data_without_people_or_entries_is_no_trouble(text: str) -> None:
    stars: dict[str, Any] = {"scale": scale_of(STARS)}
    for data in (
        from_arrays([], [], [], [], **stars, size=(0, 0)),
        from_arrays([], [], [], [], **stars, size=(3, 2)),
        from_arrays([1], [1], [NO_VALUE], [NO_DAY], **stars, size=(3, 2)),
    ):
        consistent(protection(text).protect(data, None, 1).data)


def test_blocks_cover_everything_once() -> None:
    assert [(part.start, part.stop) for part in blocks(7, 3)] == [(0, 3), (3, 6), (6, 7)]
    starts = np.array([0, 0, 2, 9, 9, 10, 12])
    assert list(people_blocks(starts, 3)) == [(0, 2), (2, 3), (3, 6)]
    assert list(people_blocks(np.array([0]), 3)) == []


@pytest.mark.parametrize("text", TEXTS)
def test_small_blocks_change_nothing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = ratings()
    whole = protection(text).protect(data, None, 1).data
    for module in ("suppress", "coarsen"):
        monkeypatch.setattr(f"standout.protections.{module}.blocks", lambda count: blocks(count, 7))
    for module in ("perturb", "trim"):
        monkeypatch.setattr(f"standout.protections.{module}.people_blocks", lambda starts: people_blocks(starts, 7))
    assert plainly(protection(text).protect(data, None, 1).data) == plainly(whole)


def test_every_protection_of_the_owner_is_registered() -> None:
    assert {text.partition(":")[0] for text in TEXTS} <= PROTECTIONS.keys()
