"""The kernel behind dense scores: products made elsewhere, what records have of the known items, and the tally of both.

Everything is in whole steps of a grid. A product of two numbers is rounded to it before it is added to another, so a
record scores the same wherever it is computed, and equal records tie.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.events import add_once
from standout.kernels.likelihood_reading import read_block
from standout.kernels.postings import add_same
from standout.kernels.records import find

_BLOCK = 256


@numba.njit(**INNER)
def _finish(sums, products, start, unit, scale, final):  # type: ignore[no-untyped-def]
    """Scores from what was added up, which is then empty again."""
    for person in range(len(sums)):
        final[person] = start + np.rint(products[person] * unit) + np.rint(np.float64(sums[person]) * scale[person])
        sums[person] = 0


@numba.njit(**OUTER)
def score_dense_shard(  # type: ignore[no-untyped-def]
    # the shard, and the products of its people with the targets
    item_starts, entries, first_person, people_count, repeated, products,
    # what is known of each target, and what a match is worth
    starts, items, weights, target_starts, units, person_scale,
    # who counts as a candidate, and the score that others are counted against
    lengths, shortest, longest, levels,
    # which targets, what comes out
    begin, end, top_scores, top_people, moments, ranks, exponentials,
):  # fmt: skip
    """Score everyone in the shard for the targets `begin` to `end` and add to their evidence."""
    sums, final = np.zeros(people_count, np.int64), np.empty(_BLOCK)
    for target in range(begin, end):
        for known in range(starts[target], starts[target + 1]):
            item = items[known]
            if item < 0 or weights[known] == 0:
                continue
            held = entries[item_starts[item] : item_starts[item + 1]]
            if repeated:
                add_once(sums, held, weights[known])
            else:
                add_same(sums, held, weights[known])
        fits_all = shortest[target] <= 0 and longest[target] >= 1 << 40
        for low in range(0, people_count, _BLOCK):
            high = min(low + _BLOCK, people_count)
            block = final[: high - low]
            _finish(
                sums[low:high], products[target - begin, low:high], target_starts[target], units[target],
                person_scale[first_person + low : first_person + high], block,
            )  # fmt: skip
            if not fits_all:
                for person in range(high - low):
                    length = lengths[first_person + low + person]
                    if length < shortest[target] or length > longest[target]:
                        block[person] = -np.inf
            read_block(
                block, levels[target], first_person + low,
                top_scores[target], top_people[target], moments[target], ranks[target], exponentials, target,
            )  # fmt: skip


@numba.njit(**OUTER)
def had_by(record_starts, record_items, candidates, starts, items, had):  # type: ignore[no-untyped-def]
    """Whether one candidate per target (-1: none) has each known item."""
    for target in range(len(candidates)):
        candidate = candidates[target]
        for known in range(starts[target], starts[target + 1]):
            had[known] = False
            if candidate >= 0 and items[known] >= 0:
                end = record_starts[candidate + 1]
                had[known] = find(record_items, record_starts[candidate], end, items[known]) >= 0
