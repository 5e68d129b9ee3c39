"""Records on the move: people of a cluster's partitions in another order, or other records brought home.

Records travel between executors only, those of a partition that go to the same goal together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s
from standout.data.facts import Facts
from standout.data.model import Records
from standout.data.partition import Partition
from standout.engines.partition_questions import taken
from standout.engines.spark.kept_partitions import opened, partition_of
from standout.engines.spark.partitions import SENT, SparkPartitions, kept, packed, unpacked
from standout.engines.spark.sharing import shared
from standout.engines.spark.slots import slots

Given = Callable[..., tuple[Int64s, Records]]
"""What a partition gives away: to which places (ascending or not), and the records that go there, in that order."""

Counted = Callable[[Partition, Partition, Facts, Facts], Int64s]
"""A few numbers about a partition, from its records as they were and as they are."""

ROW = "slot int, number int, first long, people int, starts binary, items binary, values binary, days binary"
_HOME = ("slot", "number", "first", "people", "starts", "items", "values", "days", "ids")
_RECORDS = ("items", "values", "days")


def rearranged(held: SparkPartitions, order: Int64s, firsts: Int64s) -> SparkPartitions:
    """The same records with people in this order, in partitions that begin with these places of it; without ids."""
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    goals = slots(len(firsts))
    travelling = _travelling(held, _everybody, places, firsts=firsts, goals=goals)
    ends = np.append(firsts[1:], len(order))
    sizes = {slot: (number, int(firsts[number]), int(ends[number])) for number, slot in enumerate(goals)}
    frame = travelling.groupBy("slot").applyInArrow(lambda table: _arrived(table, sizes), ROW)
    return SparkPartitions(held.spark, kept(frame), firsts, goals, held.facts)


def brought_home(
    held: SparkPartitions, home: SparkPartitions, run: Given, *sent: Any, facts: Facts, count: Counted
) -> tuple[SparkPartitions, Int64s]:
    """What `run(partition, facts, *sent)` gives away of every partition, by the people of `home`, whose ids it keeps.

    `facts` are those of the new records. With them come the sums of what is counted of every partition.
    """
    travelling = _travelling(held, run, *sent, firsts=home.firsts, goals=home.slots)
    resident = home.frame.select(*_HOME).groupBy("slot")
    before = home.facts
    met = resident.cogroup(travelling.groupBy("slot")).applyInArrow(
        lambda own, new: _at_home(own, new, before, facts, count), f"{ROW}, ids binary, counts binary"
    )
    new = SparkPartitions(home.spark, kept(met), home.firsts, home.slots, facts)
    counts = new.brought(new.frame.select("counts")).column("counts")
    return new, np.add.reduce([np.frombuffer(each.as_buffer(), "<i8") for each in counts])


def _travelling(held: SparkPartitions, run: Given, *sent: Any, firsts: Int64s, goals: tuple[int, ...]) -> Any:
    """Rows of records on their way, each with the slot that it goes to."""
    message = shared(held.spark, (held.facts, firsts, goals, sent))
    names = ("first", "starts", "items", "values", "days")
    return held.frame.select(*names).mapInArrow(partial(_sent, run=run, message=message), SENT).repartition(
        len(goals), "slot"
    )  # fmt: skip


def _everybody(partition: Partition, facts: Facts, places: Int64s) -> tuple[Int64s, Records]:  # noqa: ARG001
    first = partition.first_person
    return places[first : first + partition.size], partition.records


def _sent(batches: Iterator[pa.RecordBatch], run: Given, message: Any) -> Iterator[pa.RecordBatch]:
    facts, firsts, goals, sent = message.value
    for batch in batches:
        for row in range(batch.num_rows):
            places, records = run(opened(batch, row, facts), facts, *sent)
            given, numbers = Partition(records, ()), np.searchsorted(firsts, places, side="right") - 1
            for number in np.unique(numbers):
                some = np.flatnonzero(numbers == number)
                part = taken(given, some).records
                answer = {"places": places[some], "sizes": np.diff(part.starts)}
                answer |= {name: getattr(part, name) for name in _RECORDS}
                yield pa.RecordBatch.from_pydict(
                    {"slot": pa.array([goals[number]], pa.int32()), "answer": pa.array([packed(answer)], pa.binary())}
                )


def _in_order(table: pa.Table, first: int, end: int) -> Records:
    """All records that arrived, by their places from `first` up to `end`; who sent nothing has nothing."""
    visitors = [unpacked(each.as_buffer()) for each in table.column("answer")]
    names = ("places", "sizes", *_RECORDS)
    joined = {name: np.concatenate([each[name] for each in visitors]) for name in names}
    starts = np.concatenate(([0], np.cumsum(joined["sizes"]))).astype(np.int64)
    arrived = Partition(Records(starts, joined["items"], joined["values"], joined["days"]), ())
    order = np.argsort(joined["places"], kind="stable")
    if not np.array_equal(joined["places"][order], np.arange(first, end)):
        raise ValueError("every person of a partition must be sent there once")
    return taken(arrived, order).records


def columns_of(slot: int, number: int, first: int, records: Records) -> dict[str, pa.Array]:
    kinds = {"starts": "<i8", "items": "<i4", "values": "u1", "days": "<u2"}
    return {
        "slot": pa.array([slot], pa.int32()),
        "number": pa.array([number], pa.int32()),
        "first": pa.array([first], pa.int64()),
        "people": pa.array([len(records.starts) - 1], pa.int32()),
        **{name: pa.array([np.asarray(getattr(records, name), kind).tobytes()], pa.binary())
           for name, kind in kinds.items()},
    }  # fmt: skip


def _arrived(table: pa.Table, sizes: dict[int, tuple[int, int, int]]) -> pa.Table:
    slot = table.column("slot")[0].as_py()
    number, first, end = sizes[slot]
    return pa.table(columns_of(slot, number, first, _in_order(table, first, end)))


def _at_home(resident: pa.Table, travelling: pa.Table, before: Facts, after: Facts, count: Counted) -> pa.Table:
    own = opened(resident, 0, before)
    first = own.first_person
    records = _in_order(travelling, first, first + own.size)
    arrays = [getattr(records, name) for name in ("starts", "items", "values", "days")]
    counts = count(own, partition_of(first, arrays, after), before, after)
    slot, number = (resident.column(name)[0].as_py() for name in ("slot", "number"))
    return pa.table(
        columns_of(slot, number, first, records)
        | {"ids": resident.column("ids").combine_chunks(), "counts": pa.array([counts.tobytes()], pa.binary())}
    )
