"""Partitions on a Spark cluster: a function goes to each of them, small answers are merged on the way back.

Answers of up to `FAN_IN` partitions are merged at a time, by executors as long as there are more, then here: however
many there are, the driver gets at most that many answers. `received` counts the bytes of all that came here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, overload

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s
from standout.data.codes import Packing, packing_for
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import shards_of
from standout.data.model import Records, Shard
from standout.data.partition import Partition
from standout.data.soundness import check
from standout.engines.merging import Arrays, Merge
from standout.engines.partition_questions import taken
from standout.engines.partitioned import cut
from standout.engines.spark.slots import slots

FAN_IN = 32
"""How many answers are merged at a time."""

ANSWERS = "number int, answer binary"
SENT = "slot int, answer binary"
_RECORDS = ("number", "first", "people", "starts", "items", "values", "days")


class _Shards(Sequence[Shard]):
    """The index of a partition, made when it is first asked for."""

    def __init__(self, records: Records, items: int, packing: Packing) -> None:
        self._asked = (records, items, packing)
        self._made: tuple[Shard, ...] | None = None

    def __len__(self) -> int:
        return 1

    @overload
    def __getitem__(self, index: int) -> Shard: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Shard]: ...
    def __getitem__(self, index: int | slice) -> Shard | Sequence[Shard]:
        if self._made is None:
            self._made = tuple(shards_of(*self._asked))
        return self._made[index]


def partition_of(first: int, arrays: Sequence[Any], facts: Facts) -> Partition:
    """Some people's records as a partition; arrays are the bytes of starts, items, values and days."""
    kinds = ("<i8", "<i4", "u1", "<u2")
    read = (np.require(np.frombuffer(each, kind), requirements="A") for each, kind in zip(arrays, kinds, strict=True))
    records = Records(*read)
    packing = packing_for(len(facts.scale.labels), None if facts.first_day is None else facts.last_day)
    partition = Partition(records, _Shards(records, facts.items, packing), first)
    check(partition, facts)
    return partition


def opened(table: pa.RecordBatch | pa.Table, row: int, facts: Facts) -> Partition:
    """The partition in one row of the frame."""
    arrays = [table.column(name)[row].as_buffer() for name in ("starts", "items", "values", "days")]
    return partition_of(int(table.column("first")[row].as_py()), arrays, facts)


