"""Reading and auditing on a real cluster of two executors give what one machine gives."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

pytest.importorskip("pyspark", reason="Spark is tested with pyspark (pip install 'standout[spark]')")

from standout.data.codes import SHARD_PEOPLE
from standout.data.vocabulary import numbered
from standout.engines.spark.building import cut, ids_in, stored_ids
from standout.engines.spark.people_in_order import Stretches, stretch_begins
from standout.engines.spark.slots import slots, spark_hash
from tests.engines.spark import checks


@pytest.fixture(scope="module")
def found(answered: Path) -> dict[str, str]:
    """What each check says, all run in one session."""
    result: dict[str, str] = json.loads((answered / "checks.json").read_text())
    return result


@pytest.mark.slow
@pytest.mark.parametrize("check", [check.__name__ for check in checks.CHECKS])
def test_on_spark(found: dict[str, str], check: str) -> None:
    assert not found[check], found[check]


def test_the_hash_is_sparks_own() -> None:
    """Values that Spark's `hash` gives for these integers."""
    assert spark_hash(np.array([0, 1, 2, 42], np.uint32)).tolist() == [933211791, -559580957, 1765031574, 29417773]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 257])
def test_every_part_gets_a_partition_of_its_own(count: int) -> None:
    found = np.array(slots(count), np.uint32)
    assert (spark_hash(found).astype(np.int64) % count).tolist() == list(range(count))


def stretches(rows: list[int], most: int | None = None) -> Stretches:
    """People who have so many rows, each a stretch of its own, or all in `most` stretches (more if these are long)."""
    begins = np.arange(len(rows)) if most is None else stretch_begins(len(rows), most)
    people = np.diff(np.append(begins, len(rows)))
    return Stretches(
        numbered(len(rows), 0).everybody().take(begins), people, np.add.reduceat(np.array(rows, np.int64), begins)
    )


@pytest.mark.parametrize(
    ("rows", "parts"),
    [([1], None), ([5, 0, 3] * 40, 4), ([1] * 200_000, None), ([3_000_000, 1, 1, 3_000_000], None), ([1, 1], 9)],
    ids=["one", "asked for", "many people", "long records", "more parts than people"],
)
def test_parts_are_cut_so_that_each_fits(rows: list[int], parts: int | None) -> None:
    found = cut(stretches(rows), parts)
    sizes = np.diff(np.append(found.codes, len(rows)))
    assert found.codes[0] == 0
    assert sizes.min() > 0
    assert sizes.max() <= SHARD_PEOPLE
    assert len(found.ids) == len(found.slots) == len(found.codes)
    assert list(found.ids) == [str(code) for code in found.codes]
    if parts is not None and parts <= len(rows):
        assert len(sizes) == parts


def test_parts_that_begin_where_stretches_do_are_about_as_large() -> None:
    """With hundreds of stretches for each part, parts are as even as if every person might begin one."""
    rows = np.random.default_rng(4).integers(1, 200, 150_000).tolist()
    exact, told = (cut(stretches(rows, most), 7) for most in (None, 1_500))
    assert not set(told.codes.tolist()) - set(range(0, len(rows), 100))
    assert set(exact.codes.tolist()) - set(range(0, len(rows), 100))
    assert list(told.ids) == [str(code) for code in told.codes]
    for found in (exact, told):
        sizes = np.add.reduceat(np.array(rows), found.codes)
        assert len(sizes) == 7
        assert sizes.max() < 1.01 * sizes.mean()


def test_however_many_people_there_are_stretches_are_short_enough_for_a_part() -> None:
    begins = stretch_begins(40_000_000, 16)
    assert np.diff(begins).max() * 16 <= SHARD_PEOPLE
    assert stretch_begins(10, 16).tolist() == list(range(10))
    assert len(stretch_begins(1_000, 16)) <= 16


@pytest.mark.parametrize("ids", [[], ["a"], ["b", "ü", ""]], ids=["none", "one", "several"])
def test_ids_come_out_of_a_cell_as_they_went_in(ids: list[str]) -> None:
    assert ids_in(stored_ids(pa.array(ids, pa.string()))).to_pylist() == ids
