"""How the number of personas moves with support and population."""

from __future__ import annotations

import numpy as np
import pytest

from standout.profiles.people.invented_population import draw_population
from standout.profiles.personas.mining import mine
from standout.profiles.personas.sensitivity import FACTORS, by_population, by_support, part_of, straight_line
from tests.profiles.small_populations import population_of


def test_each_support_gives_what_a_search_of_its_own_would() -> None:
    population, _ = draw_population(2_000)
    rows = by_support(population, mine(population, 0.01), 2)
    assert [support for support, _ in rows] == [0.01 * factor for factor in FACTORS]
    assert [count for _, count in rows] == [len(mine(population, support)) for support, _ in rows]


def test_samples_are_of_their_size_and_the_same_for_the_same_seed() -> None:
    population, _ = draw_population(1_200)
    rows = by_population(population, 0.02, 2, seed=4)
    assert [size for size, _ in rows] == [200, 400, 600, 800, 1_000]
    assert all(len(counts) == 5 for _, counts in rows)
    assert rows == by_population(population, 0.02, 2, seed=4)
    assert by_population(population_of([{"a": "x"}] * 10), 0.01, 2) == []


def test_a_part_of_a_population_has_these_people() -> None:
    population = population_of([{"a": "x"}, {"a": "y", "b": "x"}, {}, {"b": "y"}])
    part = part_of(population, np.array([1, 3]))
    assert part.people.to_pylist() == ["p1", "p3"]
    assert [part.profile(0), part.profile(1)] == [population.profile(1), population.profile(3)]


def test_a_straight_line() -> None:
    fit = straight_line([1, 2, 3, 4], [3, 5, 7, 9])
    assert fit is not None
    assert (fit.slope, fit.intercept, fit.r2) == pytest.approx((2, 1, 1))
    assert straight_line([1, 1, 1], [1, 2, 3]) is None
    assert straight_line([1, 2], [1, 2]) is None
