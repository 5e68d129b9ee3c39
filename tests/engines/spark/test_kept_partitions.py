"""Partitions that executors keep in files are those that came with the question, or there is none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from standout.data.dataset import LocalDataset
from standout.data.partition import Partition
from standout.engines.partitioned import cut
from standout.engines.spark import kept_partitions
from standout.engines.spark.kept_partitions import PLACES, Keeping, opened_here
from standout.testing.engines import made_up

NAME = "standout-0123456789abcdef"
KEEPING = Keeping(NAME, frozenset([NAME]))


def row_of(data: LocalDataset, number: int, first: int, end: int) -> pa.Table:
    """A row of the frame with the records of some people."""
    records = cut(data, first, end).records
    return pa.table(
        {"number": pa.array([number], pa.int32()), "first": pa.array([first], pa.int64())}
        | {
            name: pa.array([getattr(records, name).tobytes()], pa.binary())
            for name in ("starts", "items", "values", "days")
        }
    )


def number_of(number: int) -> pa.Table:
    return pa.table({"number": pa.array([number], pa.int32())})


def is_same(found: Partition | None, wanted: Partition) -> bool:
    assert found is not None
    assert found.first_person == wanted.first_person
    pairs = [(found.records, wanted.records, ("starts", "items", "values", "days"))]
    pairs += [(found.shards[0], wanted.shards[0], ("starts", "entries"))]  # type: ignore[list-item]
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for one, other, names in pairs for name in names
    )


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an executor, whose process has nothing open."""
    monkeypatch.setenv(PLACES, f"{tmp_path},{tmp_path / 'another'}")
    kept_partitions._open.clear()
    return tmp_path


@pytest.mark.parametrize("values", [True, False])
@pytest.mark.parametrize("days", [True, False])
@pytest.mark.parametrize("anew", [True, False])
def test_what_is_kept_is_what_came(values: bool, days: bool, anew: bool, place: Path) -> None:
    data = made_up(values=values, days=days)
    bounds = [(0, 0, 7), (1, 7, 30), (2, 30, data.people)]
    for number, first, end in bounds:
        assert is_same(opened_here(row_of(data, number, first, end), 0, data.facts, KEEPING), cut(data, first, end))
    for number, first, end in bounds:
        if anew:
            kept_partitions._open.clear()  # as in another process of the executor, which maps index and records
        assert is_same(opened_here(number_of(number), 0, data.facts, KEEPING), cut(data, first, end))
    assert len(list((place / NAME).iterdir())) == 6


def test_only_the_owner_may_look_and_nothing_passing_is_left(place: Path) -> None:
    data = made_up(values=True, days=True)
    partition = opened_here(row_of(data, 4, 3, 9), 0, data.facts, KEEPING)
    assert partition is not None
    assert partition.shards[0].people_count == 6
    assert sorted(file.name for file in (place / NAME).iterdir()) == ["4.index", "4.records"]
    assert (place / NAME).stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in (place / NAME).iterdir()} == {0o600}


def test_what_is_not_there_or_torn_is_no_partition(place: Path) -> None:
    data = made_up(values=True, days=True)
    assert opened_here(number_of(0), 0, data.facts, KEEPING) is None
    assert opened_here(row_of(data, 0, 0, 9), 0, data.facts, KEEPING) is not None
    file = place / NAME / "0.records"
    file.write_bytes(file.read_bytes()[:100])
    kept_partitions._open.clear()
    assert opened_here(number_of(0), 0, data.facts, KEEPING) is None
    assert opened_here(row_of(data, 0, 0, 9), 0, data.facts, KEEPING) is not None
    file.unlink()
    assert opened_here(number_of(0), 0, data.facts, KEEPING) is None, "what is gone is gone for all processes"


def test_an_index_of_other_records_is_made_anew(place: Path) -> None:
    data = made_up(values=True, days=True)
    for number, end in ((0, 9), (1, 20)):
        assert opened_here(row_of(data, number, 0, end), 0, data.facts, KEEPING).shards[0] is not None  # type: ignore[union-attr]
    (place / NAME / "1.index").replace(place / NAME / "0.index")
    kept_partitions._open.clear()
    assert is_same(opened_here(number_of(0), 0, data.facts, KEEPING), cut(data, 0, 9))


def test_without_a_folder_partitions_are_used_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    data = made_up(values=True, days=True)
    for told in (None, "/no/such/place"):
        monkeypatch.delenv(PLACES, raising=False)
        if told is not None:
            monkeypatch.setenv(PLACES, told)
        assert is_same(opened_here(row_of(data, 0, 0, 9), 0, data.facts, KEEPING), cut(data, 0, 9))
        kept_partitions._open.clear()
        assert opened_here(number_of(0), 0, data.facts, KEEPING) is None


def test_what_nobody_uses_any_more_goes_when_other_data_comes(place: Path) -> None:
    data, other = made_up(values=True, days=True), "standout-fedcba9876543210"
    (place / "blocks").mkdir()
    opened_here(row_of(data, 0, 0, 9), 0, data.facts, KEEPING)
    opened_here(row_of(data, 0, 0, 9), 0, data.facts, Keeping(other, frozenset([NAME, other])))
    assert sorted(file.name for file in place.iterdir()) == ["blocks", NAME, other]
    third = "standout-00000000000000aa"
    opened_here(row_of(data, 0, 0, 9), 0, data.facts, Keeping(third, frozenset([third, other])))
    assert sorted(file.name for file in place.iterdir()) == ["blocks", third, other]
    assert {name for name, _ in kept_partitions._open} == {third, other}


def test_a_process_has_so_many_open_at_most(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_partitions, "MOST_OPEN", 2)
    data = made_up(values=True, days=True)
    for number in range(4):
        opened_here(row_of(data, number, number, number + 3), 0, data.facts, KEEPING)
    assert [number for _, number in kept_partitions._open] == [2, 3]
    assert is_same(opened_here(number_of(0), 0, data.facts, KEEPING), cut(data, 0, 3))
    assert (place / NAME).is_dir()
