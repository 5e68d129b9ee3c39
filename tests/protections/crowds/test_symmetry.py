"""The promise of crowds as a property: who of a crowd had which of its records makes no difference to the release."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Records
from standout.engines.partitioned import PartitionedEngine
from standout.kernels.dealing import FINE
from standout.protections.crowds import crowd_items, crowd_taste
from standout.protections.crowds.crowd_groups import Grouping, grouped
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.crowds.crowd_release import Rules, assembled, known_of
from standout.protections.crowds.crowd_release import dealt as deal
from standout.protections.crowds.crowd_units import Held, Here, units_of
from tests.protections.crowds.made_crowds import exchanged, made, orders, same

PLAIN = Rules(at_least=2, at_most=1.0, hand_on=False, values=True, days=True)


def dealt(data: LocalDataset, grouping: Grouping, known: crowd_items.Tastes, rules: Rules, seed: int) -> Records:
    """The release, given the crowds and what is known of everybody."""
    here = asked(data, grouping)
    usual = replace(known_of(here, data.facts, rules, seed), tastes=known)
    return assembled(data.people, [deal(here.held, here.units, usual, rules, seed)])


def asked(data: LocalDataset, grouping: Grouping) -> Here:
    """All crowds in one unit."""
    everything = Grouping(np.arange(grouping.count), np.array([0, grouping.count]))
    return Here(Held.of(data.held.records, data.facts), units_of(grouping, everything), 1)


def tastes_of(data: LocalDataset, grouping: Grouping) -> crowd_items.Tastes:
    return crowd_items.tastes(asked(data, grouping), data.facts, 2, 1)


def test_sums_that_decide_about_exchanges_are_exact() -> None:
    """Factors lie on a grid, and no sum of their products needs more digits than there are: any order gives it."""
    factors = tastes_of(made(60, 40), Crowds(k=5).crowds_of(made(60, 40), 1)).factors.astype(np.float64)
    assert np.array_equal(np.rint(factors * FINE), factors * FINE)
    assert np.abs(factors).max() <= 1.001
    longest = 1 << 14
    largest = factors.shape[1] * 2 * (4 * np.sqrt(longest) + 2)
    assert largest * FINE**2 < 1 << 53


@pytest.mark.parametrize("events", [False, True])
@pytest.mark.parametrize("hand_on", [False, True])
def test_a_crowd_is_dealt_alike_whoever_of_it_had_what(events: bool, hand_on: bool) -> None:
    """Exact, by enumeration: each of the 24 ways to give four members their four records, entry by entry."""
    data = made(12, 20, events=events, gaps=True)
    grouping = Crowds(k=4).crowds_of(data, 1)
    known = tastes_of(data, grouping)
    rules = Rules(2, 0.8, hand_on, values=True, days=True)
    first = dealt(data, grouping, known, rules, 5)
    assert len(first.items)
    for crowd in range(grouping.count):
        members = grouping.people[grouping.starts[crowd] : grouping.starts[crowd + 1]]
        for owners in orders(members[:4], data.people):
            assert same(first, dealt(exchanged(data, owners), grouping, known, rules, 5))


def test_records_of_different_crowds_do_make_a_difference() -> None:
    data = made(12, 20)
    grouping = Crowds(k=4).crowds_of(data, 1)
    owners = np.arange(12)
    one, two = grouping.people[0], grouping.people[grouping.starts[1]]
    owners[[one, two]] = [two, one]
    known = tastes_of(data, grouping)
    assert not same(dealt(data, grouping, known, PLAIN, 5), dealt(exchanged(data, owners), grouping, known, PLAIN, 5))


@pytest.mark.parametrize("size", [3, 10])
def test_crowds_are_made_of_records_not_of_numbers(size: int) -> None:
    """Numbered otherwise, but in the same random order, the same records are in the same crowds."""
    data = made(90, 60)
    random = np.random.default_rng(8)
    owners, order = random.permutation(data.people), random.permutation(data.people)
    other = exchanged(data, owners)
    numbers = np.empty(data.people, np.int64)
    numbers[owners] = np.arange(data.people)
    found = crowds_by(data, order, size)
    again = crowds_by(other, numbers[order], size)
    assert np.array_equal(found.starts, again.starts)
    assert np.array_equal(numbers[found.people], again.people)


def crowds_by(data: LocalDataset, order: Int64s, size: int) -> Grouping:
    return grouped(crowd_taste.places_of(data, order, 1), order, size)


def test_exchanging_records_inside_a_crowd_leaves_crowds_and_what_is_known_of_everybody() -> None:
    """The second half of the argument. To each random order of people there is another, as likely, in which the same
    records come in the same order; in it, crowds are the same people, factors and spread the same numbers."""
    data = made(90, 60)
    order = np.random.default_rng(8).permutation(data.people)
    grouping = crowds_by(data, order, 10)
    members = grouping.people[grouping.starts[2] : grouping.starts[3]]
    owners = np.arange(data.people)
    owners[members] = np.roll(members, 3)
    other = exchanged(data, owners)
    again = crowds_by(other, np.argsort(owners)[order], 10)
    assert [set(crowd) for crowd in parts(grouping)] == [set(crowd) for crowd in parts(again)]
    one, two = tastes_of(data, grouping), tastes_of(other, again)
    assert one.power == two.power
    assert np.array_equal(one.factors, two.factors)
    assert np.array_equal(one.spread, two.spread)


def parts(grouping: Grouping) -> list[list[int]]:
    return [part.tolist() for part in np.split(grouping.people, grouping.starts[1:-1])]


def test_dealing_by_lot_alone_reaches_every_deal_equally_often() -> None:
    """A tiny crowd, all deals with the same totals enumerated, against how often each is dealt without factors."""
    data = from_arrays([0, 0, 1, 1, 2], [0, 1, 0, 2, 1], size=(3, 3))
    counts, lengths = [2, 2, 1], (2, 2, 1)
    grouping = Grouping(np.arange(3), np.array([0, 3]))
    nothing = crowd_items.Tastes(np.zeros((3, 0), np.float32), np.zeros((0, 0)), 0.5)
    chosen, held = np.ones(5, bool), Held.of(data.held.records, data.facts)
    members = crowd_items.Members.of(held, np.arange(3))
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for seed in range(4_000):
        rooms = np.array(lengths)
        dice = np.random.default_rng(seed)
        out = crowd_items.dealt_items(members, chosen, grouping, rooms, 1.0, nothing, dice)
        seen[tuple(tuple(part.tolist()) for part in np.split(out, np.cumsum(rooms)[:-1]))] += 1
    every = [
        deal
        for first in combinations(range(3), 2)
        for second in combinations(range(3), 2)
        for third in combinations(range(3), 1)
        if [sum(item in part for part in (first, second, third)) for item in range(3)] == counts
        for deal in [(first, second, third)]
    ]
    assert set(seen) == set(every)
    assert stats.chisquare([seen[deal] for deal in every]).pvalue > 1e-4


def test_which_record_a_member_gets_is_drawn_by_lot() -> None:
    """Statistically, on a larger crowd: a member's released length says nothing about their own."""
    data = made(60, 40)
    own, got = [], []
    for seed in range(60):
        grouping = Crowds(k=20).crowds_of(data, seed)
        release = Crowds(k=20, at_least=1, at_most=1.0).protect(data, None, seed).data
        middle = np.zeros(data.people)
        for crowd in np.split(grouping.people, grouping.starts[1:-1]):
            middle[crowd] = data.lengths[crowd].mean()
        own.append(data.lengths - middle)
        got.append(release.lengths - middle)
    together = np.corrcoef(np.concatenate(own), np.concatenate(got))[0, 1]
    assert abs(together) < 5 / np.sqrt(60 * data.people / 2)


