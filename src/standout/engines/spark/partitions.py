"""Partitions on a Spark cluster: a function goes to each of them, small answers are merged on the way back.

Answers of up to `FAN_IN` partitions are merged at a time, by executors as long as there are more, then here: however
many there are, the driver gets at most that many answers. `received` counts the bytes of all that came here.
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.engines.merging import Arrays, Merge
from standout.engines.partition_questions import taken
from standout.engines.partitioned import cut
from standout.engines.spark.asked_together import Gathering, Question
from standout.engines.spark.kept_partitions import Keeping, opened_here, partition_of
from standout.engines.spark.lasting import set_aside
from standout.engines.spark.sharing import shared
from standout.engines.spark.slots import slots

FAN_IN = 32
"""How many answers are merged at a time."""

ANSWERS = "number int, answer binary"
SENT = "slot int, answer binary"
_NAMES = ("slot", "number")
_RECORDS = ("first", "starts", "items", "values", "days")


def packed(arrays: Arrays) -> bytes:
    """Arrays as bytes."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def unpacked(stored: Any) -> Arrays:
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        return dict(arrays)


def kept(frame: Any) -> Any:
    """A frame that executors keep once they have made it: in memory, else on disk."""
    from pyspark import StorageLevel

    return frame.persist(StorageLevel.MEMORY_AND_DISK_DESER)


def _answers(
    batches: Iterator[pa.RecordBatch], run: Callable[..., Arrays], facts: Any, sent: Any, keeping: Keeping
) -> Iterator[Any]:
    for batch in batches:
        for row in range(batch.num_rows):
            partition = opened_here(batch, row, facts.value, keeping)
            answer = None if partition is None else run(partition, facts.value, *sent.value)
            yield _row(("number", batch.column("number")[row].as_py()), answer)
    set_aside()


def _row(key: tuple[str, int], answer: Arrays | None) -> pa.RecordBatch:
    """A row with an answer, or without one where the partition was not at hand."""
    stored = None if answer is None else packed(answer)
    return pa.RecordBatch.from_pydict(
        {key[0]: pa.array([key[1]], pa.int32()), "answer": pa.array([stored], pa.binary())}
    )


