"""Is what is known from another time? By how much of it the released records have, without a truth.

What is known of somebody's released record itself is covered by it; two times of one person share less, and where
nobody has an item twice, nothing at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import (
    ALONE,
    AdditiveGains,
    Probabilities,
    Verdict,
    holders_of,
    presence_only,
    sums_by_target,
)
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.engines.whole_records import records_of
from standout.knowledge.draw import Knowledge, of_targets, seed_for, without_repeats
from standout.risk.taste_splits import Split

LOOKED_AT = 400
"""More targets than this say nothing new."""

_MARGIN = 0.05
"""By so much of what is known more may be covered than is by chance, before it is taken for shared."""

_CEILING = 0.8
"""Where others' records have more than this of as much as is known, one's own could hardly have more."""


@dataclass(frozen=True)
class Coverage:
    """The share of what is known that a record has, rare items for more."""

    name: str = "coverage"
    summary: str = "The share of what is known that a record has."
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        weights = np.log(max(facts.people, 2) / np.maximum(holders_of(knowledge, facts), 1)) + 1.0
        total = np.repeat(np.maximum(sums_by_target(weights, knowledge), 1e-9), knowledge.sizes)
        return AdditiveGains(weights / total, *presence_only(weights))


def other_time(
    knowledge: Knowledge, released: AnyDataset, parts: Split, exclusive: bool, apart: bool, seed: int
) -> bool:
    """Whether what is known is covered no more than what is from another time.

    Where nobody has an item at both times: no more than by others' records, and unless days say that it is `apart`, by
    so little that more could be told. Else less than half-way between what two parts of a record, or others' records,
    cover and all of it.
    """
    known = of_targets(knowledge, _some(np.flatnonzero(knowledge.sizes > 0), seed))
    if not known.targets:
        return False
    covered = float(_best(known, released).mean())
    people, others = _as_large(released, known.sizes, seed)
    chance = float(_best(others, released, people).mean()) if others.targets else 0.0
    if exclusive:
        return covered <= chance + _MARGIN and (apart or chance <= _CEILING)
    halves = parts.known_of(_some(parts.both, seed))
    return covered <= (1 + max(chance, float(_best(halves, parts.released).mean()))) / 2


def _some(people: Int64s, seed: int) -> Int64s:
    return np.sort(np.random.default_rng(seed_for(seed, "coverage")).permutation(people)[:LOOKED_AT])


def _best(known: Knowledge, released: AnyDataset, without: Int64s | None = None) -> Floats:
    """How much of what is known the record that has most of it has; each target's own left out."""
    tally = released.engine.score(released, known, Coverage(), top=2)
    best = np.where(tally.top_records >= 0, tally.top_scores, 0.0)
    if without is None:
        return best[:, 0]
    return np.where(tally.top_records[:, 0] == without, best[:, 1], best[:, 0])


def _as_large(released: AnyDataset, sizes: Int64s, seed: int) -> tuple[Int64s, Knowledge]:
    """Released people, and of each as many items, by lot, as are known of some target."""
    dice = np.random.default_rng(seed_for(seed, "as large"))
    people = np.sort(dice.permutation(np.flatnonzero(released.lengths > 0))[: len(sizes)])
    whole = without_repeats(records_of(released, people))
    rows = np.repeat(np.arange(whole.targets), whole.sizes)
    order = np.lexsort((dice.random(len(rows)), rows))
    place = np.empty(len(rows), np.int64)
    place[order] = np.arange(len(rows)) - whole.starts[rows[order]]
    kept = place < dice.permutation(sizes)[: len(people)][rows]
    starts = np.concatenate(([0], np.cumsum(np.bincount(rows[kept], minlength=whole.targets))))
    return people, Knowledge(
        starts, whole.items[kept], whole.values[kept], whole.days[kept], whole.shortest, whole.longest, whole.scale
    )
