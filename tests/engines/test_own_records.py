"""Several records a person: the same as asking of each of them whether it comes first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.engines.own_records import longest_own, looking_for_own, nearest_own, scored_with_own
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import towards
from standout.protections.split import Split
from standout.risk.outcomes import outcomes
from tests.verification.made import ratings

KNOWS = Adversary("knows", items=5, values="unknown")


def _looked_for(size: int, seed: int):  # type: ignore[no-untyped-def]
    data = ratings(people=50, seed=seed)
    made = Split(size).protect(data, None, seed)
    drawn = data.engine.draw(data, KNOWS, np.arange(data.people), seed)
    return data, made.data, made.origins, towards(made.data, data, drawn)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_nearest_own_record_has_most_of_what_is_known(seed: int) -> None:
    data, released, owners, drawn = _looked_for(4, seed)
    known = drawn.knowledge
    chosen = nearest_own(released, known, drawn.people, owners)
    records = released.held.records
    for at, person in enumerate(drawn.people):
        items = set(known.items[known.starts[at] : known.starts[at + 1]].tolist())
        fits = {
            fragment: len(items & set(records.items[records.starts[fragment] : records.starts[fragment + 1]].tolist()))
            for fragment in np.flatnonzero(owners == person).tolist()
        }
        assert chosen[at] in fits
        assert fits[chosen[at]] == max(fits.values())
    assert (owners[longest_own(released, data.people, owners)] == np.arange(data.people)).all()


def test_who_has_no_record_has_none() -> None:
    _, released, owners, drawn = _looked_for(4, 1)
    gone = np.where(owners == 3, -1, owners)
    assert nearest_own(released, drawn.knowledge, drawn.people, gone)[drawn.people == 3].tolist() == [-1]
    assert longest_own(released, 50, gone)[3] == -1


@pytest.mark.parametrize("attack", ["likelihood", "scoreboard", "tf-idf"])
@pytest.mark.parametrize("size", [2, 6])
def test_found_first_is_as_if_each_own_record_were_asked_for(attack: str, size: int) -> None:
    _, released, owners, drawn = _looked_for(size, 4)
    tested = ATTACKS[attack]
    looked = looking_for_own(released, drawn, owners)
    tally, settled = scored_with_own(released, looked, tested)
    found = outcomes(tally, tested, settled.truths, released.people).within_by_lot(1)
    for at, person in enumerate(drawn.people):
        best = 0.0
        for fragment in np.flatnonzero(owners == person):
            truths = looked.truths.copy()
            truths[at] = fragment
            each = released.engine.score(released, looked.knowledge, tested, truths)
            best = max(best, float(outcomes(each, tested, truths, released.people).within_by_lot(1)[at]))
        assert (found[at] == 1.0) >= (best == 1.0)
        assert found[at] >= best or best < 1.0


def test_where_ids_tell_everything_nothing_is_asked_twice() -> None:
    data = ratings(people=30)
    drawn = data.engine.draw(data, KNOWS, np.arange(data.people), 1)
    tally, same = scored_with_own(data, drawn, ATTACKS["likelihood"])
    plain = data.engine.score(data, drawn.knowledge, ATTACKS["likelihood"], drawn.truths)
    assert same is drawn
    assert np.array_equal(tally.beat, plain.beat)
    own = replace(drawn, owners=np.arange(data.people))
    again, _ = scored_with_own(data, own, ATTACKS["likelihood"])
    assert np.array_equal(again.beat, plain.beat)
    assert np.array_equal(again.tied, plain.tied)
