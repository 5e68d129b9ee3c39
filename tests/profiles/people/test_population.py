"""Populations, their exposure, and the invented one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.profiles.people.invented_population import NAMES, draw_population
from standout.profiles.people.population import Population
from tests.profiles.small_populations import population_of, profiles


@given(st.lists(profiles(several=True), min_size=1, max_size=10))
def test_a_population_gives_back_what_went_in(people: list[dict[str, list[str]]]) -> None:
    population = population_of(people)
    for person, profile in enumerate(people):
        assert population.profile(person) == {name: tuple(sorted(profile[name])) for name in sorted(profile)}
    shared = population.shared()
    assert shared.tolist() == [len(profile) for profile in people]
    if shared.any():
        assert population.exposure().mean() == pytest.approx(1)
    holders = [
        sum(v in profile.get(a, ()) for profile in people)
        for a, v in map(population.pair_name, range(population.pair_count))
    ]
    assert population.holders.tolist() == holders


def test_sites_are_merged() -> None:
    population = population_of([{"A": {"a": "x", "b": "x"}, "B": {"a": "x", "b": "y"}}], ("A", "B"))
    assert len(population.pairs) == 4
    assert population.merged().profile(0) == {"a": ("x",), "b": ("x", "y")}
    assert population.shared().tolist() == [2]
    assert not population.several.any()
    assert population.merged().several.tolist() == [False, True]


def test_attributes_can_be_chosen() -> None:
    population = population_of([{"a": "x", "b": "y", "c": "z"}, {"c": "x"}])
    chosen = population.select(("c", "a"))
    assert chosen.attributes == ("c", "a")
    assert [chosen.profile(person) for person in range(2)] == [{"c": ("z",), "a": ("x",)}, {"c": ("x",)}]


def test_pairs_are_translated_between_vocabularies() -> None:
    one, other = population_of([{"a": "x", "b": "y"}]), population_of([{"b": "y", "a": "z"}, {"b": "w"}])
    assert one.translation(other).tolist() == [-1, other.pair_id("b", "y")]


def entries(population: Population) -> tuple[bytes, ...]:
    arrays = (population.starts, population.pairs, population.pair_sites)
    return tuple(array.tobytes() for array in arrays) + tuple(map(str.encode, population.people.to_pylist()))


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, again, other = (draw_population(500, seed=seed) for seed in (3, 3, 4))
    assert [entries(each) for each in first] == [entries(each) for each in again]
    assert entries(first[0]) != entries(other[0])


def test_the_truth_is_whole_and_the_sites_agree_with_it_but_for_errors() -> None:
    for errors in (0.0, 0.05):
        sites, truth = draw_population(4_000, errors=errors)
        assert sites.attributes == truth.attributes
        assert (truth.shared() == len(truth.attributes)).all()
        real = set((truth.owners * truth.pair_count + truth.pairs).tolist())
        shown = (sites.owners * sites.pair_count + sites.pairs).tolist()
        wrong = np.mean([one not in real for one in shown])
        assert wrong == 0 if errors == 0 else 0.01 < wrong < errors


def test_names_collide_and_people_are_missing_from_sites() -> None:
    sites, truth = draw_population(10_000)
    names = truth.select(NAMES)
    together = names.pairs.reshape(-1, 2)
    _, counts = np.unique(together, axis=0, return_counts=True)
    assert counts.max() > 20
    assert (counts == 1).sum() > 100
    on = np.zeros((sites.size, 3), np.bool_)
    on[sites.owners, sites.pair_sites] = True
    assert on.any(axis=1).all()
    assert (on.mean(axis=0) > 0.3).all()
    assert (on.mean(axis=0) < 0.97).all()
    assert sites.several.tolist() == [name == "group" for name in sites.attributes]


@pytest.mark.parametrize("sites", [1, 5])
def test_there_may_be_one_site_or_many(sites: int) -> None:
    population, _ = draw_population(300, sites)
    assert len(set(population.sites)) == sites
    assert bool(len(population.pair_sites)) == (sites > 1)


def test_what_cannot_be_drawn_is_refused() -> None:
    for wrong in ({"people": 0}, {"sites": 0}, {"errors": 2.0}, {"seed": -1}):
        with pytest.raises(BadInput):
            draw_population(**wrong)
