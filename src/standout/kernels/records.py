"""Looking things up in records, and summing over them."""

from __future__ import annotations

import numba


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
def record_sums(starts, items, item_amounts, first, last, sums):  # type: ignore[no-untyped-def]
    """For each person from `first` to `last`, the sum of an amount over the items of their record."""
    for person in range(first, last):
        sums[person] = 0
        for entry in range(starts[person], starts[person + 1]):
            sums[person] += item_amounts[items[entry]]


@numba.njit(nogil=True, cache=True)
def count_codes(codes, counts):  # type: ignore[no-untyped-def]
    """Add to `counts`, which has a place for every code, how often each occurs."""
    for entry in range(len(codes)):
        counts[codes[entry]] += 1
