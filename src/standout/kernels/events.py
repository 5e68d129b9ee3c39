"""Where a person may have an item several times: a known item is worth to them what the best of their entries is.

The entries of one person stand side by side among the holders of an item, so one pass finds the best of each. Data
without such repeats takes the shorter loops of `postings`.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER
from standout.kernels.postings import TABLE_BITS, fill, list_values, times, worth_day

_S16 = np.uint64(16)


@numba.njit(**INNER)
def add_once(scores, entries, gain):  # type: ignore[no-untyped-def]
    """The same gain for everyone who has the item, however often."""
    before = np.int64(-1)
    for place in range(len(entries)):
        person = np.int64(np.uint16(entries[place]))
        if person != before:
            scores[person] += gain
            before = person


@numba.njit(**INNER)
def add_best_listed(scores, entries, gains):  # type: ignore[no-untyped-def]
    """To everyone who has the item the best gain of their entries, looked up by code."""
    place, count = 0, len(entries)
    while place < count:
        entry = np.uint64(entries[place])
        person, best = np.uint16(entry), gains[entry >> _S16]
        place += 1
        while place < count and np.uint16(entries[place]) == person:
            best = max(best, gains[np.uint64(entries[place]) >> _S16])
            place += 1
        scores[person] += best


@numba.njit(**INNER)
def _add_best_few(scores, entries, weight, value_table, day_table, known_day, value_bits, day_bits, gains):  # type: ignore[no-untyped-def]
    """For short lists, for which listing every code would cost more than it saves."""
    no_day, to_value, place, count = (1 << day_bits) - 1, np.uint64(16 + day_bits), 0, len(entries)
    list_values(gains[: 1 << value_bits], weight, value_table)
    while place < count:
        person, best = np.uint16(entries[place]), np.int32(-(1 << 31))
        while place < count and np.uint16(entries[place]) == person:
            entry = np.uint64(entries[place])
            gain = gains[entry >> to_value]
            if len(day_table):
                gain += times(weight, worth_day(entry >> _S16, no_day, known_day, day_table))
            best = max(best, gain)
            place += 1
        scores[person] += best


@numba.njit(**INNER)
def add_best(  # type: ignore[no-untyped-def]
    scores, entries, weight, value_row, day_row, known_day, by_value, by_day,
    value_bits, day_bits, last_day, value_count, gains,
):  # fmt: skip
    """Add one known item's best gain to everyone who has it; `entries` are those of the item, `gains` working space."""
    if value_row < 0 and day_row < 0:
        add_once(scores, entries, np.int32(weight))
        return
    value_table = by_value[value_row] if value_row >= 0 else by_value[0, :0]
    day_table = by_day[day_row] if day_row >= 0 else by_day[0, :0]
    if len(entries) < (last_day + 1) * (2 + value_count // 8):
        _add_best_few(scores, entries, weight, value_table, day_table, known_day, value_bits, day_bits, gains)
        return
    fill(gains, weight, value_table, day_table, known_day, value_bits, day_bits, last_day, value_count)
    add_best_listed(scores, entries, gains)


@numba.njit(**INNER)
def keep_least_best(  # type: ignore[no-untyped-def]
    scores, met, turn, entries, value_row, day_row, known_day, by_value, by_day, value_bits, day_bits
):
    """Keep the least similarity of those who had every known item so far; an item's is that of the best entry."""
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    place, count = 0, len(entries)
    while place < count:
        person, best = np.uint16(entries[place]), np.int32(-(1 << 31))
        while place < count and np.uint16(entries[place]) == person:
            code, worth = np.int64(entries[place]) >> 16, np.int32(1 << TABLE_BITS)
            if value_row >= 0:
                value = code >> day_bits
                worth = min(worth, by_value[value_row, 255 if value == no_value else value])
            if day_row >= 0:
                worth = min(worth, worth_day(code, no_day, known_day, by_day[day_row]))
            best = max(best, worth)
            place += 1
        if met[person] == turn:
            met[person] = turn + 1
            scores[person] = best if turn == 0 else min(scores[person], best)
