"""Turning records (what each person has) around into an index (who has each item)."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def invert(starts, items, values, days, first, last, item_count, value_bits, day_bits, entries):  # type: ignore[no-untyped-def]
    """Holders of every item among the people `first` to `last`, ascending.

    Returns `item_starts` and fills `entries`: the person, counted from `first`, in the lowest 16 bits, above it
    the day and then the value. "None" of either (all bits set in the records) is all bits set here.
    """
    item_starts = np.zeros(item_count + 1, np.int32)
    for entry in range(starts[first], starts[last]):
        item_starts[items[entry] + 1] += 1
    for item in range(item_count):
        item_starts[item + 1] += item_starts[item]
    place = item_starts[:-1].copy()
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    for person in range(first, last):
        for entry in range(starts[person], starts[person + 1]):
            slot = place[items[entry]]
            place[items[entry]] = slot + 1
            value, day = np.int64(0), np.int64(0)
            if value_bits:
                value = no_value if values[entry] == 255 else np.int64(values[entry])
            if day_bits:
                day = no_day if days[entry] == 65_535 else np.int64(days[entry])
            entries[slot] = (((value << day_bits) | day) << 16) | (person - first)
    return item_starts
