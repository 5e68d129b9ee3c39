"""Exchanging entries between people, two at a time."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.records import find


@numba.njit(**INNER)
def _may_take(items, now, begin, end, item):  # type: ignore[no-untyped-def]
    """Whether a person neither had the item (`items` ascend) nor has it by now."""
    if find(items, begin, end, item) >= 0:
        return False
    for entry in range(begin, end):  # noqa: SIM110
        if now[entry] == item:
            return False
    return True


@numba.njit(**OUTER)
def pair_up(chosen, owners, starts, items, ranks, near, tries):  # type: ignore[no-untyped-def]
    """Find a partner for as many of the chosen entries as possible, each at most once.

    Entries are taken in the given order; each looks among the next `tries` that are still free for one of another
    person at most `near` ranks away, such that neither of the two gets what they had or have got. Returns for each
    entry of the data the one whose item, value and day it gets: itself where nothing is exchanged.
    """
    source = np.arange(len(items))
    now = items.copy()
    free = np.ones(len(chosen), np.bool_)
    for place in range(len(chosen)):
        if not free[place]:
            continue
        entry, first = chosen[place], owners[place]
        looked = 0
        for other_place in range(place + 1, len(chosen)):
            if looked == tries:
                break
            if not free[other_place]:
                continue
            looked += 1
            other, second = chosen[other_place], owners[other_place]
            if first == second or abs(ranks[first] - ranks[second]) > near:
                continue
            if _may_take(items, now, starts[first], starts[first + 1], items[other]) and _may_take(
                items, now, starts[second], starts[second + 1], items[entry]
            ):
                source[entry], source[other] = other, entry
                now[entry], now[other] = items[other], items[entry]
                free[place] = free[other_place] = False
                break
    return source
