"""Splits whose truth is known: the truth is right, and half of those looked for are not there."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import cross_sources
from benchmarks.link_splits import KINDS, WHOLE, events_of, split
from benchmarks.linking import judged
from standout.attacks import ATTACKS
from standout.auditing.linking import LinkSettings, link
from standout.data.codes import NO_DAY
from tests.risk.test_guards import world


@pytest.mark.parametrize("kind", KINDS)
def test_half_of_those_looked_for_are_not_released_and_the_truth_is_right(kind: str) -> None:
    data = world(people=120)
    one = split(kind, data, KINDS[kind])
    assert one is not None
    there = one.truths >= 0
    assert abs(int(there.sum()) - len(there) / 2) <= 1
    assert one.released.people == data.people - (~there).sum()
    if kind in ("acquaintance", "two-and-a-date"):  # all that is known is in the true record
        own = [set(one.released.held.records.items[slice(*one.released.held.records.starts[[r, r + 1]])].tolist())
               for r in one.truths[there]]  # fmt: skip
        public = events_of(one.public)
        known = [set(public.items[public.people == person].tolist()) for person in np.flatnonzero(there)]
        assert all(mine <= theirs for mine, theirs in zip(known, own, strict=True))
    if kind == "time halves":
        assert one.public.count < data.count
    assert (events_of(one.public).days != NO_DAY).any() == (kind != "mentions")


def test_a_split_is_measured_over_everybody_looked_for() -> None:
    data = world(people=120)
    one = split("acquaintance", data, KINDS["acquaintance"])
    assert one is not None
    found = judged("world", one, link(one.released, one.public, ATTACKS["likelihood"], LinkSettings(threads=1)), 0.0)
    assert found.people == len(one.truths)
    assert found.first.rate <= 0.5 + 1 / len(one.truths)
    assert found.kept
    assert str(found).startswith("| world | acquaintance |")


@pytest.mark.parametrize("kind", cross_sources.KINDS)
def test_of_two_sources_as_many_are_there_as_is_said(kind: str) -> None:
    data = world(people=120)
    known, present, looked_for = cross_sources.KINDS[kind]
    one = split(kind, data, known, present=present, looked_for=looked_for, fewest=10)
    assert one is not None
    assert len(one.truths) <= looked_for
    assert abs(int((one.truths >= 0).sum()) - present * len(one.truths)) <= 1


def test_days_behind_are_behind_by_eleven_weeks() -> None:
    data = world(people=120)
    public, released = cross_sources.behind(data, np.arange(120), np.random.default_rng(1))
    days = {
        (person, item): day for person, item, day in zip(released.people, released.items, released.days, strict=True)
    }
    late = [
        day - days[person, item] for person, item, day in zip(public.people, public.items, public.days, strict=True)
    ]
    assert {75, 76, 77, 78, 79} >= set(late)


def test_of_a_household_most_is_ones_own() -> None:
    data = world(people=120)
    public, _ = cross_sources.households(data, np.arange(120), np.random.default_rng(1))
    own = set(zip(events_of(data).people.tolist(), events_of(data).items.tolist(), strict=True))
    for person in np.unique(public.people):
        items = public.items[public.people == person].tolist()
        assert 2 * sum((int(person), item) in own for item in items) > len(items)


def test_towns_are_two_sources_of_the_same_people() -> None:
    data, public = cross_sources.towns()
    assert set(np.unique(public.people)) <= set(range(data.people))
    held = set(zip(events_of(data).people.tolist(), events_of(data).items.tolist(), strict=True))
    known = set(zip(public.people.tolist(), public.items.tolist(), strict=True))
    assert 0.5 < len(known & held) / len(known) < 1.0


def test_whoever_uses_anothers_account_is_partly_in_that_record_and_machines_have_half_of_everything() -> None:
    data = world(people=120)
    dice = np.random.default_rng(1)
    own = set(zip(events_of(data).people.tolist(), events_of(data).items.tolist(), strict=True))
    _, released = cross_sources.shared_accounts(data, np.arange(60), dice)
    pairs = set(zip(released.people.tolist(), released.items.tolist(), strict=True))
    assert own <= pairs
    assert len(pairs) > len(own)
    told, released = cross_sources.crawlers(data, np.arange(60), dice)
    lengths = np.bincount(released.people, minlength=120)
    machines = np.flatnonzero(lengths > data.lengths.max())
    assert len(machines) == 2
    assert set(zip(told.people.tolist(), told.items.tolist(), strict=True)) <= own
    assert not np.isin(told.people, machines).any()


def test_what_everybody_talks_about_is_a_few_items() -> None:
    data = world(people=120)
    public, released = cross_sources.charts(data, np.arange(120), np.random.default_rng(1))
    own = set(zip(released.people.tolist(), released.items.tolist(), strict=True))
    extra = {item for person, item in zip(public.people.tolist(), public.items.tolist(), strict=True)
             if (person, item) not in own}  # fmt: skip
    assert 0 < len(extra) <= 3


@pytest.mark.parametrize("kind", WHOLE)
def test_of_whole_populations_everybody_is_there(kind: str) -> None:
    data = world(people=120)
    one = split(kind, data, WHOLE[kind], present=1.0, looked_for=120)
    assert one is not None
    assert (one.truths >= 0).mean() > (0.95 if kind == "the other half" else 0.999), "but for who has nothing left"
    assert not one.public.has_days
    assert (one.released.count < data.count) == (kind == "the other half")
