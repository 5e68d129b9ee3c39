"""`people.parquet`: nobody has a row alone unless ids are shown, and what is told is true of everyone it is told of."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest

from benchmarks.linkage import alike, nameless
from standout.auditing.flow import Audit, audit
from standout.auditing.settings import AuditSettings
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.presets import adversaries
from standout.report.audit.people import people_table
from tests.worlds import STARS, scale_of

SETTINGS = AuditSettings(
    tuple(adversaries(["acquaintance", "mentions"])), draws=4, sparsity_people=20, seed=3, threads=1
)


def data(count: int) -> LocalDataset:
    """People with three to forty of 120 items, some of which few have; records shorter than eight are not drawn."""
    rng = np.random.default_rng(2)
    chances = 1 / np.arange(1, 121)
    rows = [
        (person, item)
        for person in range(count)
        for item in rng.choice(120, rng.integers(3, 40), replace=False, p=chances / chances.sum())
    ]
    who, what = np.array(rows).T
    return from_arrays(
        who, what, rng.integers(0, 5, len(who)), rng.integers(0, 30, len(who)), scale=scale_of(STARS), size=(count, 120)
    )


@functools.cache
def audited(count: int = 300) -> Audit:
    return audit(data(count), SETTINGS)


def rows_of(found: Audit, secret: int = 1, show_ids: bool = False) -> list[dict[str, Any]]:
    table: list[dict[str, Any]] = people_table(found, secret, show_ids).to_pylist()
    return table


def in_crowds(found: Audit, crowd: int) -> Audit:
    return replace(found, settings=msgspec.structs.replace(found.settings, crowd=crowd))


@pytest.mark.parametrize("crowd", [2, 5, 20])
def test_a_crowd_has_every_row(crowd: int) -> None:
    rows = rows_of(in_crowds(audited(), crowd))
    assert len(rows) == 300
    assert min(alike(nameless(rows))) >= crowd
    assert len({row["person"] for row in rows}) == 300


def test_with_ids_rows_are_exact_and_nearly_everybody_has_one_alone() -> None:
    rows = rows_of(audited(), show_ids=True)
    assert sum(size == 1 for size in alike(nameless(rows))) > 250
    assert all(row["items"] == row["items_to"] for row in rows)
    assert {row["person"]: row["items"] for row in rows} == {
        str(person): length for person, length in enumerate(audited().data.lengths.tolist())
    }


def test_what_is_told_is_true() -> None:
    """As groups, rows are those that were measured: the same people, so often found, with so many items."""
    told, exact = rows_of(audited()), rows_of(audited(), show_ids=True)
    shares = [row["found_share"] for row in told if row["draws"]]
    assert np.mean(shares) == pytest.approx(np.mean([row["found_share"] for row in exact if row["draws"]]), abs=0.02)
    untold = sum(row["draws"] is None for row in told)
    assert untold < 10
    drawn = Counter(row["draws"] == 0 for row in exact)
    assert abs(sum(row["draws"] == 0 for row in told) - drawn[True]) <= untold
    for low, high in {(row["items"], row["items_to"]) for row in told if row["items"]}:
        within = sum(low <= row["items"] <= high for row in exact)
        assert within >= sum((row["items"], row["items_to"]) == (low, high) for row in told) >= 5


def test_an_item_is_named_only_where_a_crowd_has_it_and_is_given_away_by_it() -> None:
    told = rows_of(audited())
    named = Counter(name for row in told for name in row["revealing_items"] if name.startswith("item no."))
    assert named, "something is named"
    assert min(named.values()) >= 5
    common = int((audited().released.holders >= 5).sum())
    assert all(int(name.split()[2].replace(",", "")) <= common for name in named)
    for row in told:
        assert row["revealing_shares"] == sorted(row["revealing_shares"], reverse=True)
        assert len(row["revealing_items"]) == len(row["revealing_shares"]) <= 3


def test_order_and_pseudonyms_come_from_the_secret_alone() -> None:
    first, same, other = (rows_of(audited(), secret) for secret in (1, 1, 2))
    assert first == same
    assert first != other
    shares = [-1.0 if row["found_share"] is None else row["found_share"] for row in first]
    assert shares == sorted(shares, reverse=True)
    for level in {row["found_share"] for row in first}:
        names = [row["person"] for row in first if row["found_share"] == level]
        assert names == sorted(names)


def test_fewer_people_than_a_crowd_are_told_nothing_of() -> None:
    found = audited(300)
    few = in_crowds(found, 301)
    for row in rows_of(few):
        assert not any(value for key, value in row.items() if key != "person")
