"""What an entry is worth to a likelihood, and adding it up over an item's holders.

An accumulator holds two whole numbers in one: what matches add up to, on a grid, and in its lowest bits their number.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER

COUNT_BITS = 20
"""Lowest bits of an accumulator: how many known items a record has."""

GRID_BITS = 24
"""Scores are whole numbers of 2^-24 nats."""

COUNT = np.int64((1 << COUNT_BITS) - 1)
_S16 = np.uint64(16)
_NATS = 2.0 ** -(GRID_BITS + COUNT_BITS)
"""Nats in a step of an accumulator."""
LEAST = np.int64(-(1 << 62))


@numba.njit(**INNER)
def no_less(worth):  # type: ignore[no-untyped-def]
    """An entry that cannot be known is no match, and takes nothing away either."""
    return worth if worth & COUNT else max(worth, np.int64(0))


@numba.njit(**INNER)
def fill(  # type: ignore[no-untyped-def]
    gains, base, table, near, known_day, has_day, reach, value_bits, day_bits, last_day, value_count, small=False
):
    """What each code of value and day is worth for one known item, `small` without the count. Only codes that can occur
    are filled."""
    no_value, no_day, down = (1 << value_bits) - 1, (1 << day_bits) - 1, COUNT_BITS if small else 0
    for value in range(value_count + 1 if value_bits else 1):
        row = gains[(no_value if value == value_count else value) << day_bits :]
        worth = table[value if value_bits else value_count]
        if not has_day:
            row[: no_day + 1] = no_less(base + worth[reach + 2]) >> down
            continue
        row[: last_day + 1] = no_less(base + worth[reach + 1]) >> down
        for day in range(max(known_day - reach, 0), min(known_day + reach, last_day) + 1):
            row[day] = no_less(base + worth[abs(day - known_day)] + near[day]) >> down
        row[no_day] = no_less(base + worth[reach + 3]) >> down


@numba.njit(**INNER)
def worth_of(value, day, no_day, base, table, near, known_day, has_day, reach):  # type: ignore[no-untyped-def]
    """What one entry's value and day are worth, without listing every code."""
    if not has_day:
        return no_less(base + table[value, reach + 2])
    if day == no_day:
        return no_less(base + table[value, reach + 3])
    gap = abs(np.int64(day) - known_day)
    return no_less(base + (table[value, gap] + near[day] if gap <= reach else table[value, reach + 1]))


@numba.njit(**INNER)
def above(worth, floor):  # type: ignore[no-untyped-def]
    """A match is worth no less than what it costs this record to have one match more: agreement never hurts."""
    return max(worth, floor) if worth & COUNT else worth


@numba.njit(**INNER)
def add_same(scores, floors, highest, entries, gain):  # type: ignore[no-untyped-def]
    """The same gain for everyone who has the item, but no less than their floor, of which none is above the highest."""
    if gain >= highest or not gain & COUNT:
        for place in range(len(entries)):
            scores[np.uint16(entries[place])] += gain
        return
    for place in range(len(entries)):
        person = np.uint16(entries[place])
        scores[person] += max(gain, floors[person])


@numba.njit(**INNER)
def add_listed(scores, floors, entries, gains, shift):  # type: ignore[no-untyped-def]
    """What the code of each entry is listed with, from bit `shift` on."""
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        person = np.uint16(entry)
        scores[person] += above(gains[entry >> shift], floors[person])


@numba.njit(**INNER)
def add_few(  # type: ignore[no-untyped-def]
    scores, floors, entries, base, table, near, known_day, has_day, reach, value_bits, day_bits, gains
):
    """For short lists, for which listing every code would cost more than it saves."""
    no_value, no_day, none = (1 << value_bits) - 1, (1 << day_bits) - 1, len(table) - 1
    to_value = np.uint64(16 + day_bits)
    for value in range(no_value + 1):
        row = table[min(value, none) if value != no_value else none]
        gains[value] = no_less(base + row[reach + (1 if has_day else 2)])
    if not has_day:
        add_listed(scores, floors, entries, gains, to_value)
        return
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        person = np.uint16(entry)
        worth = gains[entry >> to_value]
        day = np.int64(entry >> _S16) & no_day
        gap = abs(day - known_day)
        if gap <= reach or day == no_day:
            code = np.int64(entry >> to_value)
            row = table[none if code == no_value else code]
            worth = no_less(base + (row[reach + 3] if day == no_day else row[gap] + near[day]))
        scores[person] += above(worth, floors[person])


@numba.njit(**INNER)
def with_event(many, best, total, worth):  # type: ignore[no-untyped-def]
    """One entry more of a person who has an item several times: how many can be known, what the best of them is worth,
    and the sum of e^(worth − best). An entry that cannot be known counts only where there is no other."""
    if not worth & COUNT:
        return many, max(best, worth) if many == 0 else best, total
    if many == 0:
        return many + 1, worth, 1.0
    if worth > best:
        return many + 1, worth, total * np.exp(np.float64(best - worth) * _NATS) + 1.0
    return many + 1, best, total + (1.0 if worth == best else np.exp(np.float64(worth - best) * _NATS))


@numba.njit(**INNER)
def of_events(many, best, total):  # type: ignore[no-untyped-def]
    """What an item is worth that a person has several times: the known one is any of them, so it is the mean of what
    they make likely, in nats on the grid, and one match. The nearest ones make up most of it."""
    if many < 2:
        return best
    return best + (np.int64(np.rint(np.log(total / many) * 2.0**GRID_BITS)) << COUNT_BITS)


@numba.njit(**INNER)
def add_events(  # type: ignore[no-untyped-def]
    scores, floors, entries, base, table, near, same, known_day, has_day, reach,
    value_bits, day_bits, last_day, value_count, gains,
):  # fmt: skip
    """Add one known item's gains where a person may have it several times: their entries stand side by side."""
    listed = not same and len(entries) >= (last_day + 1) * (2 + value_count // 8)
    if listed:
        fill(gains, base, table, near, known_day, has_day, reach, value_bits, day_bits, last_day, value_count)
    no_value, no_day, none = (1 << value_bits) - 1, (1 << day_bits) - 1, len(table) - 1
    to_value, place, count = np.uint64(16 + day_bits), 0, len(entries)
    while place < count:
        person, many, best, total = np.uint16(entries[place]), 0, LEAST, 0.0
        while place < count and np.uint16(entries[place]) == person:
            entry = np.uint64(entries[place])
            if same:
                many, best = 1, no_less(base + table[0, reach + 2])
            elif listed:
                many, best, total = with_event(many, best, total, gains[entry >> _S16])
            else:
                code, day = np.int64(entry >> to_value), np.int64(entry >> _S16) & no_day
                value = none if code == no_value else code
                worth = worth_of(value, day, no_day, base, table, near, known_day, has_day, reach)
                many, best, total = with_event(many, best, total, worth)
            place += 1
        scores[person] += above(of_events(many, best, total), floors[person])
