"""What all blurs share: how many entries a person gets, choosing them, and what is told about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Int64s, only_read
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.protections.blur.lists import LEARNED_FROM, Lists
from standout.protections.checks import check_at_least, check_choice

_NO_LIMIT = np.iinfo(np.int64).max
_ALMOST = 1e-9
"""So that 5% of 100 entries are 5, whatever floating point makes of it."""


@dataclass(frozen=True)
class Additions:
    """Which items people get: parallel arrays, person by person in their turn."""

    people: Int64s
    items: Int64s
    notes: tuple[str, ...] = ()


def needed(attribute: Attribute | None, name: str) -> Attribute:
    """The attribute, which a blur cannot do without."""
    if attribute is None:
        raise BadInput(f"protection '{name}' hides an attribute of people; say which with --attribute NAME")
    return attribute


ROUNDINGS = ("nearest", "up")
"""How a share of a record is rounded; Strucks' code rounds up."""


def check_published(name: str, rounding: str, steps: int, lists: str) -> None:
    """Refuse what cannot be of the options that follow Strucks' code."""
    check_choice(name, "rounding", rounding, ROUNDINGS)
    check_at_least(name, "steps", steps, 0)
    check_choice(name, "lists", lists, LEARNED_FROM)


def extra_counts(lengths: Int64s, extra: float, rounding: str = "nearest") -> Int64s:
    """The share `extra` of each record's length, rounded: at least one for whoever has any."""
    exact = lengths * extra
    rounded: Int64s = (np.ceil(exact - _ALMOST) if rounding == "up" else np.floor(exact + 0.5 + _ALMOST)).astype(
        np.int64
    )
    return np.minimum(np.maximum(rounded, 1), lengths)


def room_for(holders: Int64s, cap: float) -> Int64s:
    """How many entries each item may gain until it has `cap` times its holders."""
    room: Int64s = np.ceil(holders * (cap - 1) - _ALMOST).astype(np.int64)
    return room


def first_of_lists(
    data: LocalDataset,
    lists: Lists,
    people: Int64s,
    classes: Int64s,
    wanted: Int64s,
    room: Int64s | None = None,
    steps: int = 0,
) -> Additions:
    """For each person in turn, the first items of the list against their class that they lack and that have room;
    looked for among so many items of the list that have room (0: among all)."""
    from standout.kernels.blur import add_first

    records, (places, chosen) = data.held.records, _places(wanted)
    room = np.full(data.items, _NO_LIMIT) if room is None else room.copy()
    got = add_first(
        only_read(np.asarray(records.starts)), only_read(np.asarray(records.items)), people, wanted, classes,
        lists.starts, np.concatenate(lists.against), room, steps or _NO_LIMIT, places, chosen,
    )  # fmt: skip
    return _additions(people, wanted, got, places, chosen)


def drawn_from_lists(
    data: LocalDataset,
    lists: Lists,
    people: Int64s,
    classes: Int64s,
    wanted: Int64s,
    weighted: bool,
    seed: int,
    steps: int = 0,
) -> Additions:
    """For each person, items drawn from the list against their class: by weight, or all alike; in so many draws, of
    which those that fall on an item that the person has are lost (0: until there are enough)."""
    from standout.kernels.blur import add_drawn

    if steps:
        return _drawn_in_steps(data, lists, people, classes, wanted, weighted, seed, steps)

    records, (places, chosen) = data.held.records, _places(wanted)
    weights = np.concatenate(lists.weights) if weighted else np.ones(lists.starts[-1])
    sums = np.concatenate(([0.0], np.cumsum(weights)))
    got = add_drawn(
        only_read(np.asarray(records.starts)), only_read(np.asarray(records.items)), people, wanted, classes,
        lists.starts, np.concatenate(lists.against), sums, data.items, seed_for(seed, "blur", "items"), places, chosen,
    )  # fmt: skip
    return _additions(people, wanted, got, places, chosen)


def _drawn_in_steps(
    data: LocalDataset,
    lists: Lists,
    people: Int64s,
    classes: Int64s,
    wanted: Int64s,
    weighted: bool,
    seed: int,
    steps: int,
) -> Additions:
    dice, records = np.random.default_rng(seed_for(seed, "blur", "steps")), data.held.records
    sums = [np.cumsum(weights if weighted else np.ones(len(weights))) for weights in lists.weights]
    chosen, got = [], np.zeros(len(people), np.int64)
    for turn, (person, code) in enumerate(zip(people, classes, strict=True)):
        if not len(lists.against[code]):
            continue
        drawn = lists.against[code][np.searchsorted(sums[code], dice.random(steps) * sums[code][-1], side="right")]
        drawn = drawn[np.sort(np.unique(drawn, return_index=True)[1])]
        new = drawn[~np.isin(drawn, records.items[records.starts[person] : records.starts[person + 1]])]
        chosen.append(new[: wanted[turn]])
        got[turn] = len(chosen[-1])
    items = np.concatenate([*chosen, np.empty(0, np.int64)]).astype(np.int64)
    return Additions(np.repeat(people, got), items, shortfall(wanted, got))


def _places(wanted: Int64s) -> tuple[Int64s, Int64s]:
    """Where each person's items begin, and an array for all."""
    ends = np.cumsum(wanted)
    return ends - wanted, np.empty(int(wanted.sum()), np.int64)


def _additions(people: Int64s, wanted: Int64s, got: Int64s, places: Int64s, chosen: Int64s) -> Additions:
    given = gathered(places, got)
    return Additions(np.repeat(people, got), chosen[given], shortfall(wanted, got))


def gathered(places: Int64s, counts: Int64s) -> Int64s:
    """The positions `places[n]`, `places[n] + 1`, … of the first `counts[n]` of each n, one behind the other."""
    before = np.cumsum(counts) - counts
    return np.repeat(places - before, counts) + np.arange(int(counts.sum()))


def shortfall(wanted: Int64s, got: Int64s) -> tuple[str, ...]:
    """A note about people who got less than they should."""
    short = got < wanted
    if not short.any():
        return ()
    missing = int((wanted - got).sum())
    return (f"the list ran out for {int(short.sum()):,} people: {missing:,} entries fewer than wanted were added",)
