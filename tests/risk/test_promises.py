"""Scoreboard as the theorems have it: which records fit, one drawn by lot, and promises beside what happens."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.engines.partitioned import PartitionedEngine
from standout.risk.promises import fitting, measured, promises_kept
from standout.risk.similarity import sparsity
from standout.risk.theorems import contained, items_needed


def dataset(records: list[set[int]], items: int, shard_people: int = 65_536) -> LocalDataset:
    who = np.repeat(np.arange(len(records)), [len(record) for record in records])
    what = np.array([item for record in records for item in sorted(record)], dtype=np.int64)
    return from_arrays(who, what, None, None, scale=NO_SCALE, size=(len(records), items), shard_people=shard_people)


RECORDS = st.lists(st.sets(st.integers(0, 7), min_size=1), min_size=1, max_size=9)


@settings(deadline=None, max_examples=40)
@given(records=RECORDS, shard_people=st.sampled_from([2, 65_536]))
def test_with_everything_known_the_records_that_contain_it_fit(records: list[set[int]], shard_people: int) -> None:
    data = dataset(records, 8, shard_people)
    people = np.arange(len(records))
    (fits,) = fitting(data, people, [8], seed=3)
    for person, record in enumerate(records):
        holding = [other for other, theirs in enumerate(records) if record <= theirs]
        assert fits.sizes[person] == len(holding)
        assert fits.drawn[person] in holding


@settings(deadline=None, max_examples=20)
@given(records=RECORDS, known=st.integers(1, 4))
def test_every_engine_draws_the_same(records: list[set[int]], known: int) -> None:
    data = dataset(records, 8)
    people = np.arange(len(records))
    spread = PartitionedEngine((0, *range(1, len(records), 2))).take(data)
    (here, alone), (there, _) = fitting(data, people, [known, 1], 3), fitting(spread, people, [known, 1], 3)
    assert here.sizes.tolist() == there.sizes.tolist()
    assert here.drawn.tolist() == there.drawn.tolist()
    assert (here.sizes >= 1).all(), "the right record always fits"
    (asked_alone,) = fitting(data, people, [1], 3)
    assert alone.sizes.tolist() == asked_alone.sizes.tolist(), "numbers that are asked together do not mix"
    assert alone.drawn.tolist() == asked_alone.drawn.tolist()


def test_the_lot_is_even() -> None:
    """Of 20 equal records each is drawn for some target: 400 draws leave one out with chance 20 · 0.95^400 < 1e-7."""
    data = dataset([{0, 1}] * 20, 2)
    drawn = np.concatenate([fitting(data, np.arange(20), [2], seed)[0].drawn for seed in range(20)])
    assert set(drawn.tolist()) == set(range(20))


def hoarders() -> LocalDataset:
    """1,000 people with 60 of 2,000 items each, and 20 who have everything."""
    rng = np.random.default_rng(1)
    few = [set(rng.choice(2_000, 60, replace=False).tolist()) for _ in range(1_000)]
    return dataset([*few, *[set(range(2_000))] * 20], 2_000)


def test_whoever_has_everything_breaks_the_theorem_as_printed_and_keeps_the_corrected_one() -> None:
    data = hoarders()
    kept = measured(data, promises_kept(data, 0.05, 0.2, seed=1), 0.05, 0.2, crowd=5)
    assert kept is not None
    assert kept.items_known == items_needed(1_020, 0.05, 0.2) == 45
    assert kept.similar.high < 0.2, "95% are promised"
    assert kept.alone.rate == 0.0
    assert kept.holds.rate == 1.0, "the corrected theorem promises 95%"
    left = contained(sparsity(data, 1_000, 1), 0.05, 0.2)
    assert left is not None
    assert left.alone_at_least == 0.0, "it promises nobody to be alone, and nobody is"


def test_in_sparse_data_both_keep_their_word() -> None:
    rng = np.random.default_rng(2)
    data = dataset([set(rng.choice(500, 60, replace=False).tolist()) for _ in range(300)], 500)
    kept = measured(data, promises_kept(data, 0.05, 0.2, seed=1), 0.05, 0.2, crowd=5)
    left = contained(sparsity(data, 300, 1), 0.05, 0.2)
    assert kept is not None
    assert left is not None
    assert (kept.alone.rate, kept.similar.rate, kept.targets) == (1.0, 1.0, 300)
    assert left.alone_at_least == pytest.approx(0.95)
    assert kept.lineup >= 1.0


def test_people_with_fewer_items_are_known_by_all_they_have_and_a_few_of_them_are_not_counted() -> None:
    data = dataset([{0}, *[set(range(100)) for _ in range(10)]], 100)
    kept = measured(data, promises_kept(data, 0.05, 0.2, seed=1), 0.05, 0.2, crowd=5)
    assert kept is not None
    assert kept.fewer_known is None
    assert kept.holds.rate == 1.0


def test_without_people_nothing_is_measured() -> None:
    data = dataset([], 3)
    assert measured(data, promises_kept(data, 0.05, 0.2, seed=1), 0.05, 0.2, crowd=5) is None
