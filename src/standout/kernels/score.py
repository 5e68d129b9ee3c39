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

_BLOCK = 1024
_LOWEST = -1e300


@numba.njit(nogil=True, cache=True, inline="always")
def _gap(day, known):  # type: ignore[no-untyped-def]
    return np.uint64(abs(np.int64(day) - known))


@numba.njit(nogil=True, cache=True, inline="always")
def _times(weight, worth):  # type: ignore[no-untyped-def]
    """A weight times an entry of a table, back on the target's grid."""
    return np.int32((weight * np.int64(worth)) >> TABLE_BITS)


@numba.njit(nogil=True, cache=True, inline="always")
def _worth_day(code, no_day, known_day, day_table):  # type: ignore[no-untyped-def]
    """Entry of the day table for the day in a code; nothing for "no day"."""
    day = np.int64(code) & no_day
    return day_table[_gap(day, known_day)] if day != no_day else np.int32(0)


@numba.njit(nogil=True, cache=True)
def _fill(gains, weight, value_table, day_table, known_day, value_bits, day_bits, last_day, value_count):  # type: ignore[no-untyped-def]
    """What each code is worth for one known item, so that the loop over its holders only looks up.

    An empty table stands for a term that drops out. Only codes that can occur are filled.
    """
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    days = gains[: no_day + 1]
    if len(day_table):
        turn = min(max(known_day, 0), last_day + 1)
        for day in range(turn):
            days[day] = _times(weight, day_table[np.uint64(known_day - day)])
        for day in range(turn, last_day + 1):
            days[day] = _times(weight, day_table[np.uint64(day - known_day)])
    else:
        days[: last_day + 1] = 0
    days[no_day] = 0
    for value in range(value_count, -1, -1):  # "no value" first; the row of value 0, from which all are made, last
        is_none = value == value_count
        code = no_value if is_none else value
        gain = np.int32(0)
        if len(value_table):
            gain = _times(weight, value_table[255 if is_none else value])
        row = gains[code << day_bits : (code + 1) << day_bits]
        for day in range(last_day + 1 if day_bits else 1):
            row[day] = days[day] + gain
        if day_bits:
            row[no_day] = days[no_day] + gain


@numba.njit(nogil=True, cache=True)
def _add_same(scores, people, gain):  # type: ignore[no-untyped-def]
    for at in range(len(people)):
        scores[people[at]] += gain


@numba.njit(nogil=True, cache=True)
def _add_listed(scores, people, codes, gains):  # type: ignore[no-untyped-def]
    for at in range(len(people)):
        scores[people[at]] += gains[codes[at]]


@numba.njit(nogil=True, cache=True)
def _add_few(scores, people, codes, weight, value_table, day_table, known_day, value_bits, day_bits, gains):  # type: ignore[no-untyped-def]
    """For short lists, for which listing every code would cost more than it saves."""
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    for value in range(no_value + 1):
        gains[value] = 0
        if len(value_table):
            gains[value] = _times(weight, value_table[255 if value == no_value else value])
    if len(day_table):
        for at in range(len(people)):
            code = codes[at]
            worth = _worth_day(code, no_day, known_day, day_table)
            scores[people[at]] += gains[np.uint64(code) >> np.uint64(day_bits)] + _times(weight, worth)
    else:
        for at in range(len(people)):
            scores[people[at]] += gains[np.uint64(codes[at]) >> np.uint64(day_bits)]


@numba.njit(nogil=True, cache=True)
def _add(  # type: ignore[no-untyped-def]
    scores, people, codes, weight, value_row, day_row, known_day, by_value, by_day,
    value_bits, day_bits, last_day, value_count, gains,
):  # fmt: skip
    """Add one known item's gains to everyone who has it; `gains` is working space."""
    if value_row < 0 and day_row < 0:
        _add_same(scores, people, np.int32(weight))
        return
    value_table = by_value[value_row] if value_row >= 0 else by_value[0, :0]
    day_table = by_day[day_row] if day_row >= 0 else by_day[0, :0]
    if len(people) < 2 * (last_day + 1):
        _add_few(scores, people, codes, weight, value_table, day_table, known_day, value_bits, day_bits, gains)
    else:
        _fill(gains, weight, value_table, day_table, known_day, value_bits, day_bits, last_day, value_count)
        _add_listed(scores, people, codes, gains)


