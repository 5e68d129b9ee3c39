"""Every set of k known items, one after the other, as scikit-mobility does: who else has all of them?

The risk of a person is 1 / the fewest records that contain such a set. Written anew in pandas: scikit-mobility itself
wants pandas below 2, and places instead of items. Its own match of one person groups and merges, and costs more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, islice

import numpy as np
import pandas as pd

from standout.common.arrays import Int64s

Records = list[list[int]]
"""The items of each of some people."""


def sets_of(records: Records, size: int) -> Iterator[tuple[int, ...]]:
    """All sets of so many items, record by record."""
    for record in records:
        yield from combinations(record, size)


def counted_by_person(ratings: pd.DataFrame, records: Records, size: int, most: int) -> Int64s:
    """How many records contain each of the first sets: person after person is asked whether they match."""
    found = []
    for known in islice(sets_of(records, size), most):
        matches = ratings.groupby("person")["item"].apply(partial(_has, pd.Series(known)))
        found.append(int(matches.sum()))
    return np.array(found, np.int64)


def _has(known: pd.Series[int], record: pd.Series[int]) -> bool:
    return bool(known.isin(record).all())


def counted_at_once(ratings: pd.DataFrame, records: Records, size: int, most: int) -> Int64s:
    """The same for all people at once: the rows with a known item, counted by person."""
    found = []
    for known in islice(sets_of(records, size), most):
        shared = ratings.loc[ratings["item"].isin(known), "person"].value_counts()
        found.append(int((shared == size).sum()))
    return np.array(found, np.int64)