@pytest.mark.parametrize("events", [False, True])
def test_the_release_is_the_same_however_people_are_cut_and_units_are_parted(
    events: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Places come from sums over partitions, units are dealt some at a time: neither may show, to the last code."""
    data = made(200, 60, events=events, gaps=True)
    tested = Crowds(k=5)
    order = np.random.default_rng(4).permutation(data.people)
    apart = PartitionedEngine((0, 31, 32, 150)).take(data)
    assert np.array_equal(crowd_taste.places_of(data, order, 1), crowd_taste.places_of(apart, order, 1))
    at_once = tested.protect(data, None, 3).data.held.records
    monkeypatch.setattr("standout.protections.crowds.crowd_units.BLOCK", 400)
    assert same(at_once, tested.protect(data, None, 3).data.held.records)


def test_factors_are_the_strongest_directions_of_what_people_have_together() -> None:
    """Slowly: those of the products of everybody's rows, of items that two of a crowd have."""
    data = made(60, 40)
    grouping = Crowds(k=5).crowds_of(data, 1)
    has = np.zeros((data.people, data.items))
    records = data.held.records
    for person in range(data.people):
        has[person, records.items[records.starts[person] : records.starts[person + 1]]] = 1
    for crowd in range(grouping.count):
        members = grouping.people[grouping.starts[crowd] : grouping.starts[crowd + 1]]
        has[np.ix_(members, has[members].sum(axis=0) < 2)] = 0
    strengths, directions = np.linalg.eigh(has.T @ has)
    found = tastes_of(data, grouping).factors.astype(np.float64)
    width = found.shape[1]
    assert np.allclose(found.T @ found, np.eye(width), atol=0.01)
    explained = np.trace(found.T @ has.T @ has @ found)
    assert explained > 0.99 * strengths[-width:].sum()
    assert abs(found[:, 0] @ directions[:, -1]) > 0.999
