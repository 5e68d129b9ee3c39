"""The engine of a Spark cluster: records stay there, in partitions; what comes here are small answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from standout.data.dataset import Dataset
from standout.engines.by_map import ByMap
from standout.engines.merging import Arrays, Merge
from standout.engines.partition_questions import ONE_THREAD
from standout.engines.partitioned import evenly
from standout.engines.spark.partitions import SparkPartitions, spread_over
from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.common.arrays import Int64s
    from standout.data.dataset import AnyDataset, LocalDataset

USUAL_PARTITIONS = 8


@dataclass(frozen=True)
class SparkEngine(ByMap):
    """Works on data that a Spark session holds; `take` cuts data of this machine where `firsts` say."""

    session: Any
    firsts: tuple[int, ...] = ()

    name: ClassVar[str] = "spark"
    gathers: ClassVar[bool] = True
    """Whether questions that steps side by side ask go together."""

    @property
    def workers(self) -> int:
        return ONE_THREAD

    def with_threads(self, threads: int) -> SparkEngine:  # noqa: ARG002
        """How many tasks run at once is the cluster's to say."""
        return self

    def take(self, data: LocalDataset) -> Dataset[SparkPartitions]:
        partitions = spread_over(self.session, data, self.firsts or evenly(data.people, USUAL_PARTITIONS))
        return Dataset(data.vocabulary, data.facts, data.lengths, data.source, partitions, self)

    def map(self, data: AnyDataset, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        return _held(data).map(run, *sent, merge=merge)

    def map_records(
        self,
        data: AnyDataset,
        run: Callable[..., Arrays],
        people: Int64s,
        near: Int64s | None,
        *sent: Any,
        merge: Merge,
    ) -> Arrays:
        return _held(data).map_records(run, people, near, *sent, merge=merge)


def _held(data: AnyDataset) -> SparkPartitions:
    if not isinstance(data.held, SparkPartitions):
        raise BadInput(f"these records are not on Spark; the engine '{data.engine.name}' has them")
    return data.held
