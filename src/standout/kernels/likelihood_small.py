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
def _add_near(  # type: ignore[no-untyped-def]
    scores, floors, entries, base, table, near, known_day, reach, value_bits, day_bits, last_day, gains, slots
):
    """Where days are known, without listing what every day is worth: all that are not near are worth the same.

    `slots` number the near days from 1 on, all others 0, as they are again afterwards; what is listed is each value
    with each slot.
    """
    none, first, last = len(table) - 1, max(known_day - reach, 0), min(known_day + reach, last_day)
    width = np.uint64(0)
    while (1 << width) < last - first + 2:
        width += np.uint64(1)
    for value in range(1 << value_bits):
        row, listed = table[min(value, none)], gains[value << width :]
        listed[0] = (base + row[reach + 1]) >> COUNT_BITS
        for day in range(first, last + 1):
            listed[1 + day - first] = (base + row[abs(day - known_day)] + near[day]) >> COUNT_BITS
    for day in range(first, last + 1):
        slots[day] = 1 + day - first
    to_value, days = np.uint64(16 + day_bits), np.uint64((1 << day_bits) - 1)
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        person = np.uint16(entry)
        code = ((entry >> to_value) << width) + np.uint64(slots[(entry >> _S16) & days])
        scores[person] += _match(gains[code], floors[person])
    slots[first : last + 1] = 0


@numba.njit(**INNER)
def add_small(  # type: ignore[no-untyped-def]
    scores, floors, entries, base, table, near, known_day, has_day, reach,
    value_bits, day_bits, last_day, value_count, short, gains, slots,
):  # fmt: skip
    """Add one known item's gains to everyone who has it: by value alone, by what every code of value and day is worth,
    for a `short` list by what near days are, and one by one where those are more than its entries."""
    if has_day and not short:
        fill(gains, base, table, near, known_day, has_day, reach, value_bits, day_bits, last_day, value_count, True)
        _add_codes(scores, floors, entries, gains, _S16)
        return
    if has_day and len(entries) > 4 * reach:
        _add_near(
            scores, floors, entries, base, table, near, known_day, reach, value_bits, day_bits, last_day, gains, slots
        )  # fmt: skip
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
