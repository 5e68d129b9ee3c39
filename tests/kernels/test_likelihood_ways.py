from __future__ import annotations

import numba
import numpy as np
import pytest

from standout.kernels.likelihood_ways import WAYS, accumulate_ways, starts_of, take_likeliest
from standout.kernels.likelihood_worth import COUNT_BITS

PEOPLE, ITEMS, VALUES, VALUE_BITS, DAY_BITS = 90, 6, 5, 3, 7
UNKNOWN = 4
STEP = 11
FOUR = (np.array([True, True, False, False]), np.array([True, False, True, False]))
THREE = (np.array([True, True, False]), np.array([True, False, True]))


@numba.njit
def likeliest(  # type: ignore[no-untyped-def]
    scores, floors, item_starts, entries, last_day, items, bases, rows, known_days, has_day, tables, near, reach,
    with_values, with_days, way_starts, slots, merged,
):  # fmt: skip
    gains, starts = np.empty(WAYS << (VALUE_BITS + DAY_BITS), np.int32), np.empty(WAYS, np.int64)
    accumulate_ways(
        scores, floors, item_starts, entries, VALUE_BITS, DAY_BITS, last_day, 0, len(items), items, bases, rows,
        known_days, has_day, tables, near, reach, UNKNOWN, STEP, with_values, with_days, gains, slots,
    )  # fmt: skip
    starts_of(way_starts, 0, starts)
    take_likeliest(scores, starts, merged)


@pytest.mark.parametrize("ways", [FOUR, THREE])
@pytest.mark.parametrize(("reach", "last_day"), [(0, 0), (3, 126), (14, 40), (126, 126)])
def test_a_person_scores_what_the_likeliest_way_makes_of_their_matches(
    reach: int, last_day: int, ways: tuple[np.ndarray, np.ndarray]
) -> None:
    """As one looks it up entry by entry and way by way: short lists and long ones, dates outside the released days,
    items without value or date, items that nobody can know, ways that are not possible."""
    random = np.random.default_rng(reach + last_day)
    tables = (random.integers(-900, 900, (UNKNOWN + 2, VALUES + 1, reach + 4)) << COUNT_BITS) + 1
    tables[-1] = 0
    near = random.integers(0, 90, last_day + 1) << COUNT_BITS
    floors, slots = random.integers(-500, 500, PEOPLE).astype(np.int32), np.zeros(1 << DAY_BITS, np.uint16)
    for turn in range(20):
        counts = random.choice([0, 1, 9, PEOPLE], ITEMS)
        item_starts = np.concatenate(([0], np.cumsum(counts)))
        people = np.concatenate([np.sort(random.permutation(PEOPLE)[:count]) for count in counts])
        values, days = random.integers(0, VALUES, len(people)), random.integers(0, last_day + 1, len(people))
        entries = ((((values << DAY_BITS) | days) << 16) | people).astype(np.uint32)
        items = np.where(random.random(ITEMS) < 0.9, random.permutation(ITEMS), -1)
        rows = random.integers(0, UNKNOWN + 2, ITEMS)
        has_day = (random.random(ITEMS) < 0.8) & (rows <= UNKNOWN)
        known_days = random.choice([-40, 0, last_day // 2, last_day + 2, 300], ITEMS)
        bases = np.where(rows > UNKNOWN, random.integers(-5, 5, ITEMS), random.integers(-50, 50, ITEMS)) << COUNT_BITS
        way_starts = random.integers(-300, 300, (len(ways[0]), 1)).astype(np.float64)
        way_starts[random.random(way_starts.shape) < 0.3] = -np.inf
        way_starts[0, 0] = 0.0 if turn % 2 else way_starts[0, 0]
        if not np.isfinite(way_starts).any():
            continue
        sums, matches = np.full((PEOPLE, len(ways[0])), 0), np.zeros(PEOPLE, np.int64)
        for known, item in enumerate(items):
            for place in range(item_starts[item], item_starts[item + 1] if item >= 0 else item_starts[item]):
                person, value, gap = people[place], values[place], abs(days[place] - known_days[known])
                if rows[known] > UNKNOWN:
                    sums[person] += max(bases[known] >> COUNT_BITS, 0)
                    continue
                matches[person] += 1
                for way, (with_value, with_day) in enumerate(zip(*ways, strict=True)):
                    worth = tables[rows[known] if with_value else UNKNOWN, value]
                    gain = worth[reach + 2]
                    if has_day[known] and with_day:
                        gain = worth[gap] + near[days[place]] if gap <= reach else worth[reach + 1]
                    sums[person, way] += max(((bases[known] + gain) >> COUNT_BITS) + STEP, floors[person])
        expected = np.where(np.isfinite(way_starts[:, 0]), sums + way_starts[:, 0], -np.inf).max(axis=1)
        scores, merged = np.zeros(WAYS * PEOPLE, np.int64), np.empty(PEOPLE, np.int64)
        likeliest(
            scores, floors, item_starts, entries, last_day, items, bases, rows, known_days, has_day, tables, near,
            reach, *ways, way_starts, slots, merged,
        )  # fmt: skip
        assert (merged >> COUNT_BITS).tolist() == expected.tolist()
        assert (merged & ((1 << COUNT_BITS) - 1)).tolist() == matches.tolist()
        assert not scores.any()
        assert not slots.any()
