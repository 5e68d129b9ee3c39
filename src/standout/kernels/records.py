"""Sums over records, and how similar records are to each other."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def record_sums(starts, items, item_amounts):  # type: ignore[no-untyped-def]
    """For each person, the sum of an amount over the items of their record."""
    sums = np.zeros(len(starts) - 1, item_amounts.dtype)
    for person in range(len(starts) - 1):
        for entry in range(starts[person], starts[person + 1]):
            sums[person] += item_amounts[items[entry]]
    return sums
