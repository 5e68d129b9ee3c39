"""Guessing items: what believed records have, and how well that fits what targets have.

Records are listed as entries: record `r` has `items[starts[r]:starts[r + 1]]`, each once. A target believes in
`records[t]` (-1: none) with `chances[t]`.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER


@numba.njit(**OUTER)
def votes(starts, items, values, records, chances, scores, told):  # type: ignore[no-untyped-def]
    """Add to each target's scores how much of the belief lies with records that have an item, and put the mean of the
    values that they have it with into `told` (`values` and `told` are empty without any)."""
    count = scores.shape[1]
    valued = told.shape[1] > 0
    weights = np.zeros(count if valued else 0)
    sums = np.zeros(count if valued else 0)
    for target in range(scores.shape[0]):
        for place in range(records.shape[1]):
            record, chance = records[target, place], chances[target, place]
            if record < 0 or chance <= 0:
                continue
            for entry in range(starts[record], starts[record + 1]):
                item = items[entry]
                scores[target, item] += chance
                if valued and not np.isnan(values[entry]):
                    weights[item] += chance
                    sums[item] += chance * values[entry]
        if valued:
            for item in range(count):
                if weights[item] > 0:
                    told[target, item] = sums[item] / weights[item]
                    weights[item] = 0.0
                    sums[item] = 0.0


@numba.njit(**INNER)
def _part(scores, place):  # type: ignore[no-untyped-def]
    """Bring the score that belongs to this place of the ascending order there; what comes after it is not below it."""
    low, high = 0, len(scores) - 1
    while low < high:
        middle, left, right = scores[(low + high) // 2], low, high
        while left <= right:
            while scores[left] < middle:
                left += 1
            while scores[right] > middle:
                right -= 1
            if left <= right:
                scores[left], scores[right] = scores[right], scores[left]
                left += 1
                right -= 1
        if place <= right:
            high = right
        elif place >= left:
            low = left
        else:
            return


@numba.njit(**INNER)
def _last(scores, best, length):  # type: ignore[no-untyped-def]
    """The score of the last of so many guesses, how many are above it and how many level with it.

    `best` has the scores that come first, at least so many of them where there are as many; it comes out in another
    order.
    """
    count = len(best)
    if length <= 0 or count == 0:
        return np.inf, 0, 1
    place = max(count - length, 0)
    _part(best, place)
    last = best[place]
    above, level = 0, 0
    for score in scores:
        if score > last:
            above += 1
        elif score == last:
            level += 1
    return last, above, level


@numba.njit(**INNER)
def _chance(score, last, above, level, length):  # type: ignore[no-untyped-def]
    """The chance of an item to be guessed, if ties are broken by lot; what has a score below 0 is not guessed."""
    if score < 0 or score < last:
        return 0.0
    if score > last:
        return 1.0
    return min((length - above) / level, 1.0)


@numba.njit(**OUTER)
def hits(scores, told, known_starts, known, true_starts, true_items, true_values, size, found):  # type: ignore[no-untyped-def]
    """For each target: how many true items are among `size` guesses, among as many guesses as there are true items, and
    among `size` guesses with a value that is at most 1 off; as expected if ties are broken by lot."""
    for target in range(scores.shape[0]):
        row = scores[target].copy()
        for entry in range(known_starts[target], known_starts[target + 1]):
            if known[entry] >= 0:
                row[known[entry]] = -1.0
        begin, end = true_starts[target], true_starts[target + 1]
        ordered = row.copy()
        longest = max(len(row) - max(size, end - begin), 0)
        _part(ordered, longest)
        best = ordered[longest:]
        last, above, level = _last(row, best, size)
        last_of_all, above_all, level_all = _last(row, best, end - begin)
        for entry in range(begin, end):
            item = true_items[entry]
            if item < 0:
                continue
            chance = _chance(row[item], last, above, level, size)
            found[target, 0] += chance
            found[target, 1] += _chance(row[item], last_of_all, above_all, level_all, end - begin)
            if told.shape[1] > 0 and abs(told[target, item] - true_values[entry]) <= 1:
                found[target, 2] += chance
