"""Partitions hold neighbouring people, and records find their way between them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import plain_rule
from standout.data.dataset import AnyDataset
from standout.engines import partition_questions
from standout.engines.by_map import all_item_scores, all_scored
from standout.engines.local import LocalEngine
from standout.engines.merging import largest, one_after_another, summed
from standout.engines.partition_questions import Asked, taken
from standout.engines.partitioned import PartitionedEngine, cut, evenly, held
from standout.engines.whole_records import records_of
from standout.testing.engines import ADVERSARIES, _same_tally, made_up


@pytest.mark.parametrize(
    ("people", "count", "firsts"), [(10, 3, (0, 3, 6)), (2, 3, (0, 1)), (1, 5, (0,)), (0, 2, (0,))]
)
def test_people_are_cut_evenly_and_no_cut_is_made_twice(people: int, count: int, firsts: tuple[int, ...]) -> None:
    assert evenly(people, count) == firsts


def test_a_cut_has_its_people_and_none_else() -> None:
    data = made_up(values=True, days=True)
    partition = cut(data, 20, 31)
    assert (partition.first_person, partition.size) == (20, 11)
    assert np.array_equal(partition.lengths, data.lengths[20:31])
    assert partition.places(np.array([-1, 19, 20, 30, 31])).tolist() == [-1, -1, 0, 10, -1]
    assert sum(len(shard.entries) for shard in partition.shards) == partition.count
    few, many = np.zeros(3, np.int64), np.full(3, 1 << 40)
    assert partition.fitting(np.array([-1, 0, 10]), few, many).tolist() == [False, True, True]
    assert not partition.fitting(np.array([0, 1, 2]), many, many).any()


def test_whole_records_come_from_wherever_they_are_in_the_order_asked_for() -> None:
    data = made_up(values=True, days=True)
    far = PartitionedEngine((0, 7, 40)).take(data)
    people = np.array([41, 3, 3, 59, 8])
    here, there = records_of(LocalEngine().take(data), people), records_of(far, people)
    for name in ("starts", "items", "values", "days"):
        assert np.array_equal(getattr(here, name), getattr(there, name)), name
    assert np.array_equal(here.sizes, data.lengths[people])
    visiting = held(far).visiting(people)
    assert np.array_equal(visiting.records.items, here.items)
    assert np.array_equal(taken(data.held, people).records.values, visiting.records.values)


def test_answers_are_merged_by_sum_by_order_and_by_the_largest() -> None:
    answers = [{"a": np.array([1, 5])}, {"a": np.array([2, 3])}]
    assert summed(answers)["a"].tolist() == [3, 8]
    assert largest(answers)["a"].tolist() == [2, 5]
    assert one_after_another(answers)["a"].tolist() == [1, 5, 2, 3]


def test_data_that_is_cut_keeps_what_is_known_of_everybody() -> None:
    data = made_up(values=True, days=True)
    far = PartitionedEngine().take(data)
    assert (far.people, far.items, far.count) == (data.people, data.items, data.count)
    assert (far.scale, far.first_day, far.last_day) == (data.scale, data.first_day, data.last_day)
    assert far.holders is data.holders
    assert [one.size for one in held(far).partitions] == [20, 20, 20]


def asked_of(engine: PartitionedEngine, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that an engine of partitions is asked from now on."""
    asked: list[str] = []
    ask = type(engine).map

    def noted(self: PartitionedEngine, data: AnyDataset, run: Any, *sent: Any, merge: Any) -> Any:
        asked.append(run.__name__)
        return ask(self, data, run, *sent, merge=merge)

    monkeypatch.setattr(PartitionedEngine, "map", noted)
    return asked


