"""Attackers made against crowds: they find what is there to be found, and stay under the ceiling where it holds."""

from __future__ import annotations

import numpy as np

from standout.data.dataset import LocalDataset
from standout.protections.crowds.crowd_groups import Grouping
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.suppress import SuppressRare
from standout.verification.crowd_attackers import (
    Release,
    Target,
    from_totals,
    guessed,
    in_two_releases,
    knowing_others,
    naming,
    targets,
)
from standout.verification.crowd_reassembly import Reassembled, reassembled
from tests.protections.crowds.made_crowds import made

TESTED = Crowds(k=10, at_least=1, at_most=1.0)


def world() -> tuple[LocalDataset, Grouping, list[Target]]:
    data = made(300, 120, seed=4)
    grouping = TESTED.crowds_of(data, 1)
    return data, grouping, targets(data, grouping, 200, 1)


def test_naming_stays_under_the_ceiling_and_finds_people_in_records_that_were_not_dealt() -> None:
    data, grouping, wanted = world()
    dealt = naming(Release(TESTED.protect(data, None, 1).data, grouping), wanted, 1)
    plain = naming(Release(data, grouping), wanted, 1)
    assert dealt.record is not None
    assert plain.record is not None
    assert dealt.record.low <= 1 / grouping.sizes.min()
    assert plain.record.rate > 3 / grouping.sizes.min()


def test_reassembly_learns_nothing_from_dealt_records_and_much_from_others() -> None:
    data, grouping, wanted = world()
    dealt = reassembled(data, Release(TESTED.protect(data, None, 1).data, grouping), wanted, 1)
    plain = reassembled(data, Release(data, grouping), wanted, 1)
    assert dealt.gain is not None
    assert plain.gain is not None
    assert dealt.gain.low <= 0.01
    assert plain.gain.low > 0.1


def test_reassembly_has_nothing_to_say_where_crowds_have_nothing_left() -> None:
    data, grouping, wanted = world()
    bare = SuppressRare(below=data.people + 1).protect(data, None, 1).data
    assert reassembled(data, Release(bare, grouping), wanted, 1) == Reassembled(None, None, None)
    assert reassembled(data, Release(data, grouping), wanted[:1], 1) == Reassembled(None, None, None)


def test_who_knows_all_others_knows_the_record() -> None:
    data, grouping, wanted = world()
    release = Release(TESTED.protect(data, None, 1).data, grouping)
    rates = [knowing_others(data, release, wanted, others, 1) for others in (0, 5, int(grouping.sizes.max()) - 1)]
    none, some, every = (rate.rate for rate in rates if rate is not None)
    assert none < some < every
    assert every > 0.8


def test_two_releases_tell_more_than_one() -> None:
    data, grouping, wanted = world()
    first = Release(TESTED.protect(data, None, 1).data, grouping)
    second = Release(TESTED.protect(data, None, 2).data, TESTED.crowds_of(data, 2))
    one, two = from_totals(first, wanted, 1), in_two_releases(first, second, wanted, 1)
    assert one is not None
    assert two is not None
    assert two.rate > one.rate


def test_guesses_are_counted_among_as_many_as_there_are_unknown_items() -> None:
    target = Target(0, 0, known=np.array([0]), unknown=np.array([1, 2]))
    dice = np.random.default_rng(1)
    assert guessed(np.array([9.0, 5.0, 1.0, 3.0]), target, dice) == 0.5
    assert guessed(np.array([9.0, 5.0, 4.0, 3.0]), target, dice) == 1.0
