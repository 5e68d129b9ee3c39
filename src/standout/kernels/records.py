"""Looking things up in records, and summing over them."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def find(items, begin, end, item):  # type: ignore[no-untyped-def]
    """Where the item stands between `begin` and `end`, items ascending; -1 if it is not there."""
    low, high = begin, end
    while low < high:
        middle = (low + high) // 2
        if items[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low if low < end and items[low] == item else -1


@numba.njit(nogil=True, cache=True)
def past(items, entry, end):  # type: ignore[no-untyped-def]
    """The end of the run of entries with the same item that begins with `entry`; items ascend up to `end`."""
    item = items[entry]
    entry += 1
    while entry < end and items[entry] == item:
        entry += 1
    return entry


@numba.njit(nogil=True, cache=True)
def copy_records(starts, items, values, days, people, begins, own_items, own_values, own_days):  # type: ignore[no-untyped-def]
    """Copy the records of these people, one after the other, to where each `begins`; `values` and `days` may be
    empty."""
    for place in range(len(people)):
        first, last, to = starts[people[place]], starts[people[place] + 1], begins[place]
        for entry in range(last - first):  # assigning slices would take long to compile
            own_items[to + entry] = items[first + entry]
        for entry in range(last - first if len(values) else 0):
            own_values[to + entry] = values[first + entry]
        for entry in range(last - first if len(days) else 0):
            own_days[to + entry] = days[first + entry]


@numba.njit(nogil=True, cache=True)
def count_items(starts, items, first, last, counts, holders):  # type: ignore[no-untyped-def]
    """For each person from `first` to `last` how many different items they have; and add to `holders`, unless it is
    empty, one for each item of each of them, however often they have it."""
    for person in range(first, last):
        many, before = 0, np.int64(-1)
        for entry in range(starts[person], starts[person + 1]):
            item = np.int64(items[entry])
            if item != before:
                many += 1
                if len(holders):
                    holders[item] += 1
            before = item
        counts[person] = many


@numba.njit(nogil=True, cache=True)
def count_people(starts, entries, counts):  # type: ignore[no-untyped-def]
    """How many different people stand among the entries of each item of an index; the person is in 16 bits."""
    for item in range(len(starts) - 1):
        before = np.int64(-1)
        for place in range(starts[item], starts[item + 1]):
            person = np.int64(np.uint16(entries[place]))
            counts[item] += person != before
            before = person


@numba.njit(nogil=True, cache=True)
def record_sums(starts, items, item_amounts, first, last, sums):  # type: ignore[no-untyped-def]
    """For each person from `first` to `last`, the sum of an amount over the items of their record."""
    for person in range(first, last):
        sums[person] = 0
        for entry in range(starts[person], starts[person + 1]):
            sums[person] += item_amounts[items[entry]]


@numba.njit(nogil=True, cache=True)
def sums_once(starts, items, kept, item_amounts, first, last, sums):  # type: ignore[no-untyped-def]
    """The same over the different items of which an entry is kept (all, where `kept` is empty): each counts once."""
    for person in range(first, last):
        sums[person], before = 0, np.int64(-1)
        for entry in range(starts[person], starts[person + 1]):
            item = np.int64(items[entry])
            if item != before and (not len(kept) or kept[entry]):
                sums[person] += item_amounts[item]
                before = item


@numba.njit(nogil=True, cache=True)
def count_codes(codes, counts):  # type: ignore[no-untyped-def]
    """Add to `counts`, which has a place for every code, how often each occurs."""
    for entry in range(len(codes)):
        counts[codes[entry]] += 1


@numba.njit(nogil=True, cache=True)
def _day(days, entry, shift):  # type: ignore[no-untyped-def]
    """The day of an entry after the shift; -1 if it has none."""
    return np.int64(days[entry]) + shift if len(days) and days[entry] != 65_535 else np.int64(-1)


@numba.njit(nogil=True, cache=True)
def changed(starts, items, values, days, worth, shift, now, now_items, now_values, now_days, now_worth, now_shift):  # type: ignore[no-untyped-def]
    """How many entries came, went and are altered, and how many people have any such; every item once in a record.

    `now` are the starts of the records as they are now. Values are alike if what they are `worth` is, and days if they
    are after the shift.
    """
    came, went, altered, touched = 0, 0, 0, 0
    for person in range(len(starts) - 1):
        old, end, new, now_end = starts[person], starts[person + 1], now[person], now[person + 1]
        before = came + went + altered
        while old < end and new < now_end:
            if items[old] < now_items[new]:
                went += 1
                old += 1
            elif items[old] > now_items[new]:
                came += 1
                new += 1
            else:
                value = worth[values[old]] if len(values) else np.inf
                other = now_worth[now_values[new]] if len(now_values) else np.inf
                altered += value != other or _day(days, old, shift) != _day(now_days, new, now_shift)
                old += 1
                new += 1
        went += end - old
        came += now_end - new
        touched += came + went + altered > before
    return came, went, altered, touched
