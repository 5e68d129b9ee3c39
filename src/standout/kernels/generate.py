"""Inventing people, items and what people did: every draw depends only on the seed and on whom it is for.

Randomness is started anew for each person (or item) and each purpose, so it does not matter in which order,
chunks or threads people are drawn.
"""

from __future__ import annotations

import math

import numba
import numpy as np

from standout.kernels.randomness import below, start, uniform, word

_S16, _LOW16 = np.uint64(16), np.uint64(0xFFFF)

# What a stream of draws is for.
_OF_ITEMS, _OF_PEOPLE, _OF_TASTES, _OF_CHOICES, _OF_VALUES, _OF_TIMES = 1, 2, 3, 4, 5, 6

_DAY = 86_400


@numba.njit(nogil=True, cache=True)
def _bell(state):  # type: ignore[no-untyped-def]
    """Nearly normal, from one word: four 16-bit parts added up. Cheap; its tails end at 3.5."""
    bits = word(state)
    total = np.float64(bits & _LOW16)
    for _ in range(3):
        bits = bits >> _S16
        total += np.float64(bits & _LOW16)
    return (total - 131070.0) / 37837.227


@numba.njit(nogil=True, cache=True)
def _normal(state):  # type: ignore[no-untyped-def]
    """Standard normal (Box–Muller), where the tail matters."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform(state)))
    return radius * math.cos(2.0 * math.pi * uniform(state))


@numba.njit(nogil=True, cache=True)
def _level(state, cumulated):  # type: ignore[no-untyped-def]
    """An index drawn by cumulated weights; a weight of zero is never drawn."""
    mark = uniform(state) * cumulated[-1]
    level = 0
    while cumulated[level] <= mark:
        level += 1
    return level


@numba.njit(nogil=True, cache=True)
def permutation(seed, purpose, count):  # type: ignore[no-untyped-def]
    """The numbers below `count` in random order."""
    state = np.empty(1, np.uint64)
    start(state, seed, purpose, 0)
    order = np.arange(count)
    for place in range(count - 1, 0, -1):
        other = below(state, place + 1)
        order[place], order[other] = order[other], order[place]
    return order


@numba.njit(nogil=True, cache=True)
def uniforms(seed, purpose, count, width):  # type: ignore[no-untyped-def]
    """`count` rows of `width` numbers in [0, 1), each row a stream of its own."""
    state = np.empty(1, np.uint64)
    drawn = np.empty((count, width))
    for row in range(count):
        start(state, seed, purpose, row)
        for column in range(width):
            drawn[row, column] = uniform(state)
    return drawn


@numba.njit(nogil=True, cache=True)
def draw_items(seed, count, cumulated_groups):  # type: ignore[no-untyped-def]
    """One to three distinct groups of every item (−1 where it has fewer), and its quality."""
    most = min(3, len(cumulated_groups))
    groups = np.full((count, 3), -1, np.int8)
    quality = np.empty(count)
    state = np.empty(1, np.uint64)
    for item in range(count):
        start(state, seed, _OF_ITEMS, item)
        quality[item] = _normal(state)
        mark = uniform(state)
        wanted = min(most, 1 if mark < 0.5 else 2 if mark < 0.85 else 3)
        had = 0
        while had < wanted:
            group = _level(state, cumulated_groups)
            if group != groups[item, 0] and group != groups[item, 1]:
                groups[item, had] = group
                had += 1
    return groups, quality


@numba.njit(nogil=True, cache=True)
def draw_people(seed, count, cumulated_genders, cumulated_ages):  # type: ignore[no-untyped-def]
    """Gender, age level and (standard normal) activity of every person."""
    genders = np.empty(count, np.uint8)
    ages = np.empty(count, np.uint8)
    activity = np.empty(count)
    state = np.empty(1, np.uint64)
    for person in range(count):
        start(state, seed, _OF_PEOPLE, person)
        genders[person] = _level(state, cumulated_genders)
        ages[person] = _level(state, cumulated_ages)
        activity[person] = _normal(state)
    return genders, ages, activity


@numba.njit(nogil=True, cache=True)
def alias_table(weights):  # type: ignore[no-untyped-def]
    """Walker's alias table `(odds, other)`: take a cell at random; keep it with its odds, else its other."""
    count = len(weights)
    odds = np.ones(count)
    other = np.arange(count).astype(np.int32)
    total = weights.sum()
    if total <= 0.0:
        return odds, other
    scaled = weights * (count / total)
    small = np.empty(count, np.int64)
    large = np.empty(count, np.int64)
    smalls = larges = 0
    for cell in range(count):
        if scaled[cell] < 1.0:
            small[smalls] = cell
            smalls += 1
        else:
            large[larges] = cell
            larges += 1
    while smalls and larges:
        smalls -= 1
        poor, rich = small[smalls], large[larges - 1]
        odds[poor] = scaled[poor]
        other[poor] = rich
        scaled[rich] -= 1.0 - scaled[poor]
        if scaled[rich] < 1.0:
            larges -= 1
            small[smalls] = rich
            smalls += 1
    return odds, other


