"""Similarity where people have an item several times: items count once, and any two of their events may be alike."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from standout.engines.partitioned import PartitionedEngine
from standout.risk.popularity import items_outside_top
from standout.risk.similarity import records_alike, sparsity
from tests.event_worlds import EventWorld, event_worlds, released, similarity


def senses(world: EventWorld) -> list[int]:
    return [0, *([1] if world.positions else []), *([2] if world.has_days else [])]


@given(world=event_worlds())
def test_the_nearest_neighbour_is_that_of_plain_python(world: EventWorld) -> None:
    data = released(world, shard_people=3)
    for dataset in (data, PartitionedEngine().take(data)):
        nearest = sparsity(dataset, data.people, 1).nearest
        for person, record in enumerate(world.records):
            others = [other for place, other in enumerate(world.records) if place != person]
            for sense in senses(world):
                wanted = max((similarity(world, record, other, sense) for other in others), default=0.0)
                assert nearest[person, sense] == pytest.approx(wanted)


@given(world=event_worlds())
def test_guesses_are_as_similar_as_in_plain_python(world: EventWorld) -> None:
    data = released(world, shard_people=3)
    count = len(world.records)
    people, guesses = (codes.ravel() for codes in np.meshgrid(np.arange(count), np.arange(-1, count)))
    for dataset in (data, PartitionedEngine().take(data)):
        alike = records_alike(dataset, people, guesses)
        for row, (person, guess) in enumerate(zip(people.tolist(), guesses.tolist(), strict=True)):
            if guess >= 0 and not world.records[person] and not world.records[guess]:
                continue  # of two who have nothing nobody can say how similar they are
            for sense in senses(world):
                wanted = 0.0 if guess < 0 else similarity(world, world.records[person], world.records[guess], sense)
                assert alike[row, sense] == pytest.approx(wanted)


@given(world=event_worlds())
def test_rare_items_count_once(world: EventWorld) -> None:
    data = released(world)
    ranks = data.facts.popularity_ranks
    wanted = [sum(ranks[item] >= 2 for item in record) for record in world.records]
    assert items_outside_top(data, 2).tolist() == wanted
