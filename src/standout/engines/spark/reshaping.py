"""Partitions on a cluster made into others where they are: every record stays with its neighbours, or is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s
from standout.data.facts import Facts
from standout.data.model import Records
from standout.engines.spark.kept_partitions import opened
from standout.engines.spark.moving import ROW, columns_of
from standout.engines.spark.partitions import SparkPartitions, kept
from standout.engines.spark.sharing import shared
from standout.engines.spark.slots import slots

Reshape = Callable[..., Records]
"""What becomes of the records of a partition: `run(partition, *sent)`."""

_WANTED = ("number", "first", "starts", "items", "values", "days")


def reshaped(held: SparkPartitions, run: Reshape, *sent: Any, facts: Facts, left: Int64s) -> SparkPartitions:
    """What `run(partition, *sent)` makes of every partition, beside the facts of what comes out; without ids.

    `left` are the people who are still there, ascending; a partition of which nobody is does not come along.
    """
    begins = np.searchsorted(left, held.firsts)
    some = np.flatnonzero(np.diff(np.append(begins, len(left))))
    firsts, goals = begins[some].astype(np.int64), slots(len(some))
    places = {int(number): (goals[at], at, int(firsts[at])) for at, number in enumerate(some)}
    message = shared(held.spark, (held.facts, sent))
    rows = held.frame.select(*_WANTED).mapInArrow(partial(_rows, run=run, places=places, message=message), ROW)
    return SparkPartitions(held.spark, kept(rows.repartition(len(goals), "slot")), firsts, goals, facts)


def _rows(
    batches: Iterator[pa.RecordBatch], run: Reshape, places: dict[int, tuple[int, int, int]], message: Any
) -> Iterator[pa.RecordBatch]:
    """The partitions that a task has, as rows with where each goes."""
    facts, sent = message.value
    for batch in batches:
        for row in range(batch.num_rows):
            number = int(batch.column("number")[row].as_py())
            if number in places:
                records = run(opened(batch, row, facts), *sent)
                yield pa.RecordBatch.from_pydict(columns_of(*places[number], records))
