"""Altering data and mentions, on a world small enough to check by eye."""

from __future__ import annotations

import numpy as np

from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Knowledge
from standout.protections.person_records import only_entries
from standout.reproductions.attacking import Attacked, chosen
from standout.reproductions.frankowski.altering import _needed
from standout.reproductions.frankowski.forum import BINS, POSTERS, Forum, forum

STARS = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))


def world() -> LocalDataset:
    """Three people; item 0 has three holders, 1 two, 2 one, 3 one, 4 none."""
    people, items = [0, 0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 0, 3]
    return from_arrays(people, items, [0, 1, 2, 0, 1, 0, 2], scale=STARS, size=(3, 5))


def known(*targets: list[int]) -> Knowledge:
    sizes, count = [len(items) for items in targets], sum(len(items) for items in targets)
    return Knowledge(
        starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        items=np.array([item for items in targets for item in items], np.int32),
        values=np.full(count, NO_VALUE, np.uint8),
        days=np.full(count, UNKNOWN_DAY, np.int32),
        shortest=np.zeros(len(targets), np.int64),
        longest=np.full(len(targets), ANY_LENGTH),
        scale=STARS,
    )


def test_choosing_targets() -> None:
    assert chosen(known([0, 1], [2], [3, 4]), np.array([2, 0])).items.tolist() == [3, 4, 0, 1]


def test_taking_entries_out_of_the_data() -> None:
    data = world()
    kept = only_entries(data, data.holders[data.held.records.items] >= 2)
    assert kept.holders.tolist() == [3, 2, 0, 0, 0]
    assert kept.lengths.tolist() == [2, 2, 1]
    assert (kept.people, kept.items) == (data.people, data.items)


def test_how_much_has_to_go_until_nobody_is_found() -> None:
    class Ranks:
        def __init__(self, *ranks: int) -> None:
            self.ranks = np.array(ranks)

    who = Forum(known([0], [1]), np.array([0, 1]), np.zeros(2, np.int64), np.array([0, 1]), np.ones(2, bool))
    runs: list[tuple[float, Attacked]] = [(0.0, Ranks(1, 1)), (0.5, Ranks(2, 1)), (0.9, Ranks(2, 2))]  # type: ignore[list-item]
    needed = _needed(who, runs)
    assert needed is not None
    assert needed.rate == (0.5 + 0.9) / 2


def test_a_forum_has_the_papers_bins_and_values_only_for_what_was_rated() -> None:
    from standout.io.reading import read

    data = read("sample")
    drawn = forum(data, 1, 2)
    assert [int((drawn.bins == at).sum()) for at in range(len(BINS))] == [2 * count for count in POSTERS]
    assert ((drawn.knowledge.values == NO_VALUE) == ~drawn.real).all()
    for turn in (0, 1):
        people = drawn.people[drawn.draws == turn]
        assert len(np.unique(people)) == len(people) == 133
