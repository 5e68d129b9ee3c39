"""Likelihoods in whole numbers: what the kernel that counts matches takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from standout.attacks.contract import LikelihoodGains
from standout.attacks.fixed import clipped_days
from standout.common.arrays import Floats, Int64s
from standout.data.facts import Facts
from standout.knowledge.draw import Knowledge


@dataclass(frozen=True)
class Grid:
    """LikelihoodGains in whole numbers, as the kernel takes them."""

    weights: Int64s
    rows: Int64s
    known_days: Int64s
    has_day: npt.NDArray[np.bool_]
    tables: Int64s
    near: Int64s
    starts: Int64s
    """By way and target."""
    by_count: Int64s
    least_steps: Int64s
    """For each row of `by_count`, the least that one match more adds."""
    by_length: Int64s
    logs: Int64s
    own: Int64s
    """What is left of the logs before anything is drawn; or the curves, where there are any."""
    slopes: Int64s
    costs: Int64s
    """What one match more takes from each record's score at most, before it is worth anything."""


def gridded(gains: LikelihoodGains, knowledge: Knowledge) -> Grid:
    """Round to the grid; what is accumulated is shifted above the count of matches."""
    from scipy.special import gammaln

    from standout.kernels.likelihood_worth import COUNT_BITS

    logs = _whole(gammaln(np.arange(int(gains.room.max(initial=0)) + 1) + 1.0))
    by_count, slopes = _whole(gains.by_count), _whole(gains.slopes)
    even = gains.curves is None
    return Grid(
        weights=_whole(gains.weights) << COUNT_BITS,
        rows=gains.value_rows.astype(np.int64),
        known_days=clipped_days(knowledge),
        has_day=gains.dated,
        tables=(_whole(gains.tables) << COUNT_BITS) + gains.counted,
        near=_whole(gains.near) << COUNT_BITS,
        starts=_whole(gains.starts),
        by_count=by_count,
        least_steps=_least_steps(by_count, gains, knowledge),
        by_length=_whole(gains.by_length),
        logs=logs,
        own=logs[gains.room] if gains.curves is None else _whole(gains.curves),
        slopes=slopes,
        costs=(logs[gains.room] - logs[np.maximum(gains.room - 1, 0)]) * even - slopes,
    )


def _least_steps(by_count: Int64s, gains: LikelihoodGains, knowledge: Knowledge) -> Int64s:
    """The least step of each row up to the number of items that are known of its targets."""
    sizes = np.zeros(len(by_count), np.int64)
    sizes[gains.count_rows] = knowledge.sizes
    steps = np.diff(by_count, axis=1, append=by_count[:, -1:])
    within = np.arange(by_count.shape[1]) < sizes[:, None]
    return np.where(sizes > 0, np.where(within, steps, np.iinfo(np.int64).max).min(axis=1), 0)


def _whole(amounts: Floats) -> Int64s:
    from standout.kernels.likelihood_worth import GRID_BITS

    return np.rint(amounts * 2.0**GRID_BITS).astype(np.int64)


def sloped(grid: Grid) -> tuple[Floats, Floats]:
    """What matches are worth by their number, and what a match costs each record besides; nothing where that is the
    same for all: then it belongs to the number."""
    by_count, slopes = grid.by_count.astype(np.float64), grid.slopes.astype(np.float64)
    if len(slopes) and (slopes == slopes[0]).all():
        return by_count + slopes[0] * np.arange(by_count.shape[1]), slopes[:0]
    return by_count, slopes


def _complete(facts: Facts) -> bool:
    """Whether every entry has a value and a day, if any has."""
    entries = int(facts.holders.sum())
    with_value = not facts.has_values or int(facts.value_counts.sum()) >= entries
    return not facts.events and with_value and (not facts.has_days or int(facts.day_counts.sum()) >= entries)


def _fits_four_bytes(grid: Grid) -> bool:
    """Whether what one entry is worth, and the least it may be, are whole numbers of four bytes."""
    from standout.kernels.likelihood_worth import COUNT_BITS

    of_entries = sum(int(np.abs(part).max(initial=0)) for part in (grid.weights, grid.tables, grid.near)) >> COUNT_BITS
    least, step = (int(np.abs(part).max(initial=0)) for part in (grid.costs, grid.least_steps))
    return max(of_entries + step, least) < 2**31 - 2


def is_small(grid: Grid, facts: Facts) -> bool:
    """Whether every entry is a match, and what one is worth fits in four bytes."""
    return _complete(facts) and _fits_four_bytes(grid)
