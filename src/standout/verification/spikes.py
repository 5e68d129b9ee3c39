"""The spike test: items that more people have than before, by more than chance allows (Strucks, figure 6).

An owner compares with the original; an adversary with counts from elsewhere, such as another release.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from standout.attacks.contract import Floats
from standout.data.model import Int64s

LEVEL = 0.05
"""The chance that data without any protection has an item called a spike."""


def spikes(counts: Int64s, expected: Int64s) -> dict[str, Any]:
    """How many items have more people than the expected counts explain, and which grew most.

    The share of the item among both counts together is binomial if both come from the same popularity: given the sum,
    a chance of size after : before for each holder. One-sided, Bonferroni over all items that either count has.
    Both totals are as they are: a protection that adds entries everywhere, evenly, makes no spike.
    """
    there = np.flatnonzero((counts + expected) > 0)
    after, before = counts[there], expected[there]
    found: dict[str, Any] = {"items_compared": len(there), "spikes": 0}
    if not after.sum() or not before.sum():
        return found
    chances = _chances(after, before)
    found["spikes"] = int((chances * len(there) < LEVEL).sum())
    found["share"] = found["spikes"] / len(there)
    grown = (after + 1) / (before + 1)
    biggest = int(np.argmax(np.where(chances * len(there) < LEVEL, grown, 0.0)))
    if found["spikes"]:
        found["biggest"] = {"before": int(before[biggest]), "after": int(after[biggest])}
    return found


def _chances(after: Int64s, before: Int64s) -> Floats:
    """For each item the chance of at least this many after, given before and after together."""
    from scipy.stats import binom

    share = after.sum() / (after.sum() + before.sum())
    return np.asarray(binom.sf(after - 1, after + before, share), dtype=np.float64)
