"""Similarity of records and nearest neighbours, against the definition."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.index import from_arrays
from standout.engines.local import LocalEngine
from standout.knowledge.draw import Knowledge, whole_records
from standout.risk.similarity import CONTAINED, guess_similarity, senses_of, sparsity
from tests import reference
from tests.reference import Entry, World
from tests.worlds import STARS, knowledge, people, released, sets, worlds


@given(world=worlds(), shard_people=st.sampled_from((1, 3, 65_536)))
def test_nearest_neighbours_are_those_of_the_definition(world: World, shard_people: int) -> None:
    data = released(world, shard_people)
    found = sparsity(data, people=1_000, seed=1)
    assert found.people.tolist() == list(range(len(world.records)))
    for sense in senses_of(data):
        wanted = [reference.nearest(world, person, sense.column) for person in range(len(world.records))]
        assert found.nearest[:, sense.column] == pytest.approx(wanted)
    assert found.nearest[:, CONTAINED] == pytest.approx(
        [reference.containment(world, p) for p in range(len(world.records))]
    )


def in_another_order(known: Knowledge, seed: int) -> Knowledge:
    """The same knowledge as if it came from data where items have other codes: they need not ascend."""
    rows = np.repeat(np.arange(known.targets), known.sizes)
    order = np.lexsort((np.random.default_rng(seed).random(len(rows)), rows))
    return replace(known, items=known.items[order], values=known.values[order], days=known.days[order])


@given(world=worlds(), data=st.data())
def test_guesses_are_as_similar_as_the_definition_says(world: World, data: st.DataObject) -> None:
    there = released(world)
    chosen = np.arange(len(world.records))
    guesses = np.array([data.draw(st.integers(-1, len(world.records) - 1)) for _ in world.records])
    pairs = [(mine, int(guess)) for mine, guess in zip(world.records, guesses, strict=True)]
    asked = [at for at, (mine, guess) in enumerate(pairs) if guess < 0 or mine or world.records[guess]]
    known = whole_records(there.held, there.facts, chosen[asked])
    found = guess_similarity(there, known, guesses[asked])
    mixed = guess_similarity(there, in_another_order(known, data.draw(st.integers(0, 99))), guesses[asked])
    assert mixed.tolist() == found.tolist()
    for sense in senses_of(there):
        wanted = [
            0.0 if guess < 0 else reference.similarity(world, mine, world.records[guess], sense.column)
            for mine, guess in (pairs[at] for at in asked)
        ]
        assert found[:, sense.column] == pytest.approx(wanted)


def test_items_nobody_released_count_in_the_union() -> None:
    from tests.reference import Asked, Known

    world = sets([0, 1], [0], items=2)
    asked = knowledge(world, [Asked([Known(-1), Known(0)])])
    assert guess_similarity(released(world), asked, people(0))[0, 0] == pytest.approx(1 / 3)


def test_the_three_senses_by_hand() -> None:
    """Two shared items of four: one with values 1 apart and 14 days apart, one with values 2 apart."""
    world = World(
        (
            {0: Entry(2, 0), 1: Entry(4, 0), 2: Entry(0, 0)},
            {0: Entry(3, 14), 1: Entry(2, 0), 3: Entry(0, 0)},
            {},
        ),
        4,
        STARS,
        has_days=True,
    )
    found = sparsity(released(world), 10, 1)
    assert found.nearest[:, :3].tolist() == [[2 / 4, 1 / 4, 1 / 4]] * 2 + [[0, 0, 0]]


def test_twins_are_alike_and_people_chosen_at_random_stay_the_same() -> None:
    data = from_arrays(np.repeat(np.arange(100), 3), np.repeat(np.arange(50), 6) % 50)
    first, again, other = (sparsity(data, 10, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.people, again.people)
    assert len(set(first.people.tolist())) == 10
    assert not np.array_equal(first.people, other.people)
    assert set(first.nearest[:, 0].tolist()) == {1.0}


def test_shares_of_people_with_a_near_neighbour() -> None:
    found = sparsity(released(sets([0, 1], [0, 1], [2], [2, 3])), 10, 1)
    assert found.nearest[:, 0].tolist() == [1.0, 1.0, 0.5, 0.5]
    above = found.share_above(0.5)
    assert above is not None
    assert above.rate == 0.5
    curve = found.curves().nearest_neighbour_at_least["items"]
    assert [row.rate for row in curve] == [1.0] * 5 + [0.5] * 5


@given(world=worlds(most_people=40))
def test_threads_and_batches_change_nothing(world: World) -> None:
    one, two = (sparsity(LocalEngine(threads).take(released(world, 7)), 99, 1) for threads in (1, 2))
    np.testing.assert_array_equal(one.nearest, two.nearest)
