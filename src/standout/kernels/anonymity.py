"""Anonymity sets by simulation: how many records contain a random part of somebody's record.

For each person the records that share items are ordered by how much they share, most first, and each of the person's
items becomes a row of bits over them. A query of n items looks only at records that share at least n, and draws items
one by one until nobody else is left: what would be drawn after that changes nothing.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.randomness import below, start

_ONE = np.uint64(1)


@numba.njit(**INNER)
def _ones(word):  # type: ignore[no-untyped-def]
    """How many bits of a word are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@numba.njit(**INNER)
def size_of(percent, length):  # type: ignore[no-untyped-def]
    """How many items a share of a record is: rounded half up, at least one."""
    return max(np.int64(1), (percent * length + 50) // 100)


@numba.njit(**INNER)
def _ordered(record, own, holder_starts, entries, people_count, fewest, shared, places, at_least):  # type: ignore[no-untyped-def]
    """Give each record that shares at least `fewest` items its place, most shared first.

    `at_least[n]` becomes how many records share n items or more. Returns how many have a place; others have -1.
    """
    shared[:people_count] = 0
    for item in record:
        for entry in range(holder_starts[item], holder_starts[item + 1]):
            shared[np.int64(entries[entry]) & 0xFFFF] += 1
    if own >= 0:
        shared[own] = 0
    at_least[:] = 0
    for person in range(people_count):
        at_least[shared[person]] += 1
    for many in range(len(record) - 1, -1, -1):
        at_least[many] += at_least[many + 1]
    next_place = at_least[1:].copy()
    for person in range(people_count):
        many = shared[person]
        places[person] = -1
        if many >= fewest:
            places[person] = next_place[many]
            next_place[many] += 1
    return at_least[fewest]


@numba.njit(**INNER)
def _rows(record, holder_starts, entries, places, rows):  # type: ignore[no-untyped-def]
    """For each item of the record, a bit for every placed record that has it."""
    for row in range(len(record)):
        item = record[row]
        for entry in range(holder_starts[item], holder_starts[item + 1]):
            place = places[np.int64(entries[entry]) & 0xFFFF]
            if place >= 0:
                rows[row, place >> 6] |= _ONE << np.uint64(place & 63)


@numba.njit(**INNER)
def _draw(state, drawn, deck, swaps):  # type: ignore[no-untyped-def]
    """The next row from the deck, of which `drawn` are drawn; remembers where it was."""
    place = drawn + below(state, len(deck) - drawn)
    row = deck[place]
    deck[place] = deck[drawn]
    deck[drawn] = row
    swaps[drawn] = place
    return row


@numba.njit(**INNER)
def _restore(drawn, deck, swaps):  # type: ignore[no-untyped-def]
    """Undo the draws, so that the next round begins with the same deck in every shard."""
    for turn in range(drawn - 1, -1, -1):
        place = swaps[turn]
        row = deck[turn]
        deck[turn] = deck[place]
        deck[place] = row


@numba.njit(**INNER)
def _others(state, size, words, rows, counts, deck, swaps, left, where):  # type: ignore[no-untyped-def]
    """How many other records contain `size` items drawn at random; `deck` is a permutation of the rows."""
    first = _draw(state, 0, deck, swaps)
    if size == 1:
        _restore(1, deck, swaps)
        return counts[first]
    second = _draw(state, 1, deck, swaps)
    kept, drawn = 0, 2
    for word in range(words):
        both = rows[first, word] & rows[second, word]
        left[kept] = both
        where[kept] = word
        kept += both != 0
    while drawn < size and kept:
        row, still = _draw(state, drawn, deck, swaps), 0
        drawn += 1
        for word in range(kept):
            both = left[word] & rows[row, where[word]]
            left[still] = both
            where[still] = where[word]
            still += both != 0
        kept = still
    _restore(drawn, deck, swaps)
    total = 0
    for word in range(kept):
        total += _ones(left[word])
    return total


@numba.njit(**OUTER)
def add_others(  # type: ignore[no-untyped-def]
    seed, targets, starts, items, first_person, people_count, holder_starts, entries, low, high, rounds, sums
):  # fmt: skip
    """Add to `sums`, for each target, how many other people of a shard were in its anonymity sets, over all rounds.

    Each round draws a percentage between `low` and `high` and so many of the target's items. The draws depend on the
    seed, the person and the round alone, so shards add up.
    """
    state = np.empty(1, np.uint64)
    shared, places = np.empty(people_count, np.int32), np.empty(people_count, np.int32)
    words = (people_count + 63) // 64
    left, where = np.empty(words, np.uint64), np.empty(words, np.int32)
    for index in range(len(targets)):
        target = targets[index]
        record = items[starts[target] : starts[target + 1]]
        length = len(record)
        if not length:
            continue
        own = target - first_person
        if own < 0 or own >= people_count:
            own = -1
        at_least = np.empty(length + 2, np.int64)
        fewest = size_of(low, length)
        placed = _ordered(record, own, holder_starts, entries, people_count, fewest, shared, places, at_least)
        if not placed:
            continue
        rows = np.zeros((length, (placed + 63) // 64), np.uint64)
        _rows(record, holder_starts, entries, places, rows)
        counts = np.empty(length, np.int64)
        for row in range(length):
            counts[row] = 0
            for word in range(rows.shape[1]):
                counts[row] += _ones(rows[row, word])
        deck, swaps = np.arange(length), np.empty(length, np.int64)
        total = 0
        for turn in range(rounds):
            start(state, seed, target, turn)
            size = size_of(low + below(state, high - low + 1), length)
            reach = at_least[size]
            if reach:
                total += _others(state, size, (reach + 63) // 64, rows, counts, deck, swaps, left, where)
        sums[index] += total
