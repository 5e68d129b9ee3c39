"""Dealing the items of crowds anew: how many have each and how many each has stay, who has what does not.

A crowd is a stretch of `people`. All that is read of its records is how many of the crowd have each item, in the order
of the items; so whoever of the crowd had what, the same totals are dealt in the same way.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.randomness import below, start

FINE = 65536.0
"""Steps to one of the grid that factors, and what is wanted of them, lie on. Sums of their products are then exact, in
whatever order a processor adds them up, and every machine deals alike."""


@numba.njit(**OUTER)
def mark_common(starts, items, among, people, crowd_starts, least, counts, kept):  # type: ignore[no-untyped-def]
    """Mark those `among` the entries whose item at least `least` of the same crowd have there.

    `counts` are zeros, one per item.
    """
    for crowd in range(len(crowd_starts) - 1):
        members = people[crowd_starts[crowd] : crowd_starts[crowd + 1]]
        for person in members:
            for entry in range(starts[person], starts[person + 1]):
                counts[items[entry]] += among[entry]
        for person in members:
            for entry in range(starts[person], starts[person + 1]):
                kept[entry] = among[entry] and counts[items[entry]] >= least
        for person in members:
            for entry in range(starts[person], starts[person + 1]):
                counts[items[entry]] = 0


@numba.njit(**OUTER)
def chosen_sums(starts, items, chosen, people, table, lengths, sums):  # type: ignore[no-untyped-def]
    """For each of these people, in their order, how many of their entries are chosen and the sum of their rows."""
    width = table.shape[1]
    for place in range(len(people)):
        person = people[place]
        for entry in range(starts[person], starts[person + 1]):
            if chosen[entry]:
                lengths[place] += 1
                for factor in range(width):
                    sums[place, factor] += table[items[entry], factor]


@numba.njit(**OUTER)
def hand_out_chosen(starts, items, chosen, people, rows, out):  # type: ignore[no-untyped-def]
    """For each item, the sum of the rows of those of these people whose entry of it is chosen, in their order."""
    width = rows.shape[1]
    for person in people:
        for entry in range(starts[person], starts[person + 1]):
            if chosen[entry]:
                for factor in range(width):
                    out[items[entry], factor] += rows[person, factor]


@numba.njit(**INNER)
def _totals(starts, items, chosen, members, counts):  # type: ignore[no-untyped-def]
    """The different items of the chosen entries of a crowd, ascending, and how many of the crowd have each."""
    many = 0
    for person in members:
        for entry in range(starts[person], starts[person + 1]):
            if chosen[entry]:
                if counts[items[entry]] == 0:
                    many += 1
                counts[items[entry]] += 1
    found, at = np.empty(many, np.int64), 0
    for person in members:
        for entry in range(starts[person], starts[person + 1]):
            item = items[entry]
            if chosen[entry] and counts[item] > 0:
                found[at] = item
                counts[item] = -counts[item]
                at += 1
    found.sort()
    totals = np.empty(many, np.int64)
    for place in range(many):
        totals[place] = -counts[found[place]]
        counts[found[place]] = 0
    return found, totals


@numba.njit(**INNER)
def _shuffled(order, state):  # type: ignore[no-untyped-def]
    """Put into random order, in place."""
    for at in range(len(order) - 1, 0, -1):
        other = below(state, at + 1)
        order[at], order[other] = order[other], order[at]


@numba.njit(**INNER)
def _shortened(rooms, surplus, state):  # type: ignore[no-untyped-def]
    """Take so many entries from the places' rooms, each entry as likely as any other."""
    for _ in range(surplus):
        lot = below(state, max(rooms.sum(), 1))
        for place in range(len(rooms)):
            lot -= rooms[place]
            if lot < 0:
                rooms[place] -= 1
                break


@numba.njit(**INNER)
def _laid(totals, rooms, has, state):  # type: ignore[no-untyped-def]
    """Each item to the places with most room left, ties by lot: that finds room for all if there is any way to."""
    places = len(rooms)
    order, lots, taken = np.arange(len(totals)), np.arange(places), np.full(places, -1, np.int64)
    _shuffled(order, state)
    for item in order:
        _shuffled(lots, state)
        for _ in range(min(totals[item], places)):
            most, roomiest = 0, np.int64(-1)
            for place in lots:
                if rooms[place] > most and taken[place] != item:
                    most, roomiest = rooms[place], place
            if roomiest < 0:
                break
            has[roomiest, item] = True
            taken[roomiest] = item
            rooms[roomiest] -= 1


@numba.njit(fastmath={"reassoc", "contract"}, **INNER)
def _worse(factors, first, second, excess, one, two):  # type: ignore[no-untyped-def]
    """By how much places one and two are farther from what is wanted if they exchange the first for the second item.

    The sum is exact (`FINE`), so it may be taken in any order, which lets the compiler use wide registers.
    """
    total = 0.0
    for factor in range(factors.shape[1]):
        step = factors[second, factor] - factors[first, factor]
        total += step * (excess[one, factor] - excess[two, factor] + step)
    return total


@numba.njit(**INNER)
def _held(has):  # type: ignore[no-untyped-def]
    """The items of each place, ascending, and how many they are."""
    lengths = np.zeros(len(has), np.int64)
    for place in range(len(has)):
        lengths[place] = has[place].sum()
    held = np.empty((len(has), max(lengths.max(), 1)), np.int64)
    for place in range(len(has)):
        at = 0
        for item in range(has.shape[1]):
            if has[place, item]:
                held[place, at] = item
                at += 1
    return held, lengths