def packed(arrays: Arrays) -> bytes:
    """Arrays as bytes."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def unpacked(stored: Any) -> Arrays:
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        return dict(arrays)


def _answers(batches: Iterator[pa.RecordBatch], run: Callable[..., Arrays], facts: Any, sent: Any) -> Iterator[Any]:
    for batch in batches:
        for row in range(batch.num_rows):
            answer = run(opened(batch, row, facts.value), facts.value, *sent.value)
            yield _row(("number", batch.column("number")[row].as_py()), answer)


def _row(key: tuple[str, int], answer: Arrays) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict(
        {key[0]: pa.array([key[1]], pa.int32()), "answer": pa.array([packed(answer)], pa.binary())}
    )


def _merged_group(table: pa.Table, merge: Merge, fan_in: int) -> pa.Table:
    """The answers of one group of neighbours as one."""
    numbers = np.asarray(table.column("number"))
    answers = table.column("answer")
    merged = merge([unpacked(answers[int(row)].as_buffer()) for row in np.argsort(numbers)])
    return pa.Table.from_batches([_row(("number", int(numbers.min()) // fan_in), merged)])


def _records_sent(
    batches: Iterator[pa.RecordBatch], facts: Any, people: Any, ends: Int64s, slots: tuple[int, ...]
) -> Iterator[pa.RecordBatch]:
    """Records that another partition wants, put together by the partition that wants them."""
    codes, near = people.value
    for batch in batches:
        for row in range(batch.num_rows):
            partition = opened(batch, row, facts.value)
            wanted = np.flatnonzero(partition.places(codes) >= 0)
            goals = None if near is None else np.searchsorted(ends, near[wanted], side="right")
            for goal, slot in enumerate(slots):
                rows = wanted if goals is None else wanted[(goals == goal) & (near[wanted] >= 0)]
                if len(rows):
                    records = taken(partition, codes[rows]).records
                    arrays = {name: getattr(records, name) for name in ("items", "values", "days")}
                    yield _row(("slot", slot), {"rows": rows, "sizes": np.diff(records.starts), **arrays})


def _answer_with_records(
    partitions: pa.Table, records: pa.Table, run: Callable[..., Arrays], facts: Any, sent: Any
) -> pa.Table:
    visitors = [unpacked(each.as_buffer()) for each in records.column("answer")]
    schema = pa.schema([("number", pa.int32()), ("answer", pa.binary())])
    if not visitors or not partitions.num_rows:
        return schema.empty_table()
    visitors.sort(key=lambda each: int(each["rows"][0]))
    joined = {name: np.concatenate([each[name] for each in visitors]) for name in visitors[0]}
    starts = np.concatenate(([0], np.cumsum(joined["sizes"]))).astype("<i8")
    visiting = partition_of(0, [starts, joined["items"], joined["values"], joined["days"]], facts.value)
    partition = opened(partitions, 0, facts.value)
    answer = run(partition, facts.value, visiting, joined["rows"], *sent.value)
    return pa.Table.from_batches([_row(("number", partitions.column("number")[0].as_py()), answer)])


@dataclass
class SparkPartitions:
    """What is held: the partitions of a dataset on a cluster, and how to ask them."""

    spark: Any
    frame: Any
    """A row per partition, kept on the cluster; see `building.PARTITIONS`."""
    firsts: Int64s
    """Code of the first person of each partition."""
    slots: tuple[int, ...]
    facts: Facts
    received: int = 0
    """Bytes that came to the driver."""
    _shared: Any = field(default=None, repr=False)

    def know(self, facts: Facts) -> None:
        """Let every partition know this of everybody from now on."""
        self.facts, self._shared = facts, self.spark.sparkContext.broadcast(facts)

    def map(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        """What `run(partition, facts, *sent)` says of all partitions together."""
        message = self.spark.sparkContext.broadcast(sent)
        asked = partial(_answers, run=run, facts=self._known(), sent=message)
        try:
            return self._together(self.frame.select(*_RECORDS).mapInArrow(asked, ANSWERS), len(self.firsts), merge)
        finally:
            message.destroy()

    def map_records(
        self, run: Callable[..., Arrays], people: Int64s, near: Int64s | None, *sent: Any, merge: Merge
    ) -> Arrays:
        """As `Engine.map_records`; records travel between executors only."""
        context = self.spark.sparkContext
        message, wanted = context.broadcast(sent), context.broadcast((people, near))
        known = self._known()
        sending = partial(_records_sent, facts=known, people=wanted, ends=self.firsts[1:].copy(), slots=self.slots)
        try:
            travelling = self.frame.select(*_RECORDS).mapInArrow(sending, SENT).repartition(len(self.slots), "slot")
            resident = self.frame.select("slot", *_RECORDS).groupBy("slot")
            met = resident.cogroup(travelling.groupBy("slot")).applyInArrow(
                lambda partitions, records: _answer_with_records(partitions, records, run, known, message), ANSWERS
            )
            return self._together(met, len(self.firsts), merge)
        finally:
            message.destroy()
            wanted.destroy()

    def release(self) -> None:
        """Let go of what the cluster keeps."""
        self.frame.unpersist()
        if self._shared is not None:
            self._shared.destroy()
            self._shared = None

    def brought(self, frame: Any) -> pa.Table:
        """Rows of answers to the driver; their bytes are counted."""
        table = frame.toArrow()
        self.received += table.nbytes
        return table

    def _known(self) -> Any:
        if self._shared is None:
            self.know(self.facts)
        return self._shared

    def _together(self, answers: Any, count: int, merge: Merge) -> Arrays:
        from pyspark.sql import functions as sql

        fan_in = FAN_IN
        while count > fan_in:
            group = sql.floor(sql.col("number") / fan_in).alias("group")
            answers = answers.groupBy(group).applyInArrow(lambda table: _merged_group(table, merge, fan_in), ANSWERS)
            count = -(-count // fan_in)
        table = self.brought(answers)
        order = np.argsort(np.asarray(table.column("number")))
        return merge([unpacked(table.column("answer")[int(row)].as_buffer()) for row in order])


def spread_over(spark: Any, data: LocalDataset, firsts: Sequence[int]) -> SparkPartitions:
    """Records of this machine on a cluster, in partitions that begin with these people: for data that is small, and
    for comparing engines."""
    from pyspark import StorageLevel

    ends, places = [*firsts[1:], data.people], slots(len(firsts))
    pieces = [cut(data, first, end).records for first, end in zip(firsts, ends, strict=True)]
    columns: dict[str, pa.Array] = {
        "slot": pa.array(places, pa.int32()),
        "number": pa.array(range(len(firsts)), pa.int32()),
        "first": pa.array(firsts, pa.int64()),
        "people": pa.array([len(each.starts) - 1 for each in pieces], pa.int32()),
        **{name: pa.array([np.ascontiguousarray(getattr(each, name)).tobytes() for each in pieces], pa.binary())
           for name in ("starts", "items", "values", "days")},
    }  # fmt: skip
    frame = spark.createDataFrame(pa.table(columns)).repartition(len(firsts), "slot")
    kept = frame.persist(StorageLevel.MEMORY_AND_DISK)
    return SparkPartitions(spark, kept, np.array(firsts, np.int64), places, data.facts)
