"""Advice on mentions: by attacks, about the person's own record, and verified against who ignores popular mentions."""

from __future__ import annotations

import numpy as np
import pytest

from standout.advising.decoys import held_by
from standout.advising.mention_advice import advise_on_mentions
from standout.advising.pointing import MENTIONS, owner_of, pointing
from standout.advising.posting_advice import Wishes
from standout.advising.rivals import knowledge_of, standings
from standout.advising.who_fits import Shown, crowd_of
from standout.attacks import DEFAULT_ATTACKS, attacks
from standout.attacks.contract import bound
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from tests.asking import score

ATTACKS = attacks(list(DEFAULT_ATTACKS))
TOLD = [bound(attack, MENTIONS) for attack in ATTACKS]


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    """500 people, popular and rare items."""
    random = np.random.default_rng(5)
    chance = np.geomspace(0.7, 0.01, 80)
    people, items = np.nonzero(random.random((500, 80)) < chance)
    return from_arrays(people, items, size=(500, 80))


def record(data: LocalDataset, person: int) -> list[int]:
    starts = data.held.records.starts
    found: list[int] = data.held.records.items[starts[person] : starts[person + 1]].tolist()
    return found


@pytest.fixture(scope="module")
def person(data: LocalDataset) -> int:
    return int(np.argmax(data.lengths))


def shown(items: list[int]) -> list[Shown]:
    return [Shown(item) for item in items]


def test_mentions_point_at_their_writer_though_one_is_of_something_they_lack(data: LocalDataset, person: int) -> None:
    own = record(data, person)
    lacked = next(item for item in range(60, 80) if item not in own)
    draft = shown([*own[-7:], lacked])
    assert crowd_of(data, draft).fits(range(len(draft))) == 0, "nobody has all of it"
    found = pointing(data, draft)
    assert found.record == person
    assert found.chance > 0.5
    # the same, the slow way: every record's score, and their softmax
    from standout.advising.pointing import likelihood_for_mentions

    scores = [
        float(score(data, knowledge_of([draft], data), likelihood_for_mentions(), np.array([other])).true_scores[0])
        for other in range(data.people)
    ]
    assert int(np.argmax(scores)) == person
    assert found.chance == pytest.approx(1 / np.exp(np.array(scores) - max(scores)).sum(), rel=1e-6)


def test_the_own_record_is_found_by_what_the_person_has(data: LocalDataset, person: int) -> None:
    own = record(data, person)
    crowd = crowd_of(data, shown(own[:2]))
    there = owner_of(data, crowd, shown(own[:2]), own[:-2], None)
    assert (there.found, there.records.tolist()) == (True, [person])
    absent = owner_of(data, crowd, shown(own[:2]), list(range(79, 60, -1)), None)
    assert absent.found is False
    assert absent.data.people == data.people + 1
    assert record(absent.data, data.people) == list(range(61, 80))


def test_what_is_left_out_brings_enough_others_in_every_attack(data: LocalDataset, person: int) -> None:
    own, wishes = record(data, person), Wishes(k=8, decoy_crowd=50)
    draft = shown(own[-9:])
    advice = advise_on_mentions(data, [], draft, ATTACKS, wishes, own)
    assert advice.owner.found
    assert advice.after.record == person
    assert advice.coded.others < 8
    left = [thing for place, thing in enumerate(draft) if place not in advice.coded.hide[0].places]
    again = standings(data, np.array([person]), [left], TOLD)[0]
    assert min(one.others for one in again) >= 8
    assert advice.coded.verified is not None
    assert advice.coded.verified.hide
    without = [standings(data, np.array([person]), [[*draft[:at], *draft[at + 1 :]]], TOLD)[0] for at in range(9)]
    assert advice.without == tuple(min(min(one.others, data.people) for one in row) for row in without)


def test_no_mention_is_in_the_own_record_nor_brings_fewer_others(data: LocalDataset, person: int) -> None:
    own = record(data, person)[1:]
    draft = shown(own[-9:])
    advice = advise_on_mentions(data, [], draft, ATTACKS, Wishes(k=8, decoy_crowd=50), own)
    items = {row.item for row in advice.coded.mention}
    assert items
    assert not items & held_by(data, np.array([person]))
    assert not items & set(own)
    assert advice.coded.verified is not None
    for row in advice.coded.verified.attacks:
        assert row.mentioned is not None
        assert row.hidden is not None
        assert row.mentioned >= row.hidden
        assert row.ignoring is not None


def test_mentioning_counts_only_if_it_holds_against_who_ignores_it(data: LocalDataset, person: int) -> None:
    own = record(data, person)
    draft = shown(own[-6:])
    advice = advise_on_mentions(data, shown(own[-12:-6]), draft, ATTACKS, Wishes(k=40, decoy_crowd=50), own)
    verified = advice.coded.verified
    assert verified is not None
    holds = all(row.mentioned is not None and row.ignoring is not None and min(row.mentioned, row.ignoring) >= 40
                for row in verified.attacks)  # fmt: skip
    assert verified.mention == (holds and bool(advice.coded.mention))


def test_what_was_posted_cannot_be_left_out_and_where_nothing_helps_that_is_said(
    data: LocalDataset, person: int
) -> None:
    own = record(data, person)
    advice = advise_on_mentions(data, shown(own[-12:-1]), shown(own[-1:]), ATTACKS, Wishes(k=20, decoy_crowd=50), own)
    assert advice.coded.hide == ()
    assert advice.coded.verified is not None
    assert not advice.coded.verified.hide
    assert advice.before.record == person


def test_a_draft_of_popular_things_points_at_nobody(data: LocalDataset) -> None:
    advice = advise_on_mentions(data, [], shown([0, 1]), ATTACKS, Wishes(k=5, decoy_crowd=50))
    assert advice.owner.found is None
    assert advice.after.chance < 1 / 6
    assert [way.places for way in advice.coded.hide] == [()]
