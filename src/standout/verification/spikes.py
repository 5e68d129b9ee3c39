"""The spike test: items that more people have than before, by more than chance allows (Strucks, figure 6).

An owner compares with the original; an adversary with counts from elsewhere, such as another release.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.results.compare_measures import Growth, Spikes

LEVEL = 0.05
"""The chance that data without any protection has an item called a spike."""


def spikes(counts: Int64s, expected: Int64s) -> Spikes:
    """How many items have more people than the expected counts explain, and which grew most.

    The share of the item among both counts together is binomial if both come from the same popularity: given the sum,
    a chance of size after : before for each holder. One-sided, Bonferroni over all items that either count has.
    Both totals are as they are: a protection that adds entries everywhere, evenly, makes no spike.
    """
    items = np.flatnonzero((counts + expected) > 0)
    after, before = counts[items], expected[items]
    if not after.sum() or not before.sum():
        return Spikes(items_compared=len(items), spikes=0)
    called = _chances(after, before) * len(items) < LEVEL
    many = int(called.sum())
    biggest = int(np.argmax(np.where(called, (after + 1) / (before + 1), 0.0)))
    return Spikes(
        items_compared=len(items),
        spikes=many,
        share=many / len(items),
        biggest=Growth(before=int(before[biggest]), after=int(after[biggest])) if many else None,
    )


def _chances(after: Int64s, before: Int64s) -> Floats:
    """For each item the chance of at least this many after, given before and after together."""
    from scipy.stats import binom

    share = after.sum() / (after.sum() + before.sum())
    return np.asarray(binom.sf(after - 1, after + before, share), dtype=np.float64)
