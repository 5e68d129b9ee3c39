"""Knowledge with fewer or with further known items, on examples small enough to check by eye."""

from __future__ import annotations

import numpy as np

from standout.data.codes import NO_VALUE
from standout.data.index import from_arrays
from standout.knowledge.changing import are_real, in_release, only, targets_of, with_more
from standout.knowledge.draw import UNKNOWN_DAY
from tests.reference import Asked, Known
from tests.worlds import knowledge, people, released, sets

WORLD = sets([0, 1, 2], [0, 1], [0, 3], items=5)


def known(*targets: list[int]) -> list[Asked]:
    return [Asked([Known(item, None, None) for item in items]) for items in targets]


def test_real_items_are_those_the_person_has() -> None:
    data, told = released(WORLD), knowledge(WORLD, known([0, 3], [-1, 3, 4]))
    assert are_real(data, told, people(0, 2)).tolist() == [True, False, False, True, False]
    assert in_release(told, data).tolist() == [True, True, False, True, False]


def test_nothing_is_real_where_nobody_has_anything() -> None:
    empty = from_arrays([], [], size=(3, 5))
    assert are_real(empty, knowledge(WORLD, known([0, 3])), people(1)).tolist() == [False, False]


def test_known_items_are_left_out() -> None:
    left = only(knowledge(WORLD, known([0, 1], [2], [3, 4])), np.array([True, False, False, True, True]))
    assert left.starts.tolist() == [0, 1, 1, 3]
    assert left.items.tolist() == [0, 3, 4]
    assert targets_of(left).tolist() == [0, 2, 2]


def test_further_items_stand_among_the_others_and_carry_nothing_unless_told() -> None:
    told = knowledge(WORLD, known([1], [], [3]))
    more = with_more(told, np.array([2, 0, 0, 1]), np.array([4, 2, 0, 1]))
    assert more.starts.tolist() == [0, 3, 4, 6]
    assert more.items.tolist() == [0, 1, 2, 1, 3, 4]
    assert set(more.values.tolist()) == {NO_VALUE}
    assert set(more.days.tolist()) == {UNKNOWN_DAY}
    with_values = with_more(told, np.array([0]), np.array([0]), np.array([3], np.uint8), np.array([7], np.int32))
    assert with_values.values.tolist() == [3, NO_VALUE, NO_VALUE]
    assert with_values.days.tolist() == [7, UNKNOWN_DAY, UNKNOWN_DAY]
