"""Peers that are installed only for the benchmark: they give our answers, or it is said that they are not there."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from benchmarks.peers import implicit_topk, linking_splink, more_contests, optional, wide_table
from benchmarks.peers.answers import Top
from benchmarks.peers.contest import held
from benchmarks.peers.contests import EIGHT
from benchmarks.peers.more_contests import MoreSizes
from benchmarks.peers.page import Section, page
from benchmarks.peers.sums import best_of, found_first
from benchmarks.peers.trained import Accuracy, accuracies
from benchmarks.peers.wide_table import Judged, judged, only, wide
from standout.attacks.contract import DenseGains
from standout.results.estimate import Estimate
from tests.benchmarks.test_peers import small

needs = {name: pytest.mark.skipif(not optional.there(name), reason=f"{name} is missing: {optional.INSTALL}")
         for name in optional.OPTIONAL}  # fmt: skip
FEW = MoreSizes(ours=30, recordlinkage=9, splink=20, taste=70, rounds=1)


@needs["recordlinkage"]
@needs["splink"]
@needs["implicit"]
@pytest.mark.parametrize("shard_people", [65_536, 16])
def test_linkage_and_cosines_give_our_answers(shard_people: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(more_contests, "_by_taste", lambda _data, _sizes: ())  # too few people to learn from
    outcomes = [held(one) for one in more_contests.more_contests(small(shard_people), FEW)]
    assert [one.contest.peer.split(",")[0].split(" ")[0] for one in outcomes] == ["recordlinkage", "Splink", "implicit"]
    assert not [(one.contest.peer, str(one.agreement)) for one in outcomes if not one.agreement.full]
    assert [one.agreement.of for one in outcomes] == [9, 20, 70]


@needs["implicit"]
@pytest.mark.parametrize("width", [np.float32, np.float64])
def test_the_best_products_are_ours(width: type[np.floating]) -> None:
    data, dice = small(16), np.random.default_rng(3)
    from standout.engines.whole_records import records_of
    from standout.risk.taste_splits import split

    parts = split(records_of(data, np.flatnonzero(data.lengths > 1)), data, "mixed", 0, 1)
    many = parts.known.targets
    people, targets = (dice.integers(-1000, 1000, (many, 5)).astype(np.float64) for _ in range(2))
    people[3:6] = people[2]  # who are the same tie
    gains = DenseGains(
        targets=targets, people=people, units=np.full(many, 1e-5), starts=np.zeros(many),
        weights=np.zeros(len(parts.known.items)), person_scale=np.ones(many),
    )  # fmt: skip
    ours = implicit_topk.ours(parts, gains, 10, 1)
    theirs = implicit_topk.theirs(people.astype(width), targets.astype(width), gains.units, 10)
    assert implicit_topk.same_products(ours, theirs).full
    assert not implicit_topk.same_products(ours, Top(theirs.records[:, ::-1] + 1, theirs.scores)).full


@needs["recordlinkage"]
@needs["splink"]
def test_weights_that_are_learnt_are_told_with_accuracy_and_time() -> None:
    found = list(accuracies(small(65_536), 12))
    assert len(found) == 4
    assert all(one.targets == 12 and one.processor > 0 and 0 <= one.found.rate <= 1 for one in found)
    assert found[-1].found.rate > 0.3  # twins are there, who tie


@needs["anonymeter"]
def test_anonymeter_and_ours_judge_the_same_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wide_table, "SMALLEST_ATTEMPTS", 200)
    found = list(judged(small(65_536), 15, columns=10))
    assert [one.who.split(",")[0] for one in found] == 2 * (4 * ["anonymeter"] + 2 * ["Standout"])
    assert {one.release for one in found} == set(wide_table.RELEASES)
    assert all(one.rate.low <= one.rate.rate <= one.rate.high for one in found)


def test_a_wide_table_has_values_of_some_items_and_zeros() -> None:
    data = small(65_536)
    table = wide(data, np.array([4, 2]))
    records = data.held.records
    for person in (0, 5, 69):
        mine = slice(int(records.starts[person]), int(records.starts[person + 1]))
        had = dict(zip(records.items[mine].tolist(), records.values[mine].tolist(), strict=True))
        assert table.iloc[person].tolist() == [had[item] + 1 if item in had else 0 for item in (4, 2)]
    fewer = only(data, people=[0, 1], items=[4, 2])
    assert fewer.lengths[2:].sum() == 0
    assert fewer.count == int((table.iloc[:2] > 0).sum().sum())


def test_sums_by_pair_give_the_best_with_ties_and_nobody() -> None:
    targets, records = np.array([0, 0, 2, 2, 3]), np.array([7, 8, 5, 6, 9])
    scores = np.array([1.0, 3.0, 2.0, 2.0, 4.0])
    found = best_of(targets, records, scores, 4, 10)
    assert found.records.tolist() == [8, -1, 5, 9]
    assert found.scores.tolist() == [3.0, 0.0, 2.0, 4.0]
    everyone = np.zeros(10)
    everyone[[7, 8]] = 1.0, 3.0
    assert found.standing_out[0] == pytest.approx(2.0 / everyone.std())
    assert found.standing_out[[1, 2]].tolist() == [0.0, 0.0]
    assert found_first(targets, records, scores, np.array([8, 1, 5, 9])).tolist() == [1, 0, 0, 1]


def test_who_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "find_spec", lambda name: None if name in ("splink", "implicit") else object())
    said = optional.missing()
    assert said == f"skipped, not installed: splink, implicit ({optional.INSTALL})"
    monkeypatch.setattr(optional, "find_spec", lambda _name: object())
    assert optional.missing() is None


def test_without_them_there_is_nobody_to_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(more_contests, "there", lambda _name: False)
    assert list(more_contests.more_contests(small(65_536), FEW)) == []


def test_the_page_has_accuracies_and_tables() -> None:
    rate = Estimate(0.5, 0.4, 0.6)
    sections = [
        Section("Learnt", accuracies=(Accuracy("a way", "learnt", 200, rate, 3.0),)),
        Section("Wide", judged=(Judged("as it is", "a judge", "who?", rate, 0.1, 2.0),)),
    ]
    text = page(sections, 1, "today")
    assert "| a way | learnt | 200 | 50.0% (40.0–60.0) | 15 ms |" in text
    assert "| as it is | a judge | who? | 50.0% (40.0–60.0) | 10% | 2.0 s |" in text


def test_an_entry_that_agrees_counts_its_rarity() -> None:
    data = small(65_536)
    attack = linking_splink.AgreeingEntries.of(data)
    knowledge = data.engine.draw(data, EIGHT, np.arange(5), seed=1).knowledge
    gains = partial(attack.gains, partition=data.held, facts=data.facts)(knowledge)
    records = data.held.records
    for known, (item, value) in enumerate(zip(knowledge.items, knowledge.values, strict=True)):
        alike = int(((records.items == item) & (records.values == value)).sum())
        assert gains.weights[known] == pytest.approx(np.log2(data.people / alike))
