"""Gains as whole numbers: exact sums whatever the order, and ties that are ties."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import AdditiveGains, sums_by_target
from standout.common.arrays import Floats, Int32s, Int64s
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge

SUM_BITS = 30
"""No target's best possible sum exceeds this many bits."""

_MOST_BITS = 40
_EARLIEST_DAY, _LATEST_DAY = -16_384, 49_151


@dataclass(frozen=True)
class FixedGains:
    """Gains on a grid: target `t` counts in steps of `units[t]`, tables in steps of 2^-24."""

    weights: Int64s
    value_rows: Int32s
    day_rows: Int32s
    known_days: Int64s
    by_value: Int32s
    by_day: Int32s
    units: Floats
    listed_from: Int64s
    """Per target, the least whole-number score that is listed."""


def fixed(gains: AdditiveGains, knowledge: Knowledge) -> FixedGains:
    """Round gains to the finest grid on which no target's best possible sum exceeds 30 bits."""
    from standout.kernels.postings import TABLE_BITS

    if gains.least:
        bits = np.full(knowledge.targets, TABLE_BITS)
    else:
        best = most_per_target(gains, knowledge)
        bits = np.clip(np.floor(SUM_BITS - np.log2(np.maximum(best, 2.0**-20))), 0, _MOST_BITS).astype(np.int64)
    scales = 2.0**bits
    return FixedGains(
        # kernels multiply in single precision: a weight that it holds exactly is worth the same without a table too
        weights=np.rint(gains.weights * np.repeat(scales, knowledge.sizes)).astype(np.float32).astype(np.int64),
        value_rows=gains.value_rows,
        day_rows=gains.day_rows,
        known_days=clipped_days(knowledge),
        by_value=np.rint(gains.by_value * 2**TABLE_BITS).astype(np.int32),
        by_day=np.rint(gains.by_day * 2**TABLE_BITS).astype(np.int32),
        units=1 / scales,
        listed_from=_listed_from(gains, scales),
    )


def most_per_target(gains: AdditiveGains, knowledge: Knowledge) -> Floats:
    """The best sum that any record could reach, for each target."""
    return sums_by_target(np.abs(gains.weights) * _most_worth(gains), knowledge)


def _most_worth(gains: AdditiveGains) -> Floats:
    """The most that value and day can add up to for each known item, before its weight."""
    by_value = _most_in(gains.by_value, gains.value_rows)
    by_day = _most_in(gains.by_day, gains.day_rows)
    return np.where((gains.value_rows < 0) & (gains.day_rows < 0), 1.0, by_value + by_day)


def _most_in(table: Floats, rows: Int32s) -> Floats:
    """The most in the row of each known item, 0 for none. A table that nobody looks at is not gone through."""
    used = rows >= 0
    return np.abs(table).max(axis=1)[rows] * used if used.any() else np.zeros(len(rows))


def clipped_days(knowledge: Knowledge) -> Int64s:
    """Known days, kept close enough to the released days that every gap has its place in the table."""
    days = np.where(knowledge.days == UNKNOWN_DAY, 0, knowledge.days.astype(np.int64))
    return np.clip(days, _EARLIEST_DAY, _LATEST_DAY)


def _listed_from(gains: AdditiveGains, scales: Floats) -> Int64s:
    if gains.listed_from is None:
        return np.full(len(scales), -(1 << 62))
    return np.clip(np.ceil(gains.listed_from * scales), -(2.0**62), 2.0**62).astype(np.int64)
