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
ANY, POPULAR, RAREST, OFTENEST = 0, 1, 2, 3
ANY_DAY, ONE_DAY, FIRST_DAY, UP_TO = 0, 1, 2, 3

_DAYS = 1 << 48
"""Streams from this number on are for choosing days."""


@numba.njit(**INNER)
def _serves(entry, items, values, days, ranks, outside_top, needs_value, needs_day, low, high):  # type: ignore[no-untyped-def]
    """Whether an entry can be known: unpopular enough, with a value and a day where it `needs` them, and from the days
    `low` to `high` (-1: from any)."""
    if ranks[items[entry]] < outside_top:
        return False
    if needs_value and len(values) and values[entry] == NO_VALUE:
        return False
    if low >= 0 and (len(days) == 0 or days[entry] < low or days[entry] > high):
        return False
    return not (needs_day and len(days) and days[entry] == NO_DAY)


@numba.njit(**INNER)
def _different(items, begin, end):  # type: ignore[no-untyped-def]
    """How many different items a record has: in data of events it may have one several times, side by side."""
    count = np.int64(begin < end)
    for entry in range(begin + 1, end):
        count += items[entry] != items[entry - 1]
    return count


@numba.njit(**INNER)
def _all_serve(values, days, outside_top, needs_value, needs_day, low):  # type: ignore[no-untyped-def]
    """Whether every entry can be known, whatever it is."""
    return outside_top <= 0 and low < 0 and not (needs_value and len(values)) and not (needs_day and len(days))


@numba.njit(**INNER)
def _window(  # type: ignore[no-untyped-def]
    state, seed, draw, person, begin, end, items, values, days, ranks, outside_top, needs_value, which, up_to
):  # fmt: skip
    """The first and the last day that something is known from; (-1, -1) for any, an empty window for none.

    Of a person's days on which something can be known, each is as likely to be the one: that with the least number of
    a random order.
    """
    if which == ANY_DAY:
        return np.int64(-1), np.int64(-1)
    if which == UP_TO:
        return np.int64(0), np.int64(up_to)
    chosen, least = np.int64(-1), np.uint64(0)
    for entry in range(begin, end if len(days) else begin):
        day = np.int64(days[entry])
        if day != chosen and _serves(entry, items, values, days, ranks, outside_top, needs_value, True, -1, -1):
            order = np.uint64(day)
            if which == ONE_DAY:
                start(state, seed, person, _DAYS + (draw << 16) + day)
                order = state[0]
            if chosen < 0 or order < least:
                chosen, least = day, order
    return (chosen, chosen) if chosen >= 0 else (np.int64(0), np.int64(-1))


@numba.njit(**INNER)
def _shortened(size, lacking, wrong, eligible, room):  # type: ignore[no-untyped-def]
    """What is known of somebody who has too few items: all of them, and mistakes in proportion, rounded down."""
    real = max(size - lacking, 1)
    part = min(real, eligible)
    lacking = min(lacking, size - real) * part // real
    return part, max(min(lacking, room), 0), wrong if part == real else wrong * part // real


@numba.njit(**INNER)
def _planned_size(state, length, impossible, mode, fixed, share_low, share_high, lows, highs, weights, fewer):  # type: ignore[no-untyped-def]
    """How many items are to be known of a person with a record of this length."""
    if mode == SHARE:
        fewest, most = np.int64(np.ceil(share_low * length - 1e-9)), np.int64(np.floor(share_high * length + 1e-9))
        fewest = max(fewest, np.int64(1))
        if most >= fewest:
            return fewest + below(state, most - fewest + 1)
        return max(most, np.int64(1)) if fewer else impossible
    if mode == COUNTS:
        row, chance = 0, uniform(state)
        while row < len(weights) - 1 and chance >= weights[row]:
            chance -= weights[row]
            row += 1
        ratio = np.log((highs[row] + 1) / lows[row])
        return min(np.int64(lows[row] * np.exp(ratio * uniform(state))), highs[row])
    return np.int64(fixed)


