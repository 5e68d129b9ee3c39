"""Splits whose truth is known: the truth is right, and half of those looked for are not there."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.link_splits import KINDS, events_of, split
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
