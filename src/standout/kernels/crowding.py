"""Putting people into crowds: taste by projection, small groups of near people, and exchanges that make them nearer."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER


@numba.njit(**OUTER)
def add_up(starts, items, people, table, out):  # type: ignore[no-untyped-def]
    """For each of these people, in their order, the sum of their items' rows of the table."""
    width = table.shape[1]
    for place in range(len(people)):
        for entry in range(starts[people[place]], starts[people[place] + 1]):
            item = items[entry]
            for factor in range(width):
                out[place, factor] += table[item, factor]


@numba.njit(**OUTER)
def hand_out(starts, items, people, rows, out):  # type: ignore[no-untyped-def]
    """For each item, the sum of the rows of those of these people who have it, added in their order."""
    width = rows.shape[1]
    for person in people:
        for entry in range(starts[person], starts[person + 1]):
            item = items[entry]
            for factor in range(width):
                out[item, factor] += rows[person, factor]


@numba.njit(**OUTER)
def hand_out_whole(starts, items, first, last, rows, out):  # type: ignore[no-untyped-def]
    """The same in whole numbers, for the people from `first` up to `last`, whose rows are counted from 0."""
    width = rows.shape[1]
    for person in range(first, last):
        for entry in range(starts[person], starts[person + 1]):
            item = items[entry]
            for factor in range(width):
                out[item, factor] += rows[person - first, factor]


@numba.njit(**INNER)
def _distances(places, left, count, centre, out):  # type: ignore[no-untyped-def]
    """Squared distances of those who are left; returns the farthest one's position."""
    farthest = 0
    for at in range(count):
        person, total = left[at], np.float32(0.0)
        for factor in range(places.shape[1]):
            apart = places[person, factor] - centre[factor]
            total += apart * apart
        out[at] = total
        if total > out[farthest]:
            farthest = at
    return farthest


@numba.njit(**INNER)
def _take_nearest(left, count, distances, size, crowds, crowd):  # type: ignore[no-untyped-def]
    """Put the `size` nearest of those left into the crowd; returns how many are left, in their order."""
    limit = np.partition(distances[:count], size - 1)[size - 1]
    below = 0
    for at in range(count):
        if distances[at] < limit:
            below += 1
    level, kept = size - below, 0
    for at in range(count):
        near = distances[at] < limit
        if not near and distances[at] == limit and level > 0:
            near = True
            level -= 1
        if near:
            crowds[left[at]] = crowd
        else:
            left[kept] = left[at]
            kept += 1
    return kept


@numba.njit(**OUTER)
def near_crowds(places, people, size, first, crowds):  # type: ignore[no-untyped-def]
    """Crowds of `size` by MDAV (Domingo-Ferrer and Torra 2005), the last of up to 2 `size` - 1; numbered from `first`.

    Again and again, the one farthest from the middle of those left and the `size` - 1 nearest to them are a crowd, and
    so are the one farthest from that one and those nearest to them. Returns the number of the next crowd.
    """
    left, count, crowd = people.copy(), len(people), first
    width = places.shape[1]
    distances = np.empty(count, np.float32)
    middle = np.zeros(width, np.float64)
    for at in range(count):
        for factor in range(width):
            middle[factor] += places[left[at], factor]
    while count >= 2 * size:
        centre = (middle / count).astype(np.float32)
        farthest = left[_distances(places, left, count, centre, distances)]
        for turn in range(2):
            if count < 2 * size:
                break
            opposite = left[_distances(places, left, count, places[farthest], distances)]
            before = count
            gone = left[:before].copy()
            count = _take_nearest(left, count, distances, size, crowds, crowd)
            for at in range(before):
                if crowds[gone[at]] == crowd:
                    for factor in range(width):
                        middle[factor] -= places[gone[at], factor]
            crowd += 1
            farthest = opposite
            if turn == 0 and crowds[farthest] == crowd - 1:
                break
    if count:
        for at in range(count):
            crowds[left[at]] = crowd
        crowd += 1
    return crowd


