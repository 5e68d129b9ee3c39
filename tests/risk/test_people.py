"""Risk person by person, the items that give people away, and what popularity tells."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from standout.attacks import ATTACKS
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.risk.outcomes import outcomes
from standout.risk.people import (
    ByItem,
    PersonalRisk,
    Turn,
    giving_away,
    margins,
    most_revealing,
    personal_risk,
    together,
    turn_of,
)
from standout.risk.popularity import (
    distribution,
    information,
    information_by_rank,
    items_outside_top,
    outside_top_table,
)
from tests import reference
from tests.asking import draw, score
from tests.reference import World
from tests.worlds import STARS, people, released, scale_of, worlds

TURNS = 6
PLANTED = 39


def planted() -> LocalDataset:
    """200 people with popular items only; person 0 has the same as person 1, and an item of their own (39)."""
    rng = np.random.default_rng(8)
    pairs = [(person, item) for person in range(1, 200) for item in rng.permutation(12)[:6]]
    values = rng.integers(0, 5, len(pairs)).tolist()
    pairs += [(0, item) for person, item in pairs if person == 1] + [(0, PLANTED)]
    values += [*values[:6], 2]
    who, what = np.array(pairs).T
    return from_arrays(who, what, values, scale=scale_of(STARS), size=(200, 40))


def risk_of(
    data: LocalDataset, attack: str, adversary: Adversary, chosen: list[int], turns: int = TURNS
) -> PersonalRisk:
    who = people(*chosen)
    return personal_risk(data, adversary, ATTACKS[attack], who, turns_of(data, attack, adversary, who, turns))


def turns_of(data: LocalDataset, attack: str, adversary: Adversary, who: Int64s, turns: int = TURNS) -> Iterator[Turn]:
    for number in range(1, turns + 1):
        drawn = draw(data, adversary, who, seed=1, turn=number)
        tally = score(data, drawn.knowledge, ATTACKS[attack], drawn.truths, threads=1)
        yield turn_of(tally, ATTACKS[attack], drawn, data.people)


@pytest.mark.parametrize("attack", ATTACKS)
def test_found_and_named_are_counted_over_all_draws(attack: str) -> None:
    data, adversary, chosen = planted(), Adversary("t", items=5), [0, 3, 7, 190]
    risk = risk_of(data, attack, adversary, chosen)
    found, named = np.zeros(4, int), np.zeros(4, int)
    for number in range(1, TURNS + 1):
        drawn = draw(data, adversary, people(*chosen), seed=1, turn=number)
        judged = outcomes(
            score(data, drawn.knowledge, ATTACKS[attack], drawn.truths), ATTACKS[attack], drawn.truths, 200
        )
        found += judged.ranks == 1
        named += (judged.ranks == 1) & (judged.standing_out >= judged.threshold)
    assert risk.draws.tolist() == [TURNS] * 4
    assert risk.found.tolist() == found.tolist()
    assert risk.named.tolist() == named.tolist()


@pytest.mark.parametrize("attack", ATTACKS)
def test_shares_of_the_margin_add_up_to_one_for_each_draw_that_found_somebody(attack: str) -> None:
    data, adversary, who = planted(), Adversary("t", items=6), np.arange(60)
    risk = risk_of(data, attack, adversary, who.tolist())
    assert risk.found.sum() > 0
    shares = np.zeros(60)
    for turn in turns_of(data, attack, adversary, who):
        traces = margins(data, ATTACKS[attack], turn)
        assert np.all(traces.shares > 0)
        np.add.at(shares, traces.people, traces.shares)
    assert shares == pytest.approx(risk.found.astype(float))
    assert risk.by_item.shares.sum() == pytest.approx(float(risk.found.sum()))
    assert np.all(risk.shares.sum(axis=1) <= risk.found + 1e-9)


def test_groups_of_people_together_are_everybody() -> None:
    data, adversary = planted(), Adversary("t", items=5)
    whole = risk_of(data, "scoreboard-rh", adversary, list(range(0, 60)))
    parts = [risk_of(data, "scoreboard-rh", adversary, list(range(*part))) for part in ((0, 7), (7, 60))]
    found = together(parts)
    for name in ("people", "draws", "found", "named", "items", "shares"):
        np.testing.assert_array_equal(getattr(found, name), getattr(whole, name))
    np.testing.assert_allclose(found.by_item.shares, whole.by_item.shares)
    np.testing.assert_array_equal(found.by_item.helped, whole.by_item.helped)
    np.testing.assert_array_equal(found.by_item.times, whole.by_item.times)


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_planted_item_gives_its_only_holder_away(attack: str) -> None:
    risk = risk_of(planted(), attack, Adversary("t", share=(1.0, 1.0)), [0, 5])
    items, shares = risk.items, giving_away(risk)
    assert risk.found[0] == TURNS
    assert items[0][0] == PLANTED
    assert shares[0].tolist() == sorted(shares[0], reverse=True)
    assert items.shape == (2, 5)
    if attack in ("likelihood", "taste"):  # a shorter record gains on every item
        assert 0.8 < shares[0][0] < 1
    else:
        assert shares[0][0] == pytest.approx(1.0)


def test_people_with_too_little_to_know_are_never_drawn() -> None:
    data = from_arrays([0, 0, 0, 1, 2, 2], [0, 1, 2, 0, 0, 1])
    risk = risk_of(data, "scoreboard-rh", Adversary("t", items=2, values="unknown", fewer=False), [0, 1, 2])
    assert risk.draws.tolist() == [TURNS, 0, TURNS]
    assert risk.found[1] == 0
    assert risk.items[1].tolist() == [-1] * 5


def test_nobody_at_all_leaves_an_empty_risk() -> None:
    risk = risk_of(planted(), "scoring", Adversary("t", items=30, fewer=False), [1, 2])
    assert risk.draws.tolist() == [0, 0]
    assert np.all(risk.items == -1)
    assert not giving_away(risk).any()
    assert not risk.by_item.helped.any()


def test_most_revealing_items_are_by_mean_share_and_only_if_many_were_found_by_them() -> None:
    helped, times, shares = np.zeros(9, np.int64), np.zeros(9, np.int64), np.zeros(9)
    helped[[5, 7]], times[[5, 7]], shares[[5, 7]] = [2, 5], [3, 6], [1.4, 4.6]
    nothing = np.full((5, 5), -1, np.int32)
    risk = PersonalRisk(
        "a", "b", np.arange(5), np.full(5, 2), np.full(5, 2), np.full(5, 0),
        nothing, np.zeros((5, 5)), ByItem(helped, times, shares),
    )  # fmt: skip
    items, shares, helped = most_revealing(risk, at_least=2)
    assert items.tolist() == [7, 5]
    assert shares.tolist() == pytest.approx([4.6 / 6, 1.4 / 3])
    assert helped.tolist() == [5, 2]
    assert most_revealing(risk)[0].tolist() == [7]


@given(world=worlds())
def test_information_is_that_of_figure_7(world: World) -> None:
    data = released(world)
    assert information(data) == pytest.approx(reference.information_bits(world))
    for row in information_by_rank(data):
        assert row.bits == pytest.approx(reference.information_bits(world)[row.rank - 1])


@given(world=worlds())
def test_items_off_the_beaten_track_are_counted(world: World) -> None:
    data = released(world)
    order = sorted(range(world.items), key=lambda item: (-world.holders(item), item))
    for top in range(world.items + 1):
        wanted = [sum(order.index(item) >= top for item in record) for record in world.records]
        assert items_outside_top(data, top).tolist() == wanted


def test_the_table_of_people_with_rare_items() -> None:
    """150 items: everyone has the first 100, person p has p further ones."""
    who = np.concatenate([np.repeat(np.arange(12), 100), np.repeat(np.arange(12), np.arange(12))])
    what = np.concatenate([np.tile(np.arange(100), 12), *(100 + np.arange(p) for p in range(12))])
    (row,) = outside_top_table(from_arrays(who, what, size=(12, 150)))
    assert row.outside_top == 100
    assert [row.to_dict()[k]["rate"] for k in ("1", "5", "10")] == pytest.approx([11 / 12, 7 / 12, 2 / 12])


def test_distributions_double_their_buckets() -> None:
    found = distribution(np.array([1, 2, 3, 4, 7, 8, 1 << 20]))
    assert [(row.low, row.high, row.count) for row in found[:4]] == [
        (1, 1, 1),
        (2, 3, 2),
        (4, 7, 2),
        (8, 15, 1),
    ]
    assert found[-1].to_dict() == {"from": 1 << 20, "to": (1 << 21) - 1, "count": 1}
    assert distribution(np.empty(0, np.int64)) == ()
    assert math.fsum(row.count for row in found) == 7


def test_a_known_item_that_no_released_record_has_reveals_nobody() -> None:
    """Likelihood tells records apart by their lengths where a known item is missing: that is no item to be listed."""
    lengths = [1, 30, *[20] * 20]
    rng = np.random.default_rng(3)
    pairs = [(person, item) for person, length in enumerate(lengths) for item in rng.permutation(40)[:length]]
    who, what = np.array(pairs).T
    data = from_arrays(who, what, size=(len(lengths), 40))
    drawn = draw(data, Adversary("t", items=3, values="unknown"), people(1), 1)
    missing = replace(drawn.knowledge, items=np.array([-1, *drawn.knowledge.items[1:]], np.int32))
    drawn = replace(drawn, knowledge=missing)
    turn = Turn(drawn, np.array([True]), np.array([True]), people(0))
    traces = margins(data, ATTACKS["likelihood"], turn)
    assert len(traces.items) > 0
    assert (traces.items >= 0).all()
    risk = personal_risk(data, Adversary("t", items=3), ATTACKS["likelihood"], people(1), [turn])
    assert risk.by_item.helped.sum() == len(traces.items)
