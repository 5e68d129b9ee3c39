"""The smallest kernel there is: whoever calls it has numba loaded and set up, which takes longer than most kernels."""

from __future__ import annotations

import numba

from standout.kernels import OUTER


@numba.njit(**OUTER)
def nothing():  # type: ignore[no-untyped-def]
    """Does nothing."""
    return 0