@numba.njit(**INNER)
def _distances_to(places, person, middles, out):  # type: ignore[no-untyped-def]
    """A person's squared distances to all middles (a column each), many at a time and each added up in order."""
    out[:] = 0.0
    for factor in range(places.shape[1]):
        own, along = np.float64(places[person, factor]), middles[factor]
        for crowd in range(len(out)):
            apart = own - along[crowd]
            out[crowd] += apart * apart


@numba.njit(**INNER)
def _best_exchange(places, person, between, share, members):  # type: ignore[no-untyped-def]
    """With whom of these members a person is best exchanged, and by how much all come nearer to their middles.

    `between` leads from the middle of the members to that of the person's crowd; `share` is one over the size of
    either crowd, added up.
    """
    best, gain = -1, 1e-6
    width = places.shape[1]
    for at in range(len(members)):
        rival = members[at]
        along, square = 0.0, 0.0
        for factor in range(width):
            step = places[rival, factor] - places[person, factor]
            along += step * between[factor]
            square += step * step
        total = 2 * along + square * share
        if total > gain:
            best, gain = at, total
    return best, gain


@numba.njit(**INNER)
def _members(people, crowds, first, count):  # type: ignore[no-untyped-def]
    """People by crowd, in their order, and where each crowd begins."""
    starts = np.zeros(count + 1, np.int64)
    for person in people:
        starts[crowds[person] - first + 1] += 1
    for crowd in range(count):
        starts[crowd + 1] += starts[crowd]
    filled, members = starts[:-1].copy(), np.empty(len(people), np.int64)
    for person in people:
        crowd = crowds[person] - first
        members[filled[crowd]] = person
        filled[crowd] += 1
    return starts, members


@numba.njit(**OUTER)
def exchange(places, people, crowds, first, last, rounds, near):  # type: ignore[no-untyped-def]
    """Exchange people between crowds `first` up to `last` as long as that brings them nearer to their crowds' middles.

    Each person looks at the `near` crowds whose middles are nearest. Sizes stay. Returns the number of exchanges.
    """
    count, width = last - first, places.shape[1]
    starts, members = _members(people, crowds, first, count)
    sizes, sums = np.diff(starts), np.zeros((count, width), np.float64)
    for person in people:
        for factor in range(width):
            sums[crowds[person] - first, factor] += places[person, factor]
    middles = np.empty((width, count), np.float64)
    for crowd in range(count):
        middles[:, crowd] = sums[crowd] / sizes[crowd]
    exchanged, near = 0, min(near, count - 1)
    distances, between = np.empty(count, np.float64), np.empty(width, np.float64)
    for _ in range(rounds):
        before = exchanged
        for own in range(count):
            for at in range(starts[own], starts[own + 1]):
                person = members[at]
                _distances_to(places, person, middles, distances)
                distances[own] = np.inf
                most, swap, partner = 1e-6, -1, np.int64(-1)
                for _ in range(near):
                    other = np.argmin(distances)
                    distances[other] = np.inf
                    for factor in range(width):
                        between[factor] = middles[factor, own] - middles[factor, other]
                    share = 1.0 / sizes[own] + 1.0 / sizes[other]
                    rivals = members[starts[other] : starts[other + 1]]
                    place, gain = _best_exchange(places, person, between, share, rivals)
                    if place >= 0 and gain > most:
                        most, swap, partner = gain, starts[other] + place, other
                if swap < 0:
                    continue
                rival = members[swap]
                members[at], members[swap] = rival, person
                for factor in range(width):
                    step = places[rival, factor] - places[person, factor]
                    sums[own, factor] += step
                    sums[partner, factor] -= step
                    middles[factor, own] = sums[own, factor] / sizes[own]
                    middles[factor, partner] = sums[partner, factor] / sizes[partner]
                exchanged += 1
        if exchanged == before:
            break
    for crowd in range(count):
        for at in range(starts[crowd], starts[crowd + 1]):
            crowds[members[at]] = crowd + first
    return exchanged
