"""The one kernel behind every attack: score all people of a shard for a batch of targets.

A candidate who has a known item gains `weight × (by_value[value] + by_day[|day − known day|])`. Gains are
whole numbers on a fixed-point grid, so sums are exact: the order of items, the cut into shards and the
engine change nothing, and two records that are worth the same tie exactly. Each target has its own grid,
chosen so that no sum can leave 32 bits.

Per target the kernel adds up postings into one accumulator that stays in cache, then reads it once: best
candidates, moments, and how many beat or tie the true record, whose score is known beforehand.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.accumulator import read, read_scaled, spread_of, sum_exponentials
from standout.kernels.events import add_best, keep_least_best
from standout.kernels.postings import TABLE_BITS, add, gap, keep_least, times
from standout.kernels.records import find, past


@numba.njit(**OUTER)
def score_shard(  # type: ignore[no-untyped-def]
    # the shard
    item_starts, entries, pairs, value_bits, day_bits, first_person, people_count, last_day, value_count,
    # what is known of each target, and what a match is worth
    starts, items, weights, value_rows, day_rows, known_days, by_value, by_day, units, least, repeated,
    # who counts as a candidate, and the score that others are counted against (the true record's)
    lengths, shortest, longest, person_scale, levels, whole_levels,
    # which targets, what to compute (0 evidence, 1 evidence and exponentials, 2 exponentials), what comes out
    begin, end, task, spreads, top_scores, top_people, moments, ranks, exponentials,
):  # fmt: skip
    """Score everyone in the shard for the targets `begin` to `end` and add to their evidence.

    Exponentials are taken relative to the best score, so `top_scores` must be complete: after all shards, or
    in the same pass where there is only one. `least` takes the minimum over known items instead of the sum. Where items
    are `repeated` in records, a known item is worth what it is to the best entry.
    `lengths` and `person_scale` are empty where they do not matter.
    """
    scores = np.zeros(people_count, np.int32)
    gains = np.empty((1 << (value_bits + day_bits)) + (1 << value_bits), np.int32)
    met = np.zeros(people_count if least else 0, np.int32)
    for target in range(begin, end):
        turn = 0
        for known in range(starts[target], starts[target + 1]):
            item = items[known]
            first, last = (item_starts[item], item_starts[item + 1]) if item >= 0 else (0, 0)
            if least and repeated:
                keep_least_best(
                    scores, met, turn, entries[first:last], value_rows[known], day_rows[known], known_days[known],
                    by_value, by_day, value_bits, day_bits,
                )  # fmt: skip
                turn += 1
            elif least:
                keep_least(
                    scores, met, turn, entries[first:last], value_rows[known], day_rows[known], known_days[known],
                    by_value, by_day, value_bits, day_bits,
                )  # fmt: skip
                turn += 1
            elif repeated:
                add_best(
                    scores, entries[first:last], weights[known], value_rows[known], day_rows[known],
                    known_days[known], by_value, by_day, value_bits, day_bits, last_day, value_count, gains,
                )  # fmt: skip
            else:
                add(
                    scores, entries, pairs, first, last, weights[known], value_rows[known], day_rows[known],
                    known_days[known], by_value, by_day, value_bits, day_bits, last_day, value_count, gains,
                )  # fmt: skip
        if least:
            for person in range(people_count):
                if met[person] != turn or turn == 0:
                    scores[person] = 0
                met[person] = 0
        if task < 2:
            if len(lengths) or len(person_scale):
                read_scaled(
                    scores, levels[target], units[target], first_person, lengths,
                    shortest[target], longest[target], person_scale,
                    top_scores[target], top_people[target], moments[target], ranks[target], task == 0,
                )  # fmt: skip
            else:
                read(
                    scores, whole_levels[target], units[target], first_person,
                    top_scores[target], top_people[target], moments[target], ranks[target], task == 0,
                )  # fmt: skip
        if task > 0:
            spread = spreads[target] if task == 2 else spread_of(moments[target])
            if spread > 0:
                exponentials[target] += sum_exponentials(
                    scores, units[target], first_person, lengths, shortest[target], longest[target],
                    person_scale, top_scores[target, 0], spread,
                )  # fmt: skip
            scores[:] = 0


@numba.njit(**INNER)
def _gain(entry, values, days, weight, value_row, day_row, known_day, by_value, by_day, least):  # type: ignore[no-untyped-def]
    """What one entry of a record is worth for a known item."""
    value = values[entry] if len(values) else np.uint8(255)
    if least:
        worth = np.int64(1 << TABLE_BITS)
        if value_row >= 0:
            worth = min(worth, np.int64(by_value[value_row, value]))
        if day_row >= 0:
            worth = min(worth, np.int64(by_day[day_row, gap(days[entry], known_day)]))
        return worth
    if value_row < 0 and day_row < 0:
        return np.int64(weight)
    gain = np.int64(0)
    if value_row >= 0:
        gain += times(weight, by_value[value_row, value])
    if day_row >= 0:
        gain += times(weight, by_day[day_row, gap(days[entry], known_day)])
    return gain


@numba.njit(**OUTER)
def gains_of(  # type: ignore[no-untyped-def]
    record_starts, record_items, record_values, record_days, candidates,
    starts, items, weights, value_rows, day_rows, known_days, by_value, by_day, least, gains,
):  # fmt: skip
    """What each known item of a target is worth to one candidate (-1 for none), looked up in their record; of several
    entries of the item, the best."""
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
            for other in range(entry, past(record_items, entry, end)):
                gain = _gain(
                    other, record_values, record_days, weights[known], value_rows[known], day_rows[known],
                    known_days[known], by_value, by_day, least,
                )  # fmt: skip
                gains[known] = gain if other == entry else max(gains[known], gain)