@numba.njit(**OUTER)
def plan(  # type: ignore[no-untyped-def]
    seed, draw, targets, first_person, starts, items, values, days, ranks, outside_top, needs_value, needs_day,
    mode, fixed, share_low, share_high, count_lows, count_highs, count_weights, absent, absent_share, wrong,
    fewer, which, up_to, sizes, absents, wrongs,
):  # fmt: skip
    """How many items are known of each target, how many of those the target does not have, and how many are wrong.

    Of a target with too few items all are known if `fewer`, and none if not; zero where nothing can be known. Records
    are those of the people from `first_person` on; a target's own number is what randomness hangs on, so a part draws
    what the whole would.
    """
    state = np.empty(1, np.uint64)
    item_count = np.int64(len(ranks))
    for index in range(len(targets)):
        target = targets[index] - first_person
        begin, end = starts[target], starts[target + 1]
        low, high = _window(
            state, seed, draw, targets[index], begin, end, items, values, days, ranks, outside_top, needs_value,
            which, up_to,
        )  # fmt: skip
        start(state, seed, targets[index], 2 * draw)
        length = _different(items, begin, end)
        size = _planned_size(
            state, length, item_count + 1, mode, fixed, share_low, share_high, count_lows, count_highs, count_weights,
            fewer,
        )  # fmt: skip
        lacking = np.int64(absent)
        for _ in range(size - lacking if absent_share > 0 else 0):
            lacking += uniform(state) < absent_share
        every = _all_serve(values, days, outside_top, needs_value, needs_day, low)
        eligible, before = length if every else np.int64(0), np.int64(-1)
        for entry in range(begin, begin if every else end):
            if items[entry] != before and _serves(
                entry, items, values, days, ranks, outside_top, needs_value, needs_day, low, high
            ):
                eligible += 1
                before = np.int64(items[entry])
        sizes[index], absents[index], wrongs[index] = 0, 0, 0
        if length > 0 and size - lacking <= eligible and lacking <= min(size, item_count - length):
            sizes[index], absents[index], wrongs[index] = size, lacking, wrong
        elif fewer and eligible > 0:
            part, made_up, off = _shortened(size, lacking, np.int64(wrong), eligible, item_count - length)
            sizes[index], absents[index], wrongs[index] = part + made_up, made_up, off


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
def _choose(state, pool, times, size, wanted, items, codes, holders, choose):  # type: ignore[no-untyped-def]
    """Move `wanted` chosen entries to the front of the pool, in random order; ties are broken by lot.

    `codes` are how often an entry's item was had, where values say that; `times` how often it is in the record.
    """
    if choose != ANY:
        waits = np.empty(size)
        for place in range(size):
            held, lot = holders[items[pool[place]]], uniform(state)
            if choose == POPULAR:
                # the smallest of exponential waiting times with rate = holders: a draw without replacement
                waits[place] = -np.log(1.0 - lot) / held
            elif choose == RAREST:
                waits[place] = held + lot
            else:
                code = np.int64(codes[pool[place]]) + 1 if len(codes) and codes[pool[place]] != NO_VALUE else 0
                waits[place] = lot - (256 * times[place] + code)
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
    outside_top, needs_value, needs_day, choose, codes, which, up_to, value_error, day_error, lengths, length_error,
    known_starts, absents, wrongs, known_items, known_values, known_days, shortest, longest,
):  # fmt: skip
    """Draw each target's knowledge; sizes were planned. Known items come out ascending, right and wrong mixed.

    An error below zero means: not known at all. Of an item that is in the record several times, one entry is known.
    """
    state = np.empty(1, np.uint64)
    for index in range(len(targets)):
        first, last = known_starts[index], known_starts[index + 1]
        if first == last:
            continue
        target = targets[index] - first_person
        begin, end = starts[target], starts[target + 1]
        low, high = _window(
            state, seed, draw, targets[index], begin, end, items, values, days, ranks, outside_top, needs_value,
            which, up_to,
        )  # fmt: skip
        start(state, seed, targets[index], 2 * draw + 1)
        pool, times = np.empty(end - begin, np.int64), np.empty(end - begin, np.int64)
        size = np.int64(0)
        if _all_serve(values, days, outside_top, needs_value, needs_day, low):
            size = end - begin if _different(items, begin, end) == end - begin else size
        for place in range(size):
            pool[place], times[place] = begin + place, 1
        for candidate in range(end if size else begin, end):
            if not _serves(candidate, items, values, days, ranks, outside_top, needs_value, needs_day, low, high):
                continue
            if size > 0 and items[pool[size - 1]] == items[candidate]:
                times[size - 1] += 1
                if below(state, times[size - 1]) == 0:
                    pool[size - 1] = candidate
            else:
                pool[size], times[size] = candidate, 1
                size += 1
        real = last - first - absents[index]
        _choose(state, pool, times, size, real, items, codes, holders, choose)
        for place in range(last - first):
            slot = first + place
            if place < real:
                entry = pool[place]
                is_wrong = place < wrongs[index]
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
