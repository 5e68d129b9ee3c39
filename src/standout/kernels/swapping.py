"""Exchanging entries between people, two at a time."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER


@numba.njit(**INNER)
def _may_take(items, now, begin, end, item):  # type: ignore[no-untyped-def]
    """Whether a person neither had the item (`items` ascend) nor has it by now."""
    low, high = begin, end
    while low < high:
        middle = (low + high) // 2
        if items[middle] < item:
            low = middle + 1
        else:
            high = middle
    if low < end and items[low] == item:
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
    for at in range(len(chosen)):
        if not free[at]:
            continue
        one, first = chosen[at], owners[at]
        looked = 0
        for other_at in range(at + 1, len(chosen)):
            if looked == tries:
                break
            if not free[other_at]:
                continue
            looked += 1
            other, second = chosen[other_at], owners[other_at]
            if first == second or abs(ranks[first] - ranks[second]) > near:
                continue
            if _may_take(items, now, starts[first], starts[first + 1], items[other]) and _may_take(
                items, now, starts[second], starts[second + 1], items[one]
            ):
                source[one], source[other] = other, one
                now[one], now[other] = items[other], items[one]
                free[at] = free[other_at] = False
                break
    return source
