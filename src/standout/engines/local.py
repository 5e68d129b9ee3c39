"""The engine of this machine: all records in one partition, threads over batches of targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from standout.data.partition import Partition
from standout.engines import partition_scores
from standout.engines.base import check_threads
from standout.engines.merging import Arrays, Merge
from standout.engines.partition_questions import cells_in, taken
from standout.engines.partition_scores import cores
from standout.errors import BadInput
from standout.knowledge.draw import draw

if TYPE_CHECKING:
    from standout.attacks.contract import Attack
    from standout.common.arrays import Floats, Int64s
    from standout.data.dataset import AnyDataset, LocalDataset
    from standout.engines.base import Cells, Progress
    from standout.engines.tally import Tally
    from standout.knowledge.adversary import Adversary
    from standout.knowledge.draw import Drawn, Knowledge


@dataclass(frozen=True)
class LocalEngine:
    """Works on data whose records are all at hand."""

    threads: int | None = None
    """None: one for each core."""

    name: ClassVar[str] = "local"

    def __post_init__(self) -> None:
        check_threads(self.threads)

    @property
    def workers(self) -> int:
        return self.threads or cores()

    def with_threads(self, threads: int) -> LocalEngine:
        return replace(self, threads=threads)

    def take(self, data: LocalDataset) -> LocalDataset:
        _held(data)
        return replace(data, engine=self)

    def draw(
        self,
        data: AnyDataset,
        adversary: Adversary,
        people: Int64s,
        seed: int,
        turn: int = 0,
        lengths: Int64s | None = None,
    ) -> Drawn:
        return draw(_held(data), data.facts, adversary, people, seed, turn, lengths)

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
        return partition_scores.score(
            _held(data), data.facts, knowledge, attack, truths,
            top=top, entropy=entropy, threads=self.workers, progress=progress,
        )  # fmt: skip

    def item_scores(self, data: AnyDataset, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Floats:
        return partition_scores.item_scores(_held(data), data.facts, knowledge, attack, candidates, self.workers)

    def look_up(self, data: AnyDataset, people: Int64s, items: Int64s, near: Int64s | None = None) -> Cells:
        return cells_in(_held(data), data.facts, people, items, near)

    def map(self, data: AnyDataset, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:  # noqa: ARG002
        return run(_held(data), data.facts, *sent)

    def map_records(
        self,
        data: AnyDataset,
        run: Callable[..., Arrays],
        people: Int64s,
        near: Int64s | None,
        *sent: Any,
        merge: Merge,
    ) -> Arrays:
        partition, rows = _held(data), np.arange(len(people))
        rows = rows if near is None else np.flatnonzero(near >= 0)
        return merge([run(partition, data.facts, taken(partition, people[rows]), rows, *sent)])


def _held(data: AnyDataset) -> Partition:
    if not isinstance(data.held, Partition):
        raise BadInput(f"these records are not at hand; the engine '{data.engine.name}' has them")
    return data.held
