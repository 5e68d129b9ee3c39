"""Recommenders that say what data is still good for: biased factors for values, alternating least squares for presence.

Both are single-threaded and take the order of their steps from a seed, so that the same data gives the same model. Sums
are added up in the order they are written in, though wide registers would be faster in another: steps build on each
other, and a processor with other registers would come to another model.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.randomness import below, start, uniform


@numba.njit(**OUTER)
def picked(seed, people, items, share):  # type: ignore[no-untyped-def]
    """Whether each (person, item) is among a random share of all pairs: the same pair, the same answer, anywhere."""
    state, chosen = np.empty(1, np.uint64), np.empty(len(people), np.bool_)
    for entry in range(len(people)):
        start(state, seed, people[entry], items[entry])
        chosen[entry] = uniform(state) < share
    return chosen


@numba.njit(**OUTER)
def small_numbers(seed, rows, columns, spread):  # type: ignore[no-untyped-def]
    """A table of random numbers between −spread and spread, to begin with."""
    state = np.empty(1, np.uint64)
    start(state, seed, rows, columns)
    table = np.empty((rows, columns), np.float32)
    for row in range(rows):
        for column in range(columns):
            table[row, column] = spread * (2.0 * uniform(state) - 1.0)
    return table


@numba.njit(**INNER)
def _shuffle(order, state):  # type: ignore[no-untyped-def]
    for place in range(len(order) - 1, 0, -1):
        other = below(state, place + 1)
        order[place], order[other] = order[other], order[place]


@numba.njit(**OUTER)
def descend(  # type: ignore[no-untyped-def]
    people, items, values, mean, seed, rounds, rate, decay, keep_bias, keep,
    person_bias, item_bias, person_factors, item_factors,
):  # fmt: skip
    """Fit `mean + person + item + factors · factors` to values by stochastic gradient descent, in place.

    Every round goes through all entries in a fresh random order; the rate shrinks by `decay` from round to round.
    `keep_bias` and `keep` hold biases and factors back towards zero.
    """
    state = np.empty(1, np.uint64)
    start(state, seed, rounds, len(values))
    order, width = np.arange(len(values)).astype(np.int32), person_factors.shape[1]
    people_now, items_now, values_now = np.empty_like(people), np.empty_like(items), np.empty_like(values)
    step, slow, small = np.float32(rate), np.float32(keep_bias), np.float32(keep)
    for _ in range(rounds):
        _shuffle(order, state)
        for place in range(len(order)):  # ahead of the steps, which would each wait for what they need
            entry = order[place]
            people_now[place], items_now[place], values_now[place] = people[entry], items[entry], values[entry]
        for place in range(len(order)):
            person, item = people_now[place], items_now[place]
            hers, its = person_factors[person], item_factors[item]
            product = np.float32(0.0)
            for factor in range(width):
                product += hers[factor] * its[factor]
            error = np.float32(values_now[place] - mean - person_bias[person] - item_bias[item] - product)
            person_bias[person] += step * (error - slow * person_bias[person])
            item_bias[item] += step * (error - slow * item_bias[item])
            for factor in range(width):
                own, other = hers[factor], its[factor]
                hers[factor] = own + step * (error * other - small * own)
                its[factor] = other + step * (error * own - small * other)
        step *= np.float32(decay)


@numba.njit(**OUTER)
def predicted(people, items, mean, person_bias, item_bias, person_factors, item_factors):  # type: ignore[no-untyped-def]
    """What the fitted factors say about these entries."""
    values = np.empty(len(people), np.float64)
    for entry in range(len(people)):
        person, item = people[entry], items[entry]
        total = mean + person_bias[person] + item_bias[item]
        for factor in range(person_factors.shape[1]):
            total += person_factors[person, factor] * item_factors[item, factor]
        values[entry] = total
    return values


@numba.njit(**INNER)
def _applied(gram, keep, weight, others, held, vector, into):  # type: ignore[no-untyped-def]
    """The matrix of one person's least squares, times a vector."""
    width = len(vector)
    for row in range(width):
        total = keep * vector[row]
        for column in range(width):
            total += gram[row, column] * vector[column]
        into[row] = total
    place = 0
    while place + 4 <= len(held):  # four sums side by side, each in its order: one alone waits for every step
        first, second = others[held[place]], others[held[place + 1]]
        third, fourth = others[held[place + 2]], others[held[place + 3]]
        one, two, three, four = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
        for factor in range(width):
            one += first[factor] * vector[factor]
            two += second[factor] * vector[factor]
            three += third[factor] * vector[factor]
            four += fourth[factor] * vector[factor]
        one, two, three, four = one * weight, two * weight, three * weight, four * weight
        for factor in range(width):
            total = into[factor] + one * first[factor] + two * second[factor]
            into[factor] = total + three * third[factor] + four * fourth[factor]
        place += 4
    for other in held[place:]:
        its = others[other]
        product = np.float32(0.0)
        for factor in range(width):
            product += its[factor] * vector[factor]
        product *= weight
        for factor in range(width):
            into[factor] += product * its[factor]


