"""What popularity tells: information per item (Narayanan, figure 7) and who has items off the beaten track."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.counting import record_sums
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.merging import Arrays, one_after_another
from standout.results.audit_parts import AtRank, OutsideTop, Span
from standout.risk.crowds import folded
from standout.risk.intervals import rate_of

TOPS = (100, 500, 1000)
AT_LEAST = (1, 5, 10)


def information(data: AnyDataset) -> Floats:
    """Bits learnt about who a person is from knowing one item: log2(people / holders), by popularity rank."""
    holders = np.sort(data.holders)[::-1]
    return np.log2(data.people / np.maximum(holders, 1))


def information_by_rank(data: AnyDataset, points: int = 40) -> tuple[AtRank, ...]:
    """The information curve at ranks spread evenly over a logarithmic axis."""
    if not data.items:
        return ()
    bits = information(data)
    ranks = np.unique(np.geomspace(1, data.items, points).astype(int))
    return tuple(AtRank(rank=int(rank), bits=float(bits[rank - 1])) for rank in ranks)


def items_outside_top(data: AnyDataset, top: int) -> Int64s:
    """How many items outside the `top` most popular each person has."""
    return items_outside_tops(data, (top,))[0]


def items_outside_tops(data: AnyDataset, tops: Sequence[int]) -> list[Int64s]:
    """The same for each of several tops, asked in one go."""
    found = data.engine.map(data, _items_outside_tops, tuple(tops), merge=one_after_another)
    return [found[str(top)] for top in tops]


def _items_outside_tops(partition: Partition, facts: Facts, tops: Sequence[int]) -> Arrays:
    ranks = facts.popularity_ranks
    return {str(top): record_sums(partition.records, (ranks >= top).astype(np.int64)) for top in tops}


def outside_top_table(data: AnyDataset) -> tuple[OutsideTop, ...]:
    """Share of people with at least 1, 5, 10 items outside the 100, 500, 1000 most popular."""
    rows, tops = [], [top for top in TOPS if top < data.items]
    for top, counts in zip(tops, items_outside_tops(data, tops) if tops else (), strict=True):
        one, five, ten = (rate_of(counts >= least) for least in AT_LEAST)
        rows.append(OutsideTop(outside_top=top, at_least_1=one, at_least_5=five, at_least_10=ten))
    return tuple(rows)


def distribution(numbers: Int64s, fewest: int = 1) -> tuple[Span, ...]:
    """How many of these numbers fall into 1, 2–3, 4–7, …; bins with fewer than `fewest` are joined with the next."""
    numbers = numbers[numbers > 0]
    if not len(numbers):
        return ()
    buckets = np.bincount(np.floor(np.log2(numbers)).astype(int))
    return tuple(
        Span(low=1 << first, high=(2 << last) - 1, count=int(buckets[first : last + 1].sum()))
        for first, last in folded(buckets.tolist(), fewest)
    )
