"""What people can do themselves, against the paper's words and a slow version of them."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Drawn, Knowledge
from standout.protections import KNOWLEDGE_PROTECTIONS, knowledge_protection
from standout.protections.person import HideRarest, Misdirect
from tests.asking import draw
from tests.protections.plainly import holders, plainly
from tests.reference import Asked, Known, World
from tests.worlds import STARS, knowledge, released, scale_of, worlds


def popular() -> LocalDataset:
    """Items 0 to 5 have 6, 5, 4, 3, 2 and 1 holders: person p has the items 0 to 5 − p. Nobody has item 6."""
    pairs = [(person, item) for person in range(6) for item in range(6 - person)]
    return from_arrays([pair[0] for pair in pairs], [pair[1] for pair in pairs], size=(6, 7))


def drawn(data: LocalDataset, *mentions: tuple[int, list[int]], values: bool = False, days: bool = False) -> Drawn:
    """These people mention these items."""
    sizes = [len(items) for _, items in mentions]
    people = np.array([person for person, _ in mentions])
    known = Knowledge(
        starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        items=np.array([item for _, items in mentions for item in items], np.int32),
        values=np.full(sum(sizes), NO_VALUE, np.uint8),
        days=np.full(sum(sizes), UNKNOWN_DAY, np.int32),
        shortest=np.zeros(len(people), np.int64),
        longest=np.full(len(people), 1 << 62),
        scale=data.scale,
        value_error=0.0 if values else -1.0,
        day_error=0.0 if days else -1.0,
    )
    return Drawn(known, people, people.copy(), 0)


def said(found: Knowledge) -> list[list[int]]:
    return [found.items[found.starts[at] : found.starts[at + 1]].tolist() for at in range(found.targets)]


# Hiding: "lining up the items they have both mentioned and rated …, rarest first, and suppress only the top portion"


def test_the_rarest_of_what_was_mentioned_and_rated_is_hidden_and_the_rest_stays() -> None:
    who = drawn(popular(), (0, [0, 2, 4, 5]), (4, [0, 1, 5]))
    assert said(HideRarest(0.25).conceal(popular(), who, 1)) == [[0, 2, 4], [0, 1, 5]]
    assert said(HideRarest(0.5).conceal(popular(), who, 1)) == [[0, 2], [0, 5]]
    assert said(HideRarest(1.0).conceal(popular(), who, 1)) == [[], [5]]
    assert said(HideRarest(0.0).conceal(popular(), who, 1)) == [[0, 2, 4, 5], [0, 1, 5]]


def test_the_share_is_rounded_to_the_nearest_and_halves_down() -> None:
    data = from_arrays(np.zeros(8), np.arange(8))
    for share, count, left in ((0.1, 4, 4), (0.1, 5, 5), (0.1, 6, 5), (0.1, 8, 7), (0.5, 1, 1), (0.5, 3, 2)):
        (mentions,) = said(HideRarest(share).conceal(data, drawn(data, (0, list(range(count)))), 1))
        assert len(mentions) == left


@given(world=worlds(), share=st.sampled_from((0.0, 0.1, 0.3, 0.5, 1.0)), dice=st.randoms(use_true_random=False))
def test_hiding_is_what_it_is_in_plain_words(world: World, share: float, dice: object) -> None:
    data, asked, people = _asked(world, dice)
    before, plain = said(knowledge(world, asked)), plainly(data)
    after = said(HideRarest(share).conceal(data, Drawn(knowledge(world, asked), people, people, 0), 1))
    for person, old, new in zip(people.tolist(), before, after, strict=True):
        lined_up = sorted(
            (item for item in old if item in plain[person]), key=lambda item: (holders(plain, item), item)
        )
        hidden = lined_up[: math.ceil(share * len(lined_up) - 0.5 - 1e-9)]
        assert new == [item for item in old if item not in hidden]


def _asked(world: World, dice: object) -> tuple[LocalDataset, list[Asked], np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Some people of the world who each mention some items, theirs or not."""
    roll = dice.sample  # type: ignore[attr-defined]
    people = [person for person in range(len(world.records)) for _ in range(2)]
    asked = [
        Asked([Known(item, None, None) for item in sorted(roll(range(world.items), len(range(world.items)) // 2))])
        for _ in people
    ]
    return released(world), asked, np.array(people)


# Misdirecting: "each user takes the first item from the list that they have not rated or mentioned and mentions it"


def test_the_most_popular_items_one_neither_has_nor_mentions_are_mentioned() -> None:
    who = drawn(popular(), (4, [0, 2]), (5, [0]), (0, [1]))
    assert said(Misdirect(2, "most").conceal(popular(), who, 1)) == [[0, 2, 3, 4], [0, 1, 2], [1]]


def test_from_a_threshold_on_the_least_popular_come_first() -> None:
    who = drawn(popular(), (5, [0]), (3, [3]))
    assert said(Misdirect(2, "at-least:3").conceal(popular(), who, 1)) == [[0, 2, 3], [3]]
    assert said(Misdirect(2, "at-least:1").conceal(popular(), who, 1)) == [[0, 4, 5], [3, 4, 5]]


def test_one_more_decoy_keeps_the_ones_before() -> None:
    data = popular()
    for popularity in ("most", "at-least:2"):
        told = [set(said(Misdirect(add, popularity).conceal(data, drawn(data, (5, [0])), 1))[0]) for add in range(5)]
        assert all(fewer <= more for fewer, more in pairwise(told))


@given(world=worlds(), add=st.integers(0, 5), least=st.integers(0, 3), dice=st.randoms(use_true_random=False))
def test_misdirecting_is_what_it_is_in_plain_words(world: World, add: int, least: int, dice: object) -> None:
    data, asked, people = _asked(world, dice)
    plain = plainly(data)
    counts = {item: holders(plain, item) for item in range(data.items)}
    if least:
        listed = sorted((item for item in counts if counts[item] >= least), key=lambda item: (counts[item], item))
    else:
        listed = sorted((item for item in counts if counts[item]), key=lambda item: (-counts[item], item))
    who = Drawn(knowledge(world, asked), people, people, 0)
    decoys = Misdirect(add, f"at-least:{least}" if least else "most")
    if not listed and least:
        with pytest.raises(BadInput, match="no item has"):
            decoys.conceal(data, who, 1)
        return
    for person, old, new in zip(people.tolist(), said(who.knowledge), said(decoys.conceal(data, who, 1)), strict=True):
        fresh = [item for item in listed if item not in plain[person] and item not in old]
        assert new == sorted(old + fresh[:add])


def test_decoys_come_with_the_value_and_day_of_somebody_who_has_them_where_those_are_known() -> None:
    people, items = np.repeat(np.arange(5), 4), np.tile(np.arange(4), 5)
    data = from_arrays(
        np.append(people, 5), np.append(items, 4), np.append(items, 0), np.append(10 * items + people, 0),
        scale=scale_of(STARS),
    )  # fmt: skip
    found = Misdirect(3).conceal(data, drawn(data, (5, [4]), values=True, days=True), 1)
    assert said(found) == [[0, 1, 2, 4]]
    assert found.values.tolist() == [0, 1, 2, NO_VALUE]
    assert [day // 10 for day in found.days[:3].tolist()] == [0, 1, 2]
    bare = Misdirect(3).conceal(data, drawn(data, (5, [4])), 1)
    assert set(bare.values.tolist()) == {NO_VALUE}
    assert set(bare.days.tolist()) == {UNKNOWN_DAY}


def test_a_persons_decoys_do_not_depend_on_who_else_is_looked_at() -> None:
    dice = np.random.default_rng(1)
    pairs = np.unique(dice.integers(0, (40, 60), (900, 2)), axis=0)
    data = from_arrays(
        pairs[:, 0], pairs[:, 1], dice.integers(0, 5, len(pairs)), dice.integers(0, 900, len(pairs)),
        scale=scale_of(STARS),
    )  # fmt: skip
    adversary = Adversary("some", items=3, days=2)
    both, one = draw(data, adversary, np.array([3, 9]), 1), draw(data, adversary, np.array([9]), 1)
    all_told, told = Misdirect(4).conceal(data, both, 7), Misdirect(4).conceal(data, one, 7)
    at = slice(int(all_told.starts[1]), None)
    assert all_told.items[at].tolist() == told.items.tolist()
    assert all_told.values[at].tolist() == told.values.tolist()
    assert all_told.days[at].tolist() == told.days.tolist()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hide-rarest:share=1.5", "must be between 0 and 1"),
        ("hide-rarest:share=-1", "must be between 0 and 1"),
        ("misdirect:add=-1", "must be from 0 to 10,000"),
        ("misdirect:popularity=least", "must be most, or at-least: and a number of people"),
        ("misdirect:popularity=at-least:0", "must be most, or at-least: and a number of people"),
        ("misdirect:popularity=at-least:many", "must be most, or at-least: and a number of people"),
        ("misdirect:sum=1", "has no option 'sum'"),
        ("swap", "people cannot do 'swap' themselves; they can hide-rarest or misdirect"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as problem:
        knowledge_protection(text)
    assert "\n" not in str(problem.value)


def test_a_threshold_that_no_item_reaches_is_refused() -> None:
    with pytest.raises(BadInput, match="no item has 8,192 people; the most popular one has 6"):
        knowledge_protection("misdirect:add=2,popularity=at-least:8192").conceal(
            popular(), drawn(popular(), (5, [0])), 1
        )


def test_both_are_chosen_by_name_with_options() -> None:
    assert knowledge_protection("misdirect:add=3,popularity=at-least:64") == Misdirect(3, "at-least:64")
    assert knowledge_protection("hide-rarest:share=0.2") == HideRarest(0.2)
    assert list(KNOWLEDGE_PROTECTIONS) == ["hide-rarest", "misdirect"]
