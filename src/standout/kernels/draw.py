"""Drawing what an adversary knows of a person from that person's record."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.randomness import below, start, uniform

NO_VALUE = np.uint8(255)
NO_DAY = np.uint16(65_535)
UNKNOWN_DAY = np.int32(-(1 << 31))

FIXED, SHARE, COUNTS = 0, 1, 2
ANY, POPULAR = 0, 1


@numba.njit(**INNER)
def _serves(entry, items, values, days, ranks, outside_top, needs_value, needs_day):  # type: ignore[no-untyped-def]
    """Whether an entry can be known: unpopular enough, and with the value and day that the adversary knows."""
    if ranks[items[entry]] < outside_top:
        return False
    if needs_value and len(values) and values[entry] == NO_VALUE:
        return False
    return not (needs_day and len(days) and days[entry] == NO_DAY)


@numba.njit(**OUTER)
def plan(  # type: ignore[no-untyped-def]
    seed, draw, targets, first_person, starts, items, values, days, ranks, outside_top, needs_value, needs_day,
    mode, fixed, share_low, share_high, count_lows, count_highs, count_weights, absent, absent_share, sizes, absents,
):  # fmt: skip
    """How many items are known of each target, and how many of those the target does not have.

    Zero for a target with too few items: knowledge is drawn in full or not at all. Records are those of the people
    from `first_person` on; a target's own number is what randomness hangs on, so a part draws what the whole would.
    """
    state = np.empty(1, np.uint64)
    item_count = len(ranks)
    for index in range(len(targets)):
        target = targets[index] - first_person
        start(state, seed, targets[index], 2 * draw)
        length = starts[target + 1] - starts[target]
        size = np.int64(fixed)
        if mode == SHARE:
            fewest, most = np.int64(np.ceil(share_low * length - 1e-9)), np.int64(np.floor(share_high * length + 1e-9))
            fewest = max(fewest, np.int64(1))
            size = np.int64(item_count + 1)
            if most >= fewest:
                size = fewest + below(state, most - fewest + 1)
        elif mode == COUNTS:
            row, chance = 0, uniform(state)
            while row < len(count_weights) - 1 and chance >= count_weights[row]:
                chance -= count_weights[row]
                row += 1
            ratio = np.log((count_highs[row] + 1) / count_lows[row])
            size = min(np.int64(count_lows[row] * np.exp(ratio * uniform(state))), count_highs[row])
        lacking = np.int64(absent)
        for _ in range(size - lacking if absent_share > 0 else 0):
            lacking += uniform(state) < absent_share
        eligible = 0
        for entry in range(starts[target], starts[target + 1]):
            eligible += _serves(entry, items, values, days, ranks, outside_top, needs_value, needs_day)
        fits = length > 0 and size - lacking <= eligible and lacking <= min(size, item_count - length)
        sizes[index] = size if fits else 0
        absents[index] = lacking if fits else 0


@numba.njit(**INNER)
def _first_above(numbers, begin, end, bound):  # type: ignore[no-untyped-def]
    """The first place between `begin` and `end` whose number exceeds the bound; numbers ascend."""
    while begin < end:
        middle = (begin + end) // 2
        if numbers[middle] <= bound:
            begin = middle + 1
        else:
            end = middle
    return begin


@numba.njit(**INNER)
def _has(items, begin, end, item):  # type: ignore[no-untyped-def]
    above = _first_above(items, begin, end, item)
    return above > begin and items[above - 1] == item


@numba.njit(**INNER)
def _is_fresh(item, known, taken, items, begin, end):  # type: ignore[no-untyped-def]
    """Whether the item is neither in the record nor among the first `taken` known ones."""
    for place in range(taken):
        if known[place] == item:
            return False
    return not _has(items, begin, end, item)


@numba.njit(**INNER)
def _choose(state, pool, size, wanted, items, holders, choose):  # type: ignore[no-untyped-def]
    """Move `wanted` randomly chosen entries to the front of the pool, in random order."""
    if choose == POPULAR:
        # the smallest of exponential waiting times with rate = holders: a draw without replacement
        waits = np.empty(size)
        for place in range(size):
            waits[place] = -np.log(1.0 - uniform(state)) / holders[items[pool[place]]]
        for place in range(wanted):
            soonest = place
            for other in range(place + 1, size):
                if waits[other] < waits[soonest]:
                    soonest = other
            pool[place], pool[soonest] = pool[soonest], pool[place]
            waits[place], waits[soonest] = waits[soonest], waits[place]
        size = wanted
    for place in range(wanted):
        other = place + below(state, size - place)
        pool[place], pool[other] = pool[other], pool[place]


@numba.njit(**INNER)
def _value(state, true, wrong, error, positions):  # type: ignore[no-untyped-def]
    """A value within the error of the true one, or (wrong) outside it; unknown if there is none to choose."""
    if true == NO_VALUE or error < 0:
        return NO_VALUE
    fitting = 0
    for code in range(len(positions)):
        fitting += (abs(positions[code] - positions[true]) <= error) != wrong
    if fitting == 0:
        return NO_VALUE
    pick = below(state, fitting)
    for code in range(len(positions)):
        if (abs(positions[code] - positions[true]) <= error) != wrong:
            if pick == 0:
                return np.uint8(code)
            pick -= 1
    return NO_VALUE


@numba.njit(**INNER)
def _day(state, true, wrong, error, last_day):  # type: ignore[no-untyped-def]
    """A day within the error of the true one, or (wrong) anywhere else; unknown if there is none to choose."""
    if true == NO_DAY or error < 0:
        return UNKNOWN_DAY
    low, high = max(np.int64(true) - error, np.int64(0)), min(np.int64(true) + error, last_day)
    if not wrong:
        return np.int32(low + below(state, high - low + 1))
    others = last_day + 1 - (high - low + 1)
    if others <= 0:
        return UNKNOWN_DAY
    pick = below(state, others)
    return np.int32(pick if pick < low else pick + high - low + 1)


@numba.njit(**INNER)
def _absent_item(state, known, taken, items, begin, end, cumulated):  # type: ignore[no-untyped-def]
    """A popular item that the person does not have and that is not yet known; popularity is the chance."""
    count = len(cumulated)
    for _ in range(1_000):
        item = _first_above(cumulated, 0, count, below(state, cumulated[-1]))
        if _is_fresh(item, known, taken, items, begin, end):
            return item
    item = below(state, count)  # the record holds nearly all that is popular: take the next one that fits
    while not _is_fresh(item, known, taken, items, begin, end):
        item = (item + 1) % count
    return item


@numba.njit(**INNER)
def _sort(items, values, days):  # type: ignore[no-untyped-def]
    """Sort short parallel arrays by item."""
    for row in range(1, len(items)):
        item, value, day = items[row], values[row], days[row]
        place = row
        while place > 0 and items[place - 1] > item:
            items[place], values[place], days[place] = items[place - 1], values[place - 1], days[place - 1]
            place -= 1
        items[place], values[place], days[place] = item, value, day


@numba.njit(**OUTER)
def fill(  # type: ignore[no-untyped-def]
    seed, draw, targets, first_person, starts, items, values, days, ranks, holders, cumulated, positions, last_day,
    outside_top, choose, wrong, value_error, day_error, lengths, length_error,
    known_starts, absents, known_items, known_values, known_days, shortest, longest,
):  # fmt: skip
    """Draw each target's knowledge; sizes were planned. Known items come out ascending, right and wrong mixed.

    An error below zero means: not known at all.
    """
    state = np.empty(1, np.uint64)
    for index in range(len(targets)):
        first, last = known_starts[index], known_starts[index + 1]
        if first == last:
            continue
        target = targets[index] - first_person
        begin, end = starts[target], starts[target + 1]
        start(state, seed, targets[index], 2 * draw + 1)
        pool = np.empty(end - begin, np.int64)
        size = 0
        for candidate in range(begin, end):
            if _serves(candidate, items, values, days, ranks, outside_top, value_error >= 0, day_error >= 0):
                pool[size] = candidate
                size += 1
        real = last - first - absents[index]
        _choose(state, pool, size, real, items, holders, choose)
        for place in range(last - first):
            slot = first + place
            if place < real:
                entry = pool[place]
                is_wrong = place < wrong
                known_items[slot] = items[entry]
                known_values[slot] = _value(
                    state, values[entry] if len(values) else NO_VALUE, is_wrong, value_error, positions
                )
                known_days[slot] = _day(state, days[entry] if len(days) else NO_DAY, is_wrong, day_error, last_day)
            else:
                known_items[slot] = _absent_item(state, known_items[first:last], place, items, begin, end, cumulated)
                known_values[slot] = below(state, len(positions)) if value_error >= 0 and len(positions) else NO_VALUE
                known_days[slot] = below(state, last_day + 1) if day_error >= 0 and len(days) else UNKNOWN_DAY
        _sort(known_items[first:last], known_values[first:last], known_days[first:last])
        if length_error >= 0:
            said = lengths[index] * (1.0 + length_error * (2.0 * uniform(state) - 1.0))
            shortest[index] = np.int64(np.ceil(said / (1.0 + length_error) - 1e-9))
            longest[index] = (
                np.int64(np.floor(said / (1.0 - length_error) + 1e-9)) if length_error < 1 else longest[index]
            )
