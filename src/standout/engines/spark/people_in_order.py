"""People in the order of their ids, counted on the cluster: what comes to the driver says of stretches of them where
each begins and how much it has. There are so many stretches at most, however many people there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s
from standout.data.codes import SHARD_PEOPLE
from standout.engines.spark.lasting import set_aside

MOST_STRETCHES = 1_024
"""Each of Spark's partitions tells of so many stretches of people at most; of each person, where it has no more."""

_LONGEST = SHARD_PEOPLE // 16
"""So many people are in a stretch at most, whatever they are: partitions begin where stretches do."""

_COLUMNS = "id string, people long, rows long"


@dataclass(frozen=True)
class Stretches:
    """Neighbours by the length and text of their ids, all people in order."""

    ids: pa.Array
    """Of the first person of each."""
    people: Int64s
    """How many people each has."""
    rows: Int64s
    """How many rows these have together."""

    @property
    def total(self) -> int:
        """How many people there are."""
        return int(self.people.sum())


def people_in_order(counts: Any) -> Stretches:
    """Everybody in stretches, from what tasks counted (`staging.COUNTS`).

    Executors add up, sort and tell; the driver gets the ids by which Spark parts them, and one of each stretch.
    """
    from pyspark.sql import functions as sql

    users = counts.where("kind = 'user'").groupBy("key").agg(sql.sum("rows").alias("rows"))
    sized = users.select(sql.length("key").alias("size"), "key", "rows")
    ordered = sized.repartitionByRange("size", "key").sortWithinPartitions("size", "key")
    told = ordered.select("key", "rows").mapInArrow(partial(_told, most=MOST_STRETCHES), _COLUMNS).toArrow()
    ids = told.column("id").cast(pa.large_string()).combine_chunks()
    order = pc.sort_indices(
        pa.table({"size": pc.utf8_length(ids), "id": ids}), sort_keys=[("size", "ascending"), ("id", "ascending")]
    )
    found = told.take(order)
    return Stretches(ids.take(order), np.asarray(found.column("people")), np.asarray(found.column("rows")))


def _told(batches: Iterator[pa.RecordBatch], most: int) -> Iterator[pa.RecordBatch]:
    """The stretches of one of Spark's partitions, for `_COLUMNS`."""
    some = [batch for batch in batches if batch.num_rows]
    if some:
        people = pa.Table.from_batches(some)
        begins = stretch_begins(people.num_rows, most)
        rows = np.add.reduceat(np.asarray(people.column("rows")), begins)
        yield pa.RecordBatch.from_pydict(
            {
                "id": people.column("key").take(pa.array(begins)).combine_chunks(),
                "people": pa.array(np.diff(np.append(begins, people.num_rows))),
                "rows": pa.array(rows),
            }
        )
    set_aside()


def stretch_begins(people: int, most: int) -> Int64s:
    """Where the stretches of so many people begin: `most` of them, or more where these would be too long."""
    return np.arange(0, people, min(-(-people // most), _LONGEST), dtype=np.int64)
