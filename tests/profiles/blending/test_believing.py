"""What is believed of one person, in words: against a slow search, and against what the person shows."""

from __future__ import annotations

from collections import Counter

import pytest

from standout.errors import BadInput
from standout.profiles.blending.believing import believed
from standout.profiles.people.invented_population import NAMES, draw_population
from standout.profiles.people.population import Population
from standout.results.beliefs import Belief, Candidates
from tests.profiles.small_populations import population_of

CROWD = [{"name": "Al", "city": "Ely", "job": "cook"}] * 3 + [{"name": "Al", "city": "Bath"}, {"name": "Bo"}]


def test_what_comes_from_others_and_what_is_not_so() -> None:
    found = believed({"name": ("Al",), "city": ("Bath",), "pet": ("dog",)}, population_of(CROWD))
    assert found.known == {"name": "Al"}
    assert found.candidates == (Candidates(site="", profiles=5),)
    # Three of five live in Ely; without those of Bath all of them do, and all cook.
    assert found.beliefs == (
        Belief(attribute="city", value="Ely", confidence=0.6, holds=False, without=0.75),
        Belief(attribute="job", value="cook", confidence=0.6, without=0.75),
    )
    assert found.not_learned == ("pet",)
    assert found.people == 5
    assert found.attributes == 4
    assert found.identifiability == pytest.approx(1.2 / 4)
    assert found.headline() == "Somebody who knows name Al finds 5 profiles and believes two things of you: one is not."


def test_a_person_of_the_population_is_one_of_the_candidates() -> None:
    people = population_of(CROWD)
    found = believed(people.profile(0), people, person=0)
    assert found.people == 4
    assert [(belief.value, belief.holds) for belief in found.beliefs] == [("Ely", True), ("cook", True)]
    assert [belief.without for belief in found.beliefs] == [pytest.approx(2 / 3)] * 2


def test_a_rare_name_is_learned_from_the_person_alone() -> None:
    found = believed({"name": ("Zoe",), "city": ("Ely",)}, population_of(CROWD))
    assert [(belief.value, belief.confidence, belief.without) for belief in found.beliefs] == [("Ely", 1.0, None)]
    assert "finds 1 profile and believes one thing of you: one is what you show" in found.headline()


def test_a_name_that_the_data_does_not_have_is_said() -> None:
    found = believed({"surname": ("Al",), "city": ("Ely",)}, population_of(CROWD))
    (note,) = found.notes
    assert "nobody in --data shows 'surname'" in note


def test_thresholds() -> None:
    people = population_of(CROWD)
    profile = {"name": ("Al",), "city": ("Bath",)}
    assert believed(profile, people, site_threshold=0.7).beliefs == ()
    assert believed(profile, people, site_threshold=0.3).beliefs[0].value == "Ely"
    nothing = believed(profile, people, site_threshold=1.0)
    assert nothing.headline() == "Somebody who knows name Al finds 5 profiles and learns nothing from them."


@pytest.mark.parametrize(
    ("profile", "know", "says"),
    [
        (
            {"city": ("Ely",)},
            (),
            "nothing to start from: the profile has no name; say what is known",
        ),
        ({"name": ("Al",)}, ("shoe",), "the profile has no such attribute; it has 'name'"),
    ],
)
def test_refusals(profile: dict[str, tuple[str, ...]], know: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        believed(profile, population_of(CROWD), know=know)


def slow_candidates(population: Population, person: int) -> Counter[str]:
    """Sites of the profiles that carry the person's names, by looking at each profile."""
    wanted = {(name, population.profile(person)[name][0]) for name in NAMES}
    found: Counter[str] = Counter()
    for other in range(population.size):
        shown: dict[str, set[tuple[str, str]]] = {}
        for entry in range(population.starts[other], population.starts[other + 1]):
            site = population.sites[population.pair_sites[entry]]
            shown.setdefault(site, set()).add(population.pair_name(int(population.pairs[entry])))
        found.update(site for site, pairs in shown.items() if wanted <= pairs)
    return found


def test_candidates_on_several_sites_are_those_of_a_slow_search() -> None:
    people, _ = draw_population(200, 3, 2)
    for person in (0, 17, 99):
        found = believed(people.profile(person), people, person=person)
        assert {each.site: each.profiles for each in found.candidates if each.profiles} == slow_candidates(
            people, person
        )
