"""Frequent sets of items, depth first, over lists of places.

Every row lists its items in ascending rank and ends with -1, all rows in one array. A set is grown by items of higher
rank only; the rows that hold it are remembered as the places of its last item, so everything it can grow by lies
right behind those places. One walk over them counts all its extensions at once: no bitmap is as short.
"""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def rows_by_rank(starts, pairs, rank, rows):  # type: ignore[no-untyped-def]
    """Fill `rows` with every row's ranked items, ascending, and -1 after each row; returns how much was filled."""
    top = 0
    for row in range(len(starts) - 1):
        begin = top
        for entry in range(starts[row], starts[row + 1]):
            item = rank[pairs[entry]]
            if item < 0:
                continue
            place = top
            while place > begin and rows[place - 1] > item:
                rows[place] = rows[place - 1]
                place -= 1
            rows[place] = item
            top += 1
        if top > begin + 1:
            rows[top] = -1
            top += 1
        else:
            top = begin
    return top


@numba.njit(nogil=True, cache=True)
def places_by_item(rows, filled, items):  # type: ignore[no-untyped-def]
    """Where each item stands in `rows`: the places of item `i` are `places[starts[i]:starts[i + 1]]`."""
    starts = np.zeros(items + 1, np.int64)
    for place in range(filled):
        if rows[place] >= 0:
            starts[rows[place] + 1] += 1
    for item in range(items):
        starts[item + 1] += starts[item]
    places, free = np.empty(starts[items], np.int64), starts[:-1].copy()
    for place in range(filled):
        item = rows[place]
        if item >= 0:
            places[free[item]] = place
            free[item] += 1
    return starts, places


@numba.njit(nogil=True, cache=True)
def _grown(array, needed):  # type: ignore[no-untyped-def]
    if needed <= len(array):
        return array
    larger = np.empty(max(needed, 2 * len(array)), array.dtype)
    larger[: len(array)] = array
    return larger


@numba.njit(nogil=True, cache=True)
def grow(rows, items, first, first_places, least, min_size, max_size, limit):  # type: ignore[no-untyped-def]
    """All sets of `min_size` to `max_size` items that begin with item `first` and stand in at least `least` rows.

    Returns how many there are, where each begins in the list of items, that list, and the counts. Where there are
    more than `limit`, the first number is limit + 1 and the rest is not to be used.
    """
    set_starts, members, counts = np.zeros(256, np.int64), np.empty(1024, np.int32), np.empty(256, np.int64)
    sets, used = 0, 0
    # Per depth: which extensions are waiting (in `waiting`, from `wait_begin` to `wait_end`) and their places.
    waiting, place_begin, place_count = np.empty(256, np.int32), np.empty(256, np.int64), np.empty(256, np.int64)
    stack = np.empty(max(1024, 2 * len(first_places)), np.int64)
    wait_begin, wait_next = np.zeros(max_size + 2, np.int64), np.zeros(max_size + 2, np.int64)
    wait_end, chosen = np.zeros(max_size + 2, np.int64), np.empty(max_size + 2, np.int32)
    seen, free = np.zeros(items, np.int64), np.zeros(items, np.int64)
    touched = np.empty(items, np.int32)

    stack[: len(first_places)] = first_places
    waiting[0], place_begin[0], place_count[0] = first, 0, len(first_places)
    wait_begin[0], wait_next[0], wait_end[0], depth = 0, 0, 1, 0
    while depth >= 0:
        if wait_next[depth] == wait_end[depth]:
            depth -= 1
            continue
        extension = wait_next[depth]
        wait_next[depth] += 1
        chosen[depth] = waiting[extension]
        begin, count, size = place_begin[extension], place_count[extension], depth + 1
        if size >= min_size:
            if sets == limit:
                return limit + 1, set_starts, members, counts
            set_starts, counts = _grown(set_starts, sets + 2), _grown(counts, sets + 1)
            members = _grown(members, used + size)
            members[used : used + size] = chosen[:size]
            counts[sets] = count
            used += size
            sets += 1
            set_starts[sets] = used
        if size == max_size:
            continue
        # Count everything behind these places at once.
        kinds = 0
        for place in range(begin, begin + count):
            behind = stack[place] + 1
            while rows[behind] >= 0:
                item = rows[behind]
                if seen[item] == 0:
                    touched[kinds] = item
                    kinds += 1
                seen[item] += 1
                behind += 1
        last = wait_end[depth]
        top = place_begin[last - 1] + place_count[last - 1]  # places of the deepest waiting extension end here
        next_begin, needed, kept = last, 0, 0
        for kind in range(kinds):
            item = touched[kind]
            if seen[item] >= least:
                waiting, place_begin = (
                    _grown(waiting, next_begin + kept + 1),
                    _grown(place_begin, next_begin + kept + 1),
                )
                place_count = _grown(place_count, next_begin + kept + 1)
                waiting[next_begin + kept], place_count[next_begin + kept] = item, seen[item]
                place_begin[next_begin + kept], free[item] = top + needed, top + needed
                needed += seen[item]
                kept += 1
            else:
                free[item] = -1
        if kept and size + 1 < max_size:
            stack = _grown(stack, top + needed)
            for place in range(begin, begin + count):
                behind = stack[place] + 1
                while rows[behind] >= 0:
                    item = rows[behind]
                    if free[item] >= 0:
                        stack[free[item]] = behind
                        free[item] += 1
                    behind += 1
        for kind in range(kinds):
            seen[touched[kind]] = 0
        if kept:
            depth += 1
            wait_begin[depth], wait_next[depth], wait_end[depth] = next_begin, next_begin, next_begin + kept
    return sets, set_starts, members, counts
