"""What popularity tells: information per item (Narayanan, figure 7) and who has items off the beaten track."""

from __future__ import annotations

from typing import Any

import numpy as np

from standout.attacks.contract import Floats
from standout.data.elsewhere import Arrays, one_after_another, over_parts
from standout.data.index import record_sums
from standout.data.model import Int64s, Interactions
from standout.risk.crowds import folded
from standout.risk.intervals import dicts, rate_of

TOPS = (100, 500, 1000)
AT_LEAST = (1, 5, 10)


def information(data: Interactions) -> Floats:
    """Bits learnt about who a person is from knowing one item: log2(people / holders), by popularity rank."""
    holders = np.sort(data.holders)[::-1]
    return np.log2(data.people / np.maximum(holders, 1))


def information_by_rank(data: Interactions, points: int = 40) -> list[dict[str, float]]:
    """The information curve at ranks spread evenly over a logarithmic axis."""
    if not data.items:
        return []
    bits = information(data)
    ranks = np.unique(np.geomspace(1, data.items, points).astype(int))
    return [{"rank": int(rank), "bits": float(bits[rank - 1])} for rank in ranks]


def items_outside_top(data: Interactions, top: int) -> Int64s:
    """How many items outside the `top` most popular each person has."""
    return over_parts(data, _items_outside_top, top, merge=one_after_another)["counts"]


def _items_outside_top(part: Interactions, top: int) -> Arrays:
    outside = (part.popularity_ranks >= top).astype(np.int64)
    return {"counts": record_sums(part.records, outside)}


def outside_top_table(data: Interactions) -> list[dict[str, Any]]:
    """Share of people with at least 1, 5, 10 items outside the 100, 500, 1000 most popular."""
    rows = []
    for top in TOPS:
        if top < data.items:
            counts = items_outside_top(data, top)
            rows.append({"outside_top": top} | dicts({str(least): rate_of(counts >= least) for least in AT_LEAST}))
    return rows


def distribution(numbers: Int64s, fewest: int = 1) -> list[dict[str, int]]:
    """How many of these numbers fall into 1, 2–3, 4–7, …; bins with fewer than `fewest` are joined with the next."""
    numbers = numbers[numbers > 0]
    if not len(numbers):
        return []
    buckets = np.bincount(np.floor(np.log2(numbers)).astype(int))
    return [
        {"from": 1 << first, "to": (2 << last) - 1, "count": int(buckets[first : last + 1].sum())}
        for first, last in folded(buckets.tolist(), fewest)
    ]
