"""How similar records are: a pair at a time, and to their nearest neighbour among all."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.postings import add_listed, add_listed_pairs, add_same
from standout.kernels.records import find

_BITS = 21
"""Bits of each of the three counts that share one number."""
_COMMON, _VALUED, _DATED = (1 << _BITS) - 1, 1 << _BITS, 1 << 2 * _BITS


@numba.njit(**INNER)
def _close_day(first, second, days_apart):  # type: ignore[no-untyped-def]
    return first != 65_535 and second != 65_535 and abs(np.int64(first) - np.int64(second)) <= days_apart


@numba.njit(**INNER)
def _fill(gains, value, day, close_values, days_apart, value_bits, day_bits, last_day, value_count):  # type: ignore[no-untyped-def]
    """What each code counts for one known entry: the item, in higher bits a close value, and above it a close day too.

    Only codes that can occur are filled.
    """
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    for held in range(value_count + 1 if value_bits else 1):
        code = no_value if held == value_count else held
        close = not value_bits or (held < value_count and close_values[value, held])
        worth = np.int64(1 + (_VALUED if value_bits and close else 0))
        row = gains[code << day_bits :]
        for on in range(last_day + 1 if day_bits else 1):
            row[on] = worth
        if day_bits:
            row[no_day] = worth
            if close and day != 65_535:
                for on in range(max(day - days_apart, 0), min(day + days_apart, last_day) + 1):
                    row[on] = worth + _DATED


@numba.njit(**INNER)
def _count(counts, entries, pairs, begin, end, gains):  # type: ignore[no-untyped-def]
    """Add what the holders of one item have in common with a target."""
    if entries.itemsize == 2:
        add_same(counts, entries[begin:end], np.int64(1))
    elif entries.itemsize == 4:
        add_listed(counts, entries[begin : begin + begin % 2], gains)
        add_listed_pairs(counts, pairs[(begin + 1) // 2 : end // 2], gains)
        add_listed(counts, entries[end - end % 2 : end], gains)
    else:
        add_listed(counts, entries[begin:end], gains)


@numba.njit(**OUTER)
def nearest(  # type: ignore[no-untyped-def]
    item_starts, entries, pairs, value_bits, day_bits, last_day, value_count, first_person, people_count, lengths,
    starts, items, known_values, known_days, itself, close_values, days_apart, begin, end, best,
):  # fmt: skip
    """Raise `best[target]` to the similarity of the most similar other record in the shard.

    Column 0 compares items only, column 1 asks for close values too, column 2 also for close days. Similarity
    is what matches over all items that either record has. The three counts share one number.
    """
    counts = np.zeros(people_count, np.int64)
    gains = np.empty(1 << (value_bits + day_bits), np.int64)
    for target in range(begin, end):
        for known in range(starts[target], starts[target + 1]):
            first, last = item_starts[items[known]], item_starts[items[known] + 1]
            if first == last:
                continue
            _fill(
                gains, known_values[known], known_days[known], close_values, days_apart,
                value_bits, day_bits, last_day, value_count,
            )  # fmt: skip
            _count(counts, entries, pairs, first, last, gains)
        length = starts[target + 1] - starts[target]
        if first_person <= itself[target] < first_person + people_count:
            counts[itself[target] - first_person] = 0
        for person in range(people_count):
            if counts[person] == 0:
                continue
            common = counts[person] & _COMMON
            union = length + lengths[first_person + person] - common
            best[target, 0] = max(best[target, 0], common / union)
            if value_bits:
                best[target, 1] = max(best[target, 1], ((counts[person] >> _BITS) & _COMMON) / union)
            if day_bits:
                best[target, 2] = max(best[target, 2], (counts[person] >> (2 * _BITS)) / union)
            counts[person] = 0


@numba.njit(**OUTER)
def alike(  # type: ignore[no-untyped-def]
    starts, items, known_values, known_days, record_starts, record_items, record_values, record_days,
    others, close_values, days_apart, similarity,
):  # fmt: skip
    """Similarity of each target's items to one other record each (-1: none), in the three senses of `nearest`."""
    for target in range(len(others)):
        other = others[target]
        similarity[target] = 0.0
        if other < 0:
            continue
        common, valued, dated = 0, 0, 0
        for known in range(starts[target], starts[target + 1]):
            entry = find(record_items, record_starts[other], record_starts[other + 1], items[known])
            if entry < 0:
                continue
            common += 1
            close = True
            if len(record_values):
                close = close_values[known_values[known], record_values[entry]]
                valued += close
            if len(record_days):
                dated += close and _close_day(known_days[known], record_days[entry], days_apart)
        union = starts[target + 1] - starts[target] + record_starts[other + 1] - record_starts[other] - common
        similarity[target, 0] = common / union
        similarity[target, 1] = valued / union
        similarity[target, 2] = dated / union
