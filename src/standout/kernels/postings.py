"""Adding up what an item's holders gain: the innermost loops, over the entries of the index."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER

_LOW16, _S16, _S32, _S48 = np.uint64(0xFFFF), np.uint64(16), np.uint64(32), np.uint64(48)

TABLE_BITS = 24
"""Fractional bits of the value and day tables."""

_EVERY_DAY = 0.2
"""Entries of a list for each day of the data, from which on it pays to list what every day is worth."""


@numba.njit(**INNER)
def gap(day, known):  # type: ignore[no-untyped-def]
    return np.uint64(abs(np.int64(day) - known))


@numba.njit(**INNER)
def times(weight, worth):  # type: ignore[no-untyped-def]
    """A weight times an entry of a table, back on the target's grid.

    In single precision, which is exact enough (24 bits), rounds the same everywhere, and becomes vector code.
    """
    return np.int32(np.float32(weight) * np.float32(2.0**-TABLE_BITS) * np.float32(worth))


@numba.njit(**INNER)
def worth_day(code, no_day, known_day, day_table):  # type: ignore[no-untyped-def]
    """Entry of the day table for the day in a code; nothing for "no day"."""
    day = np.int64(code) & no_day
    return day_table[gap(day, known_day)] if day != no_day else np.int32(0)


@numba.njit(**INNER)
def list_values(values, weight, value_table):  # type: ignore[no-untyped-def]
    """What each code of a value is worth for one known item; the last code is "no value"."""
    no_value = len(values) - 1
    for value in range(no_value + 1):
        values[value] = 0
        if len(value_table):
            values[value] = times(weight, value_table[255 if value == no_value else value])


@numba.njit(**INNER)
def list_days(days, weight, day_table, known_day, last_day):  # type: ignore[no-untyped-def]
    """What each day is worth for one known item; nothing for "no day", the last code."""
    turn = min(max(known_day, 0), last_day + 1)
    for day in range(turn):
        days[day] = times(weight, day_table[np.uint64(known_day - day)])
    late, after = days[turn : last_day + 1], day_table[turn - known_day :]
    for place in range(len(late)):  # from a start of their own, or else this would not become vector code
        late[place] = times(weight, after[place])
    days[len(days) - 1] = 0


@numba.njit(**INNER)
def fill(gains, weight, value_table, day_table, known_day, value_bits, day_bits, last_day, value_count):  # type: ignore[no-untyped-def]
    """What each code is worth for one known item, so that the loop over its holders only looks up.

    An empty table stands for a term that drops out. Only codes that can occur are filled.
    """
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    days = gains[: no_day + 1]
    if len(day_table):
        list_days(days, weight, day_table, known_day, last_day)
    else:
        days[: last_day + 1] = 0
        days[no_day] = 0
    for value in range(value_count, -1, -1):  # "no value" first; the row of value 0, from which all are made, last
        is_none = value == value_count
        code = no_value if is_none else value
        gain = np.int32(0)
        if len(value_table):
            gain = times(weight, value_table[255 if is_none else value])
        row = gains[code << day_bits : (code + 1) << day_bits]
        for day in range(last_day + 1 if day_bits else 1):
            row[day] = days[day] + gain
        if day_bits:
            row[no_day] = days[no_day] + gain


@numba.njit(**INNER)
def add_same(scores, entries, gain):  # type: ignore[no-untyped-def]
    for place in range(len(entries)):
        scores[np.uint16(entries[place])] += gain


@numba.njit(**INNER)
def add_listed(scores, entries, gains, shift):  # type: ignore[no-untyped-def]
    """What the code of each entry is listed with, from bit `shift` on."""
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        scores[np.uint16(entry)] += gains[entry >> shift]


@numba.njit(**INNER)
def add_listed_pairs(scores, pairs, gains):  # type: ignore[no-untyped-def]
    """Two entries of 32 bits at a time, the first in the lower half: reading them is what takes the time."""
    for place in range(len(pairs)):
        pair = pairs[place]
        scores[pair & _LOW16] += gains[(pair >> _S16) & _LOW16]
        scores[(pair >> _S32) & _LOW16] += gains[pair >> _S48]


@numba.njit(**INNER)
def _add_both(scores, entries, values, days, day_bits):  # type: ignore[no-untyped-def]
    """For lists for which listing every code would cost more than it saves: values and days are looked up apart."""
    to_value, no_day = np.uint64(16 + day_bits), np.uint64(len(days) - 1)
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        scores[np.uint16(entry)] += values[entry >> to_value] + days[(entry >> _S16) & no_day]


@numba.njit(**INNER)
def _add_few(scores, entries, weight, values, day_table, known_day, day_bits):  # type: ignore[no-untyped-def]
    """For lists that are short beside the days there are, so that these are not listed either."""
    no_day, to_value = (1 << day_bits) - 1, np.uint64(16 + day_bits)
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        worth = worth_day(entry >> _S16, no_day, known_day, day_table)
        scores[np.uint16(entry)] += values[entry >> to_value] + times(weight, worth)


@numba.njit(**INNER)
def add(  # type: ignore[no-untyped-def]
    scores, entries, pairs, begin, end, weight, value_row, day_row, known_day, by_value, by_day,
    value_bits, day_bits, last_day, value_count, gains,
):  # fmt: skip
    """Add one known item's gains to everyone who has it, the entries `begin` to `end`; `gains` is working space, for
    every code and, after these, every value."""
    if value_row < 0 and day_row < 0:
        add_same(scores, entries[begin:end], np.int32(weight))
        return
    value_table = by_value[value_row] if value_row >= 0 else by_value[0, :0]
    day_table = by_day[day_row] if day_row >= 0 else by_day[0, :0]
    values, days = gains[len(gains) - (1 << value_bits) :], gains[: 1 << day_bits]
    if (len(day_table) or not day_bits) and end - begin >= (last_day + 1) * (2 + value_count // 8):
        fill(gains, weight, value_table, day_table, known_day, value_bits, day_bits, last_day, value_count)
        if entries.itemsize != 4:
            add_listed(scores, entries[begin:end], gains, _S16)
            return
        add_listed(scores, entries[begin : begin + begin % 2], gains, _S16)
        add_listed_pairs(scores, pairs[(begin + 1) // 2 : end // 2], gains)
        add_listed(scores, entries[end - end % 2 : end], gains, _S16)
        return
    list_values(values, weight, value_table)
    if not len(day_table):
        add_listed(scores, entries[begin:end], values, np.uint64(16 + day_bits))
    elif end - begin >= (last_day + 1) * _EVERY_DAY:
        list_days(days, weight, day_table, known_day, last_day)
        _add_both(scores, entries[begin:end], values, days, day_bits)
    else:
        _add_few(scores, entries[begin:end], weight, values, day_table, known_day, day_bits)


@numba.njit(**INNER)
def keep_least(  # type: ignore[no-untyped-def]
    scores, met, turn, entries, value_row, day_row, known_day, by_value, by_day, value_bits, day_bits
):
    """Keep the least similarity of those who had every known item so far; `met` counts the items met."""
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    for place in range(len(entries)):
        person, code = np.uint16(entries[place]), np.int64(entries[place]) >> 16
        if met[person] != turn:
            continue
        met[person] = turn + 1
        worth = np.int32(1 << TABLE_BITS)
        if value_row >= 0:
            value = code >> day_bits
            worth = min(worth, by_value[value_row, 255 if value == no_value else value])
        if day_row >= 0:
            worth = min(worth, worth_day(code, no_day, known_day, by_day[day_row]))
        scores[person] = worth if turn == 0 else min(scores[person], worth)
