"""All ways in which knowledge may have come about in one pass, where every entry is a match in each of them.

A person's accumulator is then four numbers side by side, one for each way (with values and days, with either, with
neither), so that a list is gone through once and what is at hand is added to all four. How many matches there are is
the same in each, so what that costs is worked out once, for the likeliest way.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER
from standout.kernels.likelihood_worth import COUNT, COUNT_BITS, no_less

WAYS = 4
"""Ways side by side; where there are three, what is added to the fourth says nothing."""

_NEVER = np.int64(-(1 << 42))
"""What a way starts with that is not possible."""
_LOWEST = -1e300
_S16, _FOUR = np.uint64(16), np.uint64(WAYS)


@numba.njit(**INNER)
def accumulate_ways(  # type: ignore[no-untyped-def]
    scores, floors, item_starts, entries, value_bits, day_bits, last_day,
    first, last, items, bases, rows, known_days, has_day, tables, near, reach, unknown, step,
    with_values, with_days, gains, slots,
):  # fmt: skip
    """Add up what the known items `first` to `last` are worth to everyone who has them, in each of the ways."""
    for known in range(first, last):
        if items[known] < 0:
            continue
        holders = entries[item_starts[items[known]] : item_starts[items[known] + 1]]
        if rows[known] > unknown:
            _add_unmatched(scores, holders, no_less(bases[known] + tables[rows[known], 0, reach + 2]))
            continue
        base, dated = bases[known] + (step << COUNT_BITS), has_day[known]
        if dated and len(holders) <= reach:
            _add_few(
                scores, floors, holders, base, tables, rows[known], unknown, near, known_days[known], reach,
                value_bits, day_bits, with_values, with_days,
            )  # fmt: skip
            continue
        near_days = (max(known_days[known] - reach, 0), min(known_days[known] + reach, last_day) + 1)
        days = near_days if dated else (0, 0)
        width = _list_codes(
            base, tables, rows[known], unknown, near, known_days[known], days, dated, reach,
            value_bits, with_values, with_days, gains, slots,
        )  # fmt: skip
        _add_codes(scores, floors, holders, gains, slots, width, day_bits)
        slots[days[0] : days[1]] = 0


@numba.njit(**INNER)
def _add_unmatched(scores, entries, gain):  # type: ignore[no-untyped-def]
    """What an item is worth that cannot be known: it is no match, and the same in every way."""
    for place in range(len(entries) if gain != 0 else 0):
        for way in range(WAYS):
            scores[np.uint64(np.uint16(entries[place])) * _FOUR + np.uint64(way)] += gain


@numba.njit(**INNER)
def _worth(base, tables, row, unknown, near, value, day, known_day, dated, reach, way, with_values, with_days):  # type: ignore[no-untyped-def]
    """What an entry with this value and day is worth in one of the ways."""
    way = way if way < len(with_values) else 0
    table = tables[row if with_values[way] else unknown]
    if not (dated and with_days[way]):
        return np.int32((base + table[value, reach + 2]) >> COUNT_BITS)
    gap = abs(day - known_day)
    return np.int32((base + (table[value, gap] + near[day] if gap <= reach else table[value, reach + 1])) >> COUNT_BITS)


@numba.njit(**INNER)
def _list_codes(  # type: ignore[no-untyped-def]
    base, tables, row, unknown, near, known_day, days, dated, reach,
    value_bits, with_values, with_days, gains, slots,
):  # fmt: skip
    """List what each value with each near day is worth in each way, and with any other day; and how many bits the days
    take. `slots` then number the near days from 1 on."""
    none, width = tables.shape[1] - 1, np.uint64(0)
    while (1 << width) < days[1] - days[0] + 1:
        width += np.uint64(1)
    for value in range(min(1 << value_bits, none + 1)):
        code = value if value_bits else none
        for place in range(WAYS):
            way = place if place < len(with_values) else 0
            worth = tables[row if with_values[way] else unknown, code]
            listed = gains[(value << width) * WAYS + place :]
            by_day = dated and with_days[way]
            far = np.int32((base + worth[reach + (1 if by_day else 2)]) >> COUNT_BITS)
            listed[0] = far
            for slot in range(1, days[1] - days[0] + 1):
                listed[slot * WAYS] = far
            for day in range(days[0], days[1] if by_day else days[0]):
                near_worth = worth[abs(day - known_day)] + near[day]
                listed[(1 + day - days[0]) * WAYS] = np.int32((base + near_worth) >> COUNT_BITS)
    for day in range(days[0], days[1]):
        slots[day] = 1 + day - days[0]
    return width


@numba.njit(**INNER)
def _add_codes(scores, floors, entries, gains, slots, width, day_bits):  # type: ignore[no-untyped-def]
    """What each entry is listed with, in all four ways at once, each no less than the floor."""
    to_value, days = np.uint64(16 + day_bits), np.uint64((1 << day_bits) - 1)
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        person = np.uint16(entry)
        at = (((entry >> to_value) << width) + np.uint64(slots[(entry >> _S16) & days])) * _FOUR
        to, floor = np.uint64(person) * _FOUR, floors[person]
        first, second = max(gains[at], floor), max(gains[at + np.uint64(1)], floor)
        third, fourth = max(gains[at + np.uint64(2)], floor), max(gains[at + np.uint64(3)], floor)
        one, two, three = scores[to], scores[to + np.uint64(1)], scores[to + np.uint64(2)]
        four = scores[to + np.uint64(3)]
        scores[to] = one + (np.int64(first) << COUNT_BITS) + 1
        scores[to + np.uint64(1)] = two + (np.int64(second) << COUNT_BITS) + 1
        scores[to + np.uint64(2)] = three + (np.int64(third) << COUNT_BITS) + 1
        scores[to + np.uint64(3)] = four + (np.int64(fourth) << COUNT_BITS) + 1


@numba.njit(**INNER)
def _add_few(  # type: ignore[no-untyped-def]
    scores, floors, entries, base, tables, row, unknown, near, known_day, reach,
    value_bits, day_bits, with_values, with_days,
):  # fmt: skip
    """The same for short lists, for which listing every near day would cost more than it saves."""
    none, to_value, days = tables.shape[1] - 1, np.uint64(16 + day_bits), np.uint64((1 << day_bits) - 1)
    for place in range(len(entries)):
        entry = np.uint64(entries[place])
        person, day = np.uint16(entry), np.int64((entry >> _S16) & days)
        value = min(np.int64(entry >> to_value), none) if value_bits else none
        for way in range(WAYS):
            worth = _worth(
                base, tables, row, unknown, near, value, day, known_day, True, reach, way, with_values, with_days
            )  # fmt: skip
            to = np.uint64(person) * _FOUR + np.uint64(way)
            scores[to] += (np.int64(max(worth, floors[person])) << COUNT_BITS) + 1


@numba.njit(**INNER)
def starts_of(way_starts, target, starts):  # type: ignore[no-untyped-def]
    """What each way is worth to a target before anything is compared, in whole numbers."""
    for way in range(WAYS):
        possible = way < len(way_starts) and way_starts[min(way, len(way_starts) - 1), target] > _LOWEST
        starts[way] = np.int64(way_starts[way, target]) if possible else _NEVER


@numba.njit(**INNER)
def take_likeliest(sums, starts, likeliest):  # type: ignore[no-untyped-def]
    """One accumulator for each person, from those of all ways, which are then empty again: that of the way in which
    they score most, with what that way starts with."""
    for person in range(len(likeliest)):
        best = max(
            max((sums[WAYS * person] >> COUNT_BITS) + starts[0], (sums[WAYS * person + 1] >> COUNT_BITS) + starts[1]),
            max(
                (sums[WAYS * person + 2] >> COUNT_BITS) + starts[2], (sums[WAYS * person + 3] >> COUNT_BITS) + starts[3]
            ),
        )
        likeliest[person] = (best << COUNT_BITS) + (sums[WAYS * person] & COUNT)
    sums[:] = 0


@numba.njit(**INNER)
def take_likelier(sums, starts, likelier):  # type: ignore[no-untyped-def]
    """The same of two ways, whose accumulators are apart: the second one's are where the likelier one's are wanted."""
    for person in range(len(likelier)):
        one, other = sums[person], likelier[person]
        best = max((one >> COUNT_BITS) + starts[0], (other >> COUNT_BITS) + starts[1])
        likelier[person] = (best << COUNT_BITS) + max(one & COUNT, other & COUNT)
    sums[:] = 0
