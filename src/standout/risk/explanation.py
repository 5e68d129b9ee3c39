"""Explaining a match: what each known item adds to the evidence for the true record, and what would have saved them.

This is about single people: it is shown only where ids are asked for. What is told otherwise is in `typical`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int32s, Int64s
from standout.data.dataset import AnyDataset
from standout.knowledge.draw import Drawn, Knowledge, of_targets
from standout.risk.calibration import Calibration
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.typical import kinds, named_by

EXAMPLES = 5
MOST_EXACT = 12
"""Up to this many known items, every smaller set is tried; beyond, the most telling item is hidden again and again."""

_AT_ONCE = 1_000


@dataclass(frozen=True)
class Explained:
    """One target: bits of evidence item by item, summing up to the score, and the fewest items to keep quiet about."""

    person: int
    rank: int
    right: bool
    named: bool
    chance: float
    """Calibrated probability of the best record."""
    items: Int32s
    bits: Floats
    in_record: Bools
    hidden: tuple[int, ...] | None
    """Places of known items without which the person is not named; none if nothing helps or nobody was named."""
    exact: bool
    """Whether no smaller set would do."""
    rank_after: int | None

    @property
    def total(self) -> float:
        return float(self.bits.sum())


def explained(released: AnyDataset, attack: Attack, drawn: Drawn, calibration: Calibration) -> list[Explained]:
    """Explain what was found out about each of these targets."""
    judged = outcomes(
        released.engine.score(released, drawn.knowledge, attack, drawn.truths), attack, drawn.truths, released.people
    )
    bits = released.engine.item_scores(released, drawn.knowledge, attack, drawn.truths) / np.log(2)
    chances = calibration.chances(judged.odds, drawn.truths)
    thresholds = calibration.thresholds_for(drawn.truths)
    everyone_named = named_by(judged, thresholds)
    whose = np.repeat(drawn.truths, drawn.knowledge.sizes)
    held = released.engine.look_up(released, whose, drawn.knowledge.items.astype(np.int64)).there
    explanations = []
    for target in range(drawn.knowledge.targets):
        entries = slice(int(drawn.knowledge.starts[target]), int(drawn.knowledge.starts[target + 1]))
        truth, items = int(drawn.truths[target]), drawn.knowledge.items[entries]
        named = bool(everyone_named[target])
        explanation = Explained(
            person=int(drawn.people[target]), rank=int(judged.ranks[target]), right=bool(judged.right[target]),
            named=named, chance=float(chances[target]), items=items, bits=bits[entries], in_record=held[entries],
            hidden=None, exact=False, rank_after=None,
        )  # fmt: skip
        if named:
            alone = of_targets(drawn.knowledge, np.array([target]))
            explanation = _saved(released, attack, alone, truth, float(thresholds[target]), explanation)
        explanations.append(explanation)
    return explanations


def chosen_examples(people: Int64s, judged: Outcomes, thresholds: Floats, secret: int) -> Int64s:
    """A few people to explain: mostly such as are named, and one who is first but not named, one who is not first.

    Who of each kind is drawn by lot with the run's secret: neither ids nor the order of the data decide.
    """
    by_lot = np.random.default_rng(secret).permutation(len(people))
    drawn = {kind: by_lot[np.isin(by_lot, rows)] for kind, rows in kinds(judged, thresholds).items()}
    others = [drawn["first"][:1], drawn["missed"][:1]]
    named = drawn["named"][: EXAMPLES - sum(len(other) for other in others)]
    return np.asarray(people[np.concatenate([named, *others])], dtype=np.int64)


def _saved(
    released: AnyDataset,
    attack: Attack,
    known: Knowledge,
    truth: int,
    threshold: float,
    explanation: Explained,
) -> Explained:
    """Find the fewest known items without which the person is no longer named; every answer is scored anew."""
    size = len(explanation.items)
    tries = _every_set(size, explanation.bits) if size <= MOST_EXACT else _greedy_sets(explanation.bits)
    while part := list(islice(tries, _AT_ONCE)):
        truths = np.full(len(part), truth, np.int64)
        tally = released.engine.score(released, without(known, part), attack, truths)
        judged = outcomes(tally, attack, truths, released.people)
        safe = np.flatnonzero(~named_by(judged, np.full(len(part), threshold)))
        if len(safe):
            best = int(safe[0])
            return replace(explanation, hidden=part[best], exact=size <= MOST_EXACT, rank_after=int(judged.ranks[best]))
    return explanation


def _every_set(size: int, bits: Floats) -> Iterator[tuple[int, ...]]:
    """All sets of one item, of two, …; among equals those of the most telling items first."""
    order = [int(place) for place in np.argsort(-bits, kind="stable")]
    for count in range(1, size):
        yield from (tuple(sorted(hidden)) for hidden in combinations(order, count))


def _greedy_sets(bits: Floats) -> Iterator[tuple[int, ...]]:
    """The most telling item, the two most telling, …: not the fewest for sure."""
    order = [int(place) for place in np.argsort(-bits, kind="stable")]
    yield from (tuple(sorted(order[:count])) for count in range(1, len(order)))


def without(known: Knowledge, hidden: list[tuple[int, ...]]) -> Knowledge:
    """What is known of one target, once for each set of items that is kept quiet about."""
    size = len(known.items)
    kept = np.ones((len(hidden), size), bool)
    for row, places in enumerate(hidden):
        kept[row, list(places)] = False
    entries = np.nonzero(kept)[1]
    return replace(
        known, starts=np.concatenate(([0], np.cumsum(kept.sum(axis=1)))),
        items=known.items[entries], values=known.values[entries], days=known.days[entries],
        shortest=np.repeat(known.shortest, len(hidden)), longest=np.repeat(known.longest, len(hidden)),
    )  # fmt: skip