@pytest.mark.parametrize("firsts", [(0,), (0, 7, 8, 40, 41)])
def test_several_attacks_in_one_go_find_what_each_finds(
    firsts: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, engine = made_up(values=True, days=True), PartitionedEngine(firsts)
    far, likelihood = engine.take(data), ATTACKS["likelihood"]
    assert isinstance(likelihood, Likelihood)
    known = engine.draw(far, ADVERSARIES[0], np.arange(0, 60, 3), 1).knowledge
    rules = [replace(plain_rule(known), absent_share=share, exponent=power) for share, power in ((0, 0), (0.2, 1))]
    attacks = [replace(likelihood, rule=rule) for rule in rules]
    wanted = [data.engine.score(data, known, attack, top=4) for attack in attacks]
    nobody = np.full(known.targets, -1, np.int64)
    each_of = [Asked(known, attack, nobody, top=4) for attack in attacks]
    asked = asked_of(engine, monkeypatch)
    for tally, each in zip(all_scored(far, each_of), wanted, strict=True):
        _same_tally(each, tally, "several attacks")
    assert asked == ["_score_in"]
    assert not np.allclose(wanted[0].top_scores, wanted[1].top_scores)
    for here, tally in zip(all_scored(data, each_of), wanted, strict=True):
        _same_tally(here, tally, "several attacks, here")
    assert list(all_scored(far, [])) == []


@pytest.mark.parametrize("at_once", [1_000, 30, 7])
def test_attacks_of_all_kinds_with_other_knowledge_each_are_asked_together(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Own scores, scores and sums of exponentials are a question each, however much is asked; less at a time where
    there are more targets than are looked for at once."""
    monkeypatch.setattr(partition_questions, "AT_ONCE", at_once)
    data, engine = made_up(values=True, days=True), PartitionedEngine((0, 7, 8, 40, 41))
    far, each_of = engine.take(data), list[Asked]()
    for number, name in enumerate(["scoreboard-rh", "likelihood", "tf-idf", "scoreboard", "flat"]):
        drawn = engine.draw(far, ADVERSARIES[number % 3], np.arange(number, 60, 3), number)
        truths = drawn.truths if number else np.full(len(drawn.truths), -1)
        attack = bound(ATTACKS[name], ADVERSARIES[number % 3])
        each_of.append(Asked(drawn.knowledge, attack, truths, 1 + number, entropy=name == "scoreboard-rh"))
    each_of.append(replace(each_of[0], truths=np.arange(each_of[0].knowledge.targets)))
    asked = asked_of(engine, monkeypatch)
    tallies = list(all_scored(far, each_of))
    if at_once == 1_000:
        assert asked == ["_own_in", "_score_in", "_exponentials_in"]
    for one, tally, here in zip(each_of, tallies, all_scored(data, each_of), strict=True):
        _same_tally(here, tally, one.attack.name)
        assert tally.top_scores.shape[1] == one.top
        assert np.isnan(tally.exponentials).all() == (not one.entropy and one.attack.name != "likelihood")


def test_item_scores_of_several_candidates_are_asked_together(monkeypatch: pytest.MonkeyPatch) -> None:
    data, engine = made_up(values=True, days=True), PartitionedEngine((0, 7, 40))
    far = engine.take(data)
    drawn = engine.draw(far, ADVERSARIES[0], np.arange(0, 60, 3), 1)
    candidates = (drawn.truths, np.roll(drawn.truths, 1), np.full(len(drawn.truths), -1))
    asked = asked_of(engine, monkeypatch)
    found = list(all_item_scores(far, drawn.knowledge, ATTACKS["scoreboard-rh"], candidates))
    assert asked == ["_item_scores_in"]
    here = list(all_item_scores(data, drawn.knowledge, ATTACKS["scoreboard-rh"], candidates))
    assert len(found) == len(here) == 3
    assert all(np.allclose(ours, theirs) for ours, theirs in zip(here, found, strict=True))


@pytest.mark.parametrize("name", ["scoreboard-rh", "scoreboard", "likelihood"])
def test_without_true_records_nobody_is_asked_for_theirs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data, engine = made_up(values=True, days=True), PartitionedEngine((0, 7, 40))
    far = engine.take(data)
    drawn = engine.draw(far, ADVERSARIES[0], np.arange(0, 60, 3), 1)
    asked = asked_of(engine, monkeypatch)
    wanted = data.engine.score(data, drawn.knowledge, ATTACKS[name], entropy=True)
    _same_tally(wanted, engine.score(far, drawn.knowledge, ATTACKS[name], entropy=True), name)
    assert "_own_in" not in asked
    one = np.where(np.arange(len(drawn.truths)) == 4, drawn.truths, -1)
    _same_tally(
        data.engine.score(data, drawn.knowledge, ATTACKS[name], one),
        engine.score(far, drawn.knowledge, ATTACKS[name], one),
        name,
    )
    assert "_own_in" in asked
