"""What an attacker may be told besides records: the labels of somebody's neighbours.

A table with a row per person, as `Sight.knowing` takes one; nobody's own label is in their own row.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.data.attributes import UNKNOWN

NEAREST = 20


def labels_of_neighbours(directions: Floats, codes: Int32s, classes: int, count: int = NEAREST) -> Floats:
    """People × classes: the share of each class among the nearest others by cosine whose label is known.

    `directions` has a row per person; nothing of what is said of somebody comes from their own label.
    """
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    rows = directions / np.maximum(lengths, 1e-12)
    known = np.flatnonzero(codes != UNKNOWN)
    shares = np.zeros((len(codes), classes))
    if len(known) < 2:
        return shares
    labels = np.eye(classes)[codes[known]]
    nearest = min(count, len(known) - 1)
    for first in range(0, len(rows), 1024):
        part = np.arange(first, min(first + 1024, len(rows)))
        near = rows[part] @ rows[known].T
        near[known[None, :] == part[:, None]] = -np.inf
        chosen = np.argpartition(near, -nearest, axis=1)[:, -nearest:]
        shares[part] = labels[chosen].mean(axis=1)
    return shares
