"""The contract of protections, as a suite: `check_protection(MyProtection)` in a test says whether it is kept, or what
to do.

It protects a small made-up dataset with an attribute. A protection must describe itself; change something and leave
something; give the same answer to the same seed, and another to another one unless nothing is left to chance; not edit
in place; keep ids and scale, or say whose records those of new people were; look at an attribute only if it says that
it needs one; not depend on what people and items are called, nor on how they are numbered; take data in which people
have an item several times, or refuse it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.vocabulary import Vocabulary, positions
from standout.engines.checked import check_knowledge
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.protections import PROTECTIONS, described, protection
from standout.protections.contract import Countered, Protected, Protection, changes, entries_of, rejoined
from standout.protections.rowwise import RowWise
from standout.testing.descriptions import check_described
from standout.testing.in_parts import works_on_parts
from standout.testing.numbering import (
    BY_CHANCE,
    ITEMS,
    PEOPLE,
    Numbered,
    arrays_of,
    by_id,
    changed_entries,
    lost_by_code,
    numbered_anew,
)

_SEED, _OTHER_SEEDS = 5, (6, 7)
_ALIKE = 0.1
"""How much the changed share may differ when people are numbered otherwise."""


def check_protection(tested: Callable[[], Protection] | Protection) -> None:
    """Raise `AssertionError`, with a sentence that says what to do, if a protection breaks the contract.

    It may be given as it is, or as its class, or as whatever else makes one.
    """
    factory = tested if callable(tested) else lambda: tested
    protect = factory()
    _describes_itself(protect)
    stage = numbered_anew(np.arange(PEOPLE), np.arange(ITEMS))
    data, attribute = stage.data, stage.attribute
    before = _copied(data)
    protected = _protected(protect, data, attribute)
    assert _same(before, _copied(data)), (
        "protect() changes the data that it is given: copy an array before you write to it"
    )
    _changes_something_and_leaves_something(data, protected)
    _keeps_ids_and_scale(data, protected)
    _fits_together(protected.data)
    _gives_the_same_answer_again(factory, data, attribute, protected)
    _looks_only_at_what_it_needs(protect, data, attribute, protected)
    _does_not_see_names(protect, data, attribute, protected)
    _goes_by_chance_or_by_content(protect, stage, protected)
    _takes_bare_data(protect, data, attribute)
    _is_countered_as_it_says(protect, protected.data)
    if isinstance(protect, RowWise):
        works_on_parts(protect, data, _SEED)
    _takes_events(protect)


def _describes_itself(tested: Protection) -> None:
    kind = type(tested)
    check_described(tested, "a protection")
    assert dataclasses.is_dataclass(tested), (
        "a protection has no options: write @dataclass(frozen=True) above the class"
    )
    assert kind.__dataclass_params__.frozen, "a protection's options can change: write @dataclass(frozen=True)"
    for field in dataclasses.fields(tested):
        assert field.default is not dataclasses.MISSING, f"option '{field.name}' has no default: give it one"
    if PROTECTIONS.get(tested.name) is kind:
        assert protection(described(tested)) == tested, f"'{described(tested)}' makes another protection"
        for text in getattr(tested, "compared", ()):
            protection(f"{tested.name}:{text}")


def _protected(tested: Protection, data: LocalDataset, attribute: Attribute | None, seed: int = _SEED) -> Protected:
    """What comes of it; what else it does is said in one sentence."""
    try:
        protected = tested.protect(data, attribute if "attribute" in tested.needs else None, seed)
    except BadInput:
        raise
    except Exception as problem:
        raise AssertionError(
            f"protect() fails ({type(problem).__name__}: {problem}): give codes of people and items that are in the "
            "data and values of its scale, and copy an array before you write to it"
        ) from problem
    assert isinstance(protected, Protected), f"protect() gives back {type(protected).__name__}: give a Protected"
    assert all(isinstance(note, str) and "\n" not in note for note in protected.notes), "give notes as lines of text"
    return protected


def _changes_something_and_leaves_something(data: LocalDataset, protected: Protected) -> None:
    assert protected.data.count, "nothing is left of the data: a protection keeps what is still useful"
    changed = changes(data, protected.data, protected.origins)
    assert changed.changed_share or len(protected.data.vocabulary.people) != data.people, (
        "it changes nothing: choose defaults that change something in data of a hundred people"
    )


def _keeps_ids_and_scale(data: LocalDataset, protected: Protected) -> None:
    released, origins = protected.data, protected.origins
    for kind in ("people", "items"):
        ids = getattr(released.vocabulary, kind)
        if kind == "items" or origins is None:
            assert (positions(ids, getattr(data.vocabulary, kind)) >= 0).all(), (
                f"{kind} have ids that nobody had before: keep data.vocabulary, as rebuilt() does"
            )
        assert len(set(ids.to_pylist())) == len(ids), f"two {kind} have the same id: keep data.vocabulary"
    if origins is not None:
        assert len(origins) == released.people, "origins does not say of each new person whose record theirs was"
        assert ((origins >= 0) & (origins < data.people)).all(), "origins names people who are not in the data"
        assert (positions(released.vocabulary.people, data.vocabulary.people) < 0).all(), (
            "new people have ids that others had before: take numbers from first_free() on"
        )
    assert set(released.scale.labels) <= set(data.scale.labels), (
        "there are values that are not on the scale of the data: take the nearest of data.scale"
    )


def _fits_together(protected: LocalDataset) -> None:
    """Holders and index are those of the records."""
    entries = entries_of(protected)
    again = from_arrays(
        entries.people, entries.items,
        entries.values if protected.has_values else None, entries.days if protected.has_days else None,
        scale=protected.scale, size=(protected.people, protected.items),
        shard_people=protected.held.shards[0].people_count, events=protected.events,
    )  # fmt: skip
    advice = "make data anew from its entries with rebuilt(), not with replace()"
    assert np.array_equal(again.holders, protected.holders), f"holders do not fit the records: {advice}"
    for mine, theirs in zip(protected.held.shards, again.held.shards, strict=True):
        same = np.array_equal(mine.starts, theirs.starts) and np.array_equal(mine.people, theirs.people)
        assert same, f"shards do not fit the records: {advice}"


def _gives_the_same_answer_again(
    factory: Callable[[], Protection], data: LocalDataset, attribute: Attribute, protected: Protected
) -> None:
    again = _protected(factory(), data, attribute)
    assert _same(_copied(protected.data), _copied(again.data)), (
        "the same seed gives another answer: draw from np.random.default_rng(seed_for(seed, name)) alone"
    )
    assert protected.notes == again.notes, "the same seed gives other notes: say only what comes from data and seed"


def _looks_only_at_what_it_needs(
    tested: Protection, data: LocalDataset, attribute: Attribute, protected: Protected
) -> None:
    if "attribute" not in tested.needs:
        again = tested.protect(data, attribute, _SEED)
        assert _same(_copied(protected.data), _copied(again.data)), (
            "it looks at an attribute that it does not say it needs: add 'attribute' to needs"
        )
        return
    try:
        tested.protect(data, None, _SEED)
    except BadInput:
        return
    raise AssertionError(
        "it needs an attribute, but does not refuse to work without one: raise BadInput where it is None"
    )


def _does_not_see_names(tested: Protection, data: LocalDataset, attribute: Attribute, protected: Protected) -> None:
    renamed = Vocabulary(
        pa.array([f"x{9999 - code}" for code in range(data.people)], pa.large_string()),
        pa.array([f"y{9999 - code}" for code in range(data.items)], pa.large_string()),
    )
    again = _protected(tested, replace(data, vocabulary=renamed), attribute)
    assert _same(_copied(protected.data), _copied(again.data)), (
        "it looks at what people or items are called (ids): go by what they have, ids are somebody else's choice"
    )


def _goes_by_chance_or_by_content(tested: Protection, stage: Numbered, protected: Protected) -> None:
    """Who and what is changed follows from the seed or from what entries are, never from how they are numbered."""
    dice = np.random.default_rng(1)
    numberings = {
        "people": (dice.permutation(PEOPLE), np.arange(ITEMS)),
        "items": (np.arange(PEOPLE), dice.permutation(ITEMS)),
    }
    others = [_protected(tested, stage.data, stage.attribute, seed) for seed in _OTHER_SEEDS]
    certain = all(_same(_copied(protected.data), _copied(other.data)) for other in others)
    share = changes(stage.data, protected.data, protected.origins).changed_share
    for axis, (people, items) in numberings.items():
        first = numbered_anew(people, items)
        if certain:
            again = _protected(tested, first.data, first.attribute)
            mine, other_way = _by_owner(stage.data, protected), _by_owner(first.data, again)
            assert np.array_equal(by_id(mine), by_id(other_way)), (
                f"another seed changes nothing, but how {axis} are numbered does: draw with the seed, or go by what "
                "entries are (holders, values, days), never by code"
            )
            continue
        if axis == "people":
            turned, third = numbered_anew(PEOPLE - 1 - people, items), numbered_anew(dice.permutation(PEOPLE), items)
        else:
            turned, third = numbered_anew(people, ITEMS - 1 - items), numbered_anew(people, dice.permutation(ITEMS))
        other = _changes_low_and_high_codes_alike(tested, first, turned, axis)
        _changes_no_code_whoever_has_it(tested, (first, turned, third), axis)
        assert abs(share - other) < _ALIKE, (
            f"{share:.0%} of entries are changed, but {other:.0%} when {axis} are numbered otherwise: go by what "
            "entries are, never by code"
        )


def _changes_low_and_high_codes_alike(tested: Protection, first: Numbered, turned: Numbered, axis: str) -> float:
    """The same people (or items) with low codes and with high ones: how much is changed must differ by chance alone.

    Returns the share of entries that is changed.
    """
    codes = getattr(first, axis)
    differs, shares = np.zeros(len(codes)), []
    for seed in (_SEED, _OTHER_SEEDS[0]):
        for stage, sign in ((first, 1), (turned, -1)):
            protected = _protected(tested, stage.data, stage.attribute, seed)
            differs += sign * changed_entries(stage, _by_owner(stage.data, protected), axis)
            shares.append(changes(stage.data, protected.data, protected.origins).changed_share)
    low = np.where(codes < len(codes) // 2, 1.0, -1.0)
    assert abs((low * differs).sum()) <= BY_CHANCE * max(np.sqrt((differs**2).sum()), 1.0), (
        f"{axis} with low codes are changed more or less often than those with high ones: go by the seed or by what "
        "entries are, never by code"
    )
    return shares[0]


def _changes_no_code_whoever_has_it(tested: Protection, stages: tuple[Numbered, ...], axis: str) -> None:
    """Numbered otherwise, with another seed each time, what a code loses must not tell what it loses the next time."""
    seeds = (_SEED, *_OTHER_SEEDS)
    made = [_protected(tested, on.data, on.attribute, seed) for on, seed in zip(stages, seeds, strict=True)]
    released = [_by_owner(on.data, each) for on, each in zip(stages, made, strict=True)]
    assert not lost_by_code(stages, released, axis), (
        f"{axis} with the same codes are changed again and again, whichever have them: go by the seed or by what "
        "entries are, never by code"
    )


def _by_owner(data: LocalDataset, protected: Protected) -> LocalDataset:
    """What is released, under those whom it was made from."""
    released, origins = protected.data, protected.origins
    return released if origins is None else rejoined(data, released, origins)


def _takes_bare_data(tested: Protection, data: LocalDataset, attribute: Attribute) -> None:
    """Data without values and days is protected, or refused in a line; nothing is made up for it."""
    entries = entries_of(data)
    bare = from_arrays(entries.people, entries.items, size=(data.people, data.items), vocabulary=data.vocabulary)
    try:
        protected = _protected(tested, bare, attribute)
    except BadInput as problem:
        if tested.needs & {"values", "days"}:
            return
        raise AssertionError(f"it refuses data without values and days ({problem}): say so in needs") from None
    assert not protected.data.has_values, "there are values where the data had none: rebuilt() leaves them out"
    assert not protected.data.has_days, "there are days where the data had none: rebuilt() leaves them out"


def _takes_events(tested: Protection) -> None:
    """Data in which people have an item several times is protected, entry by entry, or refused in a line."""
    stage = numbered_anew(np.arange(PEOPLE), np.arange(ITEMS), events=True)
    try:
        protected = _protected(tested, stage.data, stage.attribute)
    except BadInput as problem:
        if "events" not in str(problem):
            raise AssertionError(f"it refuses data of events in other words ({problem}): say that it is that") from None
        return
    assert protected.data.events, "data of events is none any more: rebuilt() and with_records() keep that"
    _fits_together(protected.data)
    _is_countered_as_it_says(tested, protected.data)
    if isinstance(tested, RowWise):
        works_on_parts(tested, stage.data, _SEED)


def _is_countered_as_it_says(tested: Protection, protected: LocalDataset) -> None:
    if not isinstance(tested, Countered):
        return
    assert re.fullmatch(r".+", tested.countered_by), "countered_by is not one line: say in it what the adversary does"
    knows = Adversary("contract", items=2, values="unknown")
    known = protected.engine.draw(protected, knows, np.arange(protected.people, dtype=np.int64), 1).knowledge
    countered = tested.counter(known, protected)
    try:
        check_knowledge(countered, protected.facts)
    except ValueError as problem:
        raise AssertionError(f"counter() gives knowledge that does not fit the release: {problem}") from None
    assert countered.targets == known.targets, "counter() loses targets: give what is known of each, if only nothing"


def _copied(data: LocalDataset) -> list[Any]:
    return [array.copy() for array in arrays_of(data)] + [np.array([data.first_day or -1, data.last_day])]


def _same(some: list[Any], others: list[Any]) -> bool:
    pairs = zip(some, others, strict=False)
    return len(some) == len(others) and all(np.array_equal(one, other) for one, other in pairs)
