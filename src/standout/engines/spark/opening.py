"""Datasets on a cluster for as long as they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from standout.data.dataset import Dataset
from standout.engines.spark.partitions import SparkPartitions
from standout.engines.spark.reading import read_on_spark


@contextmanager
def held_on_spark(spark: Any, data: str, **reading: Any) -> Iterator[Dataset[SparkPartitions]]:
    """A dataset whose records are in partitions on the cluster, which lets go of them at the end.

    `reading` is what `read_on_spark` may be told.
    """
    dataset = read_on_spark(spark, data, **reading)
    try:
        yield dataset
    finally:
        with suppress(Exception):  # what went wrong before is what matters; a session that is gone keeps nothing
            dataset.held.release()
