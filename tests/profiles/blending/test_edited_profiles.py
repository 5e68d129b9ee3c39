"""Edited profiles stand where they stood: on the sites of the person, and nowhere else."""

from __future__ import annotations

import numpy as np

from standout.profiles.blending.edited_profiles import edited_rows, with_edits, with_person, without
from standout.profiles.blending.edits import Edit
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from tests.profiles.small_populations import population_of

SITES = ("one", "two")


def shown(population: Population, row: int) -> dict[str, dict[str, list[str]]]:
    """What a row shows on each site."""
    found: dict[str, dict[str, list[str]]] = {}
    for entry in range(population.starts[row], population.starts[row + 1]):
        site = population.sites[population.pair_sites[entry]] if len(population.pair_sites) else ""
        name, value = population.pair_name(int(population.pairs[entry]))
        found.setdefault(site, {}).setdefault(name, []).append(value)
    return found


def crowd() -> Population:
    return population_of(
        [
            {"one": {"city": "Paris", "job": "baker"}, "two": {"city": "Paris", "age": "30"}},
            {"one": {"city": "Rome", "job": "cook"}},
            {"two": {"city": "Oslo", "age": "40"}},
        ],
        SITES,
    )


def row(population: Population, people: list[int], pairs: list[tuple[str, str]]) -> Population:
    ids = sorted(population.pair_id(*pair) or 0 for pair in pairs)
    starts = np.arange(len(people) + 1) * len(ids)
    return edited_rows(population, np.array(people), starts, np.array(ids * len(people), np.int32))


def test_what_stays_stays_where_it_was_and_what_goes_goes_everywhere() -> None:
    edited = row(crowd(), [0], [("job", "baker")])
    assert shown(edited, 0) == {"one": {"job": ["baker"]}}


def test_a_changed_value_stands_where_the_attribute_stood() -> None:
    edited = row(crowd(), [0], [("city", "Rome"), ("age", "30")])
    assert shown(edited, 0) == {"one": {"city": ["Rome"]}, "two": {"city": ["Rome"], "age": ["30"]}}


def test_an_added_attribute_stands_on_own_sites_that_ask_for_it() -> None:
    edited = row(crowd(), [2, 1], [("job", "cook"), ("city", "Oslo")])
    assert shown(edited, 0) == {"two": {"job": ["cook"], "city": ["Oslo"]}}, "nobody shows a job there, but it must be"
    assert shown(edited, 1) == {"one": {"job": ["cook"], "city": ["Oslo"]}}
    assert edited.people.to_pylist() == ["p2", "p1"]


def test_on_one_site() -> None:
    population = population_of([{"a": "x", "b": "x"}, {"a": "y"}])
    edited = row(population, [0], [("a", "y")])
    assert shown(edited, 0) == {"": {"a": ["y"]}}


def test_without_some_attributes() -> None:
    population = crowd()
    gone = np.array([population.attributes.index("city")])
    assert shown(without(population, np.array([0]), np.array([0, 1]), gone), 0) == {
        "one": {"job": ["baker"]},
        "two": {"age": ["30"]},
    }


def test_one_more_person() -> None:
    whole, person = with_person(crowd(), Pairs(("city", "hobby", "age"), (("Paris",), ("chess",), ("30",))))
    assert person == 3
    assert shown(whole, person) == {
        "one": {"city": ["Paris"], "hobby": ["chess"]},
        "two": {"city": ["Paris"], "age": ["30"]},
    }
    assert [shown(whole, at) for at in range(3)] == [shown(crowd(), at) for at in range(3)]


def edit(population: Population, attribute: str, before: str | None, after: str | None) -> Edit:
    old, new = (-1 if value is None else population.pair_id(attribute, value) for value in (before, after))
    assert old is not None
    assert new is not None
    return Edit("change" if before and after else "remove" if before else "add", old, new)


def test_edits_do_what_they_say_and_nothing_else() -> None:
    people = crowd()
    lists = [
        [edit(people, "city", "Paris", "Rome")],
        [],
        [edit(people, "age", "40", None), edit(people, "job", None, "baker")],
    ]
    edited = with_edits(people, np.arange(3), lists)
    assert shown(edited, 0) == {"one": {"city": ["Rome"], "job": ["baker"]}, "two": {"city": ["Rome"], "age": ["30"]}}
    assert shown(edited, 1) == shown(people, 1), "an empty list changes nothing"
    assert shown(edited, 2) == {"two": {"city": ["Oslo"], "job": ["baker"]}}, "nobody shows a job there, but it must be"


def test_an_edit_of_what_is_not_shown_does_nothing() -> None:
    people = crowd()
    lists = [[edit(people, "city", "Oslo", "Rome"), edit(people, "age", "40", None)]]
    assert shown(with_edits(people, np.array([0]), lists), 0) == shown(people, 0)


def test_an_added_value_takes_the_place_of_the_one_that_stands_there() -> None:
    people = crowd()
    edited = with_edits(people, np.array([0, 1]), [[edit(people, "city", None, "Oslo")]] * 2)
    assert shown(edited, 0) == {"one": {"city": ["Oslo"], "job": ["baker"]}, "two": {"city": ["Oslo"], "age": ["30"]}}
    several = population_of([{"a": ["x", "y"]}, {"a": "z", "b": "q"}])
    beside = with_edits(several, np.array([1]), [[edit(several, "a", None, "x")]])
    assert beside.profile(0) == {"a": ("x", "z"), "b": ("q",)}, "an attribute that may have several values keeps them"
