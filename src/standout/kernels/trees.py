"""Gradient boosting with small trees on few steps per column: many fits of few people, where starting a library's own
costs more than the fit.

Columns are cut into steps beforehand, so that a tree only ever counts. A tree is grown level by level; every node takes
the column and the step that part its people best. Nodes are numbered from the root: the children of `node` are
`2 * node + 1` (at most this step) and `2 * node + 2`; a node that is not parted sends everybody to the first.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER

STEPS = 32
"""A column has at most so many different steps, from 0 on."""
NOT_PARTED = 255


@numba.njit(**INNER)
def _count(row, places, slopes, bends, first, sums):  # type: ignore[no-untyped-def]
    """How many people of every node of a level are on each step of a column, with the sums of slopes and bends."""
    sums[:] = 0.0
    for person in range(len(row)):
        at = sums[places[person] - first, row[person]]
        at[0] += slopes[person]
        at[1] += bends[person]
        at[2] += 1.0


@numba.njit(**INNER)
def _best_step(sums, ridge, least):  # type: ignore[no-untyped-def]
    """The step of a column that parts the people of one node best, and by how much; -1 where none may."""
    slope, bend, count = 0.0, 0.0, 0.0
    for step in range(STEPS):
        slope += sums[step, 0]
        bend += sums[step, 1]
        count += sums[step, 2]
    before = slope * slope / (bend + ridge)
    best, gain = -1, 1e-9
    left, curve, many = 0.0, 0.0, 0.0
    for step in range(STEPS - 1):
        left += sums[step, 0]
        curve += sums[step, 1]
        many += sums[step, 2]
        if many < least or sums[step, 2] == 0.0:
            continue
        if count - many < least:
            break
        right = slope - left
        found = left * left / (curve + ridge) + right * right / (bend - curve + ridge) - before
        if found > gain:
            best, gain = step, found
    return best, gain


@numba.njit(**INNER)
def _grow(bins, slopes, bends, chosen, ridge, least, places, sums, gains, columns, cuts):  # type: ignore[no-untyped-def]
    """One tree from these columns; `places` ends as everybody's leaf."""
    inner = len(columns)
    places[:] = 0
    first, width = 0, 1
    while first < inner:
        gains[:width] = 0.0
        columns[first : first + width] = 0
        cuts[first : first + width] = NOT_PARTED
        for column in chosen:
            _count(bins[column], places, slopes, bends, first, sums[:width])
            for node in range(width):
                step, gain = _best_step(sums[node], ridge, least)
                if step >= 0 and gain > gains[node]:
                    gains[node] = gain
                    columns[first + node], cuts[first + node] = column, step
        for person in range(len(places)):
            node = places[person]
            places[person] = 2 * node + 1 + (bins[columns[node], person] > cuts[node])
        first, width = 2 * first + 1, 2 * width


@numba.njit(**OUTER)
def boost(bins, wanted, odds, chosen, depth, rate, ridge, least):  # type: ignore[no-untyped-def]
    """Trees one after the other, each on the columns `chosen` for it, towards `wanted`: 0 or 1 by log-odds where
    `odds`, any number by squares otherwise.

    `bins` is columns × people. Gives where it starts, then trees × nodes (columns, steps) and trees × leaves.
    """
    trees, people, inner = len(chosen), bins.shape[1], 2**depth - 1
    columns, cuts = np.zeros((trees, inner), np.int64), np.full((trees, inner), NOT_PARTED, np.int64)
    leaves = np.zeros((trees, inner + 1))
    share = wanted.mean()
    start = np.log(max(share, 1e-9) / max(1.0 - share, 1e-9)) if odds else share
    scores, slopes, bends = np.full(people, start), np.empty(people), np.ones(people)
    places, sums = np.zeros(people, np.int64), np.zeros((2 ** max(depth - 1, 0), STEPS, 3))
    gains = np.zeros(2 ** max(depth - 1, 0))
    for tree in range(trees):
        for person in range(people):
            if odds:
                chance = 1.0 / (1.0 + np.exp(-scores[person]))
                slopes[person] = wanted[person] - chance
                bends[person] = max(chance * (1.0 - chance), 1e-6)
            else:
                slopes[person] = wanted[person] - scores[person]
        _grow(bins, slopes, bends, chosen[tree], ridge, least, places, sums, gains, columns[tree], cuts[tree])
        totals = np.zeros((inner + 1, 2))
        for person in range(people):
            totals[places[person] - inner, 0] += slopes[person]
            totals[places[person] - inner, 1] += bends[person]
        for leaf in range(inner + 1):
            leaves[tree, leaf] = rate * totals[leaf, 0] / (totals[leaf, 1] + ridge)
        for person in range(people):
            scores[person] += leaves[tree, places[person] - inner]
    return start, columns, cuts, leaves


@numba.njit(**OUTER)
def climb(bins, start, columns, cuts, leaves):  # type: ignore[no-untyped-def]
    """What all trees together say of everybody; `bins` is columns × people."""
    people, inner = bins.shape[1], columns.shape[1]
    scores = np.full(people, start)
    for tree in range(len(columns)):
        for person in range(people):
            node = 0
            while node < inner:
                node = 2 * node + 1 + (bins[columns[tree, node], person] > cuts[tree, node])
            scores[person] += leaves[tree, node - inner]
    return scores
