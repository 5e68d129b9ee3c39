"""Interactions on a cluster for as long as they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from standout.data.model import Interactions
from standout.engines.spark.parts import SparkParts
from standout.engines.spark.reading import read_on_spark


@contextmanager
def held_on_spark(spark: Any, data: str, **reading: Any) -> Iterator[tuple[Interactions, SparkParts]]:
    """Interactions whose records are in parts on the cluster, and these parts; the cluster lets go of them at the end.

    `reading` is what `read_on_spark` may be told.
    """
    found = read_on_spark(spark, data, **reading)
    parts = found.elsewhere
    assert isinstance(parts, SparkParts)
    try:
        yield found, parts
    finally:
        with suppress(Exception):  # what went wrong before is what matters; a session that is gone keeps nothing
            parts.release()