def _merged_group(table: pa.Table, merge: Merge, fan_in: int) -> pa.Table:
    """The answers of one group of neighbours as one; none if one of them has none."""
    numbers = np.asarray(table.column("number"))
    answers, merged = table.column("answer"), None
    if not answers.null_count:
        merged = merge([unpacked(answers[int(row)].as_buffer()) for row in np.argsort(numbers)])
    return pa.Table.from_batches([_row(("number", int(numbers.min()) // fan_in), merged)])


def _records_sent(
    batches: Iterator[pa.RecordBatch], facts: Any, people: Any, ends: Int64s, slots: tuple[int, ...], keeping: Keeping
) -> Iterator[pa.RecordBatch]:
    """Records that another partition wants, put together by the partition that wants them; a row without records to
    everybody, where those that might be sent are not at hand."""
    codes, near = people.value
    for batch in batches:
        for row in range(batch.num_rows):
            partition = opened_here(batch, row, facts.value, keeping)
            if partition is None:
                yield from (_row(("slot", slot), None) for slot in slots)
                continue
            wanted = np.flatnonzero(partition.places(codes) >= 0)
            goals = None if near is None else np.searchsorted(ends, near[wanted], side="right")
            for goal, slot in enumerate(slots):
                rows = wanted if goals is None else wanted[(goals == goal) & (near[wanted] >= 0)]
                if len(rows):
                    records = taken(partition, codes[rows]).records
                    arrays = {name: getattr(records, name) for name in ("items", "values", "days")}
                    yield _row(("slot", slot), {"rows": rows, "sizes": np.diff(records.starts), **arrays})
    set_aside()


def _answer_with_records(
    partitions: pa.Table, records: pa.Table, run: Callable[..., Arrays], facts: Any, sent: Any, keeping: Keeping
) -> pa.Table:
    schema = pa.schema([("number", pa.int32()), ("answer", pa.binary())])
    if not records.num_rows or not partitions.num_rows:
        return schema.empty_table()
    partition = opened_here(partitions, 0, facts.value, keeping)
    answer = None
    if partition is not None and not records.column("answer").null_count:
        visitors = [unpacked(each.as_buffer()) for each in records.column("answer")]
        visitors.sort(key=lambda each: int(each["rows"][0]))
        joined = {name: np.concatenate([each[name] for each in visitors]) for name in visitors[0]}
        starts = np.concatenate(([0], np.cumsum(joined["sizes"]))).astype("<i8")
        visiting = partition_of(0, [starts, joined["items"], joined["values"], joined["days"]], facts.value)
        answer = run(partition, facts.value, visiting, joined["rows"], *sent.value)
    set_aside()
    return pa.Table.from_batches([_row(("number", partitions.column("number")[0].as_py()), answer)])


_in_use: WeakValueDictionary[str, SparkPartitions] = WeakValueDictionary()
"""All that is held, by the name under which executors keep it."""


@dataclass
class SparkPartitions:
    """What is held: the partitions of a dataset on a cluster, and how to ask them.

    The first question brings records to the Pythons of executors, which keep them; see `kept_partitions`.
    """

    spark: Any
    frame: Any
    """A row per partition, kept on the cluster; see `building.PARTITIONS`."""
    firsts: Int64s
    """Code of the first person of each partition."""
    slots: tuple[int, ...]
    facts: Facts
    received: int = 0
    """Bytes that came to the driver."""
    asked_again: int = 0
    """How many questions had to be asked once more, since records were not kept where they were asked for."""
    _shared: Any = field(default=None, repr=False)
    _numbers: Any = field(default=None, repr=False)
    """The frame without records, once executors have them: so small that it is at hand at once."""

    def __post_init__(self) -> None:
        self._name = f"standout-{secrets.token_hex(8)}"
        _in_use[self._name] = self
        self._gathering = Gathering(self._answer)

    def know(self, facts: Facts) -> None:
        """Let every partition know this of everybody from now on."""
        self.facts, self._shared = facts, shared(self.spark, facts)

    def map(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        """What `run(partition, facts, *sent)` says of all partitions together, asked with what else is asked then."""
        return self._gathering.ask(Question(run, sent, merge))

    def _answer(self, question: Question) -> Arrays:
        message = shared(self.spark, question.sent)
        asked = partial(_answers, run=question.run, facts=self._known(), sent=message, keeping=self._keeping())
        try:
            return self._together(lambda frame: frame.mapInArrow(asked, ANSWERS), question.merge, each_alone=True)
        finally:
            message.destroy()

    def map_records(
        self, run: Callable[..., Arrays], people: Int64s, near: Int64s | None, *sent: Any, merge: Merge
    ) -> Arrays:
        """As `Engine.map_records`; records travel between executors only."""
        return self._gathering.alone(lambda: self._answer_with_records(run, people, near, sent, merge))

    def _answer_with_records(
        self, run: Callable[..., Arrays], people: Int64s, near: Int64s | None, sent: tuple[Any, ...], merge: Merge
    ) -> Arrays:
        message, wanted = shared(self.spark, sent), shared(self.spark, (people, near))
        known, keeping = self._known(), self._keeping()
        sending = partial(
            _records_sent, facts=known, people=wanted, ends=self.firsts[1:].copy(), slots=self.slots, keeping=keeping
        )

        def meet(frame: Any) -> Any:
            travelling = frame.drop("slot").mapInArrow(sending, SENT).repartition(len(self.slots), "slot")
            return (
                frame.groupBy("slot")
                .cogroup(travelling.groupBy("slot"))
                .applyInArrow(
                    lambda residents, records: _answer_with_records(residents, records, run, known, message, keeping),
                    ANSWERS,
                )
            )

        try:
            return self._together(meet, merge)
        finally:
            message.destroy()
            wanted.destroy()

    def release(self) -> None:
        """Let go of what the cluster keeps."""
        _in_use.pop(self._name, None)
        self.frame.unpersist()
        if self._numbers is not None:
            self._numbers.unpersist()
            self._numbers = None
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

    def _keeping(self) -> Keeping:
        return Keeping(self._name, frozenset(_in_use))

    def _together(self, ask: Callable[[Any], Any], merge: Merge, *, each_alone: bool = False) -> Arrays:
        """The answers that `ask` makes of the frame, merged.

        Partitions that were not at hand are asked again with their records: alone, where each answers for itself and
        answers were not merged on their way; else with all others.
        """
        from pyspark.sql import functions as sql

        whole = self.frame.select(*_NAMES, *_RECORDS)
        if self._numbers is None:
            found = self._answered(ask(whole), merge)
            self._numbers = kept(self.frame.select(*_NAMES))
        else:
            found = self._answered(ask(self._numbers), merge)
        absent = [number for number, answer in found.items() if answer is None]
        if absent:
            self.asked_again += 1
            if each_alone and len(self.firsts) <= FAN_IN:
                found |= self._answered(ask(whole.where(sql.col("number").isin(absent))), merge)
            else:
                found = self._answered(ask(whole), merge)
        return merge([answer for _, answer in sorted(found.items()) if answer is not None])

    def _answered(self, answers: Any, merge: Merge) -> dict[int, Arrays | None]:
        """Answers by number, of partitions or of groups of them; none where there was none."""
        from pyspark.sql import functions as sql

        fan_in, count = FAN_IN, len(self.firsts)
        while count > fan_in:
            group = sql.floor(sql.col("number") / fan_in).alias("group")
            answers = answers.groupBy(group).applyInArrow(lambda table: _merged_group(table, merge, fan_in), ANSWERS)
            count = -(-count // fan_in)
        table = self.brought(answers)
        return {
            number.as_py(): unpacked(answer.as_buffer()) if answer.is_valid else None
            for number, answer in zip(table.column("number"), table.column("answer"), strict=True)
        }


def spread_over(spark: Any, data: LocalDataset, firsts: Sequence[int]) -> SparkPartitions:
    """Records of this machine on a cluster, in partitions that begin with these people: for data that is small, and
    for comparing engines."""
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
    return SparkPartitions(spark, kept(frame), np.array(firsts, np.int64), places, data.facts)
