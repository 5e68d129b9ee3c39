"""Where people have an item several times, attacks match what is known with the nearest one: against plain Python."""

from __future__ import annotations

import math
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given

from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.data.codes import NO_DAY
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.engines.local import LocalEngine
from standout.engines.partitioned import PartitionedEngine
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from tests import event_worlds, reference
from tests.asking import draw, item_scores, score
from tests.event_worlds import EventWorld, event_cases
from tests.reference import Asked, Known
from tests.worlds import knowledge, people

CLOSE = 1e-6

Case = tuple[EventWorld, list[Asked], list[int], int]


def expected(name: str, world: EventWorld, asked: Asked) -> list[float | None]:
    """The reference's scores in the product's terms: products as sums of logarithms over 0.05."""
    plain = event_worlds.scores(name, world, asked)
    if name not in reference.PRODUCTS:
        return plain
    return [None if one is None else math.log(one) - len(asked.known) * math.log(0.05) for one in plain]


@pytest.mark.parametrize("name", ATTACKS)
@given(case=event_cases())
def test_scores_are_those_of_the_best_entries(name: str, case: Case) -> None:
    world, asked, truths, shard_people = case
    data, known = event_worlds.released(world, shard_people), knowledge(world.plain, asked)
    top = max(len(world.records) + 1, 3)
    tally = score(data, known, ATTACKS[name], people(*truths), top=top, entropy=True, threads=1)
    for target, one in enumerate(asked):
        wanted = expected(name, world, one)
        scores = dict(zip(tally.top_records[target].tolist(), tally.top_scores[target].tolist(), strict=True))
        scores.pop(-1, None)
        assert scores.keys() == {person for person, value in enumerate(wanted) if value is not None}
        size = max([abs(value) for value in wanted if value is not None] + [3.0 * len(one.known)])
        for person, value in scores.items():
            assert value == pytest.approx(wanted[person], abs=CLOSE * size)
        truth = truths[target]
        assert tally.counted[target] == (truth >= 0 and wanted[truth] is not None)
        if tally.counted[target]:
            assert tally.true_scores[target] == scores[truth], "the true record is scored as all others are"


@pytest.mark.parametrize("name", ATTACKS)
@given(case=event_cases())
def test_partitions_answer_as_the_whole_does(name: str, case: Case) -> None:
    world, asked, truths, shard_people = case
    data, known = event_worlds.released(world, shard_people), knowledge(world.plain, asked)
    cuts = tuple(sorted({0, len(world.records) // 3, len(world.records) // 2}))
    far, attack = PartitionedEngine(cuts).take(data), ATTACKS[name]
    entropy = attack.probabilities == "entropic"
    here = score(data, known, attack, people(*truths), entropy=entropy, threads=1)
    there = far.engine.score(far, known, attack, people(*truths), entropy=entropy)
    for field in fields(Tally):
        mine, theirs = getattr(here, field.name), getattr(there, field.name)
        np.testing.assert_allclose(theirs, mine, rtol=1e-9, atol=1e-9, err_msg=field.name)


@pytest.mark.parametrize("name", ATTACKS)
@given(case=event_cases())
def test_what_items_are_worth_adds_up_to_the_score(name: str, case: Case) -> None:
    world, asked, truths, _ = case
    data, known, attack = event_worlds.released(world), knowledge(world.plain, asked), ATTACKS[name]
    worth = item_scores(data, known, attack, people(*truths))
    tally = score(data, known, attack, people(*truths), threads=1)
    for target, truth in enumerate(truths):
        mine = worth[known.starts[target] : known.starts[target + 1]]
        if truth >= 0 and tally.counted[target]:
            total = mine.min() if name.startswith("scoreboard") and name != "scoreboard-rh" else mine.sum()
            assert total == pytest.approx(tally.true_scores[target], abs=1e-6)


STARS = Scale("numbers", tuple("12345"), (1.0, 2.0, 3.0, 4.0, 5.0))


def test_the_nearest_event_decides_and_never_the_sum() -> None:
    # person 0 bought item 0 on days 0, 50 and 100; person 1 once, on day 52; person 2 ten times, far from day 50
    who, days = [0, 0, 0, 1, *[2] * 10], [0, 50, 100, 52, *range(200, 210)]
    data = from_arrays(who, [0] * 14, None, days, size=(3, 1), events=True)
    known = knowledge(reference.World((), 1, None, True), [Asked([Known(0, None, 50)], 0.0, 0.0)])
    tally = score(data, known, ATTACKS["scoreboard-rh"], people(0))
    assert tally.top_records[0].tolist() == [0, 1, 2]
    weight = 1 / math.log(3)
    assert tally.top_scores[0, :2].tolist() == pytest.approx([weight, weight * math.exp(-2 / 30)], rel=1e-5)


def test_a_likelihood_takes_who_has_an_item_all_the_time_for_less_likely() -> None:
    # both have item 0 on the known day; person 1 on every other day as well, person 2 not at all
    who = [0, *[1] * 101, 2]
    data = from_arrays(who, [0] * 102 + [1], None, [50, *range(101), 7], size=(3, 2), events=True)
    known = knowledge(reference.World((), 2, None, True), [Asked([Known(0, None, 50)], 0.0, 0.0)])
    told = bound(ATTACKS["likelihood"], Adversary("that day", items=1, values="unknown", days=0))
    tally = score(data, known, told, people(0))
    assert tally.top_records[0, 0] == 0
    assert tally.top_scores[0, 0] - tally.top_scores[0, 1] == pytest.approx(math.log(101), abs=0.2)


@pytest.mark.parametrize("name", ATTACKS)
def test_data_without_repeats_scores_the_same_whether_or_not_events_are_declared(name: str) -> None:
    dice = np.random.default_rng(3)
    who, what = np.nonzero(dice.random((90, 40)) < 0.2)
    values, days = dice.integers(0, 5, len(who)), dice.integers(0, 300, len(who))
    days[::9] = NO_DAY
    plain, declared = (
        from_arrays(who, what, values, days, scale=STARS, size=(90, 40), events=events) for events in (False, True)
    )
    adversary, everyone = Adversary("some", items=4, wrong=1, values=1, days=14), np.arange(90)
    mine, theirs = (draw(data, adversary, everyone, 1) for data in (plain, declared))
    assert np.array_equal(mine.knowledge.items, theirs.knowledge.items)
    assert np.array_equal(mine.knowledge.days, theirs.knowledge.days)
    tallies = [
        LocalEngine().score(data, mine.knowledge, ATTACKS[name], mine.truths, entropy=True)
        for data in (plain, declared)
    ]
    for field in fields(Tally):
        mine_too, theirs_too = (getattr(tally, field.name) for tally in tallies)
        assert np.array_equal(mine_too, theirs_too, equal_nan=True), field.name
