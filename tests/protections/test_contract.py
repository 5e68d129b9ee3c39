"""What changed is counted right, and protections are made from text and told as text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.counting import people_blocks
from standout.data.index import from_arrays
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.protections import PROTECTIONS, contract, described, made, options_in_short, protection
from standout.protections.contract import changes, options_of
from tests.reference import Entry, World
from tests.worlds import released, worlds


@st.composite
def pairs(draw: st.DrawFn) -> tuple[World, World]:
    """A world, and another with the same people, items and scale whose entries are partly the same."""
    world = draw(worlds())
    other = []
    for record in world.records:
        kept = {item: entry for item, entry in record.items() if draw(st.booleans())}
        for item in draw(st.sets(st.integers(0, world.items - 1), max_size=2)):
            value = draw(st.integers(0, len(world.positions) - 1)) if world.positions else None
            kept[item] = Entry(value, draw(st.integers(0, 3)) if world.has_days else None)
        other.append(kept)
    return world, replace(world, records=tuple(other))


@given(pairs())
def test_changes_are_counted_as_with_sets(both: tuple[World, World]) -> None:
    old, new = both
    one = {(person, item): entry for person, record in enumerate(old.records) for item, entry in record.items()}
    two = {(person, item): entry for person, record in enumerate(new.records) for item, entry in record.items()}
    found = changes(released(old), released(new))
    altered = {pair for pair in one.keys() & two.keys() if one[pair] != two[pair]}
    touched = (one.keys() ^ two.keys()) | altered
    assert (found.added, found.removed) == (len(two.keys() - one.keys()), len(one.keys() - two.keys()))
    assert found.altered == len(altered)
    assert found.people_touched == len({person for person, _ in touched})
    assert found.changed_share == (len(touched) / len(one) if one else 0.0)


@given(pairs(), st.integers(1, 5))
def test_counting_one_by_one_or_some_people_at_a_time_changes_nothing(both: tuple[World, World], size: int) -> None:
    old, new = (released(world) for world in both)
    new = replace(new, vocabulary=old.vocabulary)
    at_once = changes(old, replace(new, vocabulary=replace(old.vocabulary, people=old.vocabulary.everybody().slice(0))))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(contract, "people_blocks", lambda starts: people_blocks(starts, size))
        named_alike = replace(old.vocabulary, items=old.vocabulary.items.slice(0))
        assert changes(old, replace(new, vocabulary=named_alike)) == at_once
    assert changes(old, new) == at_once


def test_people_who_were_left_out_are_found_by_their_ids() -> None:
    before = from_arrays([0, 1, 1, 2], [0, 0, 1, 2], size=(3, 3))
    after = from_arrays([0, 1], [0, 2], size=(2, 3))
    after = replace(after, vocabulary=replace(after.vocabulary, people=before.vocabulary.everybody().take([0, 2])))
    found = changes(before, after)
    assert (found.added, found.removed, found.altered, found.people_touched) == (0, 2, 0, 1)


def test_a_day_is_the_same_whatever_it_is_counted_from() -> None:
    before = from_arrays([0, 0], [0, 1], days=[5, 7], first_day=100)
    after = from_arrays([0, 0], [0, 1], days=[0, 3], first_day=105)
    assert changes(before, after).altered == 1


@pytest.mark.parametrize("name", PROTECTIONS)
def test_a_protection_says_what_it_is(name: str) -> None:
    assert protection(name) == PROTECTIONS[name]()
    assert described(protection(name)) == name
    assert PROTECTIONS[name].summary
    told = [part.partition("=")[0] for part in options_in_short(PROTECTIONS[name]).split(", ")]
    assert [option.replace("_", "-") for option in options_of(protection(name))] == told


@dataclass(frozen=True)
class Odd:
    """Has an option of each type."""

    name: ClassVar[str] = "odd"
    summary: ClassVar[str] = "Has an option of each type."
    needs: ClassVar[Needs] = NOTHING

    flag: bool = False
    count: int = 1
    share: float = 0.5
    either: int | None = None
    long_name: str = "a"


def test_options_of_every_type_are_read_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROTECTIONS, "odd", Odd)
    text = "odd:flag=yes,count=3,share=0.25,either=7,long-name=b"
    assert protection(text) == Odd(flag=True, count=3, share=0.25, either=7, long_name="b")  # type: ignore[comparison-overlap]
    assert described(protection(text)) == text
    assert made("odd", {"either": "none"}) == Odd()  # type: ignore[comparison-overlap]
    for wrong, said in (("flag=maybe", "yes or no"), ("count=1.5", "a whole number"), ("share=much", "a number")):
        with pytest.raises(BadInput, match=said):
            protection(f"odd:{wrong}")
