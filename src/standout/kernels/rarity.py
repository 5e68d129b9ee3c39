"""Scores of whole datasets: for each record, how rare its items are and how many records would contain a part of it."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.anonymity import size_of
from standout.kernels.randomness import start, uniform

_NOTHING = 1e-30


@numba.njit(**OUTER)
def count_rare(starts, items, rare, first, last, out):  # type: ignore[no-untyped-def]
    """How many rare items each of the people from `first` up to `last` has."""
    for person in range(first, last):
        many = 0
        for entry in range(starts[person], starts[person + 1]):
            many += rare[items[entry]]
        out[person] = many


@numba.njit(**INNER)
def _add_items(chances, length, top, numbers, means, after):  # type: ignore[no-untyped-def]
    """Mean products of the probabilities over all choices of 0 to `top` items, item by item.

    Returns the array and up to where it counts: products below _NOTHING are left out, since even all of them together
    are nothing beside the one person who is always in the set. That saves most of the work.
    """
    means[0], after[0] = 1.0, 1.0
    means[1] = 0.0
    alive = 0
    for k in range(1, length + 1):
        chance, part = chances[k - 1], 1.0 / k
        reached = min(alive + 1, top)
        for n in range(1, reached + 1):
            share = numbers[n] * part
            after[n] = means[n - 1] * chance * share + means[n] * (1.0 - share)
        alive = reached
        while alive and after[alive] < _NOTHING:
            alive -= 1
        after[alive + 1] = 0.0
        means, after = after, means
    return means, alive


@numba.njit(**OUTER)
def mean_shares(starts, items, chances, kinds, first, last, low, high, most, out):  # type: ignore[no-untyped-def]
    """The probability that a random other person holds what is known of each of the people from `first` to `last`.

    `kinds[item]` is the item's row in `chances`, which has the probability of holding it in each part of the crowd.
    """
    parts = chances.shape[1]
    numbers = np.arange(most + 1).astype(np.float64)
    means, after = np.empty(most + 2), np.empty(most + 2)
    longest = 1
    for person in range(first, last):
        longest = max(longest, starts[person + 1] - starts[person])
    held = np.empty(longest)
    for person in range(first, last):
        length = starts[person + 1] - starts[person]
        if not length:
            out[person] = 1.0
            continue
        top = min(size_of(high, length), most)
        total = 0.0
        for part in range(parts):
            for entry in range(length):
                held[entry] = chances[kinds[items[starts[person] + entry]], part]
            products, alive = _add_items(held, length, top, numbers, means, after)
            for percent in range(low, high + 1):
                size = size_of(percent, length)
                if size <= alive:
                    total += products[size]
        out[person] = total / (parts * (high - low + 1))


@numba.njit(**OUTER)
def count_at_most(keys, starts, items, counted, most, counts):  # type: ignore[no-untyped-def]
    """Add up who holds each of the items that are `counted`, with at most so many items a person.

    Of longer records so many items are drawn at random. What is drawn of a record depends on that record and on its
    person's own key alone, so nobody's part in the counts depends on who else is there.
    """
    state = np.empty(1, np.uint64)
    for person in range(len(starts) - 1):
        start(state, keys[person], 0, 0)
        left = 0
        for entry in range(starts[person], starts[person + 1]):
            left += counted[items[entry]]
        wanted = min(left, most)
        for entry in range(starts[person], starts[person + 1]):
            if not counted[items[entry]]:
                continue
            if uniform(state) * left < wanted:
                counts[items[entry]] += 1
                wanted -= 1
            left -= 1
