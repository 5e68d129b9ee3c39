"""The contract of protections, as a suite: `check_protection(MyProtection)` in a test says whether it is kept.

It protects a small made-up dataset with an attribute. A protection must describe itself; give the same answer to the
same seed; not change what it is given; keep ids, scale and one entry per person and item; look at an attribute only if
it says that it needs one; not depend on what people and items are called, nor much on how people are numbered.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from standout.data.attributes import UNKNOWN, Attribute
from standout.data.index import from_arrays
from standout.data.model import LAST_DAY, NO_DAY, NO_VALUE, Int64s, Interactions, Records, Scale
from standout.data.vocabulary import Vocabulary, positions
from standout.errors import BadInput
from standout.protections import PROTECTIONS, described, in_short, protection
from standout.protections.contract import Protected, Protection, changes, entries_of
from standout.protections.rowwise import RowWise

_PEOPLE, _ITEMS = 120, 70
_SCALE = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))
_SEED = 5
_ALIKE = 0.1
"""How much the changed share may differ when people are numbered otherwise."""


def check_protection(factory: Callable[[], Protection]) -> None:
    """Raise `AssertionError`, with a plain message, if what the factory makes breaks the contract of protections."""
    protect = factory()
    _describes_itself(protect)
    data, attribute = _stage(np.arange(_PEOPLE))
    before = _copied(data)
    made = _protected(protect, data, attribute)
    assert _same(before, _copied(data)), "protect() changes the data that it is given"
    _keeps_ids_and_scale(data, made.data)
    _is_sound(made.data)
    _gives_the_same_answer_again(factory, data, attribute, made)
    _looks_only_at_what_it_needs(protect, data, attribute, made)
    _does_not_see_names(protect, data, attribute, made)
    _does_not_depend_on_numbering(protect, data, made)
    _takes_bare_data(protect, data, attribute)
    if isinstance(protect, RowWise):
        _works_on_parts(protect, data)


def _stage(numbering: Int64s) -> tuple[Interactions, Attribute]:
    """Made-up data with these codes for people; half of the items are liked better by one of two classes."""
    random = np.random.default_rng(2019)
    classes = (np.arange(_PEOPLE) % 3 == 0).astype(np.int32)
    classes[-4:] = UNKNOWN
    lean = np.where(np.arange(_ITEMS) % 2 == 0, 1.5, 1.0)
    chances = 0.5 / (1 + np.arange(_ITEMS) / 15) * np.where(classes[:, None] == 1, lean, 1.0)
    chances[:, :2] = 0.98
    people, items = np.nonzero(random.random((_PEOPLE, _ITEMS)) < np.minimum(chances, 0.98))
    values, days = random.integers(0, 5, len(people)), random.integers(0, 300, len(people))
    ids = np.argsort(numbering)
    names = Vocabulary(
        pa.array([f"p{person}" for person in ids], pa.large_string()),
        pa.array([f"i{item}" for item in range(_ITEMS)], pa.large_string()),
    )
    data = from_arrays(
        numbering[people], items, values, days,
        scale=_SCALE, size=(_PEOPLE, _ITEMS), first_day=12_000, vocabulary=names, shard_people=50,
    )  # fmt: skip
    for array in _arrays(data):
        array.setflags(write=False)
    return data, Attribute("class", ("a", "b"), classes[ids])


def _describes_itself(one: Protection) -> None:
    kind = type(one)
    assert isinstance(one.name, str), "a protection has a name"
    assert one.name, "a protection has a name"
    assert isinstance(one.needs_attribute, bool), "a protection says whether it needs an attribute"
    assert dataclasses.is_dataclass(one), "a protection is a dataclass"
    assert kind.__dataclass_params__.frozen, "a protection is frozen: its options cannot change"
    for field in dataclasses.fields(one):
        assert field.default is not dataclasses.MISSING, f"option '{field.name}' has no default"
    assert "(" not in in_short(kind).partition(" ")[0], "the first line of its docstring says what a protection does"
    if PROTECTIONS.get(one.name) is kind:
        assert protection(described(one)) == one, f"'{described(one)}' makes another protection"


def _protected(one: Protection, data: Interactions, attribute: Attribute | None) -> Protected:
    made = one.protect(data, attribute if one.needs_attribute else None, _SEED)
    assert isinstance(made, Protected), "protect() gives back a Protected"
    assert all(isinstance(note, str) and "\n" not in note for note in made.notes), "notes are lines of text"
    return made


def _keeps_ids_and_scale(data: Interactions, made: Interactions) -> None:
    for kind in ("people", "items"):
        ids = getattr(made.vocabulary, kind)
        assert len(ids) == getattr(made, kind), f"there are as many names as {kind}"
        assert (positions(ids, getattr(data.vocabulary, kind)) >= 0).all(), f"{kind} have ids that nobody had before"
        assert len(set(ids.to_pylist())) == len(ids), f"two {kind} have the same id"
    assert set(made.scale.labels) <= set(data.scale.labels), "there are values that are not on the scale"


def _is_sound(made: Interactions) -> None:
    """Records in order without repeats, and everything else as made from them."""
    entries = entries_of(made)
    pairs = entries.people * max(made.items, 1) + entries.items
    assert (np.diff(pairs) > 0).all(), "entries are not in order of person and item, or one is there twice"
    levels = len(made.scale.labels)
    assert ((entries.values < levels) | (entries.values == NO_VALUE)).all(), "a value code is not on the scale"
    known = entries.days[entries.days != NO_DAY]
    assert known.max(initial=0) <= min(made.last_day, LAST_DAY), "a day lies behind the last one"
    again = from_arrays(
        entries.people, entries.items,
        entries.values if made.has_values else None, entries.days if made.has_days else None,
        scale=made.scale, size=(made.people, made.items), shard_people=made.shards[0].people_count,
    )  # fmt: skip
    assert np.array_equal(again.holders, made.holders), "holders do not fit the records"
    for mine, theirs in zip(made.shards, again.shards, strict=True):
        assert np.array_equal(mine.starts, theirs.starts), "shards do not fit the records"
        assert np.array_equal(mine.people, theirs.people), "shards do not fit the records"


def _gives_the_same_answer_again(
    factory: Callable[[], Protection], data: Interactions, attribute: Attribute, made: Protected
) -> None:
    again = _protected(factory(), data, attribute)
    assert _same(_copied(made.data), _copied(again.data)), "the same seed gives another answer"
    assert made.notes == again.notes, "the same seed gives other notes"


def _looks_only_at_what_it_needs(one: Protection, data: Interactions, attribute: Attribute, made: Protected) -> None:
    if not one.needs_attribute:
        again = one.protect(data, attribute, _SEED)
        assert _same(_copied(made.data), _copied(again.data)), "it looks at an attribute that it says it does not need"
        return
    try:
        one.protect(data, None, _SEED)
    except BadInput:
        return
    raise AssertionError("it needs an attribute, but does not refuse to work without one")


def _does_not_see_names(one: Protection, data: Interactions, attribute: Attribute, made: Protected) -> None:
    renamed = Vocabulary(
        pa.array([f"x{9999 - code}" for code in range(data.people)], pa.large_string()),
        pa.array([f"y{9999 - code}" for code in range(data.items)], pa.large_string()),
    )
    again = _protected(one, replace(data, vocabulary=renamed), attribute)
    assert _same(_copied(made.data), _copied(again.data)), "it looks at what people or items are called"


def _does_not_depend_on_numbering(one: Protection, data: Interactions, made: Protected) -> None:
    """People numbered otherwise may be lucky otherwise, but about as much is changed."""
    other, codes = _stage(np.random.default_rng(1).permutation(_PEOPLE))
    again = _protected(one, other, codes)
    shares = changes(data, made.data).changed_share, changes(other, again.data).changed_share
    assert abs(shares[0] - shares[1]) < _ALIKE, (
        f"{shares[0]:.0%} of entries are changed, but {shares[1]:.0%} when people are numbered otherwise"
    )


def _takes_bare_data(one: Protection, data: Interactions, attribute: Attribute) -> None:
    """Data without values and days is protected, or refused in a line; nothing is made up for it."""
    entries = entries_of(data)
    bare = from_arrays(entries.people, entries.items, size=(data.people, data.items), vocabulary=data.vocabulary)
    try:
        made = _protected(one, bare, attribute)
    except BadInput:
        return
    assert not made.data.has_values, "there are values where the data had none"
    assert not made.data.has_days, "there are days where the data had none"
    _is_sound(made.data)


def _works_on_parts(one: RowWise, data: Interactions) -> None:
    """What is said to look at one record at a time does the same to parts of the people as to all of them."""
    whole, parts = one.reshaped(data, _SEED), [_part(data, *cut) for cut in ((0, 0), (0, 47), (47, _PEOPLE))]
    made = [one.reshaped(part, _SEED) for part in parts]
    assert all((part.scale, part.first_day) == (whole.scale, whole.first_day) for part in made), (
        "parts of the people get another scale or first day"
    )
    for name in ("items", "values", "days"):
        together = np.concatenate([getattr(part.records, name) for part in made])
        assert np.array_equal(together, getattr(whole.records, name)), f"parts of the people get other {name}"
    lengths = np.concatenate([np.diff(part.records.starts) for part in made])
    assert np.array_equal(lengths, np.diff(whole.records.starts)), "records of parts have another length"
    counted = sum(part.counted for part in made)
    assert one.notes(parts[0], counted) == one.notes(data, whole.counted), "parts of the people lead to other notes"


def _part(data: Interactions, first: int, last: int) -> Interactions:
    """Some of the people, with facts about all."""
    there = data.records
    here = slice(int(there.starts[first]), int(there.starts[last]))
    records = Records(
        there.starts[first : last + 1] - there.starts[first], there.items[here], there.values[here], there.days[here]
    )
    return replace(data, records=records, shards=(), first_person=first, whole=data.facts)


def _arrays(data: Interactions) -> list[Any]:
    records = data.records
    found = [records.starts, records.items, records.values, records.days, data.holders]
    return found + [part for shard in data.shards for part in (shard.starts, shard.entries)]


def _copied(data: Interactions) -> list[Any]:
    return [array.copy() for array in _arrays(data)] + [np.array([data.first_day or -1, data.last_day])]


def _same(some: list[Any], others: list[Any]) -> bool:
    pairs = zip(some, others, strict=False)
    return len(some) == len(others) and all(np.array_equal(one, other) for one, other in pairs)
