"""What data is good for by what it is meant for: against slow versions, on data that was moved by hand."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from scipy.stats import kendalltau

from standout.attacks import attacks
from standout.auditing.settings import AuditSettings
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.item_groups import ItemGroups
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.results.compare import CompareResult
from standout.results.compare_uses import Research, Use
from standout.results.estimate import Estimate
from standout.verification.comparing import CompareSettings, compare
from standout.verification.intended import meant_for, taught_by
from standout.verification.learned_again import divided_people
from standout.verification.studies import kendall, research, studied
from standout.verification.totals import cells_of, counted, totals
from tests.auditing.test_learned_steps import named, population


def dated(seed: int, people: int = 60, items: int = 30, *, days: bool = True) -> LocalDataset:
    rng = np.random.default_rng(seed)
    owners, had = np.nonzero(rng.random((people, items)) < 0.4)
    return named(from_arrays(owners, had, days=rng.integers(0, 200, len(had)) if days else None, first_day=10_000), "p")


def entries(data: LocalDataset) -> list[tuple[int, int, int]]:
    records = data.held.records
    owners = np.repeat(np.arange(data.people), np.diff(records.starts))
    days = records.days if data.has_days else np.zeros(len(owners), np.int64)
    return [(int(p), int(i), int(d)) for p, i, d in zip(owners, records.items, days, strict=True)]


# totals


@pytest.mark.parametrize("days", [True, False])
def test_totals_are_those_of_counting_one_by_one(days: bool) -> None:
    data, other = dated(1, days=days), dated(2, days=days)
    groups = ItemGroups(("even", "small"), np.array([*range(0, 30, 2), 0, 1, 2]), np.array([0] * 15 + [1] * 3))
    cells = cells_of(data, groups)
    before, after = (counted(data, version, cells) for version in (data, other))

    def plainly(version: LocalDataset) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        for _, item, day in entries(version):
            month = (date(1970, 1, 1) + timedelta(days=day + 10_000)).strftime("%Y-%m") if days else ""
            for name, kept in (("even", item % 2 == 0), ("small", item < 3)):
                found[name, month] += kept
        return found

    old, new = plainly(data), plainly(other)
    assert sorted(before.ravel()) == sorted(float(old[key]) for key in old)
    off = sum(abs(new[key] - old[key]) for key in old)
    said = totals(before, after, cells)
    assert said.error == pytest.approx(min(off / sum(old.values()), 1))
    shares = sum(abs(new[key] / sum(new.values()) - old[key] / sum(old.values())) for key in old) / 2
    assert said.of_shares == pytest.approx(shares)
    assert (said.groups, said.months) == (2, len({month for _, month in old}) if days else None)
    assert totals(before, before, cells).error == 0


def test_without_groups_the_most_held_items_are_told_apart() -> None:
    data = from_arrays(np.repeat(np.arange(3), 150), np.tile(np.arange(150), 3))
    cells = cells_of(data, None)
    assert cells.count == 101
    assert counted(data, data, cells).sum() == data.count


def test_a_release_without_days_has_no_totals_by_month() -> None:
    data = dated(3)
    bare = named(from_arrays(*zip(*[(p, i) for p, i, _ in entries(data)], strict=True), size=(60, 30)), "p")
    cells = cells_of(data, None)
    said = totals(counted(data, data, cells), counted(data, bare, cells), cells)
    assert (said.error, said.of_shares) == (1.0, 1.0)


# research


def test_the_order_is_kendalls() -> None:
    rng = np.random.default_rng(1)
    for _ in range(30):
        one, other = rng.random(5), rng.random(5)
        assert kendall(one, other) == pytest.approx(kendalltau(one, other).statistic)


def test_pairs_and_sequences_are_those_of_counting_one_by_one() -> None:
    data = dated(4, people=12, items=8)
    found = studied(data, data, 1)
    order = np.argsort(-data.holders, kind="stable").tolist()
    pairs, after = np.zeros((8, 8)), np.zeros((8, 8))
    baskets: dict[int, dict[int, set[int]]] = {}
    for person, item, day in entries(data):
        baskets.setdefault(person, {}).setdefault(day, set()).add(order.index(item))
    for by_day in baskets.values():
        days = sorted(by_day)
        for day in days:
            for one in by_day[day]:
                for other in by_day[day] - {one}:
                    pairs[one, other] += 1
        for day, following in itertools.pairwise(days):
            for one in by_day[day]:
                for other in by_day[following]:
                    after[one, other] += 1
    assert np.array_equal(found.baskets, pairs)
    assert found.sequences is not None
    assert np.array_equal(found.sequences, after)


def test_the_data_itself_loses_nothing_and_other_data_does() -> None:
    data = population(5, 300, days=True)
    first = studied(data, data, 1)
    same = research(studied(data, data, 1), first, 1)
    assert set(same.scores) == {"popularity", "pairs", "items", "people", "factors"}
    assert same.order is not None
    assert (same.order.rate, same.baskets, same.sequences, same.loss) == (1.0, 0.0, 0.0, 0.0)
    assert -1 <= same.order.low <= 1 == same.order.high
    rng = np.random.default_rng(2)
    records = data.held.records
    mixed = replace(records, items=rng.integers(0, data.items, len(records.items)).astype(np.int32))
    owners = np.repeat(np.arange(data.people), data.lengths)
    other = named(from_arrays(owners, mixed.items, days=records.days, size=(data.people, data.items)), "p")
    moved = research(studied(data, other, 1), first, 1)
    assert moved.baskets is not None
    assert moved.baskets > 0.1
    assert moved.loss is not None
    assert moved.loss > 0.1


def test_nothing_is_said_of_an_order_where_none_beats_popularity() -> None:
    rng = np.random.default_rng(3)
    owners, items = np.nonzero(rng.random((80, 25)) < 0.3)  # by lot: nothing to be learned
    data = named(from_arrays(owners, items, size=(80, 25)), "p")
    first = studied(data, data, 1)
    assert research(first, first, 1).order is None


def test_the_largest_loss_counts() -> None:
    one = Research(scores={}, order=Estimate(0.2, 0.0, 0.4), baskets=0.1, sequences=None)
    assert one.loss == pytest.approx(0.4)
    assert Research(scores={}, baskets=0.1, sequences=0.5).loss == 0.5
    assert Research(scores={}).loss is None


# recommending, and comparisons


def test_transfer_is_asked_of_people_who_are_in_no_release() -> None:
    data = population(6, 400)
    division = divided_people(data, None, 1)
    assert division is not None
    taught = taught_by(data, division)
    assert taught is not None
    meant = meant_for("recommending", data, taught, None, 1)
    assert meant.original.transfer is not None
    assert meant.notes == ()
    same = meant.measure((data, taught.after(division.rest)))
    assert same.transfer is not None
    assert same.transfer.loss is not None
    assert (same.transfer.loss.loss, same.utility_loss) == (0.0, 0.0)
    assert meant.measure((data, None)).utility_loss is None


def test_too_few_people_for_recommending_are_refused() -> None:
    with pytest.raises(BadInput, match="use='recommending': too few people"):
        meant_for("recommending", population(7, 40), None, None, 1)


def compared(use: Use | None) -> CompareResult:
    adversary = Adversary("bare", items=4, values="unknown")
    audit = AuditSettings(adversaries=(adversary,), attacks=tuple(attacks(["tf-idf"])), targets=40)
    data = population(8, 300, days=True)
    return compare(data, CompareSettings(protections=("trim:keep=4", "hide-rarest"), audit=audit, use=use))


@pytest.mark.parametrize("use", ["recommending", "research", "totals"])
def test_what_is_lost_is_measured_by_what_the_data_is_meant_for(use: Use) -> None:
    found = compared(use)
    trimmed, hidden = found.protections
    assert found.settings.use == use
    assert found.unprotected.intended is not None
    assert trimmed.intended is not None
    assert hidden.intended is None
    assert trimmed.utility_loss == trimmed.intended.utility_loss
    assert trimmed.utility is not None  # what is tied to people stands beside it
    assert CompareResult.from_dict(found.to_dict()) == found
    if use == "totals":
        assert trimmed.utility_loss == pytest.approx(2 / 3, abs=0.01)
    from standout.report.compare.compare_page import render_compare

    assert f"For {use}" in render_compare(found)


def test_an_unknown_use_is_refused() -> None:
    with pytest.raises(BadInput, match="use='fun', but must be recommending, research or totals"):
        CompareSettings(use="fun")  # type: ignore[arg-type]
