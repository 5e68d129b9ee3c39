"""Exchanging people between crowds until every crowd has the labels that were dealt to it and no score stands out."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER


@numba.njit(**INNER)
def _sums(places, scores, labels, crowds, targets):  # type: ignore[no-untyped-def]
    """By crowd: size, sums of places and of scores, and how many of each class are too many; and who is in it."""
    count, people = len(targets), len(places)
    sizes, starts = np.zeros(count), np.zeros(count + 1, np.int64)
    middles, leans = np.zeros((count, places.shape[1])), np.zeros((count, scores.shape[1]))
    excess = -targets.astype(np.float64)
    for person in range(people):
        crowd = crowds[person]
        sizes[crowd] += 1
        starts[crowd + 1] += 1
        excess[crowd, labels[person]] += 1
        for factor in range(places.shape[1]):
            middles[crowd, factor] += places[person, factor]
        for column in range(scores.shape[1]):
            leans[crowd, column] += scores[person, column]
    for crowd in range(count):
        starts[crowd + 1] += starts[crowd]
    filled, members = starts[:-1].copy(), np.empty(people, np.int64)
    for person in range(people):
        members[filled[crowds[person]]] = person
        filled[crowds[person]] += 1
    return sizes, starts, middles, leans, excess, members


@numba.njit(**INNER)
def _gain(places, scores, labels, one, two, own, other, sizes, middles, leans, excess, by_label):  # type: ignore[no-untyped-def]
    """By how much it is better to have `two` in crowd `own` and `one` in `other`: nearer to the middles of taste, sums
    of scores nearer to 0, and counts of classes nearer to those that were dealt."""
    gain, square = 0.0, 0.0
    for factor in range(places.shape[1]):
        step = places[two, factor] - places[one, factor]
        gain += 2 * step * (middles[own, factor] / sizes[own] - middles[other, factor] / sizes[other])
        square += step * step
    gain += square * (1 / sizes[own] + 1 / sizes[other])
    for column in range(scores.shape[1]):
        step = scores[two, column] - scores[one, column]
        gain -= step * (2 * leans[own, column] + step) / sizes[own]
        gain += step * (2 * leans[other, column] - step) / sizes[other]
    here, there = labels[one], labels[two]
    if here != there:
        gain += 2 * by_label * (excess[own, here] - excess[own, there] - excess[other, here] + excess[other, there] - 2)
    return gain


@numba.njit(**INNER)
def _swap(places, scores, labels, at, place, own, other, members, middles, leans, excess):  # type: ignore[no-untyped-def]
    """Exchange the members at two positions of two crowds."""
    one, two = members[at], members[place]
    members[at], members[place] = two, one
    for factor in range(places.shape[1]):
        step = places[two, factor] - places[one, factor]
        middles[own, factor] += step
        middles[other, factor] -= step
    for column in range(scores.shape[1]):
        step = scores[two, column] - scores[one, column]
        leans[own, column] += step
        leans[other, column] -= step
    excess[own, labels[one]] -= 1
    excess[own, labels[two]] += 1
    excess[other, labels[one]] += 1
    excess[other, labels[two]] -= 1


@numba.njit(**INNER)
def _apart(row, size, middles, sizes, out):  # type: ignore[no-untyped-def]
    """Squared distances of a row, taken through `size`, from the middles of all crowds."""
    for crowd in range(len(sizes)):
        total = 0.0
        for factor in range(middles.shape[1]):
            step = row[factor] / size - middles[crowd, factor] / sizes[crowd]
            total += step * step
        out[crowd] = total


@numba.njit(**OUTER)
def settle(places, scores, labels, crowds, targets, by_label, rounds, near):  # type: ignore[no-untyped-def]
    """Exchange people with those of the `near` crowds whose middles are nearest, as long as that makes it better.

    `crowds` (from 0) is changed; sizes stay. Returns the number of exchanges.
    """
    sizes, starts, middles, leans, excess, members = _sums(places, scores, labels, crowds, targets)
    count, done = len(targets), 0
    near, distances = min(near, count - 1), np.empty(count)
    for _ in range(rounds):
        before = done
        for own in range(count):
            for at in range(starts[own], starts[own + 1]):
                _apart(places[members[at]], 1.0, middles, sizes, distances)
                distances[own] = np.inf
                most, best, partner = 1e-9, np.int64(-1), np.int64(-1)
                for _ in range(near):
                    other = np.argmin(distances)
                    distances[other] = np.inf
                    for place in range(starts[other], starts[other + 1]):
                        gain = _gain(
                            places, scores, labels, members[at], members[place], own, other, sizes, middles, leans,
                            excess, by_label,
                        )  # fmt: skip
                        if gain > most:
                            most, best, partner = gain, place, other
                if best >= 0:
                    _swap(places, scores, labels, at, best, own, partner, members, middles, leans, excess)
                    done += 1
        if done == before:
            break
    for crowd in range(count):
        for at in range(starts[crowd], starts[crowd + 1]):
            crowds[members[at]] = crowd
    return done


@numba.njit(**OUTER)
def mend(places, scores, labels, crowds, targets, by_label, near):  # type: ignore[no-untyped-def]
    """Exchange people until every crowd has exactly the classes that were dealt to it; as many of each class must have
    been dealt as there are.

    Somebody of whose class a crowd has too many goes to one of the `near` nearest crowds that lack it, for somebody of
    whose class that one has too many: there is always one, and each exchange brings counts nearer by two at least.
    Returns the number of exchanges.
    """
    sizes, starts, middles, leans, excess, members = _sums(places, scores, labels, crowds, targets)
    count, done, distances = len(targets), 0, np.empty(len(targets))
    before = -1
    while done > before:
        before = done
        for own in range(count):
            for label in range(targets.shape[1]):
                while excess[own, label] > 0:
                    _apart(middles[own], sizes[own], middles, sizes, distances)
                    most, best, at, partner = -np.inf, np.int64(-1), np.int64(-1), np.int64(-1)
                    for crowd in range(count):
                        if excess[crowd, label] >= 0:
                            distances[crowd] = np.inf
                    for _ in range(near):
                        other = np.argmin(distances)
                        if distances[other] == np.inf:
                            break
                        distances[other] = np.inf
                        for mine in range(starts[own], starts[own + 1]):
                            if labels[members[mine]] != label:
                                continue
                            for place in range(starts[other], starts[other + 1]):
                                if excess[other, labels[members[place]]] <= 0:
                                    continue
                                gain = _gain(
                                    places, scores, labels, members[mine], members[place], own, other, sizes, middles,
                                    leans, excess, by_label,
                                )  # fmt: skip
                                if gain > most:
                                    most, best, at, partner = gain, place, mine, other
                    _swap(places, scores, labels, at, best, own, partner, members, middles, leans, excess)
                    done += 1
    for crowd in range(count):
        for at in range(starts[crowd], starts[crowd + 1]):
            crowds[members[at]] = crowd
    return done
