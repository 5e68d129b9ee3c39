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

TABLE_BITS = 24
"""Fractional bits of the value and day tables."""

_BLOCK = 256


@numba.njit(nogil=True, cache=True, inline="always")
def _gap(day, known):  # type: ignore[no-untyped-def]
    return np.uint64(abs(np.int64(day) - known))


@numba.njit(nogil=True, cache=True)
def _add(scores, begin, end, people, values, days, weight, value_row, day_row, known_day, by_value, by_day):  # type: ignore[no-untyped-def]
    """Add one known item's gains to everyone who has it."""
    if value_row < 0 and day_row < 0:
        gain = np.int32(weight)
        for at in range(begin, end):
            scores[people[at]] += gain
    elif day_row < 0:
        gains = np.empty(256, np.int32)
        for code in range(256):
            gains[code] = (weight * by_value[value_row, code]) >> TABLE_BITS
        for at in range(begin, end):
            scores[people[at]] += gains[values[at]]
    else:
        value_table, day_table = by_value[max(value_row, 0)], by_day[day_row]
        if value_row < 0:
            for at in range(begin, end):
                worth = np.int64(day_table[_gap(days[at], known_day)])
                scores[people[at]] += np.int32((weight * worth) >> TABLE_BITS)
        else:
            for at in range(begin, end):
                worth = np.int64(value_table[values[at]]) + np.int64(day_table[_gap(days[at], known_day)])
                scores[people[at]] += np.int32((weight * worth) >> TABLE_BITS)


@numba.njit(nogil=True, cache=True)
def _least(scores, met, turn, begin, end, people, values, days, value_row, day_row, known_day, by_value, by_day):  # type: ignore[no-untyped-def]
    """Keep the least similarity of those who had every known item so far; `met` counts the items met."""
    for at in range(begin, end):
        person = people[at]
        if met[person] != turn:
            continue
        met[person] = turn + 1
        worth = np.int32(1 << TABLE_BITS)
        if value_row >= 0:
            worth = min(worth, by_value[value_row, values[at]])
        if day_row >= 0:
            worth = min(worth, by_day[day_row, _gap(days[at], known_day)])
        scores[person] = worth if turn == 0 else min(scores[person], worth)


@numba.njit(nogil=True, cache=True)
def _insert(top_scores, top_people, score, person):  # type: ignore[no-untyped-def]
    """Put a candidate among the best; on equal scores the earlier person stays ahead."""
    at = len(top_scores) - 1
    while at > 0 and top_scores[at - 1] < score:
        top_scores[at], top_people[at] = top_scores[at - 1], top_people[at - 1]
        at -= 1
    top_scores[at], top_people[at] = score, person


@numba.njit(nogil=True, cache=True, fastmath={"reassoc", "nsz", "nnan"})
def _read_block(scores, begin, end, level):  # type: ignore[no-untyped-def]
    """Moments of a block of scores, its best, and how many are above or on the level."""
    total, beat, tied = np.int64(0), np.int64(0), np.int64(0)
    squares = 0.0
    best = np.int32(-2147483648)
    for person in range(begin, end):
        score = scores[person]
        total += score
        squares += np.float64(score) * np.float64(score)
        best = max(best, score)
        beat += score > level
        tied += score == level
    return total, squares, best, beat, tied


@numba.njit(nogil=True, cache=True)
def _read(scores, count, level, unit, first_person, top_scores, top_people, moments, ranks):  # type: ignore[no-untyped-def]
    """Read plain whole-number scores once, in blocks that the compiler turns into vector code."""
    total, beat, tied = np.int64(0), np.int64(0), np.int64(0)
    squares = 0.0
    worst = top_scores[len(top_scores) - 1]
    bar = np.int64(worst / unit) if worst > -np.inf else np.int64(-(1 << 40))
    for begin in range(0, count, _BLOCK):
        end = min(begin + _BLOCK, count)
        block_total, block_squares, best, block_beat, block_tied = _read_block(scores, begin, end, level)
        total += block_total
        squares += block_squares
        beat += block_beat
        tied += block_tied
        if best > bar:
            for person in range(begin, end):
                if scores[person] > bar:
                    _insert(top_scores, top_people, scores[person] * unit, first_person + person)
                    worst = top_scores[len(top_scores) - 1]
                    bar = np.int64(worst / unit) if worst > -np.inf else bar
    moments[0] += count
    moments[1] += total * unit
    moments[2] += squares * unit * unit
    ranks[0] += beat
    ranks[1] += tied


@numba.njit(nogil=True, cache=True)
def _read_some(  # type: ignore[no-untyped-def]
    scores, count, level, unit, first_person, lengths, shortest, longest, person_scale, top_scores, top_people, moments, ranks
):
    """Read scores of those whose record length fits, each times the person's scale."""
    total, squares = 0.0, 0.0
    candidates, beat, tied = np.int64(0), np.int64(0), np.int64(0)
    bar = top_scores[len(top_scores) - 1]
    for person in range(count):
        length = lengths[first_person + person]
        if length < shortest or length > longest:
            continue
        score = scores[person] * unit
        if len(person_scale):
            score *= person_scale[first_person + person]
        candidates += 1
        total += score
        squares += score * score
        beat += score > level
        tied += score == level
        if score > bar:
            _insert(top_scores, top_people, score, first_person + person)
            bar = top_scores[len(top_scores) - 1]
    moments[0] += candidates
    moments[1] += total
    moments[2] += squares
    ranks[0] += beat
    ranks[1] += tied


