"""Record linkage that learns its weights from the data: no answers to compare, so accuracy stands beside time.

The same adversary for all: 8 known items with values and days, 2 of them wrong, days up to 14 off. Found is whose true
record alone scores best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.peers import linking_recordlinkage, linking_splink, pandas_merge
from benchmarks.peers.contests import SEED
from benchmarks.peers.optional import there
from benchmarks.peers.sums import found_first
from benchmarks.timing import spent
from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.engines.local import LocalEngine
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, of_targets, seed_for
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of

MISTAKEN = Adversary("mistaken", items=8, wrong=2, days=14)
Links = tuple[Int64s, Int64s, Floats]
"""Targets, records and scores, in parallel."""


@dataclass(frozen=True)
class Accuracy:
    """What one way finds, and what it takes."""

    way: str
    weights: str
    """Where they are from."""
    targets: int
    found: Estimate
    processor: float
    """Seconds, of all targets, learning included."""


def accuracies(data: LocalDataset, targets: int) -> Iterator[Accuracy]:
    """Peers that are there, then ours, about the same targets."""
    order = np.random.default_rng(seed_for(SEED, "peers")).permutation(data.people)
    targets = min(targets, data.people)
    drawn = data.engine.draw(data, MISTAKEN, order[:targets], seed=SEED)
    knowledge, truths = drawn.knowledge, drawn.truths
    ways: dict[str, tuple[str, Callable[[], Links]]] = {}
    if there("recordlinkage"):
        by_toolkit = partial(linking_recordlinkage.linked, data, pandas_merge.ratings_of(data), knowledge, targets)
        ways["recordlinkage, `ECMClassifier`"] = ("expectation maximisation, rarity of items added", by_toolkit)
    if there("splink"):
        by_splink = partial(linking_splink.linked, data, linking_splink.stored(data), knowledge, targets)
        ways["Splink on DuckDB"] = ("expectation maximisation, adjusted by frequency of items", by_splink)
    for way, (weights, work) in ways.items():
        yield _theirs(way, weights, work, truths)
    for name, weights in (("scoreboard-rh", "fixed by the paper"), ("likelihood", "from the adversary's rule")):
        yield _ours(data, knowledge, truths, name, weights)


def _theirs(way: str, weights: str, work: Callable[[], Links], truths: Int64s) -> Accuracy:
    links: list[Links] = []
    took = spent(lambda: links.append(work()))
    return Accuracy(way, weights, len(truths), _rate(found_first(*links[0], truths) > 0), took.processor)


def _ours(data: LocalDataset, knowledge: Knowledge, truths: Int64s, name: str, weights: str) -> Accuracy:
    attack, engine = bound(ATTACKS[name], MISTAKEN), LocalEngine(1)
    engine.score(data, of_targets(knowledge, np.arange(1)), attack, truths[:1])  # so that nothing is left to compile
    places: list[Int64s] = []

    def work() -> None:
        tally = engine.score(data, knowledge, attack, truths)
        places.append(tally.beat + tally.tied)

    took = spent(work)
    return Accuracy(f"Standout, `{name}`", weights, len(truths), _rate(places[0] == 0), took.processor)


def _rate(found: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Estimate:
    estimate = rate_of(found)
    assert estimate is not None
    return estimate
