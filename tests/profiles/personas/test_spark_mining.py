"""Spark's surroundings; that it finds the same personas is tested on a cluster in `tests/engines/spark`."""

from __future__ import annotations

import sys

import pytest

from standout.errors import BadInput
from standout.profiles.personas.spark_mining import mine_on_spark
from tests.profiles.small_populations import population_of


def test_without_spark_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(BadInput, match="Spark is not installed"):
        mine_on_spark(population_of([{"a": "x"}]))
