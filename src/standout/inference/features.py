"""Records as sparse matrices, people × items, for classifiers. Zero means: the person does not have the item.

Never dense: a matrix holds one number per entry of the data; of an item that a person has several times, that of the
latest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_VALUE
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.model import Scale

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


def values_matrix(data: LocalDataset, people: Int64s | None = None) -> csr_matrix:
    """What each value is worth, as `worths` says; 1 for every entry of data without values.

    Where only some entries lack a value, they get the mean of the others, which says neither good nor bad.
    """
    return _matrix(data, _entry_worths(data), people)


def presence_matrix(data: LocalDataset, people: Int64s | None = None) -> csr_matrix:
    """1 for every entry, whatever its value."""
    return _matrix(data, np.ones(len(once(data.held.records).items)), people)


def worths(scale: Scale) -> Floats:
    """What each value code is worth: its position on the scale, moved up if need be so that none is 0 or below.

    A rating of 0 would otherwise look like an item that the person does not have. The lowest value then gets the
    smallest distance between two neighbours (1 if there is only one value).
    """
    positions = np.array(scale.positions, dtype=np.float64)
    if not len(positions) or positions[0] > 0:
        return positions
    step = float(np.diff(positions).min()) if len(positions) > 1 else 1.0
    raised: Floats = positions - positions[0] + step
    return raised


def _entry_worths(data: LocalDataset) -> Floats:
    records = once(data.held.records)
    if not data.has_values:
        return np.ones(len(records.items))
    values = np.asarray(records.values)
    table = np.full(NO_VALUE + 1, np.nan)
    table[: len(data.scale.positions)] = worths(data.scale)
    worth = table[values]
    missing = np.isnan(worth)
    if missing.any():
        worth[missing] = worth[~missing].mean() if not missing.all() else 1.0
    return worth


def _matrix(data: LocalDataset, numbers: Floats, people: Int64s | None) -> csr_matrix:
    from scipy.sparse import csr_matrix

    records = once(data.held.records)
    parts = numbers, np.asarray(records.items), np.asarray(records.starts)
    matrix = csr_matrix(parts, shape=(data.people, data.items))
    return matrix if people is None else matrix[people]
