"""Protections of data in which people have an item several times: what they change is counted entry by entry."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.engines.partitioned import PartitionedEngine
from standout.errors import BadInput
from standout.protections import PROTECTIONS, protection
from standout.protections.contract import changes, entries_of, rebuilt
from standout.protections.protecting import protect, protect_partitions
from standout.protections.rowwise import RowWise
from standout.testing.numbering import ITEMS, PEOPLE, numbered_anew
from standout.verification.grid import default_grid
from tests.event_worlds import EventWorld, event_worlds, released

HIDING = [name for name, kind in PROTECTIONS.items() if "attribute" in kind.needs]
ROW_WISE = [name for name, kind in PROTECTIONS.items() if isinstance(kind(), RowWise)]


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    return numbered_anew(np.arange(PEOPLE), np.arange(ITEMS), events=True).data


def plain_changes(before: LocalDataset, after: LocalDataset) -> tuple[int, int, int, int]:
    """Added, removed, altered and who was touched, one person and item after the other."""

    def events(data: LocalDataset) -> dict[tuple[int, int], Counter[tuple[int, int]]]:
        held: dict[tuple[int, int], Counter[tuple[int, int]]] = {}
        entries = entries_of(data)
        for row in zip(entries.people, entries.items, entries.values, entries.days, strict=True):
            person, item, value, day = (int(code) for code in row)
            held.setdefault((person, item), Counter())[(value, day)] += 1
        return held

    old, new = events(before), events(after)
    added = removed = altered = 0
    touched = set()
    for pair in old.keys() | new.keys():
        mine, theirs = old.get(pair, Counter()), new.get(pair, Counter())
        went, came = (mine - theirs).total(), (theirs - mine).total()
        both = min(went, came)
        added, removed, altered = added + came - both, removed + went - both, altered + both
        if went or came:
            touched.add(pair[0])
    return added, removed, altered, len(touched)


@given(world=event_worlds(), seed=st.integers(0, 9))
def test_changes_are_counted_entry_by_entry(world: EventWorld, seed: int) -> None:
    before, dice = released(world), np.random.default_rng(seed)
    entries = entries_of(before)
    kept = entries.kept(dice.random(len(entries)) < 0.8)
    if before.has_days and len(kept):
        kept.days[dice.random(len(kept)) < 0.3] = 0
    more = entries.kept(dice.random(len(entries)) < 0.2)
    after = rebuilt(before, kept.joined(more))
    counted = changes(before, after)
    assert (counted.added, counted.removed, counted.altered, counted.people_touched) == plain_changes(before, after)
    assert counted.before == before.count
    nothing = changes(before, before)
    assert (nothing.added, nothing.removed, nothing.altered, nothing.people_touched) == (0, 0, 0, 0)


@pytest.mark.parametrize("name", ROW_WISE)
def test_partitions_are_protected_as_the_whole_is(data: LocalDataset, name: str) -> None:
    far = PartitionedEngine((0, 30, 31)).take(data)
    whole = protect(data, [protection(name)], seed=3)
    account, _, facts = protect_partitions(far, [protection(name)], seed=3)  # type: ignore[list-item]
    assert account.changes == whole.changes
    assert account.after == whole.data.count
    assert facts.events
    assert facts.holders.tolist() == whole.data.holders.tolist()
    assert (facts.people, facts.longest) == (whole.data.people, whole.data.facts.longest)


def test_trimming_keeps_so_many_entries(data: LocalDataset) -> None:
    trimmed = protect(data, [protection("trim:keep=7")]).data
    assert trimmed.lengths.tolist() == np.minimum(data.lengths, 7).tolist()


def test_swapping_keeps_everybodys_and_every_items_number_of_entries(data: LocalDataset) -> None:
    swapped = protect(data, [protection("swap:share=0.4")]).data
    assert swapped.lengths.tolist() == data.lengths.tolist()
    counts = [np.bincount(entries_of(each).items, minlength=ITEMS).tolist() for each in (data, swapped)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", HIDING)
def test_what_hides_an_attribute_refuses_events_in_one_line(data: LocalDataset, name: str) -> None:
    attribute = Attribute("class", ("a", "b"), (np.arange(PEOPLE) % 2).astype(np.int32))
    with pytest.raises(BadInput, match=f"^protection '{name}' does not take data read with repeats='events'; read"):
        protection(name).protect(data, attribute, 1)


def test_what_is_compared_by_itself_leaves_out_what_refuses_events(data: LocalDataset) -> None:
    names = {step.name for choice in default_grid(data, has_attribute=True) for step in choice.steps}
    assert not names & set(HIDING)
    assert set(ROW_WISE) <= names
