"""Partitions on this machine: what a cluster does, without one.

Records can only be asked partition by partition, and answers are merged two by two. It answers as a cluster must, so it
is the plain reference for engines, and a quick stand-in for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from standout.data.codes import packing_for
from standout.data.dataset import Dataset
from standout.data.index import shards_of
from standout.data.model import Records
from standout.data.partition import Partition
from standout.engines.base import check_threads
from standout.engines.by_map import ByMap
from standout.engines.merging import Arrays, Merge
from standout.engines.partition_questions import ONE_THREAD, taken
from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.common.arrays import Int64s
    from standout.data.dataset import AnyDataset, LocalDataset
    from standout.data.facts import Facts

USUAL_PARTITIONS = 3


def cut(data: LocalDataset, first: int, end: int) -> Partition:
    """The people from `first` up to `end` alone."""
    records, facts = data.held.records, data.facts
    begin, stop = int(records.starts[first]), int(records.starts[end])
    kept = Records(
        records.starts[first : end + 1] - begin,
        records.items[begin:stop],
        records.values[begin:stop],
        records.days[begin:stop],
    )
    packing = packing_for(len(facts.scale.labels), None if facts.first_day is None else facts.last_day)
    return Partition(kept, tuple(shards_of(kept, facts.items, packing)), first)


def evenly(people: int, partitions: int) -> tuple[int, ...]:
    """Where so many partitions begin, with about as many people each."""
    return tuple(sorted({people * number // partitions for number in range(partitions)}))


@dataclass(frozen=True)
class Partitions:
    """What is held: partitions in the order of their people."""

    partitions: Sequence[Partition]

    def visiting(self, people: Int64s) -> Partition:
        """The records of these people, in this order, whichever partitions have them."""
        single = [taken(self._owner(int(person)), np.array([person])).records for person in people]
        starts = np.concatenate(([0], np.cumsum([len(each.items) for each in single]))).astype(np.int64)
        arrays = {
            name: np.concatenate([getattr(each, name) for each in single]) for name in ("items", "values", "days")
        }
        return Partition(Records(starts, **arrays), ())

    def _owner(self, person: int) -> Partition:
        return next(partition for partition in self.partitions if 0 <= person - partition.first_person < partition.size)


@dataclass(frozen=True)
class PartitionedEngine(ByMap):
    """Cuts data of this machine into partitions that begin with these people; without any, into a few alike."""

    firsts: tuple[int, ...] = ()
    threads: int = ONE_THREAD

    name: ClassVar[str] = "partitioned"

    def __post_init__(self) -> None:
        check_threads(self.threads)
        if self.firsts and (self.firsts[0] != 0 or list(self.firsts) != sorted(set(self.firsts))):
            raise BadInput(f"firsts is {self.firsts}, but must ascend from 0: the first person of each partition")

    @property
    def workers(self) -> int:
        return self.threads

    def with_threads(self, threads: int) -> PartitionedEngine:
        return replace(self, threads=threads)

    def take(self, data: LocalDataset) -> AnyDataset:
        firsts = self.firsts or evenly(data.people, USUAL_PARTITIONS)
        if firsts and firsts[-1] > data.people:
            raise BadInput(f"firsts ends with {firsts[-1]:,}, but there are {data.people:,} people; cut before that")
        ends = [*firsts[1:], data.people]
        held = Partitions([cut(data, first, end) for first, end in zip(firsts, ends, strict=True)])
        return Dataset(data.vocabulary, data.facts, data.lengths, data.source, held, self, data.mapped_from)

    def map(self, data: AnyDataset, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        return self.together(
            [run(partition, self.told(data, partition), *sent) for partition in held(data).partitions], merge
        )

    def map_records(
        self,
        data: AnyDataset,
        run: Callable[..., Arrays],
        people: Int64s,
        near: Int64s | None,
        *sent: Any,
        merge: Merge,
    ) -> Arrays:
        answers = []
        for partition in held(data).partitions:
            rows = np.arange(len(people)) if near is None else np.flatnonzero(partition.places(near) >= 0)
            if len(rows):
                visiting = held(data).visiting(people[rows])
                answers.append(run(partition, self.told(data, partition), visiting, rows, *sent))
        return self.together(answers, merge)

    def told(self, data: AnyDataset, partition: Partition) -> Facts:  # noqa: ARG002
        """The facts that a partition is told: those of everybody."""
        return data.facts

    def together(self, answers: Sequence[Arrays], merge: Merge) -> Arrays:
        """Answers merged two neighbours at a time, then two of what came out, and so on."""
        while len(answers) > 2:
            answers = [merge(answers[begin : begin + 2]) for begin in range(0, len(answers), 2)]
        return merge(answers)


def held(data: AnyDataset) -> Partitions:
    """The partitions of data that this engine holds."""
    if not isinstance(data.held, Partitions):
        raise BadInput(f"these records are not in partitions; the engine '{data.engine.name}' has them")
    return data.held
