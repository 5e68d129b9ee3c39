"""The best by dot products with implicit: everybody's factors (`topk`), and cosines of whole records (`all_pairs_knn`).

Taste is a dot product of what is known and of each record, plus what shared items are worth. The product alone is what
implicit answers; shared items (which count for or against a record) it cannot add.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.peers.answers import CLOSE, Agreement, Top, agreement
from benchmarks.peers.optional import package
from standout.attacks.contract import ALONE, Attack, DenseGains, Probabilities, Verdict
from standout.attacks.taste import Taste
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.engines.local import LocalEngine
from standout.engines.whole_records import records_of
from standout.knowledge.draw import Knowledge
from standout.risk.taste_learning import taste_learnt
from standout.risk.taste_splits import Split, split


@dataclass(frozen=True, eq=False)
class Ready:
    """An attack whose gains were worked out beforehand, as implicit gets its factors."""

    ready: DenseGains
    name: str = "taste, the product alone"
    summary: str = "What records are like as a whole."
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "posterior"
    present: float = 0.5

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> DenseGains:  # noqa: ARG002
        return self.ready


def learnt(data: LocalDataset, seed: int, most: int) -> tuple[Split, DenseGains]:
    """Everybody's record cut at its middle; what taste makes of it, without shared items and without what is the same
    for everybody."""
    people = np.flatnonzero(data.lengths > 1)[:most]
    parts = split(records_of(data, people), data, "mixed", 0, seed)
    model = taste_learnt(Taste(), parts.known, parts.released, seed).attack.model
    assert model is not None, "too few people to learn a taste from"
    gains = model.gains(parts.known, parts.released.held, parts.released.facts)
    return parts, product_alone(gains)


def product_alone(gains: DenseGains) -> DenseGains:
    return replace(gains, weights=np.zeros_like(gains.weights), starts=np.zeros_like(gains.starts))


def ours(parts: Split, gains: DenseGains, many: int, threads: int) -> Top:
    """Everybody scored for everybody; scores are in nats."""
    attack: Attack = Ready(gains)
    nobody = np.full(parts.known.targets, -1)
    tally = LocalEngine(threads).score(parts.released, parts.known, attack, nobody, top=many)
    return Top(tally.top_records, tally.top_scores)


def theirs(people: Any, targets: Any, units: Floats, many: int) -> Top:
    """The best by `topk`; in nats as well."""
    records, products = package("implicit.cpu.topk").topk(people, targets, many, num_threads=1)
    return Top(records.astype(np.int64), products.astype(np.float64) * units[:, None])


def same_products(ours: Top, theirs: Top) -> Agreement:
    """As `same_top`, but scores may differ by a hundred-thousandth of the largest: large parts of a product cancel
    out, and single precision keeps what it keeps of the largest."""
    near = CLOSE * np.abs(theirs.scores).max()
    scores = (np.abs(ours.scores - theirs.scores) <= near).all(axis=1)
    clear = ours.scores > ours.scores[:, -1:] + near
    listed = (ours.records[:, :, None] == theirs.records[:, None, :]).any(axis=2)
    return agreement(np.asarray(scores & (listed | ~clear).all(axis=1), np.bool_))


def cosines(transposed: Any, many: int, people: Int64s) -> Top:
    """The records most similar to each of these people's, all at once: it asks for everybody."""
    knn = package("implicit.nearest_neighbours").all_pairs_knn
    found = knn(transposed, many, show_progress=False, num_threads=1).tocsr()
    rows = np.repeat(np.arange(found.shape[0]), np.diff(found.indptr))
    order = np.lexsort((-found.data, rows))
    places = np.arange(len(rows)) - np.asarray(found.indptr)[rows]
    best, scores = np.full((found.shape[0], many), -1), np.zeros((found.shape[0], many))
    best[rows, places], scores[rows, places] = found.indices[order], found.data[order]
    return Top(best[people], scores[people])
