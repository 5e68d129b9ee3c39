"""Finding the cheapest edits: one profile against 6,000 personas, and many profiles against NumPy."""

from __future__ import annotations

import time
from statistics import median

import numpy as np

from benchmarks.personas import without_names
from benchmarks.timing import Compared, compare
from standout.common.arrays import Int32s, Int64s
from standout.profiles.blending.edits import PersonaIndex
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine

SUPPORT = 0.00075
"""At this support the invented population of the paper's size has about 6,000 personas."""
PROFILES = 2_000


def built() -> tuple[Population, PersonaIndex]:
    """The population of the paper's size and its personas, ready."""
    people = without_names(29_915)
    return people, PersonaIndex(people, mine(people, SUPPORT))


def one_profile(people: Population, index: PersonaIndex) -> float:
    """Milliseconds for the distances of one profile to every persona: the median of 200 people."""
    took = []
    for person in range(201):
        begin = time.perf_counter()
        index.distances(people.pairs[people.starts[person] : people.starts[person + 1]])
        took.append(time.perf_counter() - begin)
    return 1_000 * median(took[1:])


def against_numpy(people: Population, index: PersonaIndex) -> Compared:
    """Ours on one thread beside comparing tables with NumPy, one value per attribute, a profile at a time."""
    wide = len(people.attributes)

    def table(starts: Int64s, pairs: Int32s) -> Int32s:
        cells = np.full((len(starts) - 1, wide), -1, np.int32)
        cells[np.repeat(np.arange(len(starts) - 1), np.diff(starts)), people.pair_attribute[pairs]] = pairs
        return cells

    starts = people.starts[: PROFILES + 1]
    profiles = table(starts, people.pairs[: starts[-1]])
    personas = table(index.starts, index.pairs)
    has = personas >= 0

    def theirs() -> list[Int64s]:
        found = []
        for profile in profiles:
            shown = profile >= 0
            costs = 5 * (has & (personas != profile)).sum(axis=1) + (shown & ~has).sum(axis=1)
            found.append(np.flatnonzero(costs == costs.min()))
        return found

    return compare(lambda: index.nearest(starts, people.pairs[: starts[-1]], threads=1), theirs, repeats=3)
