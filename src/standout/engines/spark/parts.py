"""Interactions in parts on a Spark cluster: a function goes to every part, small answers are merged on the way back.

Answers of up to `FAN_IN` parts are merged at a time, by executors as long as there are more, then here: whatever the
number of parts, the driver gets at most that many answers. `received` counts the bytes of all that came here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, overload

import numpy as np
import pyarrow as pa

from standout.data.elsewhere import Arrays, Merge
from standout.data.index import shards_of
from standout.data.model import Facts, Int64s, Interactions, Packing, Records, Scale, Shard, Source, packing_for
from standout.data.parts import elsewhere, piece
from standout.data.vocabulary import Vocabulary
from standout.engines.spark.slots import slots

FAN_IN = 32
"""How many answers are merged at a time."""

ANSWERS = "part int, answer binary"
SENT = "slot int, answer binary"
_RECORDS = ("part", "first", "people", "starts", "items", "values", "days")


@dataclass(frozen=True)
class Whole:
    """What every part knows of the whole dataset."""

    holders: Int64s
    scale: Scale
    first_day: int | None
    last_day: int
    facts: Facts | None


class _Shards(Sequence[Shard]):
    """The index of a part, made when it is first asked for."""

    def __init__(self, records: Records, items: int, packing: Packing) -> None:
        self._asked = (records, items, packing)
        self._made: tuple[Shard, ...] | None = None

    def __len__(self) -> int:
        return 1

    @overload
    def __getitem__(self, at: int) -> Shard: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Shard]: ...
    def __getitem__(self, at: int | slice) -> Shard | Sequence[Shard]:
        if self._made is None:
            self._made = tuple(shards_of(*self._asked))
        return self._made[at]


def part_of(first: int, arrays: Sequence[Any], whole: Whole) -> Interactions:
    """Some people's records as interactions; arrays are the bytes of starts, items, values and days."""
    kinds = ("<i8", "<i4", "u1", "<u2")
    found = (np.require(np.frombuffer(each, kind), requirements="A") for each, kind in zip(arrays, kinds, strict=True))
    records = Records(*found)
    packing = packing_for(len(whole.scale.labels), None if whole.first_day is None else whole.last_day)
    nobody = pa.array([], pa.large_string())
    return Interactions(
        records, _Shards(records, len(whole.holders), packing), whole.holders, whole.scale, whole.first_day,
        whole.last_day, Vocabulary(nobody, nobody), Source((), ""), first_person=first, whole=whole.facts,
    )  # fmt: skip


def opened(table: pa.RecordBatch | pa.Table, at: int, whole: Whole) -> Interactions:
    """The part in one row of the frame of parts."""
    arrays = [table.column(name)[at].as_buffer() for name in ("starts", "items", "values", "days")]
    return part_of(int(table.column("first")[at].as_py()), arrays, whole)


