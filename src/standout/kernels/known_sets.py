"""How many people share items that occur together: hot loops over records and holders, each item once a person."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER


@numba.njit(**INNER)
def _least(counts, touched, many):  # type: ignore[no-untyped-def]
    """The least of the touched counts, which become 0 again; the largest number where none is."""
    least = np.int64(2**62)
    for at in range(many):
        least = min(least, counts[touched[at]])
        counts[touched[at]] = 0
    return least


@numba.njit(**INNER)
def _add_record(items, first, last, without, other, counts, touched, many):  # type: ignore[no-untyped-def]
    """Count the items of a record, two of them left out; returns how many different ones were counted so far."""
    for entry in range(first, last):
        item = items[entry]
        if item in (without, other):
            continue
        if counts[item] == 0:
            touched[many] = item
            many += 1
        counts[item] += 1
    return many


@numba.njit(**OUTER)
def least_pair(starts, items, item_starts, people, order, steps):  # type: ignore[no-untyped-def]
    """The least number of people who share two items that somebody has, and how many items were looked at.

    Items are looked at in this order until one person alone has a pair, or so many steps are done.
    """
    size = len(item_starts) - 1
    counts, touched = np.zeros(size, np.int64), np.empty(size, np.int64)
    best, done = np.int64(2**62), 0
    for item in order:
        if best == 1 or steps <= 0:
            break
        many = 0
        for at in range(item_starts[item], item_starts[item + 1]):
            person = people[at]
            steps -= starts[person + 1] - starts[person]
            many = _add_record(items, starts[person], starts[person + 1], item, item, counts, touched, many)
        best = min(best, _least(counts, touched, many))
        done += 1
    return best, done


@numba.njit(**OUTER)
def least_triple(starts, items, item_starts, people, order, steps):  # type: ignore[no-untyped-def]
    """The same of three items. An item is done when all items that occur with it are; the last one may be half done."""
    size = len(item_starts) - 1
    counts, touched, beside = np.zeros(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int64)
    best, done = np.int64(2**62), 0
    for item in order:
        many = 0
        for at in range(item_starts[item], item_starts[item + 1]):
            person = people[at]
            many = _add_record(items, starts[person], starts[person + 1], item, item, counts, beside, many)
        _least(counts, beside, many)
        for second in range(many):
            if best == 1 or steps <= 0:
                return best, done
            other, found = beside[second], 0
            for at in range(item_starts[item], item_starts[item + 1]):
                person = people[at]
                first, last = starts[person], starts[person + 1]
                place = first + np.searchsorted(items[first:last], other)
                steps -= 1
                if place == last or items[place] != other:
                    continue
                steps -= last - first
                found = _add_record(items, first, last, item, other, counts, touched, found)
            best = min(best, _least(counts, touched, found))
        done += 1
    return best, done


@numba.njit(**OUTER)
def count_pairs(starts, places, counts):  # type: ignore[no-untyped-def]
    """Count every two items that somebody has. `places` rise within a record, so only the upper half is filled."""
    for person in range(len(starts) - 1):
        for one in range(starts[person], starts[person + 1]):
            for other in range(one + 1, starts[person + 1]):
                counts[places[one], places[other]] += 1


@numba.njit(**OUTER)
def mark_rarer(starts, places, counts, least, rank, kept, lost):  # type: ignore[no-untyped-def]
    """Of every two kept items that too few people share, everybody who has both loses the one of lower rank."""
    for person in range(len(starts) - 1):
        for one in range(starts[person], starts[person + 1]):
            if not kept[one]:
                continue
            for other in range(one + 1, starts[person + 1]):
                if kept[other] and counts[places[one], places[other]] < least:
                    if rank[places[one]] < rank[places[other]]:
                        lost[one] = True
                    else:
                        lost[other] = True


@numba.njit(**OUTER)
def take_away(starts, places, lost, kept, counts):  # type: ignore[no-untyped-def]
    """Take lost entries, which are kept so far, out of what is kept and out of the counts."""
    for person in range(len(starts) - 1):
        for one in range(starts[person], starts[person + 1]):
            if not lost[one]:
                continue
            kept[one] = False
            for other in range(starts[person], starts[person + 1]):
                if kept[other]:
                    low, high = min(one, other), max(one, other)
                    counts[places[low], places[high]] -= 1
