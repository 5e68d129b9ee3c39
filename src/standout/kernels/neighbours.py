"""How similar records are: a pair at a time, and to their nearest neighbour among all."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.postings import add_listed, add_listed_pairs, add_same
from standout.kernels.records import find, past

_BITS, _S16 = 21, np.uint64(16)
"""Bits of each of the three counts that share one number; and of an entry, the bits below its code."""
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
        add_listed(counts, entries[begin : begin + begin % 2], gains, _S16)
        add_listed_pairs(counts, pairs[(begin + 1) // 2 : end // 2], gains)
        add_listed(counts, entries[end - end % 2 : end], gains, _S16)
    else:
        add_listed(counts, entries[begin:end], gains, _S16)


@numba.njit(**INNER)
def _count_events(  # type: ignore[no-untyped-def]
    counts, met, item_starts, entries, begin, end, items, known_values, known_days, gains, close_values, days_apart,
    value_bits, day_bits, last_day, value_count,
):  # fmt: skip
    """Add what everyone has in common with the record from `begin` to `end`, in which items may stand several times;
    returns how many different ones there are.

    An item counts once, and with it a value or day if those of any two entries are close: bits that are set in `met`,
    which is empty before and after.
    """
    known, many = begin, 0
    while known < end:
        after, many = past(items, known, end), many + 1
        holders = entries[item_starts[items[known]] : item_starts[items[known] + 1]]
        for entry in range(known, after if len(holders) else known):
            _fill(
                gains, known_values[entry], known_days[entry], close_values, days_apart,
                value_bits, day_bits, last_day, value_count,
            )  # fmt: skip
            for place in range(len(holders)):
                met[np.uint16(holders[place])] |= gains[np.uint64(holders[place]) >> np.uint64(16)]
        for place in range(len(holders)):
            person = np.uint16(holders[place])
            counts[person] += met[person]
            met[person] = 0
        known = after
    return many


@numba.njit(**OUTER)
def nearest(  # type: ignore[no-untyped-def]
    item_starts, entries, pairs, value_bits, day_bits, last_day, value_count, first_person, people_count, item_counts,
    starts, items, known_values, known_days, itself, close_values, days_apart, events, begin, end, best,
):  # fmt: skip
    """Raise `best[target]` to the similarity of the most similar other record in the shard.

    Column 0 compares items only, column 1 asks for close values too, column 2 also for close days. Similarity
    is what matches over all items that either record has. The three counts share one number. In data of `events` the
    closest entries of an item are compared, and it counts once. Column 3 is the largest share of the target's items
    that another record holds, whatever else it holds.
    """
    counts = np.zeros(people_count, np.int64)
    met = np.zeros(people_count if events else 0, np.int64)
    gains = np.empty(1 << (value_bits + day_bits), np.int64)
    for target in range(begin, end):
        length = starts[target + 1] - starts[target]
        if events:
            length = _count_events(
                counts, met, item_starts, entries, starts[target], starts[target + 1], items, known_values, known_days,
                gains, close_values, days_apart, value_bits, day_bits, last_day, value_count,
            )  # fmt: skip
        for known in range(starts[target], starts[target] if events else starts[target + 1]):
            first, last = item_starts[items[known]], item_starts[items[known] + 1]
            if first == last:
                continue
            _fill(
                gains, known_values[known], known_days[known], close_values, days_apart,
                value_bits, day_bits, last_day, value_count,
            )  # fmt: skip
            _count(counts, entries, pairs, first, last, gains)
        if first_person <= itself[target] < first_person + people_count:
            counts[itself[target] - first_person] = 0
        for person in range(people_count):
            if counts[person] == 0:
                continue
            common = counts[person] & _COMMON
            union = length + item_counts[first_person + person] - common
            best[target, 0] = max(best[target, 0], common / union)
            best[target, 3] = max(best[target, 3], common / length)
            if value_bits:
                best[target, 1] = max(best[target, 1], ((counts[person] >> _BITS) & _COMMON) / union)
            if day_bits:
                best[target, 2] = max(best[target, 2], (counts[person] >> (2 * _BITS)) / union)
            counts[person] = 0


@numba.njit(**INNER)
def _different(items, begin, end):  # type: ignore[no-untyped-def]
    """How many different items there are between `begin` and `end`, items ascending."""
    many = 0
    for entry in range(begin, end):
        many += entry == begin or items[entry] != items[entry - 1]
    return many


@numba.njit(**INNER)
def _closest(  # type: ignore[no-untyped-def]
    known, after, known_values, known_days, entry, end, record_values, record_days, close_values, days_apart
):  # fmt: skip
    """Whether any two entries of an item, one of each record, have close values, and any of these close days too."""
    valued, dated = False, False
    for mine in range(known, after):
        for theirs in range(entry, end):
            close = True
            if len(record_values):
                close = close_values[known_values[mine], record_values[theirs]]
                valued |= close
            if len(record_days):
                dated |= close and _close_day(known_days[mine], record_days[theirs], days_apart)
    return valued, dated


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
        common, valued, dated, union = 0, 0, 0, _different(record_items, record_starts[other], record_starts[other + 1])
        known, highest, reached, end = starts[target], np.int64(-2), record_starts[other], record_starts[other + 1]
        while known < starts[target + 1]:
            after = past(items, known, starts[target + 1])
            if items[known] > highest:  # while items ascend, the record is gone through once
                highest = np.int64(items[known])
                while reached < end and record_items[reached] < items[known]:
                    reached += 1
                entry = reached if reached < end and record_items[reached] == items[known] else -1
            else:  # in codes of other data they need not
                entry = find(record_items, record_starts[other], end, items[known])
            if entry < 0:
                union += 1
            else:
                close, near = _closest(
                    known, after, known_values, known_days, entry, past(record_items, entry, record_starts[other + 1]),
                    record_values, record_days, close_values, days_apart,
                )  # fmt: skip
                common, valued, dated = common + 1, valued + close, dated + near
            known = after
        similarity[target, 0] = common / union
        similarity[target, 1] = valued / union
        similarity[target, 2] = dated / union
