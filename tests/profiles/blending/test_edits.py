"""Edits: the paper's example, ties, what is kept and known, and all of it against an obvious reference."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.common.arrays import Int32s
from standout.errors import BadInput
from standout.profiles.blending.costs import FAR, UNIT, Cost, Rules
from standout.profiles.blending.edits import Edit, PersonaIndex, united
from standout.profiles.people.pairs import Pairs
from standout.profiles.personas.persona_set import PersonaSet

Words = dict[str, tuple[str, ...]]
ATTRIBUTES = ("a", "b", "c", "d")
VALUES = ("x", "y", "z")


def personas_of(rows: list[Words], counts: list[int] | None = None) -> PersonaSet:
    """Personas from words."""
    values: dict[str, tuple[str, ...]] = {}
    for row in rows:
        for name, own in row.items():
            values[name] = tuple(dict.fromkeys((*values.get(name, ()), *own)))
    words = Pairs(tuple(values), tuple(values.values()))
    ids = [sorted(words.pair_id(name, value) or 0 for name, own in row.items() for value in own) for row in rows]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in ids])]).astype(np.int64)
    flat = np.array([pair for row in ids for pair in row], np.int32)
    many = np.array(counts or [10] * len(rows), np.int64)
    return PersonaSet(words.attributes, words.values, 100, 0.1, starts, flat, many)


def indexed(profiles: list[Words], personas: PersonaSet) -> tuple[PersonaIndex, list[Int32s]]:
    """An index in a vocabulary that holds everything, and the profiles in it."""
    own = [Pairs(tuple(profile), tuple(profile.values())) for profile in profiles]
    index = PersonaIndex(united(*own, personas), personas)
    return index, [np.sort(one.translation(index.vocabulary)) for one in own]


def reference(profile: Words, persona: Words, rules: Rules) -> float | None:
    """What the edits cost, attribute by attribute; none where they are not allowed."""
    if len(set(persona) - rules.know) < rules.min_size:
        return None
    total = 0.0
    for name in set(profile) | set(persona):
        own, wanted = set(profile.get(name, ())), set(persona.get(name, ()))
        gone, fresh = len(own - wanted), len(wanted - own)
        if name in rules.know:
            if fresh:
                return None
            continue
        if name in rules.keep and (gone or fresh):
            return None
        if rules.no_lies and fresh:
            return None
        changed = min(gone, fresh)
        cost = rules.by_attribute.get(name, rules.cost)
        total += cost.change * changed + cost.remove * (gone - changed) + cost.add * (fresh - changed)
    return total


# The paper's example

LEARNED: Words = {
    "gender": ("female",),
    "state": ("Wyoming",),
    "college": ("UVA",),
    "language": ("French",),
    "occupation": ("teacher",),
    "industry": ("design",),
}
TABLE_3: list[Words] = [
    {"gender": ("male",), "language": ("French",), "country": ("France",)},
    {"gender": ("female",), "state": ("Wyoming",), "language": ("Spanish",), "industry": ("design",)},
    {"gender": ("female",), "college": ("UVA",)},
]


def test_table_3_of_the_paper() -> None:
    index, (profile,) = indexed([LEARNED], personas_of(TABLE_3))
    assert (index.distances(profile) // UNIT).tolist() == [14, 7, 4]
    assert (index.distances(profile, Rules(Cost(1, 1, 1))) // UNIT).tolist() == [6, 3, 4]
    found = index.nearest(np.array([0, len(profile)]), profile)
    assert found.of(0).tolist() == [2]
    assert index.nearest(np.array([0, len(profile)]), profile, Rules(Cost(1, 1, 1))).of(0).tolist() == [1]


def test_the_edits_of_table_3() -> None:
    index, (profile,) = indexed([LEARNED], personas_of(TABLE_3))

    def told(edit: Edit) -> tuple[str, str | None, str | None]:
        before, after = (None if pair < 0 else index.vocabulary.pair_value(pair) for pair in edit[1:])
        return edit.kind, before, after

    assert sorted(map(told, index.edits(profile, 1)), key=str) == [
        ("change", "French", "Spanish"),
        ("remove", "UVA", None),
        ("remove", "teacher", None),
    ]
    assert {kind for kind, _, _ in map(told, index.edits(profile, 2))} == {"remove"}
    assert index.edited(profile, 1).tolist() == index.persona(1).tolist()


# What is returned, and what is not touched


def test_all_ties_are_returned_and_the_largest_crowd_is_best() -> None:
    rows: list[Words] = [{"a": ("x",), "b": ("x",)}, {"a": ("x",), "c": ("x",)}, {"b": ("x",), "c": ("y",)}]
    index, (profile, other) = indexed(
        [{"a": ("x",), "b": ("x",), "c": ("x",)}, {"d": ("x",)}], personas_of(rows, [5, 9, 7])
    )
    starts = np.array([0, len(profile), len(profile) + len(other)])
    found = index.nearest(starts, np.concatenate((profile, other)))
    assert sorted(found.of(0).tolist()) == [0, 1]
    assert sorted(found.of(1).tolist()) == [0, 1, 2]
    assert found.best(index.counts).tolist() == [1, 1]


def test_nothing_reached_is_none() -> None:
    index, (profile,) = indexed([{"a": ("x",), "b": ("y",)}], personas_of([{"a": ("x",), "b": ("x",)}]))
    found = index.nearest(np.array([0, 2]), profile, Rules(no_lies=True))
    assert found.thousandths.tolist() == [FAR]
    assert not found.reached.any()
    assert len(found.of(0)) == 0
    assert found.best(index.counts).tolist() == [-1]


def test_kept_and_known() -> None:
    rows: list[Words] = [{"a": ("x",), "b": ("x",)}, {"b": ("x",), "c": ("x",)}]
    index, (profile,) = indexed([{"a": ("y",), "b": ("x",), "c": ("x",), "d": ("q",)}], personas_of(rows))
    assert index.distances(profile).tolist() == [7 * UNIT, 2 * UNIT]
    kept = index.distances(profile, Rules(keep=frozenset("a")))
    assert kept.tolist() == [FAR, FAR], "neither persona has a = y"
    known = Rules(know=frozenset("ad"))
    assert index.distances(profile, known).tolist() == [FAR, 0], "what is known stays beside the persona"
    assert {index.vocabulary.pair_name(int(pair)) for pair in index.edited(profile, 1, known.know)} == {
        ("a", "y"), ("b", "x"), ("c", "x"), ("d", "q"),
    }  # fmt: skip
    assert index.edits(profile, 1, known.know) == []


def test_so_many_attributes_must_be_left() -> None:
    rows: list[Words] = [{"a": ("x",)}, {"a": ("x",), "b": ("x",)}, {"a": ("x",), "b": ("x",), "c": ("x",)}]
    index, (profile,) = indexed([{"a": ("x",)}], personas_of(rows))
    far = [[distance == FAR for distance in index.distances(profile, Rules(min_size=size))] for size in (1, 2, 3)]
    assert far == [[False, False, False], [True, False, False], [True, True, False]]
    known = index.distances(profile, Rules(min_size=2, know=frozenset("a")))
    assert [distance == FAR for distance in known] == [True, True, False], "what is known does not count"


def test_several_values_of_an_attribute() -> None:
    rows: list[Words] = [{"a": ("x",), "b": ("x",)}, {"a": ("x", "y", "z"), "b": ("x",)}, {"a": ("w",), "b": ("x",)}]
    index, (profile,) = indexed([{"a": ("x", "y"), "b": ("x",)}], personas_of(rows))
    assert (index.distances(profile) // UNIT).tolist() == [1, 5, 6]


def test_costs_of_some_attributes() -> None:
    rows: list[Words] = [{"a": ("x",), "b": ("x",)}, {"a": ("x",), "c": ("x",)}]
    index, (profile,) = indexed([{"a": ("x",), "b": ("x",), "c": ("x",)}], personas_of(rows))
    dear = Rules(by_attribute={"c": Cost().times(3)})
    assert index.distances(profile, dear).tolist() == [3 * UNIT, UNIT]
    tenth = Rules(Cost(0.1, 0.2, 0.3), by_attribute={"b": Cost(0.1, 1, 1)})
    assert index.nearest(np.array([0, 3]), profile, tenth).of(0).tolist() == [0, 1], "a tie is a tie"


@pytest.mark.parametrize("amount", [-1.0, float("nan"), float("inf"), 1e9])
def test_impossible_costs_are_refused(amount: float) -> None:
    with pytest.raises(BadInput, match="the cost to add"):
        Rules(Cost(1, amount, 5))
    with pytest.raises(BadInput, match="of 'city'"):
        Rules(by_attribute={"city": Cost(amount, 1, 1)})


def test_other_refusals() -> None:
    with pytest.raises(BadInput, match="min_size=0"):
        Rules(min_size=0)
    with pytest.raises(BadInput, match="both in keep and in know"):
        Rules(keep=frozenset("a"), know=frozenset("a"))
    with pytest.raises(ValueError, match="lacks pairs"):
        PersonaIndex(Pairs(("a",), (("x",),)), personas_of([{"b": ("x",), "c": ("x",)}]))


# Against the reference

profiles = st.dictionaries(
    st.sampled_from(ATTRIBUTES), st.lists(st.sampled_from(VALUES), min_size=1, max_size=3, unique=True).map(tuple)
)
costs = st.builds(Cost, *[st.sampled_from([0.0, 0.5, 1.0, 5.0, 7.25])] * 3)
names = st.frozensets(st.sampled_from(ATTRIBUTES), max_size=2)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    keep = draw(names)
    return Rules(
        draw(costs),
        draw(st.dictionaries(st.sampled_from(ATTRIBUTES), costs, max_size=2)),
        keep,
        draw(names) - keep,
        draw(st.booleans()),
        draw(st.integers(1, 3)),
    )


@given(
    st.lists(profiles, min_size=1, max_size=8),
    st.lists(profiles.filter(bool), min_size=1, max_size=30),
    rules(),
    st.integers(1, 2),
)
def test_the_same_as_the_reference(people: list[Words], rows: list[Words], chosen: Rules, threads: int) -> None:
    index, encoded = indexed(people, personas_of(rows))
    starts = np.concatenate([[0], np.cumsum([len(one) for one in encoded])])
    found = index.nearest(starts, np.concatenate(encoded), chosen, threads)
    kinds, by_attribute = index.kinds(starts, np.concatenate(encoded), found.best(index.counts), chosen.know)
    for at, (profile, pairs) in enumerate(zip(people, encoded, strict=True)):
        wanted = [reference(profile, row, chosen) for row in rows]
        distances = index.distances(pairs, chosen)
        assert [None if one >= FAR else one / UNIT for one in distances.tolist()] == wanted
        reached = [one for one in wanted if one is not None]
        ties = [persona for persona, one in enumerate(wanted) if reached and one == min(reached)]
        assert sorted(found.of(at).tolist()) == ties
        for persona in ties:
            edits = index.edits(pairs, persona, chosen.know)
            table = {name: chosen.by_attribute.get(name, chosen.cost) for name in ATTRIBUTES}
            paid = sum(
                getattr(table[index.vocabulary.pair_name(max(edit.before, edit.after))[0]], edit.kind) for edit in edits
            )
            assert paid == wanted[persona]
            after = (set(pairs.tolist()) - {edit.before for edit in edits}) | {edit.after for edit in edits} - {-1}
            assert sorted(after) == sorted(index.edited(pairs, persona, chosen.know).tolist())
        if ties:
            best = index.edits(pairs, int(found.best(index.counts)[at]), chosen.know)
            assert kinds[at].tolist() == [
                sum(edit.kind == kind for edit in best) for kind in ("remove", "add", "change")
            ]
    assert by_attribute.sum(axis=0).tolist() == kinds.sum(axis=0).tolist()


def test_many_profiles_in_one_call_are_as_one_by_one() -> None:
    rows: list[Words] = [
        {name: (value,) for name, value in zip(chosen, values, strict=True)}
        for chosen in (("a", "b"), ("b", "c"), ("a", "c", "d"))
        for values in product(VALUES, repeat=len(chosen))
    ]
    dice = np.random.default_rng(1)
    people: list[Words] = [
        {name: (VALUES[dice.integers(3)],) for name in ATTRIBUTES if dice.random() < 0.7} for _ in range(9_000)
    ]
    index, encoded = indexed(people, personas_of(rows))
    starts = np.concatenate([[0], np.cumsum([len(one) for one in encoded])])
    found = index.nearest(starts, np.concatenate(encoded))
    for at in range(0, 9_000, 250):
        distances = index.distances(encoded[at])
        assert found.thousandths[at] == distances.min()
        assert sorted(found.of(at).tolist()) == np.flatnonzero(distances == distances.min()).tolist()
