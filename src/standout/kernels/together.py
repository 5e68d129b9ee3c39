"""Who has which two items: a hot loop over records, in whole numbers."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import OUTER


@numba.njit(**OUTER)
def add_together(starts, items, place, weights, first, last, sums):  # type: ignore[no-untyped-def]
    """Add every pair of listed items that the people from `first` up to `last` have, an item with itself included.

    `place` says where an item is in the list (-1: nowhere), `weights` what each pair of a person with so many listed
    items weighs. Only the upper half of the square `sums` is filled.
    """
    own = np.empty(len(sums), np.int64)
    for person in range(first, last):
        count = 0
        for entry in range(starts[person], starts[person + 1]):
            at = place[items[entry]]
            if at >= 0:
                own[count] = at
                count += 1
        weight = weights[count]
        for one in range(count):
            for other in range(one, count):
                sums[min(own[one], own[other]), max(own[one], own[other])] += weight
