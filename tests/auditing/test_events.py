"""An audit of data in which people have an item several times, and what else is asked of it, from end to end."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import standout
from standout.attacks import ATTACKS
from standout.auditing.settings import AuditSettings
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays, items_once
from standout.data.model import NO_SCALE, Scale
from standout.engines.partitioned import PartitionedEngine
from standout.inference.features import presence_matrix, values_matrix
from standout.knowledge.adversary import Adversary
from standout.label.provider.anonymity import mean_set_sizes
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.testing.engines import check_audit, made_up
from standout.verification.aligned import rows

STARS = Scale("numbers", tuple("12345"), (1.0, 2.0, 3.0, 4.0, 5.0))
DATED = Adversary("dated", items=2, values="unknown", days=1)


def shopping(people: int = 80, items: int = 30, seed: int = 4, values: bool = True) -> LocalDataset:
    """Everybody has a few favourites that they buy again and again, at any time, and other things now and then."""
    dice = np.random.default_rng(seed)
    who = np.repeat(np.arange(people), 40)
    favourites = dice.integers(0, 6, (people, 3))
    often = dice.random(len(who)) < 0.8
    what = np.where(often, favourites[who, dice.integers(0, 3, len(who))], dice.integers(0, items, len(who)))
    stars, days = dice.integers(0, 5, len(who)), dice.integers(0, 365, len(who))
    return from_arrays(
        who, what, stars if values else None, days, scale=STARS if values else NO_SCALE, size=(people, items),
        first_day=18_000, events=True,
    )  # fmt: skip


def plain_rate(data: LocalDataset, seed: int) -> float:
    """The share of people who alone fit what is known of them: two items, each on a day at most one day off.

    Counted in plain Python over everybody's list of days of each item.
    """
    records = data.held.records
    days_of: dict[tuple[int, int], list[int]] = {}
    for person in range(data.people):
        for entry in range(int(records.starts[person]), int(records.starts[person + 1])):
            days_of.setdefault((person, int(records.items[entry])), []).append(int(records.days[entry]))
    known = data.engine.draw(data, DATED, np.arange(data.people), seed).knowledge
    alone = 0
    for target in range(known.targets):
        mine = range(int(known.starts[target]), int(known.starts[target + 1]))
        fitting = [
            person
            for person in range(data.people)
            if all(
                any(abs(day - int(known.days[row])) <= 1 for day in days_of.get((person, int(known.items[row])), []))
                for row in mine
            )
        ]
        alone += fitting == [target]
    return alone / known.targets


def test_an_audit_finds_whoever_a_plain_count_of_days_finds(tmp_path: Path) -> None:
    data = shopping()
    result = standout.audit(data, adversaries=DATED, attacks=["scoreboard", "likelihood"], seed=2, out=tmp_path / "a")
    found = {finding.attack: finding.identified["1"].rate for finding in result.findings}
    assert found["scoreboard"] == pytest.approx(plain_rate(data, 2))
    assert found["likelihood"] >= found["scoreboard"] - 0.02
    assert found["scoreboard"] > 0.5
    table = pq.read_table(tmp_path / "a" / "people.parquet")
    assert table.num_rows == data.people
    written = json.loads((tmp_path / "a" / "findings.json").read_text())
    assert written["data"]["interactions"] == data.count == 80 * 40
    assert (tmp_path / "a" / "report.html").stat().st_size > 10_000


def test_days_tell_more_where_every_event_is_released_than_where_the_last_one_is() -> None:
    """What is known is any event; who releases one day of each item releases another one, mostly."""
    data = shopping()
    last = items_once(data)
    everyone = np.arange(data.people)
    drawn = data.engine.draw(data, DATED, everyone, 1)
    rates = []
    for released in (data, last):
        tally = released.engine.score(released, drawn.knowledge, ATTACKS["scoreboard"], drawn.truths)
        rates.append(float(((tally.beat + tally.tied == 0) & tally.listed).mean()))
    assert rates[0] > rates[1] + 0.3


@pytest.mark.parametrize("firsts", [(0, 7, 40), (0, 1)])
def test_an_audit_in_partitions_is_that_of_the_whole(firsts: tuple[int, ...]) -> None:
    data = made_up(values=True, days=True, events=True)
    settings = AuditSettings((Adversary("a", items=3, values=1, days=14),), draws=2, sparsity_people=20, targets=40)
    check_audit(data, PartitionedEngine(firsts).take(data), settings)


def test_what_asks_who_has_what_looks_at_each_item_once() -> None:
    data = shopping()
    single = items_once(data)
    assert np.array_equal(rows(data).items, rows(single).items)
    assert np.array_equal(presence_matrix(data).toarray(), presence_matrix(single).toarray())
    assert np.array_equal(values_matrix(data).toarray(), values_matrix(single).toarray())
    assert np.array_equal(mean_set_sizes(data, 5), mean_set_sizes(single, 5))
    settings = PublishSettings(min_holders=3, date="2026-01-01")
    bulletins = [make_bulletin(each, settings) for each in (data, single, PartitionedEngine().take(data))]
    assert bulletins[0].to_json() == bulletins[1].to_json() == bulletins[2].to_json()


def test_people_are_linked_by_their_events() -> None:
    data = shopping(values=False)
    linked = standout.link(data, data, show_ids=True)
    assert len(linked.named()) > 0.9 * data.people
    assert all(lineup.verdict == lineup.target for lineup in linked.named())
