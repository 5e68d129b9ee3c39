"""Mining against a brute-force search and against mlxtend's FP-growth."""

from __future__ import annotations

import warnings
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.profiles.people.invented_population import draw_population
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import least_people, mine
from standout.profiles.personas.persona_set import PersonaSet
from tests.profiles.small_populations import population_of, profiles

Sets = dict[frozenset[tuple[str, str]], int]


def sets_of(personas: PersonaSet) -> Sets:
    found = {}
    for number, count in enumerate(personas.counts.tolist()):
        pairs = frozenset((a, v) for a, values in personas.persona(number).items() for v in values)
        assert pairs not in found
        found[pairs] = count
    return found


def brute_force(population: Population, least: int, min_size: int, max_size: int | None) -> Sets:
    counts: Counter[frozenset[tuple[str, str]]] = Counter()
    for person in range(population.size):
        pairs = [(a, v) for a, values in population.profile(person).items() for v in values]
        for size in range(min_size, min(max_size or len(pairs), len(pairs)) + 1):
            counts.update(frozenset(chosen) for chosen in combinations(pairs, size))
    return {pairs: count for pairs, count in counts.items() if count >= least}


def fpgrowth_sets(population: Population, support: float, min_size: int) -> Sets:
    import pandas as pd

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from mlxtend.frequent_patterns import fpgrowth

        table = np.zeros((population.size, population.pair_count), np.bool_)
        whole = population.merged()
        table[whole.owners, whole.pairs] = True
        found = fpgrowth(pd.DataFrame(table), min_support=support)
    return {
        frozenset(population.pair_name(pair) for pair in pairs): round(share * population.size)
        for share, pairs in zip(found["support"], found["itemsets"], strict=True)
        if len(pairs) >= min_size
    }


@given(
    st.lists(profiles(several=True), min_size=1, max_size=25),
    st.sampled_from([0.01, 0.1, 0.2, 0.34, 0.5, 1.0]),
    st.integers(1, 3),
    st.sampled_from([None, 3, 4]),
)
def test_all_personas_are_found_with_their_counts(
    people: list[dict[str, list[str]]], support: float, min_size: int, max_size: int | None
) -> None:
    population = population_of(people)
    personas = mine(population, support, min_size, max_size)
    least = least_people(support, len(people))
    assert sets_of(personas) == brute_force(population, least, min_size, max_size)
    order = list(zip((-personas.counts).tolist(), personas.sizes.tolist(), strict=True))
    assert order == sorted(order)


@given(st.lists(profiles(several=True), min_size=2, max_size=40), st.sampled_from([0.05, 0.1, 0.25]))
def test_mlxtend_finds_the_same(people: list[dict[str, list[str]]], support: float) -> None:
    population = population_of(people)
    if population.pair_count:
        assert sets_of(mine(population, support)) == fpgrowth_sets(population, support, 2)


@pytest.mark.slow
def test_mlxtend_finds_the_same_in_an_invented_population() -> None:
    population, _ = draw_population(3_000)
    assert sets_of(mine(population, 0.01)) == fpgrowth_sets(population, 0.01, 2)


def test_sites_are_merged_and_nobody_counts_twice() -> None:
    shown = {"city": "Here", "job": "Cook"}
    population = population_of([{"A": shown, "B": shown}, {"A": {"city": "Here"}, "B": {"job": "Cook"}}], ("A", "B"))
    assert sets_of(mine(population, 1.0)) == {frozenset([("city", "Here"), ("job", "Cook")]): 2}


def test_threads_change_nothing() -> None:
    population, _ = draw_population(2_000)
    one, four = mine(population, 0.005, threads=1), mine(population, 0.005, threads=4)
    assert list(one.rows()) == list(four.rows())
    assert len(one) > 100


@pytest.mark.parametrize("people", [[], [{}], [{}, {"a": "x"}], [{"a": "x"}, {"a": "x"}]])
def test_where_there_is_no_persona_none_is_found(people: list[dict[str, str]]) -> None:
    personas = mine(population_of(people), 0.5)
    assert len(personas) == 0
    assert personas.attributes == ()


def test_the_support_is_a_share_of_people_rounded_up() -> None:
    assert least_people(0.001, 29_915) == 30
    assert least_people(0.1, 30) == 3  # 0.1 × 30 is a little more than 3 in floating point
    assert least_people(0.001, 10) == 1
    population = population_of([{"a": "x", "b": "x"}] * 3 + [{"a": "y", "b": "y"}] * 2 + [{}] * 25)
    assert sets_of(mine(population, 0.1)) == {frozenset([("a", "x"), ("b", "x")]): 3}


@pytest.mark.parametrize(
    ("support", "min_size", "max_size", "said"),
    [(0.0, 2, None, "support"), (1.5, 2, None, "support"), (0.1, 0, None, "min_size"), (0.1, 3, 2, "max_size")],
)
def test_what_cannot_be_asked_for_is_refused(support: float, min_size: int, max_size: int | None, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        mine(population_of([{"a": "x"}]), support, min_size, max_size)


def test_too_many_personas_are_refused_before_memory_runs_out() -> None:
    population = population_of([{f"a{number}": "x" for number in range(14)}] * 3)
    assert len(mine(population, 1.0)) == 2**14 - 15
    with pytest.raises(BadInput, match="raise support"):
        mine(population, 1.0, limit=1_000)
