"""What a protection did to the data as a whole: size, density, values (Strucks, table 10), and item popularity."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.inference.measures import mean_ranks
from standout.results.compare_measures import PopularityDrift, Statistics
from standout.verification.aligned import Rows


def statistics(entries: Rows, worth: Floats) -> Statistics:
    """People and items that have an entry, entries, density, and mean and variance of values where there are any."""
    people, items = len(np.unique(entries.people)), len(np.unique(entries.items))
    values = worth[entries.values]
    values = values[np.isfinite(values)]
    return Statistics(
        people=people,
        items=items,
        interactions=len(entries.people),
        density=len(entries.people) / (people * items) if people and items else None,
        mean=float(values.mean()) if len(values) else None,
        variance=float(values.var()) if len(values) else None,
    )


def popularity_drift(before: Int64s, after: Int64s) -> PopularityDrift:
    """How far item popularity moved, from everybody's counts per item.

    `total_variation` is the share of entries that would have to move to other items to get the old shares back;
    `rank_correlation` is Spearman's, tied counts at their mean rank, and absent where all counts are alike.
    """
    moved, alike = None, None
    if before.sum() and after.sum():
        moved = float(np.abs(before / before.sum() - after / after.sum()).sum() / 2)
    old, new = mean_ranks(before.astype(np.float64)), mean_ranks(after.astype(np.float64))
    if len(old) > 1 and old.std() > 0 and new.std() > 0:
        alike = float(np.corrcoef(old, new)[0, 1])
    return PopularityDrift(total_variation=moved, rank_correlation=alike)
