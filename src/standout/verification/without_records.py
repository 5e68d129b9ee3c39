"""Releases without records: what is published in their place is judged by what it teaches, of people and for use.

Nobody can be found where there are no records. What is learned about people who are in it, and what it is worth to
people who are not, is measured as for every other release. How it is made is told from outside: publishing is a later
stage than comparing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from standout.auditing.learned_steps import wanted_of
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge
from standout.results.learned import Learned
from standout.risk.guessing import LIST, MEASURES, WAYS, Truth
from standout.risk.learned import learned, truth_of
from standout.verification.learned_again import MOST, Division
from standout.verification.transfer import HeldOut, judged
from standout.verification.transfer import Learned as Lists

UNLISTED = -1e30
"""The score of an item of which nothing was published."""


@dataclass(frozen=True)
class Pairs:
    """Publishes noisy pairs of items, and a recommender made of them, in place of records."""

    name: ClassVar[str] = "pairs"
    summary: ClassVar[str] = "Publishes how many people have each two items, with noise, in place of records."
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("epsilon=8", "epsilon=2")

    epsilon: float = 8.0
    delta: float = 1e-6
    max_items: int = 20

    def __post_init__(self) -> None:
        if not 0.01 <= self.epsilon <= 100:
            raise BadInput(f"pairs: epsilon is {self.epsilon:g}, but must be between 0.01 and 100")


@dataclass(frozen=True)
class Model:
    """A published recommender, in the item codes of the data that it was made from."""

    codes: Int64s
    """The items of which something is published."""
    rows: Floats
    scales: Floats
    counted: Floats
    """About how many people have each of them."""
    most_gained: float
    """The proven bound on what being in the data adds to any guess about a person."""

    def weights(self, codes: Int64s) -> Floats:
        """What each of these items speaks for each of these."""
        places = np.full(int(max(codes.max(initial=-1), self.codes.max(initial=-1))) + 1, -1, np.int64)
        places[self.codes] = np.arange(len(self.codes))
        at = places[codes]
        listed = at >= 0
        rows = np.where(listed[:, None], self.rows[np.maximum(at, 0)], 0.0)
        scores = rows @ (rows * np.where(listed, self.scales[np.maximum(at, 0)], 0.0)[:, None]).T
        scores[:, ~listed] = UNLISTED
        return np.asarray(scores)

    def scores(self, own: Int64s, items: int) -> Floats:
        """What somebody's items speak for every item; those of which nothing is published come last."""
        places = np.full(items, -1, np.int64)
        places[self.codes] = np.arange(len(self.codes))
        at = places[own[own >= 0]]
        scores = np.full(items, UNLISTED)
        scores[self.codes] = (self.rows @ self.rows[at[at >= 0]].sum(axis=0)) * self.scales
        return scores

    def popularity(self, codes: Int64s) -> Floats:
        """About how many people have each of these items; 0 where nothing is said."""
        counts = np.zeros(int(max(codes.max(initial=-1), self.codes.max(initial=-1))) + 1)
        counts[self.codes] = self.counted
        return np.asarray(counts[codes])


Publish = Callable[[LocalDataset, Pairs], Model]
"""How pairs are published; `BadInput` where the noise drowns them."""


def lists_from(original: LocalDataset, model: Model, held: HeldOut) -> Lists:
    """How good the published recommender's lists are for people who were held out."""
    return judged(original, held, lambda known: (model.weights(known), model.popularity(known)))


def learned_from(division: Division, model: Model, adversaries: Sequence[Adversary]) -> Learned | None:
    """What is learned from what is published, by the adversary by whom being in the data costs most.

    They guess what the recommender says of what they know, or what is popular; known values and days say nothing there.
    """
    pool, found = division.pool(division.rest), []
    wanted = wanted_of(pool, MOST)
    for adversary in adversaries:
        sides = []
        for people in (pool.inside[:wanted], pool.outside[:wanted]):
            drawn = pool.known(adversary, people)
            truth = truth_of(pool.source, drawn, pool.items, pool.released.scale)
            some = np.flatnonzero(truth.sizes > 0)
            sides.append(_measured(drawn.knowledge, truth, model, division.rest.items)[some])
        found.append(learned(sides[0], sides[1], "held out", adversary.name))
    said = [each for each in found if each is not None]
    return max(said, key=lambda each: each.gain.rate, default=None)


def _measured(knowledge: Knowledge, truth: Truth, model: Model, items: int) -> Floats:
    """What guesses reach: a row per target, a column per way (the recommender stands where neighbours do)."""
    from standout.kernels.guessing import hits

    starts, known, targets = knowledge.starts, knowledge.items.astype(np.int64), knowledge.targets
    usual = np.tile(model.popularity(np.arange(items)), (targets, 1))
    spoken = np.array([model.scores(known[starts[at] : starts[at + 1]], items) for at in range(targets)])
    out = np.full((targets, len(WAYS), MEASURES), np.nan)
    for way, scores in enumerate((usual, spoken.reshape(usual.shape), usual)):
        came, none = np.zeros((targets, 3)), np.zeros((targets, 0))
        hits(scores, none, starts, known, truth.starts, truth.items, truth.values, min(LIST, items), came)
        ten, whole, _ = came.T
        few, many = np.clip(truth.sizes, 1, LIST), np.maximum(truth.sizes, 1)
        out[:, way, :3] = np.stack((ten / few, ten / many, whole / many), axis=1)
    return out
