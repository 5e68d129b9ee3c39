"""Ids of people that are elsewhere: only those that are needed are asked for, and all else is said in codes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pytest

from standout.common.arrays import Int64s
from standout.data.people_elsewhere import PeopleElsewhere
from standout.data.vocabulary import Vocabulary, positions


@dataclass(eq=False)
class Far:
    """Ids that notes how many of them were said."""

    ids: list[str]
    said: int = 0
    met: list[Far] = field(default_factory=list)
    mark: str = "far"

    def __len__(self) -> int:
        return len(self.ids)

    def named(self, codes: Int64s) -> pa.Array:
        self.said += len(codes)
        return pa.array([self.ids[code] for code in codes], pa.large_string())

    def codes_of(self, wanted: pa.Array) -> Int64s:
        return positions(wanted, pa.array(self.ids))

    def codes_in(self, known: Far) -> Int64s:
        self.met.append(known)
        return positions(self.ids, pa.array(known.ids))


IDS, OTHERS = ["a", "b", "c", "dd", "ee"], ["zz", "ee", "b", "yy", "a"]


def vocabulary(ids: Far) -> Vocabulary:
    return Vocabulary(PeopleElsewhere(ids), pa.array(["x"]))


def test_who_is_called_what_is_asked_for_those_alone() -> None:
    far = Far(IDS)
    names = vocabulary(far)
    assert names.person(3) == "dd"
    assert names.called(np.array([4, 0, 4])) == ["ee", "a", "ee"]
    assert far.said == 4
    assert repr(names) == "<5 people and 1 items>"
    left = names.only(np.array([1, 3, 4]))
    assert len(left.people) == 3
    assert far.said == 4, "who is left is known without ids"
    assert left.called(np.array([2, 0])) == ["ee", "b"]
    assert left.only(np.array([1, 2])).everybody().to_pylist() == ["dd", "ee"]
    assert names.brought(np.array([2])).everybody().to_pylist() == ["c"]
    assert names.everybody().to_pylist() == IDS


LEFT = (None, np.array([0, 2, 4]), np.array([1]), np.arange(5), np.array([], np.int64))


@pytest.mark.parametrize("left", LEFT)
@pytest.mark.parametrize("known_left", LEFT)
def test_people_are_found_as_where_all_ids_are_at_hand(left: Int64s | None, known_left: Int64s | None) -> None:
    sides, here = [], []
    for ids, some in ((Far(IDS), left), (Far(OTHERS), known_left)):
        sides.append(PeopleElsewhere(ids) if some is None else PeopleElsewhere(ids).only(some))
        here.append(pa.array([ids.ids[code] for code in (range(5) if some is None else some)], pa.large_string()))
    wanted = positions(*here).tolist()
    assert positions(sides[0], sides[1]).tolist() == wanted
    assert positions(sides[0], here[1]).tolist() == wanted
    assert positions(here[0], sides[1]).tolist() == wanted
    assert positions(here[0].to_pylist(), sides[1]).tolist() == wanted
    assert sum(len(side.ids.named(np.array([], np.int64))) for side in sides) == 0
    assert all(side.ids.said == 0 for side in sides)  # type: ignore[attr-defined]


def test_the_same_ids_are_not_compared() -> None:
    far = Far(IDS)
    some, other = (PeopleElsewhere(far, np.array(codes)) for codes in ([0, 2, 3], [2, 3, 4]))
    assert positions(some, other).tolist() == [-1, 0, 1]
    assert positions(PeopleElsewhere(far), PeopleElsewhere(far)).tolist() == [0, 1, 2, 3, 4]
    assert far.met == []


def test_of_an_id_that_is_known_twice_the_first_counts() -> None:
    assert positions(PeopleElsewhere(Far(IDS)), pa.array(["c", "a", "c"])).tolist() == [1, -1, 0, -1, -1]


def test_a_mark_says_who_is_left() -> None:
    everybody = PeopleElsewhere(Far(IDS))
    marks = {people.mark for people in (everybody, *(everybody.only(np.array([at, 4])) for at in (0, 1)))}
    assert len(marks) == 3