@numba.njit(nogil=True, cache=True)
def _spread(moments):  # type: ignore[no-untyped-def]
    """Standard deviation from count, sum and sum of squares."""
    if moments[0] == 0:
        return 0.0
    mean, mean_square = moments[1] / moments[0], moments[2] / moments[0]
    variance = mean_square - mean * mean
    return np.sqrt(variance) if variance > 1e-12 * mean_square else 0.0


@numba.njit(nogil=True, cache=True)
def _exponentials(scores, count, unit, first_person, lengths, shortest, longest, person_scale, best, spread):  # type: ignore[no-untyped-def]
    """Sum of exp((score − best score) / spread) over those whose record length fits."""
    total = 0.0
    untouched = np.int64(0)
    for person in range(count):
        length = lengths[first_person + person]
        if length < shortest or length > longest:
            continue
        if scores[person] == 0:
            untouched += 1
            continue
        score = scores[person] * unit
        if len(person_scale):
            score *= person_scale[first_person + person]
        total += np.exp((score - best) / spread)
    return total + untouched * np.exp(-best / spread)


@numba.njit(nogil=True, cache=True)
def score_shard(  # type: ignore[no-untyped-def]
    # the shard
    item_starts, people, values, days, first_person, people_count,
    # what is known of each target, and what a match is worth
    starts, items, weights, value_rows, day_rows, known_days, by_value, by_day, units, least,
    # who counts as a candidate, and the score that others are counted against (the true record's)
    lengths, shortest, longest, person_scale, levels, whole_levels, windowed,
    # which targets, what to compute (0 evidence, 1 evidence and exponentials, 2 exponentials), what comes out
    begin, end, task, spreads, top_scores, top_people, moments, ranks, exponentials,
):  # fmt: skip
    """Score everyone in the shard for the targets `begin` to `end` and add to their evidence.

    Exponentials are taken relative to the best score, so `top_scores` must be complete: after all shards, or
    in the same pass where there is only one. `least` takes the minimum over known items instead of the sum. `windowed` says that lengths or scales
    matter, so the slower reading is needed.
    """
    scores = np.zeros(people_count, np.int32)
    met = np.zeros(people_count if least else 0, np.int32)
    for target in range(begin, end):
        turn = 0
        for known in range(starts[target], starts[target + 1]):
            item = items[known]
            first, last = (item_starts[item], item_starts[item + 1]) if item >= 0 else (0, 0)
            if least:
                _least(
                    scores, met, turn, first, last, people, values, days,
                    value_rows[known], day_rows[known], known_days[known], by_value, by_day,
                )  # fmt: skip
                turn += 1
            else:
                _add(
                    scores, first, last, people, values, days,
                    weights[known], value_rows[known], day_rows[known], known_days[known], by_value, by_day,
                )  # fmt: skip
        if least:
            for person in range(people_count):
                if met[person] != turn or turn == 0:
                    scores[person] = 0
                met[person] = 0
        if task < 2:
            if windowed:
                _read_some(
                    scores, people_count, levels[target], units[target], first_person, lengths,
                    shortest[target], longest[target], person_scale,
                    top_scores[target], top_people[target], moments[target], ranks[target],
                )  # fmt: skip
            else:
                _read(
                    scores, people_count, whole_levels[target], units[target], first_person,
                    top_scores[target], top_people[target], moments[target], ranks[target],
                )  # fmt: skip
        if task > 0:
            spread = spreads[target] if task == 2 else _spread(moments[target])
            if spread > 0:
                exponentials[target] += _exponentials(
                    scores, people_count, units[target], first_person, lengths, shortest[target], longest[target],
                    person_scale, top_scores[target, 0], spread,
                )  # fmt: skip
        scores[:] = 0


@numba.njit(nogil=True, cache=True)
def gains_of(  # type: ignore[no-untyped-def]
    record_starts, record_items, record_values, record_days, candidates,
    starts, items, weights, value_rows, day_rows, known_days, by_value, by_day, least, gains,
):  # fmt: skip
    """What each known item of a target is worth to one candidate (-1 for none), looked up in their record."""
    for target in range(len(candidates)):
        candidate = candidates[target]
        for known in range(starts[target], starts[target + 1]):
            gains[known] = 0
            if candidate < 0 or items[known] < 0:
                continue
            low, high = record_starts[candidate], record_starts[candidate + 1]
            stop = high
            while low < high:
                middle = (low + high) // 2
                if record_items[middle] < items[known]:
                    low = middle + 1
                else:
                    high = middle
            if low == stop or record_items[low] != items[known]:
                continue
            value = record_values[low] if len(record_values) else np.uint8(255)
            value_row, day_row = value_rows[known], day_rows[known]
            if least:
                worth = np.int64(1 << TABLE_BITS)
                if value_row >= 0:
                    worth = min(worth, np.int64(by_value[value_row, value]))
                if day_row >= 0:
                    worth = min(worth, np.int64(by_day[day_row, _gap(record_days[low], known_days[known])]))
                gains[known] = worth
            elif value_row < 0 and day_row < 0:
                gains[known] = weights[known]
            else:
                worth = np.int64(0)
                if value_row >= 0:
                    worth += np.int64(by_value[value_row, value])
                if day_row >= 0:
                    worth += np.int64(by_day[day_row, _gap(record_days[low], known_days[known])])
                gains[known] = (weights[known] * worth) >> TABLE_BITS