@numba.njit(nogil=True, cache=True)
def group_tables(groups, weights, group_count):  # type: ignore[no-untyped-def]
    """The members of every group with an alias table each, and the share of all weight a group has.

    Returns `(starts, members, odds, other, shares)`; `other` counts within the group. An item in several
    groups gives each an equal part of its weight, so that average tastes give back average popularity.
    """
    starts = np.zeros(group_count + 1, np.int64)
    for item in range(len(groups)):
        for group in groups[item]:
            if group >= 0:
                starts[group + 1] += 1
    for group in range(group_count):
        starts[group + 1] += starts[group]
    members = np.empty(starts[-1], np.int32)
    parts = np.empty(starts[-1])
    place = starts[:-1].copy()
    for item in range(len(groups)):
        many = (groups[item] >= 0).sum()
        for group in groups[item]:
            if group >= 0:
                members[place[group]] = item
                parts[place[group]] = weights[item] / many
                place[group] += 1
    odds = np.empty(starts[-1])
    other = np.empty(starts[-1], np.int32)
    shares = np.zeros(group_count)
    for group in range(group_count):
        begin, end = starts[group], starts[group + 1]
        own_odds, own_other = alias_table(parts[begin:end])
        for cell in range(end - begin):  # assigning slices takes seconds to compile
            odds[begin + cell], other[begin + cell] = own_odds[cell], own_other[cell]
        shares[group] = parts[begin:end].sum()
    return starts, members, odds, other, shares / shares.sum()


@numba.njit(nogil=True, cache=True)
def draw_tastes(seed, first, last, genders, ages, shares, gender_pull, age_pull, spread):  # type: ignore[no-untyped-def]
    """What share of their choices the people `first` to `last` make in each group.

    A group's share, times a personal factor, times the pull of the person's gender and age.
    """
    tastes = np.empty((last - first, len(shares)))
    state = np.empty(1, np.uint64)
    for person in range(first, last):
        start(state, seed, _OF_TASTES, person)
        row = tastes[person - first]
        for group in range(len(shares)):
            lean = gender_pull[genders[person], group] + age_pull[ages[person], group]
            row[group] = shares[group] * math.exp(spread * _bell(state) + lean)
        row /= row.sum()
    return tastes


