"""Exchanging entries of records for others, one for one: at random by weight, or along a slope."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.randomness import below, start, uniform


@numba.njit(**INNER)
def _gumbel(state):  # type: ignore[no-untyped-def]
    """A number whose addition to log-weights makes the largest sum a draw by weight."""
    return np.float32(-np.log(-np.log(uniform(state) + 1e-300) + 1e-300))


@numba.njit(**INNER)
def _holds(items, begin, end, item):  # type: ignore[no-untyped-def]
    """Whether the ascending items from `begin` to `end` hold this one."""
    while begin < end:
        middle = (begin + end) // 2
        if items[middle] < item:
            begin = middle + 1
        elif items[middle] > item:
            end = middle
        else:
            return True
    return False


@numba.njit(**INNER)
def _drawn(state, weights, count, wanted, order, chosen):  # type: ignore[no-untyped-def]
    """Places of about `wanted` different weights, each as likely as its weight says; how many there are.

    Systematic sampling in random order: a weight above the average of what is drawn is surely there, but once only.
    """
    total = 0.0
    for place in range(count):
        order[place] = place
        total += weights[place]
    if total <= 0.0 or wanted <= 0:
        return 0
    step, taken, passed = total / wanted, 0, 0.0
    mark = uniform(state) * step
    for turn in range(count):
        other = turn + below(state, count - turn)
        order[turn], order[other] = order[other], order[turn]
        passed += weights[order[turn]]
        if passed > mark:
            chosen[taken] = order[turn]
            taken += 1
            while mark < passed:
                mark += step
            if taken == wanted:
                break
    return taken


@numba.njit(**OUTER)
def exchange_drawn(  # type: ignore[no-untyped-def]
    seed, people, starts, items, wanted, candidates, adding, removing, holders
):  # fmt: skip
    """Exchange about `wanted` entries of each person, in place; how many were exchanged.

    `adding[n, c]` weighs item `candidates[c]` for the n-th person (0 where the person has it), `removing` every entry.
    No item loses its last holder; what cannot be removed is not replaced either.
    """
    state = np.empty(1, np.uint64)
    longest = len(candidates)
    for person in people:
        longest = max(longest, starts[person + 1] - starts[person])
    order, leaving, coming = np.empty(longest, np.int64), np.empty(longest, np.int64), np.empty(longest, np.int64)
    exchanged = 0
    for index in range(len(people)):
        person = people[index]
        begin, end = starts[person], starts[person + 1]
        start(state, seed, person, 0)
        gone = _drawn(state, removing[begin:end], end - begin, wanted[index], order, leaving)
        kept = 0
        for turn in range(gone):
            if holders[items[begin + leaving[turn]]] > 1:
                holders[items[begin + leaving[turn]]] -= 1
                leaving[kept] = leaving[turn]
                kept += 1
        new = _drawn(state, adding[index], len(candidates), kept, order, coming)
        for turn in range(new, kept):
            holders[items[begin + leaving[turn]]] += 1
        for turn in range(new):
            items[begin + leaving[turn]] = candidates[coming[turn]]
            holders[candidates[coming[turn]]] += 1
        items[begin:end] = np.sort(items[begin:end])
        exchanged += new
    return exchanged


@numba.njit(**OUTER)
def exchange_along(  # type: ignore[no-untyped-def]
    seed, people, starts, items, original, needs, slopes, plausible, tilt, most, holders, budget
):  # fmt: skip
    """Exchange entries, in place, until each person's score has moved by what it needs; how many were exchanged.

    `slopes[n]` says how much every item adds to the n-th person's score. What comes is drawn by plausibility times
    `exp(tilt * slope / spread)`, what goes by the inverse
    (plausibility counting a third: its root, before it was raised to 1.5); the last exchange happens with the chance
    that makes the expected move exact. At most the share `most` of a record is exchanged, and `budget[0]` is how many
    entries may still become different from the original: `original` holds each person's, ascending. No item loses its
    last holder, and none that nobody has is added.
    """
    state = np.empty(1, np.uint64)
    count = slopes.shape[1]
    keys, has = np.empty(count, np.float32), np.zeros(count, np.bool_)
    exchanged = 0
    for index in range(len(people)):
        person = people[index]
        begin, end = starts[person], starts[person + 1]
        needed = abs(needs[index])
        spread = np.std(slopes[index])
        if needed == 0.0 or spread <= 0.0 or begin == end:
            continue
        start(state, seed, person, 1)
        sign = 1.0 if needs[index] > 0 else -1.0
        scale = np.float32(sign * tilt / spread)
        has[items[begin:end]] = True
        for item in range(count):
            if has[item]:
                keys[item] = -np.inf
                if holders[item] > 1:
                    misfit = -np.log(max(plausible[index, item], np.float32(0.001))) / 3
                    keys[item] = misfit - scale * slopes[index, item] + _gumbel(state)
            else:
                keys[item] = -np.inf
                if holders[item] > 0 and plausible[index, item] > 0.0:
                    keys[item] = np.log(plausible[index, item]) + scale * slopes[index, item] + _gumbel(state)
        moved, turns = 0.0, min(max(np.int64(most * (end - begin)), 1), end - begin)
        for _ in range(turns):
            if budget[0] < 2:
                break
            leaving, coming = -1, -1
            for place in range(begin, end):
                item = items[place]
                if keys[item] > -np.inf and (leaving < 0 or keys[item] > keys[items[leaving]]):
                    leaving = place
            for item in range(count):
                if not has[item] and keys[item] > -np.inf and (coming < 0 or keys[item] > keys[coming]):
                    coming = item
            if leaving < 0 or coming < 0:
                break
            old = items[leaving]
            gain = sign * (slopes[index, coming] - slopes[index, old])
            keys[old], keys[coming] = -np.inf, -np.inf
            if gain <= 0.0:
                continue
            if moved + gain > needed and uniform(state) >= (needed - moved) / gain:
                break
            holders[old] -= 1
            holders[coming] += 1
            budget[0] += 1 if not _holds(original, begin, end, old) else -1
            budget[0] += 1 if _holds(original, begin, end, coming) else -1
            # `has` stays set for what left and is set for what came: neither is considered again
            has[coming] = True
            items[leaving] = coming
            exchanged += 1
            moved += gain
            if moved >= needed:
                break
        has[:] = False
        items[begin:end] = np.sort(items[begin:end])
    return exchanged