@numba.njit(nogil=True, cache=True)
def _least(  # type: ignore[no-untyped-def]
    scores, met, turn, people, codes, value_row, day_row, known_day, by_value, by_day, value_bits, day_bits
):
    """Keep the least similarity of those who had every known item so far; `met` counts the items met."""
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    for at in range(len(people)):
        person = people[at]
        if met[person] != turn:
            continue
        met[person] = turn + 1
        worth = np.int32(1 << TABLE_BITS)
        if value_row >= 0:
            value = np.int64(codes[at]) >> day_bits
            worth = min(worth, by_value[value_row, 255 if value == no_value else value])
        if day_row >= 0:
            worth = min(worth, _worth_day(codes[at], no_day, known_day, by_day[day_row]))
        scores[person] = worth if turn == 0 else min(scores[person], worth)


@numba.njit(nogil=True, cache=True)
def _insert(top_scores, top_people, score, person):  # type: ignore[no-untyped-def]
    """Put a candidate among the best; on equal scores the earlier person stays ahead."""
    at = len(top_scores) - 1
    while at > 0 and top_scores[at - 1] < score:
        top_scores[at], top_people[at] = top_scores[at - 1], top_people[at - 1]
        at -= 1
    top_scores[at], top_people[at] = score, person


@numba.njit(nogil=True, cache=True, fastmath={"reassoc", "nsz", "nnan", "contract"})
def _read_block(scores, level):  # type: ignore[no-untyped-def]
    """Moments of a block of scores, its best, and how many are above or on the level.

    Written so that the compiler turns it into vector code. A block's sum is exact in floating point, too.
    """
    total, squares = 0.0, 0.0
    best, beat, tied = np.int32(-2147483648), np.int32(0), np.int32(0)
    for person in range(len(scores)):
        score = scores[person]
        number = np.float64(score)
        total += number
        squares += number * number
        best = max(best, score)
        beat += np.int32(1) if score > level else np.int32(0)
        tied += np.int32(1) if score == level else np.int32(0)
    return total, squares, best, beat, tied


@numba.njit(nogil=True, cache=True)
def _read(scores, level, unit, first_person, top_scores, top_people, moments, ranks):  # type: ignore[no-untyped-def]
    """Read plain whole-number scores once, block by block; only a block with a new best is looked at closely."""
    count = len(scores)
    total, squares = 0.0, 0.0
    worst = top_scores[len(top_scores) - 1]
    bar = np.int64(worst / unit) if worst > -np.inf else np.int64(-(1 << 40))
    for begin in range(0, count, _BLOCK):
        end = min(begin + _BLOCK, count)
        block_total, block_squares, best, beat, tied = _read_block(scores[begin:end], np.int32(level))
        total += block_total
        squares += block_squares
        ranks[0] += beat
        ranks[1] += tied
        if best > bar:
            for person in range(begin, end):
                if scores[person] > bar:
                    _insert(top_scores, top_people, scores[person] * unit, first_person + person)
                    worst = top_scores[len(top_scores) - 1]
                    bar = np.int64(worst / unit) if worst > -np.inf else bar
    moments[0] += count
    moments[1] += total * unit
    moments[2] += squares * unit * unit


@numba.njit(nogil=True, cache=True)
def _scale_block(scores, unit, scale, lengths, shortest, longest, scaled):  # type: ignore[no-untyped-def]
    """Scores times the person's scale, minus infinity for those whose record length does not fit.

    Empty `scale` or `lengths` do not matter. Plain loops, one after the other, become vector code.
    """
    if len(scale):
        for person in range(len(scores)):
            scaled[person] = scores[person] * unit * scale[person]
    else:
        for person in range(len(scores)):
            scaled[person] = scores[person] * unit
    for person in range(len(lengths)):
        fits = (lengths[person] >= shortest) & (lengths[person] <= longest)
        scaled[person] = scaled[person] if fits else -np.inf


