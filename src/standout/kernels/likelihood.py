"""The kernel behind the likelihood attack: sums of what matches are worth, and how many matches there were.

What a record's length does to a likelihood depends on how many known items it has. So an accumulator holds two
whole numbers in one: what the matches add up to, on a grid, and in its lowest bits their number. Everything
that is added afterwards is on the same grid, so sums are exact and equal records tie.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.likelihood_reading import (
    fill_besides,
    finish,
    finish_listed,
    finish_uneven,
    list_all,
    list_matching,
    read_block,
    read_matching,
)
from standout.kernels.likelihood_small import add_small, add_small_same
from standout.kernels.likelihood_ways import (
    WAYS,
    accumulate_ways,
    starts_of,
    take_likelier,
    take_likeliest,
)
from standout.kernels.likelihood_worth import (
    COUNT,
    COUNT_BITS,
    LEAST,
    above,
    add_events,
    add_few,
    add_listed,
    add_same,
    fill,
    no_less,
    of_events,
    with_event,
    worth_of,
)
from standout.kernels.records import find, past

_BLOCK = 256
_FEW, _MANY = 0.45, 2.0
"""Up to so many entries for each person of a shard, those who have a known item are read one by one; from so many on,
everybody is read."""
_LONG = 0.25
"""Lists of fewer entries than this share of the codes are gone through without listing what each code is worth."""
_SMALL_LONG = 0.4
"""The same where what an entry is worth fits in four bytes."""
_LOWEST = -1e300


@numba.njit(**INNER)
def _accumulate(  # type: ignore[no-untyped-def]
    scores, floors, small_floors, highest, item_starts, entries, value_bits, day_bits, last_day, value_count,
    first, last, items, bases, rows, known_days, has_day, tables, near, reach, unknown, repeated,
    small, step, with_values, with_days, gains, small_gains, slots,
):  # fmt: skip
    """Add up what the known items `first` to `last` are worth to everyone who has them, with values and days or not."""
    for known in range(first, last):
        if items[known] < 0:
            continue
        holders = entries[item_starts[items[known]] : item_starts[items[known] + 1]]
        row = rows[known] if with_values else max(rows[known], unknown)
        dated, table, day = has_day[known] and with_days, tables[row], known_days[known]
        same = row >= unknown and not dated
        share = len(holders) / ((last_day + 1) * (2 + value_count // 8))
        if repeated:
            add_events(
                scores, floors, holders, bases[known], table, near, same, day, dated, reach,
                value_bits, day_bits, last_day, value_count, gains,
            )  # fmt: skip
        elif same and small:
            gain = no_less(bases[known] + table[0, reach + 2])
            add_small_same(scores, small_floors, highest, holders, gain + (step << COUNT_BITS) * (gain & COUNT))
        elif same:
            add_same(scores, floors, highest, holders, no_less(bases[known] + table[0, reach + 2]))
        elif small:
            add_small(
                scores, small_floors, holders, bases[known] + (step << COUNT_BITS), table, near, day, dated, reach,
                value_bits, day_bits, last_day, value_count, share < _SMALL_LONG, small_gains, slots,
            )  # fmt: skip
        elif share < _LONG:
            add_few(
                scores, floors, holders, bases[known], table, near, day, dated, reach, value_bits, day_bits, gains
            )  # fmt: skip
        else:
            fill(gains, bases[known], table, near, day, dated, reach, value_bits, day_bits, last_day, value_count)
            add_listed(scores, floors, holders, gains, np.uint64(16))


@numba.njit(**INNER)
def _entries(item_starts, first, last, items):  # type: ignore[no-untyped-def]
    """How many entries the known items `first` to `last` have."""
    entries = 0
    for known in range(first, last):
        if items[known] >= 0:
            entries += item_starts[items[known] + 1] - item_starts[items[known]]
    return entries


@numba.njit(**INNER)
def _floors(costs, least_step, floors):  # type: ignore[no-untyped-def]
    """What a match is worth to each record at least, as an accumulator takes it; and the highest of it."""
    highest = LEAST
    for person in range(len(floors)):
        floors[person] = ((costs[person] - least_step) << COUNT_BITS) + 1
        highest = max(highest, floors[person])
    return highest


@numba.njit(**OUTER)
def score_shard(  # type: ignore[no-untyped-def]
    # the shard
    item_starts, entries, value_bits, day_bits, first_person, people_count, last_day, value_count,
    # what is known of each target, and what a match is worth
    starts, items, bases, rows, known_days, has_day, tables, near, reach, unknown, repeated, small,
    # the ways in which knowledge may have come about: with values and days or not, and what each is worth to a target
    with_values, with_days, way_starts,
    # what is added once it is known how many matches there are
    by_count, least_steps, count_rows, by_length, length_rows,
    logs, room, own, uneven, slopes, costs,
    # who counts as a candidate, and the score that others are counted against
    item_counts, lengths, shortest, longest, levels,
    # which targets, in which order, what comes out
    order, begin, end, top_scores, top_people, moments, ranks, exponentials,
):  # fmt: skip
    """Score everyone in the shard for the targets `begin` to `end` of the order and add to their evidence, in one pass.

    A record scores what the likeliest way makes of it. Where items are `repeated` in records, what makes a known item
    likely is the mean over a person's entries of it, and it is one match. What an entry is worth is `small` where it
    fits in four bytes and no entry lacks a value or day that others have; matches are then worth `step` more than they
    are, and their number as much less, so that the least they may be worth is the same for all targets.

    Targets of the same rows come one after the other in the order: what is the same for them is worked out once.
    """
    scores, final, here = np.zeros(people_count, np.int64), np.empty(people_count), first_person + people_count
    small = small and not repeated
    floors, small_floors = np.empty(0 if small else people_count, np.int64), np.empty(people_count, np.int32)
    counted, sized, highest, ways, step = np.int64(-1), np.int64(-2), LEAST, len(with_values), np.int64(0)
    together, pair = small and 2 < ways <= WAYS, small and ways == 2
    one_by_one = ways > 1 and not together and not pair
    best, who = np.empty(people_count if one_by_one else 0), np.empty(people_count + 1, np.uint16)
    codes = max(1 << (value_bits + day_bits), 256) * (WAYS if together else 1)
    gains, small_gains = np.empty(0 if small else codes, np.int64), np.empty(codes if small else 0, np.int32)
    lanes = WAYS if together else 1 if pair else 0
    by_way, way_worth = np.zeros(lanes * people_count, np.int64), np.empty(WAYS, np.int64)
    slots = np.zeros(1 << day_bits if small else 0, np.uint16)
    own_costs, own_counts = costs[first_person:here], item_counts[first_person:here]
    own_room, own_logs, own_lengths = room[first_person:here], own[first_person:here], lengths[first_person:here]
    own_slopes = slopes[first_person:here] if len(slopes) else slopes
    by_match, besides = np.empty(by_count.shape[1]), np.empty(people_count)
    for person in range(people_count if small else 0):
        small_floors[person] = own_costs[person]
        highest = max(highest, own_costs[person])
    for place in range(begin, end):
        target = order[place]
        row, long = count_rows[target], length_rows[target]
        if long != sized:
            sizes, sized = own_counts[: people_count if long >= 0 else 0], long
            fill_besides(by_length[max(long, 0)], sizes, own_logs, uneven, besides)
        if row != counted:
            step, counted = least_steps[row] if small else np.int64(0), row
            for count in range(len(by_match)):
                by_match[count] = by_count[row, count] - np.float64(count * step)
            if not small:
                highest = _floors(own_costs, least_steps[row], floors)
        fits_all = shortest[target] <= 0 and longest[target] >= 1 << 40
        known_entries = _entries(item_starts, starts[target], starts[target + 1], items)
        listed = ways == 1 and long < 0 and (not fits_all or known_entries < _MANY * people_count)
        final_way = 0
        for way in range(0 if together else ways):
            if way_starts[way, target] > _LOWEST:
                final_way = way
        best[:] = -np.inf
        if together or pair:
            starts_of(way_starts, target, way_worth)
        for way in range(final_way + 1):
            if not together and way_starts[way, target] < _LOWEST:
                continue
            start = 0.0 if together or pair else way_starts[way, target]
            if together:
                accumulate_ways(
                    by_way, small_floors, item_starts, entries, value_bits, day_bits, last_day,
                    starts[target], starts[target + 1], items, bases, rows, known_days, has_day, tables, near, reach,
                    unknown, step, with_values, with_days, small_gains, slots,
                )  # fmt: skip
            else:
                _accumulate(
                    by_way if pair and way == 0 else scores, floors, small_floors, highest,
                    item_starts, entries, value_bits, day_bits, last_day, value_count,
                    starts[target], starts[target + 1], items, bases, rows, known_days, has_day, tables, near, reach,
                    unknown, repeated, small, step, with_values[way], with_days[way], gains, small_gains, slots,
                )  # fmt: skip
            if pair and way < final_way:
                continue
            if listed:
                asked, fitting = own_lengths[: 0 if fits_all else people_count], people_count
                if fits_all and known_entries <= _FEW * people_count:
                    many = list_matching(
                        scores, item_starts, entries, starts[target], starts[target + 1], items,
                        start, by_match, logs, own_room, own_logs, uneven, own_slopes, who, final,
                    )  # fmt: skip
                else:
                    many, fitting = list_all(scores, asked, shortest[target], longest[target], who)
                    finish_listed(
                        who[:many], scores, start, by_match, logs, own_room, own_logs, uneven, besides, own_slopes,
                        final,
                    )  # fmt: skip
                    scores[:] = 0
                read_matching(
                    who[:many], final[:many], fitting, people_count, asked, shortest[target], longest[target],
                    start + by_match[0], levels[target], first_person,
                    top_scores[target], top_people[target], moments[target], ranks[target], exponentials, target,
                )  # fmt: skip
                continue
            for low in range(0, people_count, _BLOCK):
                high = min(low + _BLOCK, people_count)
                sums, block, more = scores[low:high], final[: high - low], besides[low:high]
                sloping = own_slopes[low:high] if len(slopes) else slopes
                if together:
                    take_likeliest(by_way[WAYS * low : WAYS * high], way_worth, sums)
                if pair:
                    take_likelier(by_way[low:high], way_worth, sums)
                if uneven:
                    finish_uneven(sums, start, by_match, own_room[low:high], own_logs[low:high], more, sloping, block)
                else:
                    finish(sums, start, by_match, logs, own_room[low:high], more, sloping, block)
                if len(best):
                    for person in range(high - low):
                        block[person] = max(block[person], best[low + person])
                        best[low + person] = block[person]
                if way < final_way:
                    continue
                if not fits_all:
                    for person in range(high - low):
                        length = own_lengths[low + person]
                        if length < shortest[target] or length > longest[target]:
                            block[person] = -np.inf
                read_block(
                    block, levels[target], first_person + low,
                    top_scores[target], top_people[target], moments[target], ranks[target], exponentials, target,
                )  # fmt: skip


@numba.njit(**OUTER)
def gains_of(  # type: ignore[no-untyped-def]
    record_starts, record_items, record_values, record_days, candidates, value_count,
    starts, items, bases, rows, known_days, has_day, tables, near, reach, unknown, least_steps, count_rows, costs,
    with_values, with_days, gains,
):  # fmt: skip
    """What each known item of a target is worth to one candidate (-1 for none), over all their entries of it: as an
    accumulator takes it."""
    for target in range(len(candidates)):
        candidate = candidates[target]
        for known in range(starts[target], starts[target + 1]):
            gains[known] = 0
            if candidate < 0:
                continue
            end = record_starts[candidate + 1]
            entry = find(record_items, record_starts[candidate], end, items[known])
            if entry < 0:
                continue
            table = tables[rows[known] if with_values else max(rows[known], unknown)]
            many, best, total = 0, LEAST, 0.0
            for other in range(entry, past(record_items, entry, end)):
                value = value_count
                if len(record_values) and record_values[other] != 255:
                    value = np.int64(record_values[other])
                day = np.int64(record_days[other]) if len(record_days) else np.int64(65_535)
                worth = worth_of(
                    value, day, 65_535, bases[known], table, near, known_days[known],
                    has_day[known] and with_days, reach,
                )  # fmt: skip
                many, best, total = with_event(many, best, total, worth)
            floor = ((costs[candidate] - least_steps[count_rows[target]]) << COUNT_BITS) + 1
            gains[known] = above(of_events(many, best, total), floor)
