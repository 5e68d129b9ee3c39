"""What a protection did to the data as a whole: size, density, values (Strucks, table 10), and item popularity."""

from __future__ import annotations

from typing import Any

import numpy as np

from standout.attacks.contract import Floats
from standout.data.model import Int64s
from standout.verification.aligned import Rows


def statistics(entries: Rows, worth: Floats) -> dict[str, Any]:
    """People and items that have an entry, entries, density, and mean and variance of values where there are any."""
    people, items = len(np.unique(entries.people)), len(np.unique(entries.items))
    found: dict[str, Any] = {"people": people, "items": items, "interactions": len(entries.people)}
    if people and items:
        found["density"] = len(entries.people) / (people * items)
    values = worth[entries.values]
    values = values[np.isfinite(values)]
    if len(values):
        found |= {"mean": float(values.mean()), "variance": float(values.var())}
    return found


def popularity_drift(before: Int64s, after: Int64s) -> dict[str, float]:
    """How far item popularity moved, from everybody's counts per item.

    `total_variation` is the share of entries that would have to move to other items to get the old shares back;
    `rank_correlation` is Spearman's, tied counts at their mean rank, and absent where all counts are alike.
    """
    found: dict[str, float] = {}
    if before.sum() and after.sum():
        found["total_variation"] = float(np.abs(before / before.sum() - after / after.sum()).sum() / 2)
    old, new = mean_ranks(before), mean_ranks(after)
    if len(old) > 1 and old.std() > 0 and new.std() > 0:
        found["rank_correlation"] = float(np.corrcoef(old, new)[0, 1])
    return found


def mean_ranks(counts: Int64s) -> Floats:
    """Ranks from 1 on, tied counts at the mean of theirs."""
    _, place, many = np.unique(counts, return_inverse=True, return_counts=True)
    ends = np.cumsum(many)
    return np.asarray((ends - (many - 1) / 2)[place], dtype=np.float64)
