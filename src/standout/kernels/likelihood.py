"""The kernel behind the likelihood attack: sums of what matches are worth, and how many matches there were.

What a record's length does to a likelihood depends on how many known items it has. So an accumulator holds two
whole numbers in one: what the matches add up to, on a grid, and in its lowest bits their number. Everything
that is added afterwards is on the same grid, so sums are exact and equal records tie.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.accumulator import insert, moments_of
from standout.kernels.likelihood_worth import (
    COUNT,
    COUNT_BITS,
    GRID_BITS,
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
_FAR_BEHIND = 45.0
"""Nats behind the best from which on a record's share of the probability is nothing in double precision."""
_LOWEST = -1e300


@numba.njit(**INNER)
def _finish(sums, start, by_count, logs, room, own, slopes, final):  # type: ignore[no-untyped-def]
    """Scores from accumulators, which are then empty again: what matches are worth, and what `count` of them cost.

    Whole numbers below 2^53 in double precision: as exact as integers, and faster. Without a branch for those who
    match nothing: it would be guessed wrong too often.
    """
    for person in range(len(sums)):
        count = sums[person] & COUNT
        worth = np.float64(sums[person] >> COUNT_BITS) + start + by_count[count]
        left = logs[max(np.int64(room[person]) - count, 0)]
        final[person] = worth + left - own[person] + np.float64(count) * slopes[person]
        sums[person] = 0


