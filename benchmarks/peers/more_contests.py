"""Contests with the peers that have to be installed for it: record linkage, and the best by dot products."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.peers import implicit_topk, linking_recordlinkage, linking_splink, ours, pandas_merge, scikit
from benchmarks.peers.answers import same_best, same_top
from benchmarks.peers.contest import Contest
from benchmarks.peers.contests import EIGHT, SEED, TOP
from benchmarks.peers.optional import there
from standout.attacks import ATTACKS
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import Knowledge, of_targets, seed_for, whole_records


@dataclass(frozen=True)
class MoreSizes:
    """How many targets they are asked about, and how often."""

    ours: int = 1_000
    recordlinkage: int = 100
    splink: int = 1_000
    taste: int = 6_040
    rounds: int = 3

    def smaller(self) -> MoreSizes:
        return MoreSizes(100, 10, 100, 1_000, 2)


def more_contests(data: LocalDataset, sizes: MoreSizes) -> Iterator[Contest]:
    """Those whose peer is installed."""
    order = np.random.default_rng(seed_for(SEED, "peers")).permutation(data.people)
    drawn = data.engine.draw(data, EIGHT, order, seed=SEED).knowledge
    knowledge = of_targets(drawn, np.arange(min(sizes.ours, drawn.targets)))
    if there("recordlinkage"):
        yield _by_recordlinkage(data, knowledge, sizes)
    if there("splink"):
        yield _by_splink(data, knowledge, sizes)
    if there("implicit"):
        yield _by_cosines(data, order, sizes)
        yield from _by_taste(data, sizes)


def _by_recordlinkage(data: LocalDataset, knowledge: Knowledge, sizes: MoreSizes) -> Contest:
    many = min(sizes.recordlinkage, knowledge.targets)
    ratings = pandas_merge.ratings_of(data)
    return Contest(
        "recordlinkage, `Index.block` and `Compare.numeric`",
        "Scoreboard-RH, 8 known items with values and days: who is best, and by how much?",
        "target", partial(ours.best, data, knowledge, ATTACKS["scoreboard-rh"]), knowledge.targets,
        partial(linking_recordlinkage.best, data, ratings, knowledge, many), many, same_best, sizes.rounds,
    )  # fmt: skip


def _by_splink(data: LocalDataset, knowledge: Knowledge, sizes: MoreSizes) -> Contest:
    many = min(sizes.splink, knowledge.targets)
    return Contest(
        "Splink on DuckDB, `predict` with term frequencies, weights given",
        "8 known items with values, an entry that agrees counts log2(1 / its frequency): who is best, and by how much?",
        "target", partial(ours.best, data, knowledge, linking_splink.AgreeingEntries.of(data)), knowledge.targets,
        partial(linking_splink.best, data, linking_splink.stored(data), knowledge, many), many, same_best,
        sizes.rounds,
    )  # fmt: skip


def _by_cosines(data: LocalDataset, order: Int64s, sizes: MoreSizes) -> Contest:
    knowledge = whole_records(data.held, data.facts, order)
    transposed = scikit.record_matrix(data).T.tocsr().astype(np.float64)
    return Contest(
        "implicit, `all_pairs_knn`", f"TF-IDF, a whole record: the {TOP} most similar records",
        "target", partial(ours.top, data, knowledge, TOP), data.people,
        partial(implicit_topk.cosines, transposed, TOP, order), data.people, same_top, sizes.rounds,
    )  # fmt: skip


def _by_taste(data: LocalDataset, sizes: MoreSizes) -> Iterator[Contest]:
    parts, gains = implicit_topk.learnt(data, SEED, sizes.taste)
    for width in (np.float32, np.float64):
        people, targets = gains.people.astype(width), gains.targets.astype(width)
        yield Contest(
            f"implicit, `topk` in {'single' if width is np.float32 else 'double'} precision",
            f"taste, the dot product alone: the {TOP} best records", "target",
            partial(implicit_topk.ours, parts, gains, TOP), parts.known.targets,
            partial(implicit_topk.theirs, people, targets, gains.units, TOP), parts.known.targets,
            implicit_topk.same_products, sizes.rounds,
        )  # fmt: skip
