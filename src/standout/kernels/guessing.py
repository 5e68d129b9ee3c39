"""Guessing items: what believed records have, and how well that fits what targets have.

Records are listed as entries: record `r` has `items[starts[r]:starts[r + 1]]`, each once. A target believes in
`records[t]` (-1: none) with `chances[t]`.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER

_STRIDE = 8
"""One score in so many says about where the last guess will be."""


@numba.njit(**INNER)
def _vote(starts, items, values, positions, records, chances, scores, weights, sums):  # type: ignore[no-untyped-def]
    """Add to one target's scores how much of the belief lies with records that have an item; and to `weights` and
    `sums` what is believed of the values that they have it with (all empty without any)."""
    valued = len(weights) > 0
    for place in range(len(records)):
        record, chance = records[place], chances[place]
        if record < 0 or chance <= 0:
            continue
        for entry in range(starts[record], starts[record + 1]):
            item = items[entry]
            scores[item] += chance
            if valued:
                position = positions[values[entry]]
                if not np.isnan(position):
                    weights[item] += chance
                    sums[item] += chance * position


@numba.njit(**INNER)
def _vote_evenly(starts, items, values, positions, records, chances, scores, weights, sums):  # type: ignore[no-untyped-def]
    """As `_vote`, where scores are on the grid of the chances: they are then summed up exactly in any order, and what
    is believed of values need not be added twice."""
    valued = len(weights) > 0
    for place in range(len(records)):
        record, chance = records[place], chances[place]
        if record < 0 or chance <= 0:
            continue
        for entry in range(starts[record], starts[record + 1]):
            item = items[entry]
            position = positions[values[entry]] if valued else np.nan
            if np.isnan(position):
                scores[item] += chance
            else:
                weights[item] += chance
                sums[item] += chance * position
    for item in range(len(weights)):
        scores[item] += weights[item]


@numba.njit(**INNER)
def _tell(wanted, weights, sums, usual, told):  # type: ignore[no-untyped-def]
    """The mean value that each wanted item is believed to have, or else the usual one; nothing is believed any more."""
    for entry in range(len(wanted) if len(weights) else 0):
        item = wanted[entry]
        if item >= 0:
            told[entry] = sums[item] / weights[item] if weights[item] > 0 else usual[entry]
    for item in range(len(weights)):
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


@numba.njit(**INNER)
def _hide(scores, known):  # type: ignore[no-untyped-def]
    """What is known already is not guessed."""
    for item in known:
        if item >= 0:
            scores[item] = -1.0


@numba.njit(**INNER)
def _copy(numbers, into):  # type: ignore[no-untyped-def]
    """Loops: assigning slices takes seconds to compile."""
    for place in range(len(numbers)):
        into[place] = numbers[place]


@numba.njit(**INNER)
def _keep_from(scores, bar, space):  # type: ignore[no-untyped-def]
    """The scores that are not below the bar, in their order."""
    many = 0
    for score in scores:
        space[many] = score
        many += score >= bar
    return space[:many]


@numba.njit(**INNER)
def _bar(scores, length, space):  # type: ignore[no-untyped-def]
    """The score of the last of so many guesses, or less than any where there are no more items than that.

    A sample says which scores may be that: a few more than are wanted are put in order, not all.
    """
    if len(scores) <= length:
        return -1.0
    sampled = 0
    for place in range(0, len(scores), _STRIDE):
        space[sampled] = scores[place]
        sampled += 1
    expected = length / _STRIDE
    lower = np.int64(max(sampled - expected - 2 * np.sqrt(expected) - 3, 0.0))
    _part(space[:sampled], lower)
    best = _keep_from(scores, space[lower], space)
    if len(best) < length:
        best = _keep_from(scores, -np.inf, space)
    _part(best, len(best) - length)
    return best[len(best) - length]


@numba.njit(**INNER)
def _hits_above(scores, bar, space, told, true_items, true_values, size, found):  # type: ignore[no-untyped-def]
    """As `hits`, for one target; of the scores that count for it, none is below the bar. Values are told of true items
    alone."""
    best = _keep_from(scores, bar, space)
    last, above, level = _last(best, best, size)
    last_of_all, above_all, level_all = _last(best, best, len(true_items))
    for entry in range(len(true_items)):
        item = true_items[entry]
        if item < 0:
            continue
        chance = _chance(scores[item], last, above, level, size)
        found[0] += chance
        found[1] += _chance(scores[item], last_of_all, above_all, level_all, len(true_items))
        if len(told) and abs(told[entry] - true_values[entry]) <= 1:
            found[2] += chance


@numba.njit(**OUTER)
def guess(  # type: ignore[no-untyped-def]
    # records, what value codes mean, and which records each target believes in: as neighbours, and by each attack
    starts, items, values, positions, near_records, near_chances, records, chances, left,
    # what most people have, how much that counts where nothing else does, both without one's own; who has what
    usual, hints, usual_without, hints_without, ordered, own_starts, own_items, typical,
    # what is known, what is true, how many guesses, what comes out
    known_starts, known, true_starts, true_items, true_values, size, found,
):  # fmt: skip
    """For each target: what guesses reach, as `hits` does, by each attack in turn, by neighbours and by popularity.

    What records of an attack do not have counts as far as nothing is believed (`left`), and as neighbours have it. So
    the last guess by an attack scores no less than `left` of what the last guess by neighbours does. Nothing is less
    popular than without one's own, which is `ordered` from the least: so the last guess by popularity is no less
    popular than what stands there as far from the end as there are guesses and known items.
    """
    count, attacks, most = len(usual), len(records), np.int64(0)
    near, scores, space = np.empty(count), np.empty(count), np.empty(count)
    weights, sums = np.zeros(len(typical)), np.zeros(len(typical))
    for target in range(len(near_records)):
        most = max(most, true_starts[target + 1] - true_starts[target])
    told = np.empty((3, most if len(typical) else 0))
    for target in range(len(near_records)):
        own = own_items[own_starts[target] : own_starts[target + 1]]
        aware = known[known_starts[target] : known_starts[target + 1]]
        true = slice(true_starts[target], true_starts[target + 1])
        wanted, wanted_values, out = true_items[true], true_values[true], found[target]
        length, (by_all, by_near, by_attack) = max(size, len(wanted)), told
        for entry in range(len(wanted) if len(typical) else 0):
            by_all[entry] = typical[wanted[entry]] if wanted[entry] >= 0 else np.nan
        _copy(usual, scores)
        _copy(hints, near)
        for item in own:
            scores[item] = usual_without[item]
            near[item] = hints_without[item]
        _hide(scores, aware)
        behind = length + len(aware)
        bar = ordered[count - behind] if behind < count else -1.0
        _hits_above(scores, bar, space, by_all, wanted, wanted_values, size, out[attacks + 1])
        _vote_evenly(starts, items, values, positions, near_records[target], near_chances[target], near, weights, sums)
        _tell(wanted, weights, sums, by_all, by_near)
        _copy(near, scores)
        _hide(scores, aware)
        bar = _bar(scores, length, space)
        _hits_above(scores, bar, space, by_near, wanted, wanted_values, size, out[attacks])
        for attack in range(attacks):
            share, believed, chance = left[attack, target], records[attack, target], chances[attack, target]
            for item in range(count):
                scores[item] = share * near[item]
            _vote(starts, items, values, positions, believed, chance, scores, weights, sums)
            _tell(wanted, weights, sums, by_near, by_attack)
            _hide(scores, aware)
            least = share * bar if bar > 0 else bar
            _hits_above(scores, least, space, by_attack, wanted, wanted_values, size, out[attack])
