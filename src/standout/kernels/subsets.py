"""Sums over all parts of a small set, a part being a number with a bit per member."""

from __future__ import annotations

import numba

from standout.kernels import OUTER


@numba.njit(**OUTER)
def add_larger_parts(counts):  # type: ignore[no-untyped-def]
    """Turn counts per part into counts over that part and all that contain it, in place."""
    step = 1
    while step < len(counts):
        for begin in range(0, len(counts), 2 * step):
            without = counts[begin : begin + step]
            having = counts[begin + step : begin + 2 * step]
            for part in range(step):
                without[part] += having[part]
        step *= 2
