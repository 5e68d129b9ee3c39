"""Every item guessed from the others of a record by least squares: what is had although the rest does not suggest it.

The best weights of each item on all others have a closed form (Steck 2019). Only the most common items are looked at:
of rare ones too little is known, and there are many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Float32s, Floats, Int64s
from standout.inference.strongest.sight import Sight

COMMON = 1_000
"""As many items are looked at."""
RIDGE = 0.05
"""How far weights are held back, as a share of the people."""
_AT_ONCE = 4_096


@dataclass(frozen=True)
class ItemRegression:
    """The items looked at, and how much each (row) speaks for each (column)."""

    items: Int64s
    weights: Float32s

    def guessed(self, sight: Sight) -> Floats:
        """For every pair, how far the rest of the record suggests it; 0 for items that are not looked at."""
        pairs = sight.pairs
        places = np.full(sight.size[1], -1)
        places[self.items] = np.arange(len(self.items))
        columns = places[pairs.items]
        guess, among = np.zeros(len(columns)), columns >= 0
        has = sight.presence.astype(np.float32)[:, self.items]
        for first in range(0, sight.size[0], _AT_ONCE):
            own = among & (pairs.people >= first) & (pairs.people < first + _AT_ONCE)
            scores = np.asarray(has[first : first + _AT_ONCE] @ self.weights)
            guess[own] = scores[pairs.people[own] - first, columns[own]]
        return guess


def learned_regression(sight: Sight, people: Int64s) -> ItemRegression:
    """Look at who of these people has what."""
    has = sight.presence[people].astype(np.float32)
    holders = np.bincount(has.indices, minlength=sight.size[1])
    items = np.sort(np.argsort(-holders, kind="stable")[:COMMON])
    items = items[holders[items] > 0]
    kept = has[:, items]
    together = np.asarray((kept.T @ kept).todense(), dtype=np.float32)
    together[np.diag_indices(len(items))] += max(RIDGE * len(people), 1.0)
    inverse = np.linalg.inv(together) if len(items) else together
    weights: Float32s = (-inverse / np.diag(inverse)).astype(np.float32)
    np.fill_diagonal(weights, 0.0)
    return ItemRegression(items, weights)
