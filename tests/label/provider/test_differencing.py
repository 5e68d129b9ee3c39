"""Two exact bulletins side by side: what one person more or less changed does not show."""

from __future__ import annotations

import numpy as np
import pytest

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.results.bulletin import Bulletin

SETTINGS = PublishSettings(threads=1, date="2026-02-03")


def rows(people: int, seed: int = 3) -> list[tuple[int, int]]:
    dice = np.random.default_rng(seed)
    return [(person, int(item)) for person in range(people) for item in dice.choice(60, 8, replace=False)]


def data_of(pairs: list[tuple[int, int]]) -> LocalDataset:
    return from_arrays(*zip(*pairs, strict=True))


@pytest.fixture(scope="module")
def first() -> Bulletin:
    return make_bulletin(data_of(rows(200)), SETTINGS)


def counts(bulletin: Bulletin) -> dict[str, int]:
    return dict(zip(bulletin.ids, bulletin.holders, strict=True))


def test_what_one_person_added_does_not_show(first: Bulletin) -> None:
    pairs = rows(200)
    held = {item for person, item in pairs if person == 7}
    more = [*pairs, *((7, item) for item in range(60) if item not in held)]
    open_, guarded = (make_bulletin(data_of(more), SETTINGS, previous=before) for before in ((), (first,)))
    assert counts(open_) != counts(first), "it would have shown"
    assert counts(guarded) == counts(first)
    assert (guarded.people, guarded.interactions, guarded.crowd, guarded.folded) == (
        first.people, first.interactions, first.crowd, first.folded,
    )  # fmt: skip
    assert guarded.made.after is not None
    assert len(guarded.made.after) == 1
    assert "are as they were" in guarded.made.guarantee
    assert Bulletin.from_json(guarded.to_json()).canonical() == guarded.canonical()


def test_one_person_who_joined_is_refused_and_many_are_not(first: Bulletin) -> None:
    with pytest.raises(BadInput, match=r"would be about 1 of them; wait until at least 5 more"):
        make_bulletin(data_of(rows(201)), SETTINGS, previous=[first])
    later = make_bulletin(data_of(rows(230)), SETTINGS, previous=[first])
    moved = [abs(count - counts(first).get(item, 0)) for item, count in counts(later).items()]
    assert all(change == 0 or change >= 5 for change in moved)
    assert any(moved)
    assert later.people == 230


def test_an_item_is_named_only_once_enough_people_more_have_it(first: Bulletin) -> None:
    for holders, named in ((8, False), (9, True)):
        pairs = [*rows(200), *((person, 99) for person in range(holders))]
        assert ("99" in make_bulletin(data_of(pairs), SETTINGS, previous=[first]).ids) is named
