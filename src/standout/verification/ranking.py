"""How good lists of recommendations are: nDCG and recall, person by person."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Bools, Floats, Int32s, Int64s


def hits(best: Int32s, people: Int64s, wanted_people: Int32s, wanted_items: Int32s, items: int) -> Bools:
    """Whether each recommendation (a row per person) is one of the (person, item) pairs wanted."""
    wanted = np.sort(wanted_people.astype(np.int64) * items + wanted_items)
    asked = people[:, None] * items + best
    if not len(wanted):
        return np.zeros(best.shape, bool)
    places = np.minimum(np.searchsorted(wanted, asked), len(wanted) - 1)
    return np.asarray((wanted[places] == asked) & (best >= 0))


def ndcg(is_hit: Bools, wanted: Int64s) -> Floats:
    """Normalised discounted cumulative gain: a hit at place r gains 1/log2(r + 1), over what the best list would gain
    (Järvelin and Kekäläinen 2002). `wanted` is how many items each person wants, at least one."""
    gains = 1 / np.log2(np.arange(2, is_hit.shape[1] + 2))
    most = np.cumsum(gains)[np.minimum(wanted, is_hit.shape[1]) - 1]
    return np.asarray((is_hit * gains).sum(axis=1) / most)


def recall(is_hit: Bools, wanted: Int64s) -> Floats:
    """The share of the wanted items that is in the list."""
    return np.asarray(is_hit.sum(axis=1) / wanted)