@numba.njit(**INNER)
def _two(lengths, held, has, state):  # type: ignore[no-untyped-def]
    """Two places by lot, and an entry of each: whether they may be exchanged, and where they stand."""
    places = len(lengths)
    one, two = below(state, places), below(state, places - 1)
    if two >= one:
        two += 1
    if lengths[one] == 0 or lengths[two] == 0:
        return False, one, two, one, two
    at_one, at_two = below(state, lengths[one]), below(state, lengths[two])
    fits = not (has[one, held[two, at_two]] or has[two, held[one, at_one]])
    return fits, one, two, at_one, at_two


@numba.njit(**INNER)
def _exchange(has, held, one, two, at_one, at_two):  # type: ignore[no-untyped-def]
    """Give each of two places what the other had there."""
    first, second = held[one, at_one], held[two, at_two]
    has[one, first] = has[two, second] = False
    has[one, second] = has[two, first] = True
    held[one, at_one], held[two, at_two] = second, first


@numba.njit(**INNER)
def _exchanged(has, factors, wanted, mixing, matching, state):  # type: ignore[no-untyped-def]
    """Exchange items between places: at random first, then where the sums of factors come nearer to what is wanted."""
    places, width = len(wanted), factors.shape[1]
    if places < 2:
        return
    held, lengths = _held(has)
    entries = lengths.sum()
    for _ in range(mixing * entries):
        fits, one, two, at_one, at_two = _two(lengths, held, has, state)
        if fits:
            _exchange(has, held, one, two, at_one, at_two)
    excess = -wanted
    for place in range(places):
        for at in range(lengths[place]):
            for factor in range(width):
                excess[place, factor] += factors[held[place, at], factor]
    for _ in range(matching * entries):
        fits, one, two, at_one, at_two = _two(lengths, held, has, state)
        if not fits:
            continue
        first, second = held[one, at_one], held[two, at_two]
        if _worse(factors, first, second, excess, one, two) > 0:
            continue
        _exchange(has, held, one, two, at_one, at_two)
        for factor in range(width):
            step = factors[second, factor] - factors[first, factor]
            excess[one, factor] += step
            excess[two, factor] -= step


@numba.njit(**INNER)
def _wanted(totals, rooms, factors, drawn):  # type: ignore[no-untyped-def]
    """What the factors of each place's items should add up to: what was drawn for it, and its share of what is then
    missing to the crowd's sum."""
    missing = np.zeros(factors.shape[1], np.float64)
    for item in range(len(totals)):
        missing += totals[item] * factors[item].astype(np.float64)
    for place in range(len(rooms)):
        missing -= drawn[place]
    wanted = np.empty((len(rooms), factors.shape[1]), np.float64)
    for place in range(len(rooms)):
        wanted[place] = drawn[place] + missing * (rooms[place] / max(rooms.sum(), 1))
        for factor in range(factors.shape[1]):
            wanted[place, factor] = np.rint(wanted[place, factor] * FINE) / FINE
    return wanted


@numba.njit(**OUTER)
def deal_crowds(  # type: ignore[no-untyped-def]
    starts, items, chosen, people, crowd_starts, most, factors, drawn, rooms, mixing, matching, seed, first, counts, out
):
    """Deal the chosen entries of each crowd to its places, one per member: `rooms` say how many each gets.

    Crowds are numbered from `first`, and each has its own stream of chance. Of an item that more than a share `most`
    of the crowd have, the surplus is left out. `drawn` is the taste of each place, in factors. `out` gets each place's
    items, ascending, room after room; -1 where there is none. `counts` are zeros, one per item.
    """
    state, begin = np.empty(1, np.uint64), 0
    for crowd in range(len(crowd_starts) - 1):
        start(state, seed, first + crowd, 0)
        here = slice(crowd_starts[crowd], crowd_starts[crowd + 1])
        found, totals = _totals(starts, items, chosen, people[here], counts)
        places = crowd_starts[crowd + 1] - crowd_starts[crowd]
        left, surplus = rooms[here].copy(), 0
        cap = max(np.int64(most * places + 1e-9), 1)
        for place in range(len(totals)):
            surplus += max(totals[place] - cap, 0)
            totals[place] = min(totals[place], cap)
        _shortened(left, surplus, state)
        has = np.zeros((places, len(found)), np.bool_)
        own = factors[found]
        wanted = _wanted(totals, left, own, drawn[here])
        _laid(totals, left, has, state)
        _exchanged(has, own, wanted, mixing, matching, state)
        for place in range(places):
            at, room = begin, rooms[crowd_starts[crowd] + place]
            for item in range(len(found)):
                if has[place, item]:
                    out[at] = found[item]
                    at += 1
            begin += room


@numba.njit(**OUTER)
def gathered(  # type: ignore[no-untyped-def]
    places, room_starts, dealt, more_places, more_starts, more_dealt, lengths, items
):
    """What two dealings gave each person, ascending and each item once; returns how many entries there are.

    Person p has place `places[p]`, whose room begins at `room_starts[places[p]]`; empty rooms (-1) are left out.
    `lengths[p + 1]` becomes how many items person p has.
    """
    total = 0
    for person in range(len(places)):
        place, other = places[person], more_places[person]
        own = dealt[room_starts[place] : room_starts[place + 1]]
        more = more_dealt[more_starts[other] : more_starts[other + 1]]
        both = np.sort(np.append(own, more)) if len(more) else own
        begin = total
        for item in both:
            if item >= 0 and (total == begin or items[total - 1] != item):
                items[total] = item
                total += 1
        lengths[person + 1] = total - begin
    return total
