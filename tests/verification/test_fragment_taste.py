"""The taste attack against split: it joins fragments without days where tastes tell, and not where nothing does."""

from __future__ import annotations

import numpy as np

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.protections.split import Split
from standout.verification.fragment_joining import Joined
from standout.verification.fragment_taste import joined_by_taste


def people_of_some_corner(people: int = 240, each: int = 24, items: int = 1_200, *, corner: int = 60) -> LocalDataset:
    """People who have random items of a corner that few others look at, and no days."""
    dice = np.random.default_rng(1)
    corners = np.arange(people) // 4 % (items // corner) * corner
    held = np.concatenate([begin + dice.permutation(corner)[:each] for begin in corners])
    return from_arrays(np.repeat(np.arange(people), each), held, size=(people, items))


def joined(data: LocalDataset, size: int = 8) -> Joined | None:
    made = Split(size).protect(data, None, 1)
    assert made.origins is not None
    return joined_by_taste(made.data, made.origins, 1)


def test_fragments_of_one_taste_are_joined_without_days() -> None:
    found = joined(people_of_some_corner())
    assert found is not None
    assert found.right is not None
    assert found.right.low > 3 * found.blind


def test_where_everybody_has_anything_fragments_are_not_joined() -> None:
    found = joined(people_of_some_corner(corner=1_200))
    assert found is None or found.right is None or found.right.low < 0.02


def test_nothing_is_said_where_nobody_has_two_fragments_or_too_few_teach() -> None:
    assert joined(people_of_some_corner(), size=24) is None
    assert joined(people_of_some_corner(people=12)) is None
