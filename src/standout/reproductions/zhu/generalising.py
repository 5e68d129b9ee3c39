"""How many people show exactly the same: profiles as they are, turned into personas, and k-anonymous by generalisation.

The generalisation is a plain one (Sweeney's Datafly): the attribute with the most different values is made coarser, a
level at a time, until few people are in groups below k; those then show nothing. Steps of numbers double their width;
everything else goes from shown to not shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int32s, Int64s
from standout.profiles.people.population import Population

LEFT_OUT = 0.05
"""So many people at most may end up showing nothing."""

_STEP = re.compile(r"^(\d+)–(\d+)$")
Words64 = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Generalised:
    """Everyone's group after generalising, and what is left of what they showed."""

    groups: Int64s
    """The size of each person's group; people who show nothing any more are a group of their own."""
    kept: float
    """The share of what was shown that still is: 1 for a value as it was, less for a coarser one, 0 for none."""
    left_out: float
    """The share of people who show nothing any more."""


def group_sizes(starts: Int64s, pairs: Int32s, marks: Words64) -> Int64s:
    """How many people, each counted in, show exactly the same as each person."""
    _, group, counts = np.unique(exact_marks(starts, pairs, marks), return_inverse=True, return_counts=True)
    return counts[group].astype(np.int64)


def pair_marks(pairs: int, seed: int) -> Words64:
    """A random word for each pair; the sum over a profile stands for the profile."""
    return np.random.default_rng([seed, 11]).integers(1, 2**63, pairs, np.uint64)


def exact_marks(starts: Int64s, pairs: Int32s, marks: Words64) -> Words64:
    """One word for each profile, the same for the same pairs."""
    sums = np.concatenate(([np.uint64(0)], np.cumsum(marks[pairs], dtype=np.uint64)))
    return np.asarray(sums[starts[1:]] - sums[starts[:-1]], np.uint64)


def generalised(population: Population, k: int, seed: int) -> Generalised:
    """Make profiles coarser until nearly everybody is in a group of at least k; the rest show nothing."""
    levels = _levels(population, seed)
    reached = np.zeros(len(levels), np.int64)
    cells = np.stack([own[0] for own in levels])
    while True:
        _, group, counts = np.unique(cells.sum(axis=0, dtype=np.uint64), return_inverse=True, return_counts=True)
        small = counts[group] < k
        open_ones = [column for column, own in enumerate(levels) if reached[column] < len(own) - 1]
        if small.mean() <= LEFT_OUT or not open_ones:
            break
        widest = max(open_ones, key=lambda column: len(np.unique(cells[column])))
        reached[widest] += 1
        cells[widest] = levels[widest][reached[widest]]
    heights = np.array([max(len(own) - 1, 1) for own in levels])
    shown = np.stack([own[0] > 0 for own in levels])
    worth = (1 - reached / heights)[:, None] * shown * ~small[None, :]
    sizes = np.where(small, small.sum(), counts[group]).astype(np.int64)
    return Generalised(sizes, float(worth.sum() / max(1, shown.sum())), float(small.mean()))


def _levels(population: Population, seed: int) -> list[list[Words64]]:
    """For each attribute what everybody shows, ever coarser: a word per person, 0 where nothing is shown."""
    by_attribute = []
    for attribute, values in enumerate(population.values):
        first = int(population.first_pair[attribute])
        steps = [_STEP.match(value) for value in values]
        codes = [np.arange(len(values))]
        if values and all(steps):
            lows = np.array([int(step[1]) for step in steps if step])
            width = min(int(step[2]) - int(step[1]) + 1 for step in steps if step)
            while len(np.unique(codes[-1])) > 2:
                width *= 2
                codes.append(lows // width)
        own = np.flatnonzero(population.pair_attribute[population.pairs] == attribute)
        pairs, people = population.pairs[own] - first, population.owners[own]
        levels = []
        for level, code in enumerate(codes):
            marks = np.random.default_rng([seed, 12, attribute, level]).integers(
                1, 2**63, code.max(initial=0) + 1, np.uint64
            )
            cells = np.zeros(population.size, np.uint64)
            np.add.at(cells, people, marks[code[pairs]])
            levels.append(cells)
        by_attribute.append([*levels, np.zeros(population.size, np.uint64)])
    return by_attribute
