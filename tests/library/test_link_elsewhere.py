"""Linking to records that are not at hand: the same lineups, verdicts and findings as on one machine."""

from __future__ import annotations

from pathlib import Path

import pytest

import standout as so
from standout.errors import BadInput
from standout.testing import engines
from tests.engines.spark.command_checks import write_link


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_link(tmp_path_factory.mktemp("linking"))


@pytest.mark.parametrize("attack", ["likelihood", "tf-idf"])
def test_released_records_may_be_in_partitions(place: Path, attack: str) -> None:
    """By values and days as well, which are looked at again where that names more people."""
    found = [
        so.link(
            place / "released.parquet", place / "public.csv", truth=place / "truth.csv", attack=attack, show_ids=True,
            engine=engine,
        ).to_dict()
        for engine in (None, so.PartitionedEngine((0, 90, 91, 300)))
    ]  # fmt: skip
    engines._same(found[0], found[1], "link.json", attack)


def test_an_engine_that_there_is_not_is_refused(place: Path) -> None:
    with pytest.raises(BadInput, match="there are 'local' and 'spark'"):
        so.link(place / "released.parquet", place / "public.csv", engine="abacus")
    with pytest.raises(BadInput, match="belongs to engine='spark'"):
        so.link(place / "released.parquet", place / "public.csv", spark_master="local[2]")