@numba.njit(**INNER)
def _finish_uneven(sums, start, by_count, most, curves, slopes, final):  # type: ignore[no-untyped-def]
    """The same where some items of a record are known more readily than others: what is left to draw from shrinks by
    the same share with each of the first `most` matches, and no further."""
    for person in range(len(sums)):
        count = sums[person] & COUNT
        worth = np.float64(sums[person] >> COUNT_BITS) + start + by_count[count]
        few = min(count, most[person])
        eased = np.float64(few * (few - 1) // 2 + (count - few) * few)
        final[person] = worth + eased * curves[person] + np.float64(count) * slopes[person]
        sums[person] = 0


@numba.njit(**INNER)
def _read_block(scores, level, first_person, top_scores, top_people, moments, ranks, exponentials, target):  # type: ignore[no-untyped-def]
    """Add a block of scores to a target's evidence; scores come in whole steps of the grid, evidence in nats."""
    unit = 2.0**-GRID_BITS
    total, squares, count, best = moments_of(scores)
    moments[0] += count
    moments[1] += total * unit
    moments[2] += squares * unit * unit
    if best < _LOWEST:
        return
    if best >= level:
        beat, tied = 0, 0
        for person in range(len(scores)):
            beat += scores[person] > level
            tied += scores[person] == level
        ranks[0] += beat
        ranks[1] += tied
    _add_exponentials(scores, best * unit, first_person, top_scores, top_people, exponentials, target)


@numba.njit(**INNER)
def _add_exponentials(scores, best, first_person, top_scores, top_people, exponentials, target):  # type: ignore[no-untyped-def]
    """Put a block among the best, and keep the sum of e^(score − second best) over all records but the best one.

    Without the best one, since it is often so far ahead that nothing would be left of the others.
    """
    unit, first, second, leader = 2.0**-GRID_BITS, top_scores[0], top_scores[1], top_people[0]
    if best > top_scores[len(top_scores) - 1]:
        for person in range(len(scores)):
            if scores[person] * unit > top_scores[len(top_scores) - 1]:
                insert(top_scores, top_people, scores[person] * unit, first_person + person)
    if top_scores[1] == -np.inf:
        return
    if top_scores[1] > second > -np.inf:
        exponentials[target] *= np.exp(second - top_scores[1])
    if top_people[0] != leader and leader >= 0:
        exponentials[target] += np.exp(first - top_scores[1])
    bar = (top_scores[1] - _FAR_BEHIND) / unit
    if best / unit > bar:
        total = 0.0
        for person in range(len(scores)):
            if scores[person] > bar and first_person + person != top_people[0]:
                total += np.exp(scores[person] * unit - top_scores[1])
        exponentials[target] += total


@numba.njit(**INNER)
def _accumulate(  # type: ignore[no-untyped-def]
    scores, floors, item_starts, entries, value_bits, day_bits, last_day, value_count,
    first, last, items, bases, rows, known_days, has_day, tables, near, reach, unknown, repeated,
    with_values, with_days, gains,
):  # fmt: skip
    """Add up what the known items `first` to `last` are worth to everyone who has them, with values and days or not."""
    for known in range(first, last):
        if items[known] < 0:
            continue
        holders = entries[item_starts[items[known]] : item_starts[items[known] + 1]]
        row = rows[known] if with_values else max(rows[known], unknown)
        dated, table, day = has_day[known] and with_days, tables[row], known_days[known]
        same = row >= unknown and not dated
        if repeated:
            add_events(
                scores, floors, holders, bases[known], table, near, same, day, dated, reach,
                value_bits, day_bits, last_day, value_count, gains,
            )  # fmt: skip
        elif same:
            add_same(scores, floors, holders, no_less(bases[known] + table[0, reach + 2]))
        elif len(holders) < (last_day + 1) * (2 + value_count // 8):
            add_few(scores, floors, holders, bases[known], table, near, day, dated, reach, value_bits, day_bits, gains)
        else:
            fill(gains, bases[known], table, near, day, dated, reach, value_bits, day_bits, last_day, value_count)
            add_listed(scores, floors, holders, gains)


@numba.njit(**OUTER)
def score_shard(  # type: ignore[no-untyped-def]
    # the shard
    item_starts, entries, value_bits, day_bits, first_person, people_count, last_day, value_count,
    # what is known of each target, and what a match is worth
    starts, items, bases, rows, known_days, has_day, tables, near, reach, unknown, repeated,
    # the ways in which knowledge may have come about: with values and days or not, and what each is worth to a target
    with_values, with_days, way_starts,
    # what is added once it is known how many matches there are
    by_count, least_steps, count_rows, by_length, length_rows, logs, room, own, uneven, slopes, costs,
    # who counts as a candidate, and the score that others are counted against
    item_counts, lengths, shortest, longest, levels,
    # which targets, what comes out
    begin, end, top_scores, top_people, moments, ranks, exponentials,
):  # fmt: skip
    """Score everyone in the shard for the targets `begin` to `end` and add to their evidence, in one pass.

    A record scores what the likeliest way makes of it. Where items are `repeated` in records, what makes a known item
    likely is the mean over a person's entries of it, and it is one match.
    """
    scores, final = np.zeros(people_count, np.int64), np.empty(_BLOCK)
    floors, floored = np.empty(people_count, np.int64), np.int64(-1)
    ways = len(with_values)
    best = np.empty(people_count if ways > 1 else 0)
    gains = np.empty(max(1 << (value_bits + day_bits), 256), np.int64)
    for target in range(begin, end):
        row = count_rows[target]
        if row != floored:
            for person in range(people_count):
                floors[person] = ((costs[first_person + person] - least_steps[row]) << COUNT_BITS) + 1
            floored = row
        final_way = 0
        for way in range(ways):
            if way_starts[way, target] > _LOWEST:
                final_way = way
        best[:] = -np.inf
        by = by_length[max(length_rows[target], 0)]
        fits_all = shortest[target] <= 0 and longest[target] >= 1 << 40
        for way in range(final_way + 1):
            start = way_starts[way, target]
            if start < _LOWEST:
                continue
            _accumulate(
                scores, floors, item_starts, entries, value_bits, day_bits, last_day, value_count,
                starts[target], starts[target + 1], items, bases, rows, known_days, has_day, tables, near, reach,
                unknown, repeated, with_values[way], with_days[way], gains,
            )  # fmt: skip
            for low in range(0, people_count, _BLOCK):
                high = min(low + _BLOCK, people_count)
                people = slice(first_person + low, first_person + high)
                block = final[: high - low]
                if uneven:
                    _finish_uneven(
                        scores[low:high], start, by_count[row], room[people], own[people], slopes[people], block
                    )
                else:
                    _finish(
                        scores[low:high], start, by_count[row], logs, room[people], own[people], slopes[people], block
                    )
                if ways > 1:
                    for person in range(high - low):
                        block[person] = max(block[person], best[low + person])
                        best[low + person] = block[person]
                if way < final_way:
                    continue
                if length_rows[target] >= 0:
                    for person in range(high - low):
                        block[person] += by[item_counts[first_person + low + person]]
                if not fits_all:
                    for person in range(high - low):
                        length = lengths[first_person + low + person]
                        if length < shortest[target] or length > longest[target]:
                            block[person] = -np.inf
                _read_block(
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
