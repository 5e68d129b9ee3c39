"""How similar records are: a pair at a time, and to their nearest neighbour among all."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.records import find


@numba.njit(**INNER)
def _close_day(first, second, days_apart):  # type: ignore[no-untyped-def]
    return first != 65_535 and second != 65_535 and abs(np.int64(first) - np.int64(second)) <= days_apart


@numba.njit(**OUTER)
def nearest(  # type: ignore[no-untyped-def]
    item_starts, entries, value_bits, day_bits, first_person, people_count, lengths,
    starts, items, known_values, known_days, itself, close_values, days_apart, begin, end, best,
):  # fmt: skip
    """Raise `best[target]` to the similarity of the most similar other record in the shard.

    Column 0 compares items only, column 1 asks for close values too, column 2 also for close days. Similarity
    is what matches over all items that either record has.
    """
    common = np.zeros(people_count, np.int32)
    valued = np.zeros(people_count if value_bits else 0, np.int32)
    dated = np.zeros(people_count if day_bits else 0, np.int32)
    no_value, no_day = (1 << value_bits) - 1, (1 << day_bits) - 1
    for target in range(begin, end):
        for known in range(starts[target], starts[target + 1]):
            item = items[known]
            for at in range(item_starts[item], item_starts[item + 1]):
                code = np.int64(entries[at]) >> 16
                holder = np.int64(entries[at]) & 65_535
                common[holder] += 1
                close = True
                if value_bits:
                    held = code >> day_bits
                    close = held != no_value and close_values[known_values[known], held]
                    valued[holder] += close
                if day_bits:
                    on = code & no_day
                    dated[holder] += close and on != no_day and _close_day(known_days[known], on, days_apart)
        length = starts[target + 1] - starts[target]
        for person in range(people_count):
            if common[person] > 0 and first_person + person != itself[target]:
                union = length + lengths[first_person + person] - common[person]
                best[target, 0] = max(best[target, 0], common[person] / union)
                if value_bits:
                    best[target, 1] = max(best[target, 1], valued[person] / union)
                if day_bits:
                    best[target, 2] = max(best[target, 2], dated[person] / union)
        common[:] = 0
        valued[:] = 0
        dated[:] = 0


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
            at = find(record_items, record_starts[other], record_starts[other + 1], items[known])
            if at < 0:
                continue
            common += 1
            close = True
            if len(record_values):
                close = close_values[known_values[known], record_values[at]]
                valued += close
            if len(record_days):
                dated += close and _close_day(known_days[known], record_days[at], days_apart)
        union = starts[target + 1] - starts[target] + record_starts[other + 1] - record_starts[other] - common
        similarity[target, 0] = common / union
        similarity[target, 1] = valued / union
        similarity[target, 2] = dated / union
