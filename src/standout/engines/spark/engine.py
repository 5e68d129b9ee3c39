"""The engine of a Spark cluster: records stay there, in partitions; what comes here are small answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from standout.data.dataset import Dataset
from standout.engines import questions
from standout.engines.merging import Arrays, Merge
from standout.engines.partitioned import evenly
from standout.engines.questions import ONE_THREAD
from standout.engines.spark.partitions import SparkPartitions, spread_over
from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.attacks.contract import Attack
    from standout.common.arrays import Floats, Int64s
    from standout.data.dataset import AnyDataset, LocalDataset
    from standout.engines.base import Cells, Progress
    from standout.engines.tally import Tally
    from standout.knowledge.adversary import Adversary
    from standout.knowledge.draw import Drawn, Knowledge

USUAL_PARTITIONS = 8


@dataclass(frozen=True)
class SparkEngine:
    """Works on data that a Spark session holds; `take` cuts data of this machine where `firsts` say."""

    session: Any
    firsts: tuple[int, ...] = ()

    name: ClassVar[str] = "spark"

    @property
    def workers(self) -> int:
        return ONE_THREAD

    def with_threads(self, threads: int) -> SparkEngine:  # noqa: ARG002
        """How many tasks run at once is the cluster's to say."""
        return self

    def take(self, data: LocalDataset) -> Dataset[SparkPartitions]:
        partitions = spread_over(self.session, data, self.firsts or evenly(data.people, USUAL_PARTITIONS))
        return Dataset(data.vocabulary, data.facts, data.lengths, data.source, partitions, self)

    def draw(
        self,
        data: AnyDataset,
        adversary: Adversary,
        people: Int64s,
        seed: int,
        turn: int = 0,
        lengths: Int64s | None = None,
    ) -> Drawn:
        known = None if lengths is data.lengths else lengths
        return questions.drawn(partial(self.map, data), data.facts, adversary, people, seed, turn, known)

    def score(
        self,
        data: AnyDataset,
        knowledge: Knowledge,
        attack: Attack,
        truths: Int64s | None = None,
        *,
        top: int = 3,
        entropy: bool = False,
        progress: Progress | None = None,
    ) -> Tally:
        truths = np.full(knowledge.targets, -1, np.int64) if truths is None else truths
        tally = questions.scored(partial(self.map, data), knowledge, attack, truths, top=top, entropy=entropy)
        if progress is not None:
            progress(knowledge.targets)
        return tally

    def item_scores(self, data: AnyDataset, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Floats:
        return questions.item_scores(partial(self.map, data), knowledge, attack, candidates)

    def look_up(self, data: AnyDataset, people: Int64s, items: Int64s) -> Cells:
        return questions.looked_up(partial(self.map, data), people, items)

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
