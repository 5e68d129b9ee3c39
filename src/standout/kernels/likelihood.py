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
    add_events,
    add_few,
    fill,
    of_events,
    with_event,
    worth_of,
)
from standout.kernels.postings import add_listed, add_listed_pairs, add_same
from standout.kernels.records import find, past

_BLOCK = 256
_FAR_BEHIND = 45.0
"""Nats behind the best from which on a record's share of the probability is nothing in double precision."""
_LOWEST = -1e300


@numba.njit(**INNER)
def _finish(sums, start, by_count, logs, room, rest, slopes, final):  # type: ignore[no-untyped-def]
    """Scores from accumulators, which are then empty again: what matches are worth, and what `count` of them cost.

    Whole numbers below 2^53 in double precision: as exact as integers, and faster. Without a branch for those who
    match nothing: it would be guessed wrong too often.
    """
    for person in range(len(sums)):
        count = sums[person] & COUNT
        worth = np.float64(sums[person] >> COUNT_BITS) + start + by_count[count]
        left = logs[max(np.int64(room[person]) - count, 0)]
        final[person] = worth + left - rest[person] + np.float64(count) * slopes[person]
        sums[person] = 0


@numba.njit(**INNER)
def read_block(scores, level, first_person, top_scores, top_people, moments, ranks, exponentials, target):  # type: ignore[no-untyped-def]
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


@numba.njit(**OUTER)
def score_shard(  # type: ignore[no-untyped-def]
    # the shard
    item_starts, entries, pairs, value_bits, day_bits, first_person, people_count, last_day, value_count,
    # what is known of each target, and what a match is worth
    starts, items, bases, rows, same, known_days, has_day, tables, near, far, reach, repeated,
    # what is added once it is known how many matches there are
    target_starts, by_count, count_rows, by_length, length_rows, logs, room, own, slopes, lacking,
    # who counts as a candidate, and the score that others are counted against
    item_counts, lengths, shortest, longest, levels,
    # which targets, what comes out
    begin, end, top_scores, top_people, moments, ranks, exponentials,
):  # fmt: skip
    """Score everyone in the shard for the targets `begin` to `end` and add to their evidence, in one pass.

    Where items are `repeated` in records, what makes a known item likely is the mean over a person's entries of it, and
    it is one match.
    """
    scores = np.zeros(people_count, np.int64)
    final, rest, rest_size = np.empty(_BLOCK), np.empty(people_count), np.int64(-1)
    gains = np.empty(max(1 << (value_bits + day_bits), 256), np.int64)
    for target in range(begin, end):
        for known in range(starts[target], starts[target + 1]):
            item = items[known]
            first, last = (item_starts[item], item_starts[item + 1]) if item >= 0 else (0, 0)
            table = tables[rows[known]]
            if repeated:
                add_events(
                    scores, entries[first:last], bases[known], table, near, far, same[known], known_days[known],
                    has_day[known], reach, value_bits, day_bits, last_day, value_count, gains,
                )  # fmt: skip
                continue
            if same[known]:
                add_same(scores, entries[first:last], bases[known] + table[0, reach + 2])
                continue
            if last - first < (last_day + 1) * (2 + value_count // 8):
                add_few(
                    scores, entries[first:last], bases[known], table, near, far, known_days[known], has_day[known],
                    reach, value_bits, day_bits, gains,
                )  # fmt: skip
                continue
            fill(
                gains, bases[known], table, near, far, known_days[known], has_day[known], reach,
                value_bits, day_bits, last_day, value_count,
            )  # fmt: skip
            if entries.itemsize == 4:
                add_listed(scores, entries[first : first + first % 2], gains)
                add_listed_pairs(scores, pairs[(first + 1) // 2 : last // 2], gains)
                add_listed(scores, entries[last - last % 2 : last], gains)
            else:
                add_listed(scores, entries[first:last], gains)
        size = starts[target + 1] - starts[target]
        if size != rest_size:
            rest[:] = own[first_person : first_person + people_count]
            rest += size * lacking[first_person : first_person + people_count]
            rest_size = size
        by = by_length[max(length_rows[target], 0)]
        fits_all = shortest[target] <= 0 and longest[target] >= 1 << 40
        for low in range(0, people_count, _BLOCK):
            high = min(low + _BLOCK, people_count)
            people = slice(first_person + low, first_person + high)
            block = final[: high - low]
            _finish(
                scores[low:high], target_starts[target], by_count[count_rows[target]], logs, room[people],
                rest[low:high], slopes[people], block,
            )  # fmt: skip
            if length_rows[target] >= 0:
                for person in range(high - low):
                    block[person] += by[item_counts[first_person + low + person]]
            if not fits_all:
                for person in range(high - low):
                    length = lengths[first_person + low + person]
                    if length < shortest[target] or length > longest[target]:
                        block[person] = -np.inf
            read_block(
                block, levels[target], first_person + low,
                top_scores[target], top_people[target], moments[target], ranks[target], exponentials, target,
            )  # fmt: skip


@numba.njit(**OUTER)
def gains_of(  # type: ignore[no-untyped-def]
    record_starts, record_items, record_values, record_days, candidates, value_count,
    starts, items, bases, rows, known_days, has_day, tables, near, far, reach, gains,
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
            many, best, total = 0, LEAST, 0.0
            for other in range(entry, past(record_items, entry, end)):
                value = value_count
                if len(record_values) and record_values[other] != 255:
                    value = np.int64(record_values[other])
                day = np.int64(record_days[other]) if len(record_days) else np.int64(65_535)
                worth = bases[known] + worth_of(
                    value, day, 65_535, tables[rows[known]], near, far, known_days[known], has_day[known], reach
                )
                many, best, total = with_event(many, best, total, worth)
            gains[known] = of_events(many, best, total)
