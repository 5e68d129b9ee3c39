from __future__ import annotations

import numba
import numpy as np
import pytest

from standout.kernels.likelihood_small import add_small
from standout.kernels.likelihood_worth import COUNT_BITS

PEOPLE, VALUES, VALUE_BITS, DAY_BITS = 60, 5, 3, 7
BASE = 7 << COUNT_BITS


@numba.njit
def added(scores, floors, entries, table, near, known_day, has_day, reach, last_day, short, slots):  # type: ignore[no-untyped-def]
    gains = np.empty(1 << (VALUE_BITS + DAY_BITS), np.int32)
    add_small(
        scores, floors, entries, BASE, table, near, known_day, has_day, reach,
        VALUE_BITS, DAY_BITS, last_day, VALUES, short, gains, slots,
    )  # fmt: skip


@pytest.mark.parametrize("has_day", [True, False])
@pytest.mark.parametrize("short", [True, False])
@pytest.mark.parametrize(("reach", "last_day"), [(0, 0), (0, 126), (3, 126), (14, 40), (126, 126)])
def test_entries_add_what_their_value_and_day_are_worth_but_no_less_than_floors(
    reach: int, last_day: int, short: bool, has_day: bool
) -> None:
    """As one looks it up entry by entry, however it is listed; no entry at all, and days outside the released ones."""
    random = np.random.default_rng(reach + last_day)
    table = (random.integers(-900, 900, (VALUES + 1, reach + 4)) << COUNT_BITS) + 1
    near = random.integers(0, 90, last_day + 1) << COUNT_BITS
    floors, slots = random.integers(-500, 500, PEOPLE).astype(np.int32), np.zeros(1 << DAY_BITS, np.uint16)
    for count in (0, 1, 5, PEOPLE):
        for known_day in (-40, -1, 0, last_day // 2, last_day, last_day + 2, 300):
            people = np.sort(random.permutation(PEOPLE)[:count])
            values, days = random.integers(0, VALUES, count), random.integers(0, last_day + 1, count)
            entries = ((((values << DAY_BITS) | days) << 16) | people).astype(np.uint32)
            scores = random.integers(-5, 5, PEOPLE) << COUNT_BITS
            expected = scores.copy()
            for person, value, day in zip(people, values, days, strict=True):
                gap = abs(day - known_day)
                worth = table[value, reach + 2]
                if has_day:
                    worth = table[value, gap] + near[day] if gap <= reach else table[value, reach + 1]
                expected[person] += (max((BASE + worth) >> COUNT_BITS, floors[person]) << COUNT_BITS) + 1
            added(scores, floors, entries, table, near, known_day, has_day, reach, last_day, short, slots)
            assert scores.tolist() == expected.tolist()
            assert not slots.any()
