"""What is sorted fast for dealing comes as plain ways to sort and to exchange have it, ties and empties included."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from standout.common.arrays import Float32s, Int64s
from standout.kernels.crowding import exchange, near_crowds
from standout.protections.crowds.crowd_items import within
from standout.protections.crowds.crowd_marks import Hand, Heap, sorted_by, sorted_tokens


@pytest.mark.parametrize("many", [0, 1, 7, 900])
@pytest.mark.parametrize("largest", [2, 40, 70_000])
@pytest.mark.parametrize("ties", [False, True])
def test_places_come_as_lexsort_has_them(many: int, largest: int, ties: bool) -> None:
    dice = np.random.default_rng(many + largest)
    scores = dice.integers(0, 4, many).astype(float) if ties else dice.normal(size=many)
    inner, outer = dice.integers(0, largest, many), dice.integers(0, 5, many)
    assert np.array_equal(sorted_by(scores, inner, outer), np.lexsort((scores, inner, outer)))
    assert np.array_equal(sorted_by(scores), np.argsort(scores, kind="stable"))


@pytest.mark.parametrize("many", [0, 1, 7, 900])
@pytest.mark.parametrize("lowest", [-3, 0, 60_000])
def test_tokens_come_as_lexsort_has_them(many: int, lowest: int) -> None:
    dice = np.random.default_rng(many)
    heap = Heap(dice.integers(lowest, lowest + 9, many), dice.random(many) < 0.3, dice.integers(0, 6, many))
    order = np.lexsort((heap.missing, heap.codes, heap.crowds))
    found = sorted_tokens(heap)
    assert np.array_equal(found.codes, heap.codes[order])
    assert np.array_equal(found.missing, heap.missing[order])
    assert np.array_equal(found.crowds, heap.crowds[order])


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("near", [1, 3, 50])
@pytest.mark.parametrize("people", [8, 40])
def test_people_are_exchanged_as_the_plain_way_does(people: int, near: int, alike: bool) -> None:
    """With whole numbers for places many people are equally far from each other, and in crowds of four exactly so."""
    dice = np.random.default_rng(people)
    places = (dice.integers(0, 2, (people, 5)) if alike else dice.normal(size=(people, 5))).astype(np.float32)
    order = dice.permutation(people)
    crowds = np.full(people, -1, np.int64)
    count = near_crowds(places, order, 4 if alike else 3, 0, crowds)
    expected = exchanged(places, order, crowds.copy(), count, near)
    exchange(places, order, crowds, 0, count, 4, near)
    assert np.array_equal(crowds, expected)


def exchanged(places: Float32s, people: Int64s, crowds: Int64s, count: int, near: int) -> Int64s:
    """Four rounds of exchanges, as they are said in words."""
    members = [[person for person in people if crowds[person] == crowd] for crowd in range(count)]
    for _ in range(4):
        for own in range(count):
            for at in range(len(members[own])):
                person = members[own][at]
                middles = [places[of].astype(float).mean(axis=0) for of in members]
                apart = [((places[person] - middle) ** 2).sum() for middle in middles]
                others = [other for other in np.argsort(apart, kind="stable") if other != own][:near]
                best = (1e-6, -1, -1)
                for other in others:
                    for place, rival in enumerate(members[other]):
                        gain = nearer(places, members, (own, at), (other, place))
                        if gain > best[0] + 1e-9:
                            best = (gain, other, place)
                        assert rival != person
                if best[1] >= 0:
                    members[own][at], members[best[1]][best[2]] = members[best[1]][best[2]], person
    for crowd, of in enumerate(members):
        crowds[of] = crowd
    return crowds


def nearer(places: Float32s, members: list[list[int]], one: tuple[int, int], two: tuple[int, int]) -> float:
    """By how much the squared distances from the middles of two crowds fall if two people are exchanged."""

    def scatter(of: list[int]) -> float:
        where = places[of].astype(float)
        return float(((where - where.mean(axis=0)) ** 2).sum())

    own, other = list(members[one[0]]), list(members[two[0]])
    before = scatter(own) + scatter(other)
    own[one[1]], other[two[1]] = other[two[1]], own[one[1]]
    return before - scatter(own) - scatter(other)


@pytest.mark.parametrize("many", [0, 1, 400])
def test_as_many_entries_of_an_item_stay_as_a_crowd_may_have(many: int) -> None:
    dice = np.random.default_rng(many)
    sizes = np.array([4, 7, 1, 9])
    crowds = dice.integers(0, 4, many)
    hand = Hand(dice.integers(0, 5, many), np.zeros(many, np.int64), crowds)
    stays = within(0.6, hand, sizes, dice)
    before = Counter(zip(crowds.tolist(), hand.items.tolist(), strict=True))
    after = Counter(zip(crowds[stays].tolist(), hand.items[stays].tolist(), strict=True))
    assert after == {cell: min(count, [2, 4, 1, 5][cell[0]]) for cell, count in before.items()}
    assert within(1.0, hand, np.full(4, many + 1), dice).all()
