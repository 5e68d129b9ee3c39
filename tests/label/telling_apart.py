"""Telling two worlds apart by what is published in each: a lower bound on epsilon that no luck explains.

An attacker sees bulletins of both worlds, learns from one half of them, and guesses the world of the other half. How
often the guess is right bounds epsilon from below: P(guess | one) <= e^epsilon P(guess | other) + delta, for each guess
and either way round. Bounds of the probabilities are exact (Clopper and Pearson), at a confidence that no run of the
tests will ever exceed by chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy import stats

from standout.common.arrays import Floats
from standout.errors import BadInput
from standout.results.bulletin import Bulletin

CHANCE = 2e-11
"""How likely each single bound is wrong. Eight go into one answer and six answers into a run of the tests, so a promise
that is kept fails once in 1e9 runs."""


def features(bulletin: Bulletin, ids: Sequence[str]) -> Floats:
    """Everything a bulletin says, as numbers: counts by item, and all that is made from counts."""
    counts = dict(zip(bulletin.ids, bulletin.holders, strict=True))
    told = [float(counts.get(each, 0)) for each in ids]
    told += [float(each in counts) for each in ids]
    told += [bulletin.people, bulletin.interactions, bulletin.folded.items, bulletin.folded.interactions]
    told += [len(bulletin.ids), float(np.mean(bulletin.crowd)), bulletin.crowd[-1]]
    for _, scored in bulletin.scores.items():
        told += [scored.norm.min, scored.norm.max, len(scored.groups), scored.groups[0].people]
        told += [scored.groups[0].centroid, scored.groups[-1].centroid]
    return np.array(told, np.float64)


def published(make: Callable[[], Bulletin], ids: Sequence[str], times: int) -> Floats:
    """What comes out of so many runs, a row each; refusing to publish is something that is seen, too."""
    rows: list[Floats | None] = []
    for _ in range(times):
        try:
            rows.append(np.append(features(make(), ids), 0.0))
        except BadInput:
            rows.append(None)
    width = next((len(row) for row in rows if row is not None), 1)
    refused = np.append(np.zeros(width - 1), 1.0)
    return np.array([refused if row is None else row for row in rows])


def least_epsilon(one: Floats, other: Floats, delta: float = 0.0) -> float:
    """The epsilon that these two worlds show at the least; 0 where they cannot be told apart."""
    weights, border = _learnt(one[::2], other[::2])
    ours, theirs = one[1::2] @ weights > border, other[1::2] @ weights > border
    pairs = [(ours, theirs), (theirs, ours), (~ours, ~theirs), (~theirs, ~ours)]
    return max(0.0, *(_ratio(int(a.sum()), len(a), int(b.sum()), len(b), delta) for a, b in pairs))


def _learnt(one: Floats, other: Floats) -> tuple[Floats, float]:
    """Fisher's direction with equal shrinkage towards independent features, and the middle between both worlds."""
    both = np.vstack((one - one.mean(0), other - other.mean(0)))
    spread = np.maximum(both.std(0), 1e-9)
    scaled = both / spread
    pooled = 0.5 * (scaled.T @ scaled) / len(both) + 0.5 * np.eye(len(spread))
    gap = (one.mean(0) - other.mean(0)) / spread
    weights = np.linalg.solve(pooled, gap) / spread
    return weights, float((one.mean(0) + other.mean(0)) @ weights / 2)


def _ratio(hits: int, runs: int, false: int, others: int, delta: float) -> float:
    low = float(stats.beta.ppf(CHANCE, hits, runs - hits + 1)) if hits else 0.0
    high = float(stats.beta.ppf(1 - CHANCE, false + 1, others - false)) if false < others else 1.0
    return math.log((low - delta) / high) if low > delta else -math.inf