def packed(arrays: Arrays) -> bytes:
    """Arrays as bytes."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def unpacked(stored: Any) -> Arrays:
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        return dict(arrays)


def _answers(batches: Iterator[pa.RecordBatch], run: Callable[..., Arrays], whole: Any, sent: Any) -> Iterator[Any]:
    for batch in batches:
        for at in range(batch.num_rows):
            answer = run(opened(batch, at, whole.value), *sent.value)
            yield _row(("part", batch.column("part")[at].as_py()), answer)


def _row(key: tuple[str, int], answer: Arrays) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict(
        {key[0]: pa.array([key[1]], pa.int32()), "answer": pa.array([packed(answer)], pa.binary())}
    )


def _merged_group(table: pa.Table, merge: Merge, fan_in: int) -> pa.Table:
    """The answers of one group of neighbours as one."""
    parts = np.asarray(table.column("part"))
    order = np.argsort(parts)
    answers = table.column("answer")
    merged = merge([unpacked(answers[int(at)].as_buffer()) for at in order])
    return pa.Table.from_batches([_row(("part", int(parts.min()) // fan_in), merged)])


def _records_sent(
    batches: Iterator[pa.RecordBatch], whole: Any, people: Any, ends: Int64s, slots: tuple[int, ...]
) -> Iterator[pa.RecordBatch]:
    """Records that are wanted elsewhere, put together by the part that wants them."""
    codes, near = people.value
    for batch in batches:
        for at in range(batch.num_rows):
            part = opened(batch, at, whole.value)
            places = part.places(codes)
            rows = np.flatnonzero(places >= 0)
            goals = None if near is None else np.searchsorted(ends, near[rows], side="right")
            for goal, slot in enumerate(slots):
                there = rows if goals is None else rows[(goals == goal) & (near[rows] >= 0)]
                if len(there):
                    yield _row(("slot", slot), _taken(part, there, places[there]))


def _taken(part: Interactions, rows: Int64s, places: Int64s) -> Arrays:
    records, sizes = part.records, part.lengths[places]
    starts = np.concatenate(([0], np.cumsum(sizes)))
    at = np.repeat(records.starts[places] - starts[:-1], sizes) + np.arange(starts[-1])
    return {
        "rows": rows, "sizes": sizes, "items": records.items[at],
        "values": records.values[at] if len(records.values) else records.values,
        "days": records.days[at] if len(records.days) else records.days,
    }  # fmt: skip


def _answer_with_records(
    parts: pa.Table, records: pa.Table, run: Callable[..., Arrays], whole: Any, sent: Any
) -> pa.Table:
    got = [unpacked(each.as_buffer()) for each in records.column("answer")]
    schema = pa.schema([("part", pa.int32()), ("answer", pa.binary())])
    if not got or not parts.num_rows:
        return schema.empty_table()
    got.sort(key=lambda each: int(each["rows"][0]))
    joined = {name: np.concatenate([each[name] for each in got]) for name in got[0]}
    starts = np.concatenate(([0], np.cumsum(joined["sizes"]))).astype("<i8")
    visiting = part_of(0, [starts, joined["items"], joined["values"], joined["days"]], whole.value)
    answer = run(opened(parts, 0, whole.value), visiting, joined["rows"], *sent.value)
    return pa.Table.from_batches([_row(("part", parts.column("part")[0].as_py()), answer)])


@dataclass
class SparkParts:
    """The parts, and how to ask them."""

    spark: Any
    frame: Any
    """A row per part, kept on the cluster; see `building.PARTS`."""
    firsts: Int64s
    """Code of the first person of each part."""
    slots: tuple[int, ...]
    whole: Whole
    received: int = 0
    """Bytes that came to the driver."""
    _shared: Any = field(default=None, repr=False)

    def know(self, whole: Whole) -> None:
        """Let every part know this of the whole from now on."""
        self.whole, self._shared = whole, self.spark.sparkContext.broadcast(whole)

    def over_parts(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        """What `run(part, *sent)` says of all parts together."""
        message = self.spark.sparkContext.broadcast(sent)
        asked = partial(_answers, run=run, whole=self._known(), sent=message)
        try:
            return self._together(self.frame.select(*_RECORDS).mapInArrow(asked, ANSWERS), len(self.firsts), merge)
        finally:
            message.destroy()

    def over_records(
        self, run: Callable[..., Arrays], people: Int64s, near: Int64s | None, *sent: Any, merge: Merge
    ) -> Arrays:
        """What `run(part, whole, rows, *sent)` says of all parts together; records travel between executors only."""
        context = self.spark.sparkContext
        message, wanted = context.broadcast(sent), context.broadcast((people, near))
        known = self._known()
        sending = partial(_records_sent, whole=known, people=wanted, ends=self.firsts[1:].copy(), slots=self.slots)
        try:
            travelling = self.frame.select(*_RECORDS).mapInArrow(sending, SENT).repartition(len(self.slots), "slot")
            here = self.frame.select("slot", *_RECORDS).groupBy("slot")
            met = here.cogroup(travelling.groupBy("slot")).applyInArrow(
                lambda parts, records: _answer_with_records(parts, records, run, known, message), ANSWERS
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
            self.know(self.whole)
        return self._shared

    def _together(self, answers: Any, count: int, merge: Merge) -> Arrays:
        from pyspark.sql import functions as sql

        fan_in = FAN_IN
        while count > fan_in:
            group = sql.floor(sql.col("part") / fan_in).alias("group")
            answers = answers.groupBy(group).applyInArrow(lambda table: _merged_group(table, merge, fan_in), ANSWERS)
            count = -(-count // fan_in)
        table = self.brought(answers)
        order = np.argsort(np.asarray(table.column("part")))
        return merge([unpacked(table.column("answer")[int(at)].as_buffer()) for at in order])


def spread_over(spark: Any, data: Interactions, firsts: Sequence[int]) -> Interactions:
    """Interactions of this machine on a cluster, in parts that begin with these people: for data that is small, and
    for comparing engines."""
    from pyspark import StorageLevel

    ends, places = [*firsts[1:], data.people], slots(len(firsts))
    pieces = [piece(data, first, end).records for first, end in zip(firsts, ends, strict=True)]
    columns: dict[str, Any] = {
        "slot": pa.array(places, pa.int32()),
        "part": pa.array(range(len(firsts)), pa.int32()),
        "first": pa.array(firsts, pa.int64()),
        "people": pa.array([len(each.starts) - 1 for each in pieces], pa.int32()),
        **{name: pa.array([np.ascontiguousarray(getattr(each, name)).tobytes() for each in pieces], pa.binary())
           for name in ("starts", "items", "values", "days")},
    }  # fmt: skip
    frame = spark.createDataFrame(pa.table(columns)).repartition(len(firsts), "slot")
    whole = Whole(data.holders, data.scale, data.first_day, data.last_day, data.facts)
    held = SparkParts(spark, frame.persist(StorageLevel.MEMORY_AND_DISK), np.array(firsts, np.int64), places, whole)
    return elsewhere(data, held)
