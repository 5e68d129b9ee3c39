"""Turning records (what each person has) around into an index (who has each item)."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def invert(starts, items, values, days, first, last, item_count):  # type: ignore[no-untyped-def]
    """Holders of every item among the people `first` to `last`, ascending, counted from `first`.

    Returns `(item_starts, people, values, days)`; `values` or `days` are empty if they were.
    """
    begin, end = starts[first], starts[last]
    item_starts = np.zeros(item_count + 1, np.int64)
    for entry in range(begin, end):
        item_starts[items[entry] + 1] += 1
    for item in range(item_count):
        item_starts[item + 1] += item_starts[item]
    size = end - begin
    people = np.empty(size, np.uint16)
    item_values = np.empty(size if len(values) else 0, np.uint8)
    item_days = np.empty(size if len(days) else 0, np.uint16)
    place = item_starts[:-1].copy()
    for person in range(first, last):
        for entry in range(starts[person], starts[person + 1]):
            at = place[items[entry]]
            place[items[entry]] = at + 1
            people[at] = person - first
            if len(values):
                item_values[at] = values[entry]
            if len(days):
                item_days[at] = days[entry]
    return item_starts, people, item_values, item_days
