"""What entries are worth to a likelihood where every entry has a value and a day, if any has: then each is a match, and
what one is worth fits in four bytes.

An accumulator of eight bytes holds sums and counts as everywhere else; the tables beside it, which are read once for
every entry, take half the room, so that more of them stays at hand.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER
from standout.kernels.likelihood_worth import COUNT, COUNT_BITS, fill

_S16 = np.uint64(16)


@numba.njit(**INNER)
def _match(worth, floor):  # type: ignore[no-untyped-def]
    """One match as an accumulator takes it, worth no less than the floor."""
    return (np.int64(max(worth, floor)) << COUNT_BITS) + 1


@numba.njit(**INNER)
def add_small_same(scores, floors, highest, entries, gain):  # type: ignore[no-untyped-def]
    """The same gain for everyone who has the item, but no less than their floor, of which none is above the highest."""
    if gain >= (np.int64(highest) << COUNT_BITS) + 1 or not gain & COUNT:
        for place in range(len(entries)):
            scores[np.uint16(entries[place])] += gain
        return
    worth = np.int32(gain >> COUNT_BITS)
    for place in range(len(entries)):
        person = np.uint16(entries[place])
        scores[person] += _match(worth, floors[person])


@numba.njit(**INNER)
def _add_codes(scores, floors, entries, gains, shift):  # type: ignore[no-untyped-def]
    """What the code of each entry is listed with, from bit `shift` on."""
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        person = np.uint16(entry)
        scores[person] += _match(gains[entry >> shift], floors[person])


@numba.njit(**INNER)
def add_small(  # type: ignore[no-untyped-def]
    scores, floors, entries, base, table, near, known_day, has_day, reach,
    value_bits, day_bits, last_day, value_count, short, gains,
):  # fmt: skip
    """Add one known item's gains to everyone who has it: by value alone, one by one for a `short` list, or by what
    every code of value and day is worth."""
    if has_day and not short:
        fill(gains, base, table, near, known_day, has_day, reach, value_bits, day_bits, last_day, value_count, True)
        _add_codes(scores, floors, entries, gains, _S16)
        return
    none, to_value = len(table) - 1, np.uint64(16 + day_bits)
    for value in range(1 << value_bits):
        gains[value] = (base + table[min(value, none), reach + (1 if has_day else 2)]) >> COUNT_BITS
    if not has_day:
        _add_codes(scores, floors, entries, gains, to_value)
        return
    days = np.uint64((1 << day_bits) - 1)
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        person = np.uint16(entry)
        worth, day = gains[entry >> to_value], np.int64((entry >> _S16) & days)
        gap = abs(day - known_day)
        if gap <= reach:
            code = min(np.int64(entry >> to_value), none) if value_bits else none
            worth = np.int32((base + table[code, gap] + near[day]) >> COUNT_BITS)
        scores[person] += _match(worth, floors[person])
