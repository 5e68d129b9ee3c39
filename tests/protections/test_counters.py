"""What an adversary who knows a protection does about it: never the truth, only knowledge and released data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.attacks import ATTACKS
from standout.attacks.scoreboard import ScoreboardRH
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Drawn, Knowledge, towards
from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS, knowledge_protection, protection
from standout.protections.contract import Countered, counter_attacks, countered
from standout.protections.person import Misdirect
from tests.asking import draw, score
from tests.protections.plainly import plainly
from tests.protections.test_owner import TEXTS, ratings
from tests.protections.test_person import _asked, drawn, popular, said
from tests.reference import World
from tests.worlds import knowledge, scale_of, worlds

OWN = ("hide-rarest:share=0.3", "misdirect:add=3")
KNOWING = Adversary("knowing", items=4, values=0, days=0)


def against(text: str, data: LocalDataset) -> tuple[Knowledge, LocalDataset, Drawn]:
    """What is known exactly of everybody with four items, against the protected data."""
    released = protection(text).protect(data, None, 1).data
    found = towards(released, data, draw(data, KNOWING, np.arange(data.people), 1))
    return found.knowledge, released, found


@pytest.mark.parametrize("text", TEXTS)
def test_every_protection_of_the_owner_names_its_counter(text: str) -> None:
    made = protection(text)
    assert isinstance(made, Countered)
    assert made.countered_by
    assert "\n" not in made.countered_by
    known, released, _ = against(text, ratings())
    before = [array.copy() for array in (known.starts, known.items, known.values, known.days)]
    found = countered(made, known, released)
    assert found is not None
    assert found.targets == known.targets
    for array, old in zip((known.starts, known.items, known.values, known.days), before, strict=True):
        assert (array == old).all()
    for attack in (ATTACKS["scoreboard-rh"], *counter_attacks(made, released)):
        score(released, found, attack, np.full(found.targets, -1), threads=1)


@pytest.mark.parametrize("text", OWN)
def test_every_protection_of_people_names_its_counter(text: str) -> None:
    made = knowledge_protection(text)
    assert isinstance(made, Countered)
    assert made.countered_by
    who = draw(ratings(), KNOWING, np.arange(60), 1)
    found = countered(made, made.conceal(ratings(), who, 1), ratings())
    assert found is not None
    assert found.targets == len(who.people)


def test_all_of_them_are_looked_at() -> None:
    assert {text.partition(":")[0] for text in OWN} == KNOWLEDGE_PROTECTIONS.keys()
    assert {text.partition(":")[0] for text in TEXTS} <= PROTECTIONS.keys()


@pytest.mark.parametrize("text", ["suppress-rare:below=12", "trim:keep=2"])
def test_items_that_are_no_longer_there_are_left_out(text: str) -> None:
    known, released, _ = against(text, ratings())
    found = countered(protection(text), known, released)
    assert found is not None
    assert (released.holders[found.items] > 0).all()
    gone = released.holders[known.items] == 0
    assert gone.any()
    assert len(found.items) == (~gone).sum()


@pytest.mark.parametrize("text", ["coarsen-values", "coarsen-values:to=3", "coarsen-days:to=week", "coarsen-days"])
def test_exact_knowledge_coarsened_likewise_fits_the_true_record_exactly(text: str) -> None:
    data = ratings()
    known, released, found = against(text, data)
    aware = countered(protection(text), known, released)
    assert aware is not None
    plain, first = plainly(released), released.first_day or 0
    positions = aware.scale.positions
    for target, person in enumerate(found.truths.tolist()):
        for at in range(int(aware.starts[target]), int(aware.starts[target + 1])):
            value = None if aware.values[at] == NO_VALUE else positions[aware.values[at]]
            day = None if aware.days[at] == UNKNOWN_DAY else int(aware.days[at]) + first
            assert plain[person][int(aware.items[at])] == (value, day)


@pytest.mark.parametrize("to", ["week", "month", "quarter"])
def test_days_that_are_off_stay_within_the_wider_error(to: str) -> None:
    data, text = ratings(), f"coarsen-days:to={to}"
    released = protection(text).protect(data, None, 1).data
    vague = towards(released, data, draw(data, replace(KNOWING, days=5), np.arange(60), 1))
    aware = countered(protection(text), vague.knowledge, released)
    assert aware is not None
    plain, first = plainly(released), released.first_day or 0
    owners = np.repeat(vague.truths, aware.sizes)
    gaps = [
        abs(int(day) + first - (plain[int(person)][int(item)][1] or 0))
        for person, item, day in zip(owners, aware.items, aware.days, strict=True)
        if day != UNKNOWN_DAY
    ]
    assert max(gaps) <= aware.day_error


def test_dropped_days_and_values_are_forgotten() -> None:
    for text in ("coarsen-values:to=presence", "coarsen-days:to=none"):
        known, released, _ = against(text, ratings())
        aware = countered(protection(text), known, released)
        assert aware is not None
        forgotten = aware.values == NO_VALUE if "values" in text else aware.days == UNKNOWN_DAY
        assert forgotten.all()


def test_perturbed_values_are_forgotten_and_days_allowed_more_room_or_forgotten() -> None:
    known, released, _ = against("perturb", ratings())
    aware = countered(protection("perturb:values=1,days=10"), known, released)
    assert aware is not None
    assert (aware.values == NO_VALUE).all()
    assert (aware.days == known.days).all()
    assert aware.day_error == known.day_error + 10
    far = countered(protection("perturb:values=0,days=90"), known, released)
    assert far is not None
    assert (far.values == known.values).all()
    assert (far.days == UNKNOWN_DAY).all()


def test_noise_is_forgiven_by_a_wider_reach() -> None:
    data = ratings()
    (wide,) = counter_attacks(protection("perturb:values=0.5,days=10"), data)
    assert wide == ScoreboardRH("scoreboard-rh, wider", value_reach=1.5 + 2, day_reach=60)
    tenths = from_arrays([0, 1], [0, 0], [0, 1], scale=scale_of((0.0, 40.0)))
    (same,) = counter_attacks(protection("perturb:values=5,days=10"), tenths)
    assert same == wide, "on a scale ten times as long, noise ten times as wide is the same"


@pytest.mark.parametrize(
    ("text", "attacks"), [("swap", 1), ("trim:which=random", 1), ("trim", 0), ("suppress-rare", 0), ("sample", 0)]
)
def test_where_entries_are_missing_at_random_what_is_left_has_to_fit_closer(text: str, attacks: int) -> None:
    found = counter_attacks(protection(text), ratings())
    assert len(found) == attacks
    for attack in found:
        assert isinstance(attack, ScoreboardRH)
        assert attack.value_reach < ScoreboardRH().value_reach


def test_the_first_of_the_list_are_ignored_and_what_they_pass_over_is_taken_for_owned() -> None:
    data = popular()
    told = Misdirect(2).conceal(data, drawn(data, (3, [2, 6]), (5, [0])), 1)
    assert said(told) == [[2, 3, 4, 6], [0, 1, 2]]
    # of the first, 2 and 3 are the most popular: they go, and 0 and 1 come before them unmentioned, so they are owned
    assert said(Misdirect(2).counter(told, data)) == [[0, 1, 4, 6], [2]]


@given(world=worlds(), add=st.integers(1, 5), least=st.integers(0, 2), dice=st.randoms(use_true_random=False))
def test_what_is_concluded_from_decoys_is_always_true(world: World, add: int, least: int, dice: object) -> None:
    data, asked, people = _asked(world, dice)
    if data.holders.max(initial=0) < max(least, 1):
        return
    decoys, plain = Misdirect(add, f"at-least:{least}" if least else "most"), plainly(data)
    told = decoys.conceal(data, Drawn(knowledge(world, asked), people, people, 0), 1)
    for person, mentioned, aware in zip(people.tolist(), said(told), said(decoys.counter(told, data)), strict=True):
        assert set(aware) - set(mentioned) <= plain[person].keys()
        listed = [item for item in mentioned if item in decoys.list_of(data)]
        assert len(set(mentioned) - set(aware)) == min(add, len(listed))


def test_items_that_are_not_released_are_no_decoys() -> None:
    data = popular()
    known = drawn(data, (5, [0, 1])).knowledge
    known.items[1] = -1
    assert said(Misdirect(2).counter(known, data)) == [[-1]]


def test_a_protection_that_names_no_counter_has_none() -> None:
    class Silent:
        name = "silent"

    data = from_arrays([0], [0])
    assert countered(Silent(), drawn(data, (0, [0])).knowledge, data) is None  # type: ignore[arg-type]
