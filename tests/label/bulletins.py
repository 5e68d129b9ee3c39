"""Bulletins for tests, put together by hand or by a seed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from standout.label.bulletin.groups import bands_of
from standout.results.bulletin import Bulletin, Folded, Group, Made, NamedItems, Norm, Scored, Scores
from standout.results.bulletin_checks import GROUP_NAMES, VERSION

FOLDED = Folded(40, 90)
MADE = Made(
    standout="test", min_holders=5, trimmed=0.05, groups="found", guarantee="Made up for a test: it is about nobody."
)


def groups_at(*centroids: float) -> tuple[Group, ...]:
    """Groups with these centroids, from not safe to safe."""
    return tuple(
        Group(name, centroid, max(centroid - 0.05, 0.0), min(centroid + 0.05, 1.0), 10)
        for name, centroid in zip(GROUP_NAMES[len(centroids)], centroids, strict=True)
    )


def bulletin_of(
    titles: Sequence[str | None] | None,
    counts: Sequence[int],
    ids: Sequence[str] | None = None,
    *,
    people: int = 1_000,
    rare_below: int = 100,
    crowd: Sequence[float] = (5.0, 12.0, 30.0, 80.0),
    folded: Folded = FOLDED,
    paper: Norm = Norm(0.7, 6.5),  # noqa: B008  (it cannot change)
) -> Bulletin:
    """A bulletin with these items; three groups by the better score, two by the paper's."""
    named = NamedItems(
        ids=tuple(ids or (str(place + 1) for place in range(len(counts)))),
        holders=tuple(int(count) for count in counts),
        titles=None if titles is None else tuple(titles),
    )
    return Bulletin(
        version=VERSION,
        date="2026-01-31",
        people=people,
        interactions=int(sum(counts)) + folded.interactions,
        rare_below=rare_below,
        named=named,
        folded=folded,
        crowd=tuple(crowd),
        scores=Scores(
            better=Scored(Norm(0.5, 6.9), groups_at(0.15, 0.45, 0.8)),
            paper=Scored(paper, groups_at(0.3, 0.75)),
            hiding=Scored(Norm(0.0, round(math.log(people), 6)), bands_of(np.empty(0), people, 1)),
        ),
        made=MADE,
    )


def random_bulletin(seed: int, items: int = 400) -> Bulletin:
    """Items with counts from one holder to many, several of them tied, and titles from a few words."""
    dice = np.random.default_rng(seed)
    counts = np.maximum(1, (dice.pareto(0.7, items) * 6).astype(np.int64))
    counts = np.minimum(counts, 900)
    words = ["river", "night", "house", "blue", "last", "garden", "war", "summer", "stranger", "glass"]
    titles = [f"{' '.join(dice.choice(words, 3)).title()} ({1950 + int(dice.integers(70))})" for _ in range(items)]
    crowd = np.sort(dice.gamma(1.5, 20, 12)) + 1
    return bulletin_of(titles, counts.tolist(), crowd=[round(float(one), 3) for one in crowd])
