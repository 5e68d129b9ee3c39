"""Products of rows, one for every entry, without a copy of the rows."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import OUTER


@numba.njit(**OUTER, fastmath={"reassoc", "contract", "nsz"})
def entry_products(people, items, sums, rows):  # type: ignore[no-untyped-def]
    """For every entry, the inner product of its person's row and its item's."""
    products = np.empty(len(people))
    for entry in range(len(people)):
        person, item, total = people[entry], items[entry], 0.0
        for column in range(rows.shape[1]):
            total += sums[person, column] * rows[item, column]
        products[entry] = total
    return products
