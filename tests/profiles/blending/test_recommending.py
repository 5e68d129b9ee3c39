"""Advice for one person: crowds that are really there, exposure and identifiability, and one line for each refusal."""

from __future__ import annotations

from typing import Any

import pytest

from standout.errors import BadInput
from standout.profiles.blending.costs import Rules
from standout.profiles.blending.profile_crowds import Crowds
from standout.profiles.blending.recommending import blend
from standout.profiles.people.pairs import names_in
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine
from standout.results.blend import Blend, Edit, KnownMove, Move
from tests.profiles.blending.test_edits import personas_of
from tests.profiles.small_populations import population_of

CROWD = [
    *[{"name": f"n{at % 3}", "city": "Paris", "job": "baker"} for at in range(6)],
    *[{"name": "n1", "city": "Rome", "job": "baker", "age": "30"} for _ in range(4)],
    {"name": "n9", "city": "Paris", "job": "diver", "age": "99"},
]
ME = {"name": ("n9",), "city": ("Paris",), "job": ("diver",), "age": ("99",)}
KNOW = frozenset(("name",))


@pytest.fixture(scope="module")
def population() -> Population:
    return population_of(CROWD)


def advised(population: Population | None, person: int | None = None, **rules: Any) -> Blend:
    whole = population_of(CROWD)
    personas = mine(whole.select(("age", "city", "job")), 0.2)
    return blend(ME, personas, Rules(know=KNOW, **rules), population=population, person=person, options=1)


def test_the_cheapest_option_and_its_crowd(population: Population) -> None:
    document = advised(population, person=10)
    first = document.best
    assert first.persona == {"city": "Paris", "job": "baker"}
    assert first.edits == (
        Edit(kind="change", attribute="job", before="diver", after="baker"),
        Edit(kind="remove", attribute="age", before="99", after=None),
    )
    assert (first.distance, first.crowd, first.exactly, first.also_known) == (6, 6, 6, 0)
    assert document.counted_in == "population"
    average = float(population.select(("age", "city", "job")).shared().mean())
    assert document.exposure == Move(before=3 / average, after=2 / average), "names do not count"


def test_a_lone_name_is_learned_from_and_learns_less_after_the_edits(population: Population) -> None:
    assert advised(population, person=10).identifiability == KnownMove(before=3 / 4, after=2 / 4)


def test_someone_who_is_not_in_the_population(population: Population) -> None:
    document = advised(population)
    assert document.identifiability is not None
    assert document.identifiability.before == pytest.approx(3 / 4), "a namesake shows the same"
    assert document.identifiability.after < 3 / 4
    assert document.best.crowd == 6


def test_values_that_nobody_has_are_no_problem(population: Population) -> None:
    personas = personas_of([{"city": ("Atlantis",), "job": ("baker",)}])
    document = blend(ME | {"job": ("baker",)}, personas, Rules(know=KNOW), population=population, person=10)
    assert document.best.crowd == 0
    assert document.identifiability is not None
    assert any("from other profiles" in note for note in document.notes)


def test_without_a_population_the_counts_are_the_files() -> None:
    document = advised(None)
    assert document.counted_in == "file"
    assert document.best.crowd == 6
    assert document.exposure == Move(before=None, after=None)
    assert "those of the file" in document.notes[0]
    assert document.identifiability is None


def test_every_option_up_to_the_last_tie() -> None:
    personas = personas_of(
        [{"a": ("x",), "b": ("x",)}, {"a": ("x",), "c": ("x",)}, {"a": ("x",), "d": ("x",)}], [3, 9, 5]
    )
    me = {"a": ("x",), "b": ("x",), "c": ("x",)}
    assert [option.crowd for option in blend(me, personas, Rules()).options] == [9, 3]
    assert [option.crowd for option in blend(me, personas, Rules(), options=3).options] == [9, 3, 5]


def test_what_is_already_a_persona_needs_nothing() -> None:
    (option,) = blend({"a": ("x",), "b": ("x",)}, personas_of([{"a": ("x",), "b": ("x",)}]), Rules()).options
    assert option.edits == ()
    assert option.distance == 0


def test_crowds_against_counting(population: Population) -> None:
    crowds = Crowds(population, person=0)
    pair = population.pair_id("city", "Paris")
    assert crowds.sharing([pair]).tolist() == [1, 2, 3, 4, 5, 10]
    assert crowds.sharing([pair, None]).tolist() == []
    assert crowds.exactly(crowds.sharing([pair]), 2, KNOW) == 5


def test_names() -> None:
    assert names_in(("First Name", "city", "surname", "username")) == ("First Name", "surname")


BAKER = {"a": ("x",), "b": ("y",)}


@pytest.mark.parametrize(
    ("profile", "rules", "says"),
    [
        (BAKER, {"keep": frozenset(("z",))}, "keep='z': the profile has no such attribute; it has 'a', 'b'"),
        (BAKER, {"know": frozenset(("z",))}, "know='z': the profile has no such attribute"),
        ({"q": ("x",)}, {}, "the profile has none of the attributes of the personas; they have 'a', 'b', 'c'"),
        (BAKER, {"keep": frozenset(("b",))}, "no persona has b 'y', so it cannot be kept; leave it out of keep"),
        (BAKER, {"no_lies": True}, "no persona can be reached by removals alone; leave no_lies out"),
        (BAKER, {"min_size": 3}, "no persona has 3 attributes; lower min_size"),
        ({"a": ("x",), "c": ("x",)}, {"keep": frozenset("ac")}, "no persona has all of 'a', 'c'"),
    ],
)
def test_refusals(profile: dict[str, tuple[str, ...]], rules: dict[str, Any], says: str) -> None:
    personas = personas_of([{"a": ("x",), "b": ("x",)}, {"b": ("x",), "c": ("x",)}])
    with pytest.raises(BadInput) as refused:
        blend(profile, personas, Rules(**rules))
    assert says in str(refused.value)


def test_foreign_data_is_refused(population: Population) -> None:
    with pytest.raises(BadInput, match="data has no attribute 'shoe', but the personas do"):
        blend(ME, personas_of([{"city": ("Paris",), "shoe": ("42",)}]), Rules(), population=population)
