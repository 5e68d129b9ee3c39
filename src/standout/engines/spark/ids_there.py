"""People's ids on a cluster: every partition has those of its people, and says those that are asked for.

Wanted ids, whether they are here or in partitions of other data, travel to the partition in whose range they lie, since
people are numbered by length and text of their ids. What comes back is codes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s
from standout.engines.spark.building import ids_in, place_in_order, stored_ids
from standout.engines.spark.partitions import ANSWERS, SENT, SparkPartitions, packed, unpacked
from standout.engines.spark.sharing import shared

_AT_ONCE = 65_536
"""So many ids of this machine travel together."""


@dataclass(frozen=True, eq=False)
class IdsThere:
    """The ids of the people of partitions that were read: `IdsElsewhere` on a cluster."""

    held: SparkPartitions
    bounds: tuple[str, ...]
    """The id of the first person of each partition."""
    people: int
    mark: str
    _places: WeakKeyDictionary[IdsThere, Int64s] = field(default_factory=WeakKeyDictionary, repr=False)
    """Where everybody stands in other data, once that was asked."""
    _asking: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def __len__(self) -> int:
        return self.people

    def named(self, codes: Int64s) -> pa.Array:
        """What these people are called."""
        from pyspark.sql import functions as sql

        wanted = np.unique(codes)
        numbers = np.unique(np.searchsorted(self.held.firsts, wanted, side="right") - 1)
        frame = self.held.frame
        if len(numbers) < len(self.bounds):
            frame = frame.where(sql.col("number").isin(numbers.tolist()))
        message = shared(self.held.spark, wanted)
        try:
            asked = frame.select("number", "first", "ids").mapInArrow(partial(_said, message=message), ANSWERS)
            answers = self.held.brought(asked).sort_by("number").column("answer")
        finally:
            message.destroy()
        names = [ids_in(each.as_buffer()) for each in answers]
        return pa.concat_arrays([pa.array([], pa.large_string()), *names]).take(
            pa.array(np.searchsorted(wanted, codes))
        )

    def codes_of(self, wanted: pa.Array) -> Int64s:
        """Where each id of this machine stands; -1 for one that is not there."""
        if not len(wanted):
            return np.empty(0, np.int64)
        pieces = [wanted.slice(begin, _AT_ONCE) for begin in range(0, len(wanted), _AT_ONCE)]
        table = pa.table(
            {
                "first": pa.array(range(0, len(wanted), _AT_ONCE), pa.int64()),
                "ids": pa.array([stored_ids(piece) for piece in pieces], pa.binary()),
            }
        )
        return self._met(self.held.spark.createDataFrame(table), len(wanted))

    def codes_in(self, known: IdsThere) -> Int64s:
        """Everybody's code in other data, asked for once."""
        with self._asking:
            if known not in self._places:
                self._places[known] = known._met(self.held.frame.select("first", "ids"), self.people)
            return self._places[known]

    def _met(self, wanted: Any, count: int) -> Int64s:
        """Where so many ids stand among those here, in rows of `first` (the place of the first) and `ids`."""
        goals = self.held.slots
        sent = wanted.mapInArrow(partial(_sent, bounds=self.bounds, slots=goals), SENT).repartition(len(goals), "slot")
        resident = self.held.frame.select("slot", "number", "first", "ids").groupBy("slot")
        met = resident.cogroup(sent.groupBy("slot")).applyInArrow(_found, ANSWERS)
        codes = np.full(count, -1, np.int64)
        for answer in self.held.brought(met).column("answer"):
            found = unpacked(answer.as_buffer())
            codes[found["places"]] = found["codes"]
        return codes


def _said(batches: Iterator[pa.RecordBatch], message: Any) -> Iterator[pa.RecordBatch]:
    """The ids of those people who are wanted (codes, ascending), of each partition that has some; inside executors."""
    wanted = message.value
    for batch in batches:
        for row in range(batch.num_rows):
            ids, first = ids_in(batch.column("ids")[row].as_buffer()), batch.column("first")[row].as_py()
            begin, end = np.searchsorted(wanted, (first, first + len(ids)))
            if begin < end:
                some = ids.take(pa.array(wanted[begin:end] - first))
                yield _answer(batch.column("number")[row].as_py(), stored_ids(some))


def _sent(batches: Iterator[pa.RecordBatch], bounds: tuple[str, ...], slots: tuple[int, ...]) -> Iterator[Any]:
    """Ids on their way to the partitions that would have them, each with its place; inside executors."""
    for batch in batches:
        for row in range(batch.num_rows):
            ids, first = ids_in(batch.column("ids")[row].as_buffer()), batch.column("first")[row].as_py()
            goals = place_in_order(ids, bounds)
            order = np.argsort(goals, kind="stable")
            ends = np.cumsum(np.bincount(goals + 1, minlength=len(bounds) + 1))
            for goal in np.flatnonzero(np.diff(ends)).tolist():
                some = order[ends[goal] : ends[goal + 1]]
                answer = packed({"places": first + some, "ids": np.frombuffer(stored_ids(ids.take(some)), np.uint8)})
                yield pa.RecordBatch.from_pydict(
                    {"slot": pa.array([slots[goal]], pa.int32()), "answer": pa.array([answer], pa.binary())}
                )


def _found(resident: pa.Table, arrived: pa.Table) -> pa.Table:
    """Which of the ids that arrived at a partition are those of its people, by place and code; inside executors."""
    number, first = (resident.column(name)[0].as_py() for name in ("number", "first"))
    own = ids_in(resident.column("ids")[0].as_buffer())
    places, codes = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for each in arrived.column("answer"):
        sent = unpacked(each.as_buffer())
        found = np.asarray(pc.fill_null(pc.index_in(ids_in(sent["ids"]), value_set=own), -1)).astype(np.int64)
        places.append(sent["places"][found >= 0])
        codes.append(first + found[found >= 0])
    told = {"places": np.concatenate(places), "codes": np.concatenate(codes)}
    return pa.Table.from_batches([_answer(number, packed({name: _short(each) for name, each in told.items()}))])


def _short(numbers: Int64s) -> Any:
    """In four bytes each, where that is enough."""
    return numbers.astype(np.uint32) if numbers.max(initial=0) < 1 << 32 else numbers


def _answer(number: int, stored: bytes) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict(
        {"number": pa.array([number], pa.int32()), "answer": pa.array([stored], pa.binary())}
    )
