"""What engines whose records are in several partitions have in common: every question is asked by way of `map`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.engines import partition_questions
from standout.engines.merging import Arrays, Merge
from standout.engines.partition_questions import Asked
from standout.knowledge.draw import of_targets

if TYPE_CHECKING:
    from standout.attacks.contract import Attack
    from standout.common.arrays import Floats, Int64s
    from standout.data.dataset import AnyDataset
    from standout.engines.base import Cells, Progress
    from standout.engines.tally import Tally
    from standout.knowledge.adversary import Adversary
    from standout.knowledge.draw import Drawn, Knowledge


class ByMap(ABC):
    """Draws, scores and looks up on top of `map`, which an engine brings."""

    @abstractmethod
    def map(self, data: AnyDataset, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        """See `Engine.map`."""

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
        return partition_questions.drawn(partial(self.map, data), data.facts, adversary, people, seed, turn, known)

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
        asked = Asked(knowledge, attack, truths, top, entropy)
        (tally,) = partition_questions.scored(partial(self.map, data), [asked])
        if progress is not None:
            progress(knowledge.targets)
        return tally

    def item_scores(self, data: AnyDataset, knowledge: Knowledge, attack: Attack, candidates: Int64s) -> Floats:
        return partition_questions.item_scores(partial(self.map, data), knowledge, attack, candidates)

    def look_up(self, data: AnyDataset, people: Int64s, items: Int64s, near: Int64s | None = None) -> Cells:
        return partition_questions.looked_up(partial(self.map, data), people, items, near)


def all_scored(data: AnyDataset, asked: Iterable[Asked]) -> Iterator[Tally]:
    """The tally of each thing asked: in one go where every question costs a way there and back; where records are at
    hand one after the other, and none that nobody waits for."""
    engine = data.engine
    if isinstance(engine, ByMap):
        yield from partition_questions.scored(partial(engine.map, data), list(asked))
        return
    for each in asked:
        yield engine.score(data, each.knowledge, each.attack, each.truths, top=each.top, entropy=each.entropy)


def all_item_scores(
    data: AnyDataset, knowledge: Knowledge, attack: Attack, candidates: Sequence[Int64s]
) -> Iterator[Floats]:
    """What each known item adds to the score of one candidate per target, for each of these rows of candidates; asked
    in the same way."""
    engine = data.engine
    if isinstance(engine, ByMap) and candidates:
        every = of_targets(knowledge, np.tile(np.arange(knowledge.targets), len(candidates)))
        yield from np.split(engine.item_scores(data, every, attack, np.concatenate(candidates)), len(candidates))
        return
    for each in candidates:
        yield engine.item_scores(data, knowledge, attack, each)
