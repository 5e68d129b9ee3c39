"""Choosing which entries a blur adds and removes: by a list in its order, or drawn by weight.

Lists lie one behind the other: list `l` holds `list_items[list_starts[l]:list_starts[l + 1]]`, best first. What a
person gets is written to `chosen` from `places[n]` on, where n is the person's turn; the result says how many.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.randomness import start, uniform

_TRIES = 64
"""Draws in a row that may fall on items which cannot be taken, before the rest is looked at item by item."""


@numba.njit(**INNER)
def _open(after, room, list_items, place, end):  # type: ignore[no-untyped-def]
    """The first place from this one on whose item has room; on the way, `after` learns to jump over full ones."""
    free = place
    while free < end and room[list_items[free]] <= 0:
        free = after[free]
    while place < free:
        following = after[place]
        after[place] = free
        place = following
    return free


@numba.njit(**OUTER)
def add_first(  # type: ignore[no-untyped-def]
    starts, items, people, wanted, lists, list_starts, list_items, room, steps, places, chosen
):  # fmt: skip
    """Give each person in turn the first items of their list that they lack and that have room left; looked for among
    the first `steps` that have room."""
    held, given = np.zeros(len(room), np.bool_), np.zeros(len(people), np.int64)
    after = np.arange(1, len(list_items) + 1)
    for turn in range(len(people)):
        record = items[starts[people[turn]] : starts[people[turn] + 1]]
        held[record] = True
        end = list_starts[lists[turn] + 1]
        place = _open(after, room, list_items, list_starts[lists[turn]], end)
        taken = 0
        while given[turn] < wanted[turn] and place < end and taken < steps:
            item = list_items[place]
            if not held[item]:
                chosen[places[turn] + given[turn]] = item
                given[turn] += 1
                room[item] -= 1
            place = _open(after, room, list_items, place + 1, end)
            taken += 1
        held[record] = False
    return given


@numba.njit(**INNER)
def _drawn(state, sums, first, end, list_items, held):  # type: ignore[no-untyped-def]
    """A place of the list whose item is not held, with a chance in proportion to its weight."""
    before = sums[first]
    for _ in range(_TRIES):
        aim = before + uniform(state) * (sums[end] - before)
        place = min(first + np.searchsorted(sums[first + 1 : end + 1], aim, side="right"), end - 1)
        if not held[list_items[place]]:
            return place
    total = 0.0
    for place in range(first, end):
        if not held[list_items[place]]:
            total += sums[place + 1] - sums[place]
    aim, last = uniform(state) * total, -1
    for place in range(first, end):
        if not held[list_items[place]]:
            last = place
            aim -= sums[place + 1] - sums[place]
            if aim < 0.0:
                break
    return last


@numba.njit(**OUTER)
def add_drawn(  # type: ignore[no-untyped-def]
    starts, items, people, wanted, lists, list_starts, list_items, sums, item_count, seed, places, chosen
):  # fmt: skip
    """Draw items that the person lacks from their list, one after the other, each in proportion to its weight.

    `sums[n]` is the weight of all list items before the n-th. Each person has a stream of randomness of their own.
    """
    held, given = np.zeros(item_count, np.bool_), np.zeros(len(people), np.int64)
    state = np.empty(1, np.uint64)
    for turn in range(len(people)):
        record = items[starts[people[turn]] : starts[people[turn] + 1]]
        held[record] = True
        start(state, seed, people[turn], 0)
        first, end = list_starts[lists[turn]], list_starts[lists[turn] + 1]
        free = 0
        for place in range(first, end):
            free += not held[list_items[place]]
        while given[turn] < min(wanted[turn], free):
            item = list_items[_drawn(state, sums, first, end, list_items, held)]
            held[item] = True
            chosen[places[turn] + given[turn]] = item
            given[turn] += 1
        held[record] = False
        for slot in range(places[turn], places[turn] + given[turn]):
            held[chosen[slot]] = False
    return given


@numba.njit(**OUTER)
def exchange(  # type: ignore[no-untyped-def]
    starts, items, people, wanted, adding, ranks, room, holders, places, added, removed
):  # fmt: skip
    """Give each person in turn the first items of the list `adding`, and take as many of their lowest `ranks` away.

    An item that has no room left is not added, one with a single holder is not removed; `ranks` is -1 for items that
    are never removed. Where a person can give up fewer than could be added, fewer are added. Both `added` and
    `removed` are filled from `places[n]` on.
    """
    held, given = np.zeros(len(room), np.bool_), np.zeros(len(people), np.int64)
    after = np.arange(1, len(adding) + 1)
    for turn in range(len(people)):
        record = items[starts[people[turn]] : starts[people[turn] + 1]]
        held[record] = True
        most, begin = min(wanted[turn], len(record)), places[turn]
        spare = 0
        mine = record[np.argsort(ranks[record])]
        for item in mine:
            if ranks[item] >= 0 and holders[item] > 1 and spare < most:
                removed[begin + spare] = item
                spare += 1
        place = _open(after, room, adding, 0, len(adding))
        while given[turn] < spare and place < len(adding):
            item = adding[place]
            if not held[item]:
                added[begin + given[turn]] = item
                given[turn] += 1
                room[item] -= 1
                holders[item] += 1
            place = _open(after, room, adding, place + 1, len(adding))
        for slot in range(begin, begin + given[turn]):
            holders[removed[slot]] -= 1
        held[record] = False
    return given
