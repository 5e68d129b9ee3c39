"""Products of rows, one for every entry or pair of rows, without a copy of the rows."""

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


@numba.njit(**OUTER)
def row_products(starts, columns, values, other_starts, other_columns, other_values, first, second):  # type: ignore[no-untyped-def]
    """For each pair, the inner product of the sparse row `first` of one matrix and the row `second` of another.

    Columns ascend within a row, and none comes twice; products are added up in that order.
    """
    products = np.zeros(len(first))
    for pair in range(len(first)):
        one, other, total = starts[first[pair]], other_starts[second[pair]], 0.0
        end, other_end = starts[first[pair] + 1], other_starts[second[pair] + 1]
        while one < end and other < other_end:
            if columns[one] == other_columns[other]:
                total += values[one] * other_values[other]
                one += 1
                other += 1
            elif columns[one] < other_columns[other]:
                one += 1
            else:
                other += 1
        products[pair] = total
    return products
