"""What partitions add up for classifiers: counts by class, gradients, and what models say of the people in them.

People's classes and folds are sent along, two numbers a person; records stay where they are. A partition makes its
matrix once and keeps it as long as it is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.attributes import UNKNOWN
from standout.data.codes import NO_VALUE
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.merging import Arrays, one_after_another, summed
from standout.inference.features import worths

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from standout.data.dataset import AnyDataset

Matrix = Literal["values", "presence"]


@dataclass(frozen=True)
class Seen:
    """What classifiers look at: the matrix, what an entry without a value is worth in it, and who is of which class and
    fold."""

    matrix: Matrix
    missing: float
    codes: Int32s
    folds: Int32s
    classes: int

    @property
    def count(self) -> int:
        """How many folds there are."""
        return int(self.folds.max()) + 1


def mean_worth(data: AnyDataset) -> float:
    """What an entry without a value is worth: the mean of those that have one, 1 where none has."""
    if not data.has_values:
        return 1.0
    sums = data.engine.map(data, _worths_in, merge=summed)
    return float(sums["worth"][0] / sums["count"][0]) if sums["count"][0] else 1.0


def class_sums(data: AnyDataset, seen: Seen) -> Floats:
    """Folds × classes × items: the columns of the matrix added up."""
    sums = data.engine.map(data, _class_sums_in, seen, merge=summed)["sums"]
    return np.asarray(sums.reshape(seen.count, seen.classes, data.items))


def logistic_sums(data: AnyDataset, seen: Seen, folds: Int64s, weights: Floats) -> tuple[Floats, Floats]:
    """For each of these folds the loss of its weights (rows × items and one, one row for two classes) over all people
    of other folds, added up, and its gradient."""
    sums = data.engine.map(data, _logistic_sums_in, seen, folds, weights, merge=summed)
    return sums["loss"], sums["gradient"].reshape(weights.shape)


def products(data: AnyDataset, seen: Seen, models: Floats) -> Floats:
    """People × rows: the matrix times the model (folds × rows × items) of each person's own fold; not numbers for
    people in none."""
    found = data.engine.map(data, _products_in, seen, models, merge=one_after_another)["products"]
    return np.asarray(found.reshape(data.people, models.shape[1]))


def _worths_in(partition: Partition, facts: Facts) -> Arrays:
    worth = _table(facts, np.nan)[np.asarray(partition.items_once.records.values)]
    told = ~np.isnan(worth)
    return {"worth": np.array([worth[told].sum()]), "count": np.array([told.sum()], np.int64)}


def _class_sums_in(partition: Partition, facts: Facts, seen: Seen) -> Arrays:
    from scipy.sparse import csr_matrix

    codes, folds, known = _own(partition, seen)
    groups = folds[known].astype(np.int64) * seen.classes + codes[known]
    shape = (seen.count * seen.classes, partition.size)
    members = csr_matrix((np.ones(len(known)), (groups, known)), shape=shape)
    return {"sums": (members @ _matrix(partition, facts, seen)).toarray().ravel()}


def _logistic_sums_in(partition: Partition, facts: Facts, seen: Seen, chosen: Int64s, weights: Floats) -> Arrays:
    codes, folds, known = _own(partition, seen)
    matrix, (count, rows, width) = _matrix(partition, facts, seen)[known], weights.shape
    flat = weights.reshape(count * rows, width)
    scores = np.asarray(matrix @ flat[:, :-1].T) + flat[:, -1]
    scores = scores.reshape(len(known), count, rows)
    training = folds[known][:, None] != chosen
    losses, residuals = (_of_two if rows == 1 else _of_many)(scores, codes[known])
    residuals *= training[:, :, None]
    wide = residuals.reshape(len(known), count * rows)
    gradient = np.empty((count * rows, width))
    gradient[:, :-1], gradient[:, -1] = np.asarray(matrix.T @ wide).T, wide.sum(axis=0)
    return {"loss": (losses * training).sum(axis=0), "gradient": gradient.ravel()}


def _of_two(scores: Floats, codes: Int32s) -> tuple[Floats, Floats]:
    """Loss and residual of two classes: people × folds, and the same by row."""
    truth, scores = (codes == 1).astype(np.float64)[:, None], scores[:, :, 0]
    chances = np.exp(-np.logaddexp(0, -scores))
    return np.logaddexp(0, scores) - truth * scores, (chances - truth)[:, :, None]


def _of_many(scores: Floats, codes: Int32s) -> tuple[Floats, Floats]:
    """The same of more classes."""
    everybody = np.arange(len(codes))
    whole = np.logaddexp.reduce(scores, axis=2)
    residuals = np.exp(scores - whole[:, :, None])
    residuals[everybody, :, codes] -= 1
    return whole - scores[everybody, :, codes], residuals


def _products_in(partition: Partition, facts: Facts, seen: Seen, models: Floats) -> Arrays:
    _, folds, known = _own(partition, seen)
    count, rows, items = models.shape
    found = np.full((partition.size, rows), np.nan)
    every = np.asarray(_matrix(partition, facts, seen)[known] @ models.reshape(count * rows, items).T)
    found[known] = every.reshape(len(known), count, rows)[np.arange(len(known)), folds[known]]
    return {"products": found.ravel()}


def _own(partition: Partition, seen: Seen) -> tuple[Int32s, Int32s, Int64s]:
    """Classes and folds of the people of a partition, and the places of those whose class is known."""
    here = slice(partition.first_person, partition.first_person + partition.size)
    return seen.codes[here], seen.folds[here], np.flatnonzero(seen.codes[here] != UNKNOWN)


def _matrix(partition: Partition, facts: Facts, seen: Seen) -> csr_matrix:
    """People × items, as `standout.inference.features` makes it of everybody; made once."""
    from scipy.sparse import csr_matrix

    def make() -> csr_matrix:
        records = partition.items_once.records
        numbers: Any = np.ones(len(records.items))
        if seen.matrix == "values" and facts.has_values:
            numbers = _table(facts, seen.missing)[np.asarray(records.values)]
        return csr_matrix((numbers, np.asarray(records.items), np.asarray(records.starts)),
                          shape=(partition.size, facts.items))  # fmt: skip

    return partition.once(("matrix", seen.matrix), facts, make)


def _table(facts: Facts, missing: float) -> Floats:
    """What each value code is worth."""
    table = np.full(NO_VALUE + 1, missing)
    table[: len(facts.scale.positions)] = worths(facts.scale)
    return table
