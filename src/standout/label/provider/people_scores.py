"""Everybody's raw scores in a dataset, from the counts that will be published: the provider's side of `score`."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int32s, Int64s
from standout.common.lanes import in_turn
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.base import Telling
from standout.engines.merging import Arrays, one_after_another, summed
from standout.label.person.hidden_crowd import CAPS, FINE, FLOOR, LOWEST, STEP, TYPICAL, worth_of_others
from standout.label.person.person_score import HIGH, LOW, MOST, holding

Report = Callable[[float], None]

PARTS = 5
"""Into how many parts the crowd is cut by how much people have."""

_BLOCK_ENTRIES = 1_000_000


def crowd_of(lengths: Int64s, fewest: int = 1) -> tuple[float, ...]:
    """How many items people have, on average, in each equal part of the people ordered by that.

    No part has fewer than `fewest` people, so with few people there are fewer parts.
    """
    ordered = np.sort(lengths)
    cut = np.array_split(ordered, max(1, min(PARTS, len(ordered) // max(fewest, 1))))
    return tuple(max(round(float(part.mean()), 3), 0.001) for part in cut)


@dataclass(frozen=True)
class Yardstick:
    """What everybody is scored with, made from the counts that will be published."""

    people: int
    rare: npt.NDArray[np.int8]
    """For each item whether it is rare."""
    kinds: Int32s
    """For each item its row in `chances`: items with the same count share one."""
    chances: Floats
    """With what probability a person of each part of the crowd holds such an item."""

    def scores(self, partition: Partition, threads: int, progress: Report, *, hiding: bool = True) -> dict[str, Floats]:
        """The scores of the people in a partition; that of hiding, which takes most of the time, where it is wanted."""
        better = self.better(partition, threads, progress)
        scores = {"paper": _paper(partition, self.rare, threads), "better": better}
        return scores | {"hiding": self._hiding(partition, threads, better)} if hiding else scores

    def _hiding(self, partition: Partition, threads: int, better: Floats) -> Floats:
        """How far below everybody the crowd is that the people in a partition hide in, in logarithms."""
        typical, few = self.crowds(partition, threads)
        logarithms = TYPICAL * typical + (1.0 - TYPICAL) * (math.log(self.people) - better)
        for share, most in CAPS:
            logarithms = np.where(few >= share, np.minimum(logarithms, most), logarithms)
        hiding: Floats = math.log(self.people) - logarithms
        return hiding

    def crowds(self, partition: Partition, threads: int) -> tuple[Floats, Floats]:
        """The mean logarithm of the crowd of the people in a partition, and how often it is few people."""
        from standout.kernels.crowd_chances import crowd_chances

        typical, few, records = np.zeros(partition.size), np.zeros(partition.size), partition.records
        cells = int((math.log2(self.people - 1.0) + FLOOR) / STEP) + 1
        logarithms, bad = worth_of_others()
        _in_blocks(
            partition, threads,
            lambda begin, end: crowd_chances(
                records.starts, records.items, self.chances, self.kinds, begin, end, LOW, HIGH, self.people, STEP,
                cells, LOWEST, FINE, logarithms, bad, typical, few,
            ),
            Telling(),
        )  # fmt: skip
        return typical, few

    def better(self, partition: Partition, threads: int, progress: Report) -> Floats:
        """ln(people / expected set) for the people in a partition."""
        from standout.kernels.rarity import mean_shares

        share, records = np.zeros(partition.size), partition.records
        _in_blocks(
            partition, threads,
            lambda begin, end: mean_shares(
                records.starts, records.items, self.chances, self.kinds, begin, end, LOW, HIGH, MOST, share
            ),
            progress,
        )  # fmt: skip
        scores: Floats = np.log(self.people / (1.0 + (self.people - 1) * share))
        return scores


def yardstick(counts: Int64s, rare_below: int, folded: float, people: int, crowd: Sequence[float]) -> Yardstick:
    """`counts` are holders as published, 0 for an item without a name; `folded` is how many hold such an item, on
    average."""
    distinct, kinds = np.unique(counts, return_inverse=True)
    chances = np.array([holding((count if count > 0 else folded) - 1.0, people, crowd) for count in distinct.tolist()])
    return Yardstick(people, (counts < rare_below).astype(np.int8), kinds.astype(np.int32), chances)


def scores_of_all(
    data: AnyDataset, measure: Yardstick, progress: Report | None = None, *, hiding: bool = True
) -> dict[str, Floats]:
    """Everybody's scores, wherever their records are: three numbers a person come from there, two without `hiding`.

    `progress` is told which share more of the people is done, where that can be seen from here.
    """
    engine = data.engine
    return engine.map(
        data, _scores_in, measure, engine.workers, hiding, Telling(progress), merge=one_after_another
    )  # fmt: skip


def _scores_in(
    partition: Partition,
    facts: Facts,  # noqa: ARG001
    measure: Yardstick,
    threads: int,
    hiding: bool,
    progress: Report,
) -> Arrays:
    return dict(measure.scores(partition.items_once, threads, progress, hiding=hiding))


def held_at_most(data: AnyDataset, counted: npt.NDArray[np.int8], most: int) -> Int64s:
    """How many hold each of the counted items if at most so many items a person count, drawn afresh each time."""
    held: Int64s = data.engine.map(data, _held_in, counted, most, merge=summed)["held"]
    return held


def _held_in(partition: Partition, facts: Facts, counted: npt.NDArray[np.int8], most: int) -> Arrays:
    """Every person gets a key of their own from the system: no seed tells what is drawn of whom."""
    from standout.kernels.rarity import count_at_most

    held, records = np.zeros(facts.items, np.int64), partition.items_once.records
    keys = np.frombuffer(secrets.token_bytes(8 * partition.size), np.uint64)
    count_at_most(keys, records.starts, records.items, counted, most, held)
    return {"held": held}


def marked_of_each(data: AnyDataset, marks: npt.NDArray[np.int8]) -> Int64s:
    """How many of the marked items everybody has, wherever the records are."""
    marked: Int64s = data.engine.map(data, _marked_in, marks, data.engine.workers, merge=one_after_another)["marked"]
    return marked


def _marked_in(partition: Partition, facts: Facts, marks: npt.NDArray[np.int8], threads: int) -> Arrays:  # noqa: ARG001
    return {"marked": _marked(partition.items_once, marks, threads)}


def paper_scores(data: LocalDataset, counts: Int64s, rare_below: int) -> Floats:
    """rare / all + ln(all) for everyone; `counts` are holders as published, 0 for an item without a name."""
    return _paper(data.held.items_once, (counts < rare_below).astype(np.int8), data.engine.workers)


def better_scores(data: LocalDataset, counts: Int64s, folded: float, people: int, crowd: Sequence[float]) -> Floats:
    """ln(people / expected set) for everyone; `folded` is how many hold an item without a name, on average."""
    return yardstick(counts, 0, folded, people, crowd).better(data.held.items_once, data.engine.workers, Telling())


def _paper(partition: Partition, marks: npt.NDArray[np.int8], threads: int) -> Floats:
    lengths = np.maximum(partition.lengths, 1)
    scores: Floats = _marked(partition, marks, threads) / lengths + np.log(lengths)
    return scores


def _marked(partition: Partition, marks: npt.NDArray[np.int8], threads: int) -> Int64s:
    """How many of the marked items the people in a partition have."""
    from standout.kernels.rarity import count_rare

    marked, records = np.zeros(partition.size, np.int64), partition.records
    _in_blocks(
        partition, threads, lambda begin, end: count_rare(records.starts, records.items, marks, begin, end, marked),
        Telling(),
    )  # fmt: skip
    return marked


def _in_blocks(partition: Partition, threads: int, work: Callable[[int, int], None], progress: Report) -> None:
    """Do the work for all people of a partition, in blocks of about as many interactions."""
    wanted = np.arange(0, partition.count + _BLOCK_ENTRIES, _BLOCK_ENTRIES)
    borders = np.unique(np.append(np.searchsorted(partition.records.starts[:-1], wanted), partition.size))
    borders = np.unique(np.append(0, borders)).tolist()
    for _ in in_turn(lambda block: work(*block), list(pairwise(borders)), threads):
        progress(1 / (len(borders) - 1))
