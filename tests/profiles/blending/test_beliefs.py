"""Beliefs against an obvious version in plain Python, and worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.profiles.blending.beliefs import believe, believe_many, identifiabilities, identifiability
from standout.profiles.people.invented_population import NAMES, draw_population
from standout.profiles.people.population import Population
from tests.profiles.small_populations import population_of, profiles

SITES = ("A", "B", "C")
Pair = tuple[str, str]
Shown = Mapping[str, Sequence[str]]


def reference(
    people: Sequence[Mapping[str, Shown]], several: set[str], initial: set[Pair], site: float, cross: float
) -> dict[Pair, float]:
    """The rounds of the search, word for word."""
    if not initial:
        return {}
    profiles = [
        (where, {(a, v) for a, vs in one.items() for v in vs}) for person in people for where, one in person.items()
    ]
    candidates = [(where, pairs) for where, pairs in profiles if pairs and initial <= pairs]
    believed: dict[Pair, float] = {}
    while True:
        estimates: dict[Pair, list[float]] = {}
        for pair in {pair for _, pairs in candidates for pair in pairs}:
            carriers, everyone, on = 0, 0, 0
            for place in SITES:
                here = [pairs for where, pairs in candidates if where == place]
                if not any(attribute == pair[0] for pairs in here for attribute, _ in pairs):
                    continue
                carry = sum(pair in pairs for pairs in here)
                carriers, everyone, on = carriers + carry, everyone + len(here), on + (carry > 0)
                if carry / len(here) > site:
                    estimates.setdefault(pair, []).append(carry / len(here))
            if on > 1 and carriers / everyone > cross:
                estimates.setdefault(pair, []).append(carriers / everyone)
        known = {attribute for attribute, _ in (*initial, *believed)}
        new: dict[Pair, float] = {}
        for pair, found in estimates.items():
            if pair in believed or pair in initial:
                continue
            if pair[0] in several:
                new[pair] = max(found)
            elif pair[0] not in known:
                rivals = [max(other) for name, other in estimates.items() if name[0] == pair[0] and name != pair]
                if all(max(found) > rival for rival in rivals):
                    new[pair] = max(found)
        if not new:
            return believed
        believed |= new
        held = initial | set(believed)
        candidates = [
            (where, pairs)
            for where, pairs in candidates
            if all(
                any((attribute, value) in held for name, value in pairs if name == attribute)
                for attribute, _ in pairs
                if any(attribute == name for name, _ in held)
            )
        ]


def several_of(population: Population) -> set[str]:
    return {name for name, more in zip(population.attributes, population.several, strict=True) if more}


def people_on_sites(several: bool) -> st.SearchStrategy[list[dict[str, dict[str, list[str]]]]]:
    return st.lists(st.dictionaries(st.sampled_from(SITES), profiles(several)), min_size=1, max_size=12)


@given(people_on_sites(True), st.sampled_from([0.0, 0.3, 0.5, 0.8]), st.sampled_from([0.2, 0.5, 0.7]), st.data())
def test_beliefs_are_those_of_the_plain_version(
    people: list[dict[str, dict[str, list[str]]]], site: float, cross: float, data: st.DataObject
) -> None:
    population = population_of(people, SITES)
    if not population.pair_count:
        return
    initial = data.draw(st.lists(st.integers(0, population.pair_count - 1), max_size=2, unique=True))
    found = believe(population, initial, site_threshold=site, cross_threshold=cross)
    ours = {
        population.pair_name(pair): confidence
        for pair, confidence in zip(found.pairs.tolist(), found.confidences.tolist(), strict=True)
    }
    named = {population.pair_name(pair) for pair in initial}
    assert ours == reference(people, several_of(population), named, site, cross)


@given(people_on_sites(False), st.sampled_from([0.4, 0.5]))
def test_many_at_once_are_the_same_as_one_by_one(
    people: list[dict[str, dict[str, list[str]]]], threshold: float
) -> None:
    population = population_of([{"A": {"a": ["x"]}}, *people], SITES)
    everyone = np.arange(population.size)
    many = believe_many(population, everyone, ("a",), site_threshold=threshold, cross_threshold=threshold)
    measured = identifiabilities(population, everyone, ("a",), site_threshold=threshold, cross_threshold=threshold)
    unedited = identifiabilities(
        population, everyone, ("a",), edited=population, site_threshold=threshold, cross_threshold=threshold
    )
    assert np.array_equal(measured, unedited)
    for person in range(population.size):
        values = population.profile(person).get("a", ())
        if len(values) > 1:
            continue  # sites disagree about what is known: tested by itself
        initial = [pair for value in values if (pair := population.pair_id("a", value)) is not None]
        one = believe(population, initial, site_threshold=threshold, cross_threshold=threshold)
        assert many.of(person).pairs.tolist() == one.pairs.tolist()
        assert measured[person] == pytest.approx(identifiability(one, len(population.attributes)))


TABLE_I = {
    ("gender", "female"): 0.9,
    ("language", "French"): 0.75,
    ("college", "UVA"): 0.8,
    ("occupation", "teacher"): 0.9,
    ("industry", "design"): 0.6,
    ("state", "Wyoming"): 0.75,
}


def table_i() -> Population:
    """Twenty profiles with one name, whose shares are the confidences of the paper's table I."""
    return population_of(
        [
            {"name": "Ann"}
            | {name: value if person < round(20 * share) else "else" for (name, value), share in TABLE_I.items()}
            for person in range(20)
        ]
        + [{"name": "Bob", "gender": "male"}]
    )