@numba.njit(**OUTER)
def least_squares(starts, held, others, gram, keep, weight, steps, factors):  # type: ignore[no-untyped-def]
    """One half-step of implicit alternating least squares (Hu, Koren and Volinsky 2008), in place.

    Row r of `factors` is moved, by conjugate gradients from where it is, towards the least of
    Σ over all j of c_j (x_j − factors_r · others_j)² + keep |factors_r|², where x_j is 1 and c_j is 1 + weight for the
    j in `held[starts[r]:starts[r + 1]]`, and 0 and 1 for all else. `gram` is others' × others.
    """
    width = factors.shape[1]
    rest, way, moved = np.empty(width, np.float32), np.empty(width, np.float32), np.empty(width, np.float32)
    keep32, weight32 = np.float32(keep), np.float32(weight)
    for row in range(len(starts) - 1):
        mine, hers = held[starts[row] : starts[row + 1]], factors[row]
        if len(mine) == 0:
            hers[:] = 0
            continue
        _applied(gram, keep32, weight32, others, mine, hers, moved)
        for factor in range(width):
            rest[factor] = -moved[factor]
        for other in mine:
            for factor in range(width):
                rest[factor] += (np.float32(1.0) + weight32) * others[other, factor]
        left = np.float32(0.0)
        for factor in range(width):
            way[factor] = rest[factor]
            left += rest[factor] * rest[factor]
        for _ in range(steps):
            if left < np.float32(1e-12):
                break
            _applied(gram, keep32, weight32, others, mine, way, moved)
            along = np.float32(0.0)
            for factor in range(width):
                along += way[factor] * moved[factor]
            far, new = left / along, np.float32(0.0)
            for factor in range(width):
                hers[factor] += far * way[factor]
                rest[factor] -= far * moved[factor]
                new += rest[factor] * rest[factor]
            for factor in range(width):
                way[factor] = rest[factor] + new / left * way[factor]
            left = new


@numba.njit(**INNER)
def _add_four(hers, item_factors, begin, scores):  # type: ignore[no-untyped-def]
    """The scores of four items from `begin` on, or as many as there are: four sums side by side, each in its order."""
    last = len(item_factors) - 1
    first, second = item_factors[begin], item_factors[min(begin + 1, last)]
    third, fourth = item_factors[min(begin + 2, last)], item_factors[min(begin + 3, last)]
    one, two, three, four = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for factor in range(len(hers)):
        one += hers[factor] * first[factor]
        two += hers[factor] * second[factor]
        three += hers[factor] * third[factor]
        four += hers[factor] * fourth[factor]
    scores[0], scores[1], scores[2], scores[3] = one, two, three, four


@numba.njit(**OUTER)
def best_items(people, starts, held, person_factors, item_factors, allowed, count):  # type: ignore[no-untyped-def]
    """For each person, the `count` allowed items of highest score that the person does not hold, best first.

    Of equal scores the item with the lower number comes first; -1 where there are fewer items.
    """
    items, four = len(item_factors), np.empty(4, np.float32)
    best = np.full((len(people), count), -1, np.int32)
    scores, mine = np.empty(count, np.float32), np.zeros(items, np.bool_)
    for row in range(len(people)):
        person, used = people[row], 0
        record = held[starts[person] : starts[person + 1]]
        for item in record:
            mine[item] = True
        for begin in range(0, items, 4):
            _add_four(person_factors[person], item_factors, begin, four)
            for item in range(begin, min(begin + 4, items)):
                score = four[item - begin]
                if mine[item] or not allowed[item] or (used == count and score <= scores[count - 1]):
                    continue
                place = used if used < count else count - 1
                while place > 0 and scores[place - 1] < score:
                    scores[place], best[row, place] = scores[place - 1], best[row, place - 1]
                    place -= 1
                scores[place], best[row, place] = score, item
                used = min(used + 1, count)
        for item in record:
            mine[item] = False
    return best
