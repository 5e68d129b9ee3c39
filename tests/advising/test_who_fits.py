"""Who fits what is shown, and what to hide, against counting by hand."""

from __future__ import annotations

from itertools import combinations
from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standout.advising.hiding import EXACT_UP_TO, smallest_to_hide
from standout.advising.who_fits import DAYS_OFF, Crowd, Shown, crowd_of, narrowing
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale

STARS = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))

Record = dict[int, tuple[int, int]]


def released(records: list[Record], items: int, shard_people: int = 65_536) -> LocalDataset:
    rows = [(person, item, *entry) for person, record in enumerate(records) for item, entry in record.items()]
    return from_arrays(
        [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows], [row[3] for row in rows],
        scale=STARS, size=(len(records), items), shard_people=shard_people,
    )  # fmt: skip


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[Record], list[Shown]]:
    entry = st.tuples(st.sampled_from([0, 1, 2, NO_VALUE]), st.sampled_from([0, 5, 30, 31, NO_DAY]))
    records = draw(st.lists(st.dictionaries(st.integers(0, 6), entry, max_size=7), max_size=12))
    items = draw(st.lists(st.integers(-1, 6), max_size=7))
    shown = [
        Shown(item, draw(st.sampled_from([None, 0, 2])), draw(st.sampled_from([None, 0, 16, 31]))) for item in items
    ]
    return records, shown


def has(record: Record, shown: Shown) -> bool:
    if shown.item not in record:
        return False
    value, day = record[shown.item]
    fits_day = shown.day is None or (day != NO_DAY and abs(day - shown.day) <= DAYS_OFF)
    return (shown.value is None or value == shown.value) and fits_day


@settings(max_examples=60)
@given(worlds())
def test_everyone_is_counted_who_has_all_that_is_shown(world: tuple[list[Record], list[Shown]]) -> None:
    records, shown = world
    found = crowd_of(released(records, 7, shard_people=5), shown)
    expected = [person for person, record in enumerate(records) if all(has(record, one) for one in shown)]
    assert found.fits(range(len(shown))) == len(expected)
    if shown:
        assert found.fitting().tolist() == expected


@settings(max_examples=60)
@given(worlds(), st.integers(1, 8))
def test_no_smaller_set_would_do(world: tuple[list[Record], list[Shown]], wanted: int) -> None:
    records, shown = world
    found = crowd_of(released(records, 7), shown)
    hidings = smallest_to_hide(found, [wanted])
    if len(records) < wanted:
        assert hidings == []
        return
    best = max(
        (len(kept), found.fits(kept))
        for size in range(len(shown) + 1)
        for kept in combinations(range(len(shown)), size)
        if found.fits(kept) >= wanted
    )
    (hiding,) = hidings
    kept = [place for place in range(len(shown)) if place not in hiding.places]
    assert hiding.exact
    assert (len(kept), found.fits(kept)) == best
    assert hiding.fits == found.fits(kept)


@pytest.mark.parametrize("seed", range(5))
def test_more_things_than_can_be_tried_are_hidden_step_by_step(seed: int) -> None:
    random = np.random.default_rng(seed)
    shown = EXACT_UP_TO + 5
    found = Crowd(50, np.arange(40), random.random((40, shown)) < random.uniform(0.3, 0.95, shown))
    for wanted, hiding in zip((1, 5, 50), smallest_to_hide(found, [1, 5, 50, 51]), strict=True):
        kept = [place for place in range(shown) if place not in hiding.places]
        assert not hiding.exact
        assert found.fits(kept) == hiding.fits >= wanted
        for place in hiding.places:  # greedy, but nothing is hidden in vain
            assert found.fits(sorted([*kept, place])) < wanted


@settings(max_examples=60)
@given(worlds())
def test_bits_add_up_to_how_far_the_crowd_is_narrowed(world: tuple[list[Record], list[Shown]]) -> None:
    records, shown = world
    found = crowd_of(released(records, 7), shown)
    steps = narrowing(found)
    assert sorted(step.place for step in steps) == list(range(len(shown)))
    total = log2(max(len(records), 1) / max(found.fits(range(len(shown))), 1))
    assert sum(step.bits for step in steps) == pytest.approx(total)
    for end, step in enumerate(steps, 1):
        assert step.left == found.fits([one.place for one in steps[:end]])
    if steps:
        assert steps[0].left == found.holders.min()