@numba.njit(nogil=True, cache=True)
def choose_items(  # type: ignore[no-untyped-def]
    seed, first, last, lengths, tastes, common, starts, members, odds, other, all_odds, all_other
):
    """The distinct items of the people `first` to `last`, one person after the other, as they come to them.

    A share `common` of the draws follows popularity alone, the rest a taste and popularity within it. Who
    has nearly everything popular already takes the rest from anywhere: that bounds the work.
    """
    item_count = len(all_odds)
    chosen = np.empty(lengths[first:last].sum(), np.int32)
    holder = np.full(item_count, -1, np.int64)
    cumulated = np.empty(tastes.shape[1])
    state = np.empty(1, np.uint64)
    entry = 0
    for person in range(first, last):
        start(state, seed, _OF_CHOICES, person)
        total = 0.0
        for group in range(len(cumulated)):
            total += tastes[person - first, group]
            cumulated[group] = total
        end = entry + lengths[person]
        patience = 24 * lengths[person] + 64
        while entry < end:
            patience -= 1
            if patience < 0:
                item = below(state, item_count)
            elif uniform(state) < common:
                item = below(state, item_count)
                if uniform(state) >= all_odds[item]:
                    item = all_other[item]
            else:
                group = _level(state, cumulated)
                cell = starts[group] + below(state, starts[group + 1] - starts[group])
                if uniform(state) >= odds[cell]:
                    cell = starts[group] + other[cell]
                item = members[cell]
            if holder[item] != person:
                holder[item] = person
                chosen[entry] = item
                entry += 1
    return chosen


@numba.njit(nogil=True, cache=True)
def draw_values(seed, first, last, lengths, chosen, tastes, shares, main_group, quality):  # type: ignore[no-untyped-def]
    """Ratings from 1 to 5: how good the item is, how kind the person, how well they match, and chance."""
    values = np.empty(len(chosen), np.int8)
    match = np.zeros(len(shares))
    state = np.empty(1, np.uint64)
    entry = 0
    for person in range(first, last):
        start(state, seed, _OF_VALUES, person)
        kindness = 3.65 + 0.4 * _bell(state)
        for group in range(len(shares)):
            if shares[group] > 0.0:
                ratio = tastes[person - first, group] / shares[group]
                match[group] = 0.25 * max(-2.0, min(2.0, math.log(max(ratio, 1e-9))))
        for _ in range(lengths[person]):
            item = chosen[entry]
            value = kindness + 0.4 * quality[item] + match[main_group[item]] + 0.8 * _bell(state)
            values[entry] = max(1, min(5, math.floor(value + 0.5)))
            entry += 1
    return values


@numba.njit(nogil=True, cache=True)
def _cut_into_sessions(state, length, sizes):  # type: ignore[no-untyped-def]
    """A first big session, then small ones; returns how many."""
    sizes[0] = max(1, min(400, int(length * (0.15 + 0.4 * uniform(state)))))
    left = length - sizes[0]
    count = 1
    while left > 0:
        size = 1 + int(-5.0 * math.log(1.0 - uniform(state)))
        sizes[count] = min(size, left)
        left -= sizes[count]
        count += 1
    return count


@numba.njit(nogil=True, cache=True)
def draw_times(seed, first, last, lengths, beginning, span):  # type: ignore[no-untyped-def]
    """Ascending seconds for every person's choices: they join some day and come back for sessions.

    `beginning` is the first second of the first of `span` days. People come mostly in the evening.
    """
    times = np.empty(lengths[first:last].sum(), np.int64)
    longest = lengths[first:last].max() + 1
    sizes = np.empty(longest, np.int64)
    begins = np.empty(longest, np.int64)
    state = np.empty(1, np.uint64)
    entry = 0
    for person in range(first, last):
        start(state, seed, _OF_TIMES, person)
        sessions = _cut_into_sessions(state, lengths[person], sizes)
        joined = below(state, 0.9 * span)
        for session in range(sessions):
            day = joined
            if session:
                day += 1 + int((span - 1 - joined) * uniform(state) ** 1.4)
            second = 66_000 + int(11_000 * _bell(state))
            begins[session] = beginning + day * _DAY + max(0, min(_DAY - 600, second))
        begins[1:sessions].sort()
        now = np.int64(0)
        for session in range(sessions):
            now = max(begins[session], now)
            for _ in range(sizes[session]):
                times[entry] = now
                entry += 1
                now += 4 + below(state, 60)
    return times
