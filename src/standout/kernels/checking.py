"""Looking through arrays for what other kernels take for granted: they look at memory without asking.

Nothing here trusts an array further than it was checked before: `ascends` first, then `record_bounds` and
`entry_bounds`, which follow `starts`, then `agree`, which follows item codes.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import OUTER


@numba.njit(**OUTER)
def ascends(starts, end):  # type: ignore[no-untyped-def]
    """Whether the numbers begin with 0, never fall, and end with `end`."""
    if len(starts) == 0 or starts[0] != 0 or starts[-1] != end:
        return False
    falls = 0
    for place in range(1, len(starts)):
        falls += starts[place] < starts[place - 1]
    return falls == 0


@numba.njit(**OUTER)
def record_bounds(starts, items, values, days, first, last):  # type: ignore[no-untyped-def]
    """Of the people `first` to `last`: how often items fall in a record, how often one stands there again, and one more
    than the largest item (a negative one counts as very large), value and day; "no value" and "no day" count as none.

    A fall between two neighbouring items is right only where a record begins, so both kinds are counted.
    """
    begin, end = starts[first], starts[last]
    falls, repeats, item = 0, 0, np.int64(0)
    for entry in range(begin + 1, end):
        falls += items[entry] < items[entry - 1]
        repeats += items[entry] == items[entry - 1]
    for entry in range(begin, end):
        item = max(item, np.int64(np.uint32(items[entry])) + 1)
    for person in range(first, last):
        entry = starts[person]
        if begin < entry < starts[person + 1]:
            falls -= items[entry] < items[entry - 1]
            repeats -= items[entry] == items[entry - 1]
    value, day = np.uint8(0), np.uint16(0)
    if len(values):
        for entry in range(begin, end):
            value = max(value, np.uint8(values[entry] + np.uint8(1)))
    if len(days):
        for entry in range(begin, end):
            day = max(day, np.uint16(days[entry] + np.uint16(1)))
    return falls, repeats, item, np.int64(value), np.int64(day)


@numba.njit(**OUTER)
def entry_bounds(starts, entries, value_bits, day_bits):  # type: ignore[no-untyped-def]
    """Of an index: whether people ascend among the holders of every item and no bit is set above the code, how often a
    person stands there again, and one more than the largest person, value and day; "none" counts as none."""
    person, value, day = np.int64(0), np.int64(0), np.int64(0)
    no_value, no_day = (np.int64(1) << value_bits) - 1, (np.int64(1) << day_bits) - 1
    wrong, repeats = np.int64(0), np.int64(0)
    for item in range(len(starts) - 1):
        before = np.int64(-1)
        for place in range(starts[item], starts[item + 1]):
            entry = np.uint64(entries[place])
            who, code = np.int64(entry & np.uint64(65_535)), np.int64(entry >> np.uint64(16))
            wrong += np.int64(before > who)
            repeats += np.int64(before == who)
            wrong += np.int64((code >> (value_bits + day_bits)) != 0)
            before = who
            person = max(person, who + 1)
            value = max(value, ((code >> day_bits) + 1) & no_value)
            day = max(day, ((code & no_day) + 1) & no_day)
    return wrong == 0, repeats, person, value, day


@numba.njit(**OUTER)
def agree(starts, items, values, days, first, last, item_starts, entries, value_bits, day_bits):  # type: ignore[no-untyped-def]
    """Whether items ascend in the records of the people `first` to `last`, and an index holds just what these records
    do, in its order; how often an item stands there again; and one more than the largest value and day, "none" counting
    as none.

    Both starts must have been found to ascend, to the number of items and entries.
    """
    place = item_starts[:-1].copy()
    item_count, count, right = len(place), len(entries), True
    no_value, no_day = np.uint64((1 << value_bits) - 1), np.uint64((1 << day_bits) - 1)
    shift, most_value, most_day = np.uint64(day_bits), np.uint8(0), np.uint16(0)
    longest, repeats = 0, np.int64(0)
    for person in range(first, last):
        longest = max(longest, starts[person + 1] - starts[person])
    wanted = np.empty(longest, np.uint64)
    for person in range(first, last):
        begin, size = starts[person], starts[person + 1] - starts[person]
        for offset in range(size):
            wanted[offset] = person - first
        if value_bits:
            for offset in range(size):
                value = values[begin + offset]
                most_value = max(most_value, np.uint8(value + np.uint8(1)))
                wanted[offset] |= (no_value if value == 255 else np.uint64(value)) << (shift + np.uint64(16))
        if day_bits:
            for offset in range(size):
                day = days[begin + offset]
                most_day = max(most_day, np.uint16(day + np.uint16(1)))
                wanted[offset] |= (no_day if day == 65_535 else np.uint64(day)) << np.uint64(16)
        before = np.int32(-1)
        for offset in range(size):
            item = items[begin + offset]
            if item < before or item >= item_count or item < 0:
                return False, np.int64(0), np.int64(0), np.int64(0)
            repeats += item == before
            before, entry = item, place[item]
            if entry >= count:
                return False, np.int64(0), np.int64(0), np.int64(0)
            place[item] = entry + 1
            right &= np.uint64(entries[entry]) == wanted[offset]
    for item in range(item_count):
        right &= place[item] == item_starts[item + 1]
    return right, repeats, np.int64(most_value), np.int64(most_day)
