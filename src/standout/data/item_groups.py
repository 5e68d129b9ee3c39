"""Groups of items (genres, sections, kinds). An item may be in several, or in none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Int64s

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


@dataclass(frozen=True)
class ItemGroups:
    """Which items are in which groups: `items[i]` is in group `groups[i]`, each pair once."""

    names: tuple[str, ...]
    items: Int64s
    groups: Int64s
    notes: tuple[str, ...] = ()

    def matrix(self, items: int) -> csr_matrix:
        """Items × groups, 1 where the item is in the group."""
        from scipy.sparse import csr_matrix

        return csr_matrix((np.ones(len(self.items)), (self.items, self.groups)), shape=(items, len(self.names)))
