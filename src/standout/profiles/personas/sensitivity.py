"""How the number of personas hangs on the support and on the size of the population (the paper's figure 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats
from standout.errors import BadInput
from standout.profiles.people.population import NO_SITES, Population
from standout.profiles.personas.mining import least_people, mine
from standout.profiles.personas.persona_set import PersonaSet

FACTORS = (0.7, 0.8, 0.9, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
"""The supports looked at, as multiples of the chosen one: the paper goes from 0.0007 to 0.0025 around 0.001."""
SHARES = (1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6)
"""The samples looked at: the paper takes 5,000 to 25,000 of its 29,915 people."""
_LARGE = 200_000
_LIMIT = 1_000_000


@dataclass(frozen=True)
class Fit:
    """A straight line through points, and how much of their variance it explains."""

    slope: float
    intercept: float
    r2: float


def by_support(
    population: Population, personas: PersonaSet, min_size: int, max_size: int | None = None
) -> list[tuple[float, int]]:
    """Supports and how many personas each gives; one search at the lowest finds all.

    Supports below the chosen one are left out where they give too many, or where they mean the same number of people.
    """
    lowest = personas.support * min(FACTORS)
    try:
        counts = mine(population, lowest, min_size, max_size, limit=_LIMIT).counts
        factors: Sequence[float] = FACTORS
    except BadInput:
        counts, factors = personas.counts, [factor for factor in FACTORS if factor >= 1]
    counted = []
    for factor in factors:
        support = personas.support * factor
        if support <= 1:
            counted.append((support, int((counts >= least_people(support, population.size)).sum())))
    return counted


def by_population(
    population: Population, support: float, min_size: int, max_size: int | None = None, *, seed: int = 1,
    runs: int | None = None,
) -> list[tuple[int, list[int]]]:  # fmt: skip
    """Sizes of random samples and how many personas each run found; a sample that is too small is left out."""
    whole = population.merged()
    turns = runs or (5 if whole.size <= _LARGE else 2)
    counted = []
    for share in SHARES:
        size = round(share * whole.size)
        if support * size < 2:
            continue
        counts = []
        for turn in range(turns):
            rng = np.random.default_rng([seed, size, turn])
            people = np.sort(np.argsort(rng.random(whole.size), kind="stable")[:size])
            try:
                counts.append(len(mine(part_of(whole, people), support, min_size, max_size, limit=_LIMIT)))
            except BadInput:
                continue
        if counts:
            counted.append((size, counts))
    return counted


def part_of(population: Population, people: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Population:
    """These people alone, on one site; the vocabulary stays."""
    whole = population.merged()
    lengths = whole.starts[people + 1] - whole.starts[people]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    places = np.arange(starts[-1]) - np.repeat(starts[:-1] - whole.starts[people], lengths)
    return Population(
        whole.attributes, whole.values, (), whole.people.take(people), starts, whole.pairs[places], NO_SITES
    )


def straight_line(x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> Fit | None:
    """Least squares; none where a line cannot be fitted."""
    across, up = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if len(across) < 3 or not np.ptp(across) or not np.ptp(up):
        return None
    slope, intercept = np.polyfit(across, up, 1)
    unexplained = ((up - slope * across - intercept) ** 2).sum()
    return Fit(float(slope), float(intercept), float(1 - unexplained / ((up - up.mean()) ** 2).sum()))
