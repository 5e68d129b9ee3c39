"""Joining fragments again: it works where days tell, does not where nothing does, and finds people by it."""

from __future__ import annotations

import numpy as np
import pytest

from standout.attacks.likelihood import Likelihood
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.engines.own_records import looking_for_own, scored_with_own
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import towards
from standout.protections.contract import Protected
from standout.protections.split import Split
from standout.risk.outcomes import outcomes
from standout.verification.fragment_joining import found_joined, fragments_of, joined_again, joiner


def people_of_one_day(people: int = 150, each: int = 24, items: int = 400, *, alike: bool = False) -> LocalDataset:
    """People who have random items, all of them on a day of their own; or on any day, where they are `alike`."""
    dice = np.random.default_rng(1)
    owners = np.repeat(np.arange(people), each)
    held = np.concatenate([dice.permutation(items)[:each] for _ in range(people)])
    days = dice.integers(0, 200, len(owners)) if alike else owners % 200
    return from_arrays(owners, held, None, days, size=(people, items), first_day=0)


def split(data: LocalDataset, size: int = 8) -> tuple[Protected, np.ndarray]:
    made = Split(size).protect(data, None, 1)
    assert made.origins is not None
    return made, made.origins


def test_one_day_a_person_gives_fragments_away() -> None:
    made, origins = split(people_of_one_day())
    known = joiner(made.data, 1)
    assert known is not None
    found = joined_again(known, origins, 1)
    assert found is not None
    assert found.right is not None
    assert found.right.low > 0.9
    assert found.blind == pytest.approx(2 / (made.data.people - 1))


def test_where_nothing_tells_fragments_cannot_be_joined() -> None:
    made, origins = split(people_of_one_day(alike=True))
    known = joiner(made.data, 1)
    assert known is not None
    found = joined_again(known, origins, 1)
    assert found is not None
    assert found.right is not None
    assert found.right.rate < 0.1


def test_fragments_that_share_an_item_are_two_peoples() -> None:
    made, _ = split(people_of_one_day(people=60, items=60))
    known = joiner(made.data, 1)
    assert known is not None
    everybody = np.arange(made.data.people)
    ratios = known.ratios(np.zeros(len(everybody), np.int64), everybody)
    records = made.data.held.records
    first = set(records.items[records.starts[0] : records.starts[1]].tolist())
    for other in everybody[1:].tolist():
        shared = first & set(records.items[records.starts[other] : records.starts[other + 1]].tolist())
        assert np.isneginf(ratios[other]) == bool(shared)


def test_joining_finds_at_least_those_who_are_found_by_days() -> None:
    data = people_of_one_day()
    made, origins = split(data, 4)
    pieces = fragments_of(made.data, origins, 1)
    assert pieces is not None
    assert pieces.known is not None
    bare = Adversary("bare", items=6, values="unknown")
    drawn = towards(made.data, data, data.engine.draw(data, bare, np.arange(data.people), 1))
    looked = looking_for_own(made.data, drawn, origins)
    hits = found_joined(pieces.known, looked, Likelihood(), 1)
    assert ((hits >= 0) & (hits <= 1)).all()
    tally, settled = scored_with_own(made.data, looked, Likelihood())
    plain = outcomes(tally, Likelihood(), settled.truths, made.data.people).within_by_lot(1)
    assert hits.mean() > plain.mean() + 0.05  # fragments of one day: together they are one person's


def test_nobody_with_two_fragments_and_too_few_of_them() -> None:
    data = people_of_one_day(people=30)
    made, origins = split(data, 1000)
    known = joiner(made.data, 1)
    assert known is not None
    assert joined_again(known, origins, 1) is None
    assert joiner(people_of_one_day(people=10), 1) is None
    assert fragments_of(data, None, 1) is None