@numba.njit(nogil=True, cache=True, fastmath={"reassoc", "nsz", "nnan", "contract"})
def _read_scaled_block(scaled, level):  # type: ignore[no-untyped-def]
    """As `_read_block`, for scaled scores; minus infinity is nobody's score."""
    total, squares, best = 0.0, 0.0, -np.inf
    count, beat, tied = np.int64(0), np.int64(0), np.int64(0)
    for person in range(len(scaled)):
        score = scaled[person]
        best = max(best, score)
        beat += np.int64(score > level)
        tied += np.int64(score == level)
        count += np.int64(score >= _LOWEST)
        score = score if score >= _LOWEST else 0.0
        total += score
        squares += score * score
    return total, squares, best, count, beat, tied


@numba.njit(nogil=True, cache=True)
def _read_scaled(  # type: ignore[no-untyped-def]
    scores, level, unit, first_person, lengths, shortest, longest, person_scale, top_scores, top_people, moments, ranks
):
    """As `_read`, where lengths or scales matter."""
    space = np.empty(_BLOCK)
    bar = top_scores[len(top_scores) - 1]
    for begin in range(0, len(scores), _BLOCK):
        end = min(begin + _BLOCK, len(scores))
        here, scaled = slice(first_person + begin, first_person + end), space[: end - begin]
        scale = person_scale[here] if len(person_scale) else person_scale
        fitting = lengths[here] if len(lengths) else lengths
        _scale_block(scores[begin:end], unit, scale, fitting, shortest, longest, scaled)
        total, squares, best, count, beat, tied = _read_scaled_block(scaled, level)
        moments[0] += count
        moments[1] += total
        moments[2] += squares
        ranks[0] += beat
        ranks[1] += tied
        if best > bar:
            for person in range(begin, end):
                if scaled[person - begin] > bar:
                    _insert(top_scores, top_people, scaled[person - begin], first_person + person)
                    bar = top_scores[len(top_scores) - 1]


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
        if len(lengths):
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
    item_starts, people, codes, value_bits, day_bits, first_person, people_count, last_day, value_count,
    # what is known of each target, and what a match is worth
    starts, items, weights, value_rows, day_rows, known_days, by_value, by_day, units, least,
    # who counts as a candidate, and the score that others are counted against (the true record's)
    lengths, shortest, longest, person_scale, levels, whole_levels,
    # which targets, what to compute (0 evidence, 1 evidence and exponentials, 2 exponentials), what comes out
    begin, end, task, spreads, top_scores, top_people, moments, ranks, exponentials,
):  # fmt: skip
    """Score everyone in the shard for the targets `begin` to `end` and add to their evidence.

    Exponentials are taken relative to the best score, so `top_scores` must be complete: after all shards, or
    in the same pass where there is only one. `least` takes the minimum over known items instead of the sum.
    `lengths` and `person_scale` are empty where they do not matter.
    """
    scores = np.zeros(people_count, np.int32)
    gains = np.empty(1 << (value_bits + day_bits), np.int32)
    met = np.zeros(people_count if least else 0, np.int32)
    for target in range(begin, end):
        turn = 0
        for known in range(starts[target], starts[target + 1]):
            item = items[known]
            first, last = (item_starts[item], item_starts[item + 1]) if item >= 0 else (0, 0)
            holders = people[first:last]
            held = codes[first:last] if len(codes) else codes
            if least:
                _least(
                    scores, met, turn, holders, held, value_rows[known], day_rows[known], known_days[known],
                    by_value, by_day, value_bits, day_bits,
                )  # fmt: skip
                turn += 1
            else:
                _add(
                    scores, holders, held, weights[known], value_rows[known], day_rows[known], known_days[known],
                    by_value, by_day, value_bits, day_bits, last_day, value_count, gains,
                )  # fmt: skip
        if least:
            for person in range(people_count):
                if met[person] != turn or turn == 0:
                    scores[person] = 0
                met[person] = 0
        if task < 2:
            if len(lengths) or len(person_scale):
                _read_scaled(
                    scores, levels[target], units[target], first_person, lengths,
                    shortest[target], longest[target], person_scale,
                    top_scores[target], top_people[target], moments[target], ranks[target],
                )  # fmt: skip
            else:
                _read(
                    scores, whole_levels[target], units[target], first_person,
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
                if value_row >= 0:
                    gains[known] += _times(weights[known], by_value[value_row, value])
                if day_row >= 0:
                    gains[known] += _times(weights[known], by_day[day_row, _gap(record_days[low], known_days[known])])