def test_the_confidences_of_table_i() -> None:
    population = table_i()
    ann = population.pair_id("name", "Ann")
    assert ann is not None
    found = believe(population, [ann])
    assert {population.pair_name(pair): round(confidence, 9) for pair, confidence in zip(
        found.pairs.tolist(), found.confidences.tolist(), strict=True)} == TABLE_I  # fmt: skip
    assert identifiability(found, 6) == pytest.approx(4.7 / 6)
    assert identifiability(found, len(population.attributes)) == pytest.approx(4.7 / 7)


def test_a_unique_name_gives_everything_away_and_each_removal_counts_fully() -> None:
    """Case 1 of the paper's analysis."""
    population = population_of([{"name": "Ann", "b": "x", "c": "x"}, {"name": "Bob", "b": "x", "c": "y"}])
    edited = population_of([{"name": "Ann", "b": "x"}, {"name": "Bob", "b": "x", "c": "y"}, {"c": "x"}])
    everyone = np.arange(2)
    assert identifiabilities(population, everyone, ("name",)).tolist() == pytest.approx([2 / 3, 2 / 3])
    rows = edited.merged()
    first_two = Population(
        rows.attributes, rows.values, (), rows.people[:2], rows.starts[:3], rows.pairs[:5], rows.pair_sites
    )
    after = identifiabilities(population, everyone, ("name",), edited=first_two, truth=population)
    assert after.tolist() == pytest.approx([1 / 3, 2 / 3])


def test_what_one_site_teaches_narrows_the_other() -> None:
    ann = {"A": {"name": "Ann", "city": "Here"}, "B": {"name": "Ann", "city": "Here", "job": "Cook"}}
    others = [{"B": {"name": "Ann", "city": f"There {number}", "job": "Clerk"}} for number in range(3)]
    population = population_of([ann, *others], ("A", "B"))
    initial = [pair for pair in [population.pair_id("name", "Ann")] if pair is not None]
    found = believe(population, initial)
    named = [population.pair_name(pair) for pair in found.pairs.tolist()]
    # Three quarters of B's candidates are clerks, so that comes in the first round, together with A's city.
    assert dict(zip(named, found.confidences.tolist(), strict=True)) == {("city", "Here"): 1.0, ("job", "Clerk"): 0.75}
    later = believe(population, initial, site_threshold=0.8, cross_threshold=0.8)
    named = [population.pair_name(pair) for pair in later.pairs.tolist()]
    assert dict(zip(named, later.confidences.tolist(), strict=True)) == {("city", "Here"): 1.0, ("job", "Cook"): 1.0}


def test_rivals_of_equal_strength_are_not_believed() -> None:
    population = population_of(
        [{"A": {"name": "Ann", "job": "Cook"}, "B": {"name": "Ann", "job": "Clerk"}}, {"A": {"name": "Bob"}}],
        ("A", "B"),
    )
    assert not identifiabilities(population, np.array([0]), ("name",)).any()


def test_of_whom_nothing_is_known_nothing_is_learned() -> None:
    population = population_of([{"b": "x"}, {"a": "x", "b": "x"}])
    assert identifiabilities(population, np.arange(2), ("a",)).tolist() == [0.0, 0.5]
    assert len(believe(population, [])) == 0


def test_beliefs_that_are_not_true_can_be_left_out() -> None:
    population, truth = draw_population(3_000, errors=0.2)
    everyone = np.arange(population.size)
    told = identifiabilities(population, everyone, NAMES, truth=truth)
    true = identifiabilities(population, everyone, NAMES, truth=truth, only_true=True)
    assert (true <= told).all()
    assert 0.05 < true.mean() < told.mean() < 1


def test_unknown_attributes_and_odd_thresholds_are_refused() -> None:
    population = table_i()
    with pytest.raises(BadInput, match="no attribute 'shoe'"):
        identifiabilities(population, np.array([0]), ("shoe",))
    with pytest.raises(BadInput, match="threshold"):
        believe(population, [0], site_threshold=2)
