"""Self-diagnosis: what is said before any name, and when nothing is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import whole_records
from standout.results.guard import Agreement, Claims
from standout.risk.diagnosis import agreement, claims, reason_for_silence, shares_of_agreement
from tests.risk.test_guards import world


def test_agreement_is_counted_entry_by_entry() -> None:
    data = world()
    knowledge = whole_records(data.held, data.facts, np.arange(data.people))
    own = shares_of_agreement(knowledge, np.arange(data.people), data)
    assert own == {"items": 1.0, "values": 1.0, "days": 1.0}
    far = replace(knowledge, days=(knowledge.days + 8).astype(np.int32))
    assert shares_of_agreement(far, np.arange(data.people), data)["days"] == 0.0
    up = replace(knowledge, values=np.where(knowledge.values < 4, knowledge.values + 1, 3).astype(np.uint8))
    assert shares_of_agreement(up, np.arange(data.people), data)["values"] == 0.0
    assert shares_of_agreement(up, np.arange(data.people), data, value_error=1.0)["values"] == 1.0
    others = np.roll(np.arange(data.people), 1)
    starts, items = data.held.records.starts, data.held.records.items
    held = [set(items[starts[person] : starts[person + 1]].tolist()) for person in range(data.people)]
    both = sum(len(held[person] & held[other]) for person, other in enumerate(others))
    assert shares_of_agreement(knowledge, others, data)["items"] == pytest.approx(both / len(knowledge.items))
    assert shares_of_agreement(knowledge, np.full(data.people, -1), data) == {}


def test_predicted_stands_beside_observed_and_few_matches_say_nothing() -> None:
    data = world(people=60)
    knowledge = whole_records(data.held, data.facts, np.arange(60))
    adversary = Adversary("learnt", items=4, values=0, days=0)
    rows = agreement(knowledge, np.arange(60), np.ones(60, bool), data, adversary, 1)
    assert {row.what: row.predicted for row in rows} == {"items": 1.0, "values": 1.0, "days": 1.0}
    assert agreement(knowledge, np.arange(60), np.arange(60) < 5, data, adversary, 1) == ()


def test_claims_count_who_shares_a_record() -> None:
    found = claims(np.array([4, 4, 4, 2, 1]), np.array([True, True, True, True, False]))
    assert (found.named, found.people, found.most) == (4, 3, 3)


@pytest.mark.parametrize(
    ("claimed", "alike", "said"),
    [
        (Claims(named=0, people=0, most=0), (), "no record stands out"),
        (Claims(named=60, people=47, most=47), (), "one record 47 times"),
        (Claims(named=12, people=0, most=1), (), "only 12 of 1,000 people stand out"),
        (
            Claims(named=300, people=4, most=2),
            (Agreement(what="days", predicted=0.9, observed=0.1),),
            "days agree in 10% of the best matches",
        ),
    ],
)
def test_what_does_not_fit_is_said_in_one_line(claimed: Claims, alike: tuple[Agreement, ...], said: str) -> None:
    reason = reason_for_silence(claimed, alike, 1_000, 0.01)
    assert reason is not None
    assert said in reason
    assert "\n" not in reason


def test_what_fits_is_spoken() -> None:
    fitting = (Agreement(what="items", predicted=0.9, observed=0.8),)
    assert reason_for_silence(Claims(named=300, people=4, most=2), fitting, 1_000, 0.01) is None
