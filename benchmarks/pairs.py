"""`python -m benchmarks.pairs [DATA …]`: what noisy pairs are worth to people who are not in them.

A fifth of the people (at most 2,000) is held out; of each of them a fifth of the items is asked for, the rest is the
history that they bring. Pairs of the others are published with real noise, epsilon by epsilon, and recommend ten items
each. Beside them: EASE (Steck 2019) over all items without any noise, the best of four ridges, and popularity.
DATA is whatever standout reads, or `invented:100000` for a sample of so many people; without it, ml-1m and that.
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.places import ml_1m
from standout.common.arrays import Floats, Int64s
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.io.reading import read
from standout.io.tables.catalogue import Catalogue
from standout.kernels.together import add_together
from standout.label.pairs.factoring import scores_for
from standout.label.pairs.gaussian import PairsBudget
from standout.label.pairs.making import make_pairs
from standout.protections.person_records import records_of, with_records
from standout.sample.invention import SampleSettings, draw_sample
from standout.verification.ranking import ndcg

EPSILONS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
RIDGES = (100.0, 300.0, 1000.0, 3000.0)
LIST, MOST_TESTED = 10, 2_000
LOST = 0.05

Scores = Callable[[Int64s], Floats]


@dataclass(frozen=True)
class Trial:
    """People to learn from, and what others bring and are asked for."""

    learned: LocalDataset
    brought: list[Int64s]
    asked: list[Int64s]

    def worth(self, scores: Scores) -> Floats:
        """nDCG@10 of each held-out person, whose own items are not recommended."""
        hits = np.zeros((len(self.asked), LIST), bool)
        for row, (own, wanted) in enumerate(zip(self.brought, self.asked, strict=True)):
            points = scores(own).copy()
            points[own] = -np.inf
            best = np.argsort(-points, kind="stable")[:LIST]
            hits[row] = np.isin(best, wanted) & np.isfinite(points[best])
        return ndcg(hits, np.array([len(wanted) for wanted in self.asked]))


def trial_of(data: LocalDataset, seed: int = 1) -> Trial:
    """Hold people out, and items of theirs."""
    dice = np.random.default_rng(seed)
    order = dice.permutation(data.people)
    tested = order[: min(data.people // 5, MOST_TESTED)]
    rest = np.sort(order[len(tested) :])
    brought, asked = [], []
    records = data.held.records
    for person in tested.tolist():
        items = np.asarray(records.items[records.starts[person] : records.starts[person + 1]]).astype(np.int64)
        out = dice.random(len(items)) < 0.2
        if out.any() and not out.all():
            brought.append(items[~out])
            asked.append(items[out])
    names = data.vocabulary
    left = names.only(rest)
    return Trial(with_records(data, records_of(records, rest), vocabulary=left), brought, asked)


def together(data: LocalDataset) -> Floats:
    """How many people have each two items."""
    records, square = once(data.held.records), np.zeros((data.items, data.items))
    places, ones = np.arange(data.items), np.ones(data.items + 1)
    add_together(records.starts, np.asarray(records.items), places, ones, 0, data.people, square)
    return np.asarray(np.triu(square) + np.triu(square, 1).T)


def ease_scores(square: Floats, ridge: float) -> Scores:
    """EASE over all items, without noise."""
    inverse = np.linalg.inv(square + ridge * np.eye(len(square)))
    weights = -inverse / np.diag(inverse)
    np.fill_diagonal(weights, 0.0)
    return lambda own: np.asarray(weights[own].sum(axis=0))


def pairs_scores(data: LocalDataset, epsilon: float) -> tuple[Scores, str]:
    """What noisy pairs say, and how much was published."""
    catalogue = Catalogue("all items", tuple(sorted(map(str, data.vocabulary.items.to_pylist()))), (None,) * data.items)
    made = make_pairs(data, PairsBudget(epsilon), "2026-01-01", catalogue=catalogue)
    codes = Catalogue("", made.ids, (None,) * len(made.ids)).codes(data)
    place = np.full(data.items, -1, np.int64)
    place[codes] = np.arange(len(codes))
    rows, scales = np.array(made.factors), np.array(made.scales)

    def scores(own: Int64s) -> Floats:
        points = np.full(data.items, -np.inf)
        history = place[own]
        points[codes] = scores_for(rows, scales, history[history >= 0])
        return points

    return scores, f"{len(made.ids):,} items, {rows.shape[1]} factors, ±{made.made.deviation:.1f} people"


def table(name: str, data: LocalDataset) -> None:
    """Print what is lost for each epsilon, and where it is 5%."""
    trial = trial_of(data)
    popular = trial.worth(lambda _: trial.learned.holders.astype(np.float64))
    square = together(trial.learned)
    best = max((trial.worth(ease_scores(square, ridge)) for ridge in RIDGES), key=np.mean)
    print(f"{name}: {trial.learned.people:,} people learned from, {len(trial.asked):,} tested, {data.items:,} items")
    print(f"  without noise {best.mean():.3f} (EASE, all items); popularity {popular.mean():.3f}", flush=True)
    losses: list[tuple[float, float]] = []
    for epsilon in EPSILONS:
        begin = time.perf_counter()
        try:
            scores, what = pairs_scores(trial.learned, epsilon)
        except BadInput as refused:
            print(f"  epsilon {epsilon:5g}: {refused}", flush=True)
            continue
        taken = time.perf_counter() - begin
        worth = trial.worth(scores)
        lost, spread = 1 - worth.mean() / best.mean(), 1.96 * (worth - best).std() / math.sqrt(len(best)) / best.mean()
        losses.append((epsilon, lost))
        print(
            f"  epsilon {epsilon:5g}: {worth.mean():.3f}, {lost:6.1%} ± {spread:.1%} lost; {what}; {taken:.0f} s",
            flush=True,
        )
    print(f"  5% are lost at {_where(losses)}", flush=True)


def _where(losses: list[tuple[float, float]]) -> str:
    """The epsilon at which so much is lost, between two that were tried, on a scale of doublings."""
    if not losses or losses[-1][1] > LOST:
        return "more than the largest epsilon tried"
    for (low, before), (high, after) in pairwise(losses):
        if before > LOST >= after:
            share = (before - LOST) / (before - after)
            return f"epsilon {math.exp(math.log(low) + share * (math.log(high) - math.log(low))):.2f}"
    return f"less than epsilon {losses[0][0]:g}"


def main(names: list[str]) -> None:
    place = ml_1m()
    for name in names or [*([] if place is None else [str(place)]), "invented:100000"]:
        if name.startswith("invented:"):
            people = int(name.partition(":")[2])
            with tempfile.TemporaryDirectory() as folder:
                drawn = draw_sample(Path(folder) / "drawn", SampleSettings(people=people, interactions=60 * people))
                table(name, read(drawn))
        else:
            table(Path(name).name, read(Path(name)))


if __name__ == "__main__":
    main(sys.argv[1:])
