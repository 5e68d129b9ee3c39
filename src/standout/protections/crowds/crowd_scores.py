"""How much each record says of an attribute of its owner: a probability for each class, by somebody who knows
everybody else's.

Balanced crowds have the same mean of these everywhere. Nobody's own label counts for their own probabilities.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.inference.features import presence_matrix, values_matrix
from standout.inference.folds import parts, stratified_folds

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

FOLDS = 5
SETTINGS = ((0.3, 1.0), (0.3, 3.0), (0.3, 10.0), (1.0, 1.0), (1.0, 3.0))
"""What is tried: how much values count beside items, and C of the logistic regression. The least log-loss of one fold
is taken."""
HABITS = 0.1
"""How much habits count beside items."""
_STEPS = 200


def probabilities(data: LocalDataset, people: Int64s, labels: Int32s, classes: int, seed: int) -> Floats:
    """For each of these people, in their order, the probability of each class, learned from others (five folds).

    `labels` are in the order of `people`, which is random: nothing depends on how people are numbered.
    """
    items, values, habits = _items(data, people), _leanings(data, people), _habits(data, people)
    folds = stratified_folds(labels, FOLDS, seed)
    whole = {share: _joined(items, values, habits, share) for share in dict(SETTINGS)}
    share, strength = min(SETTINGS, key=lambda setting: _log_loss(whole[setting[0]], labels, folds, setting[1]))
    found = np.empty((len(people), classes))
    for fold in range(FOLDS):
        train, test = parts(folds, fold)
        found[test] = _learned(whole[share], labels, train, test, strength, classes)
    return found


def _log_loss(matrix: csr_matrix, labels: Int32s, folds: Int32s, strength: float) -> float:
    train, test = parts(folds, 0)
    found = _learned(matrix, labels, train, test, strength, int(labels.max()) + 1)
    return float(-np.log(np.maximum(found[np.arange(len(test)), labels[test]], 1e-12)).mean())


def _learned(matrix: csr_matrix, labels: Int32s, train: Int64s, test: Int64s, strength: float, classes: int) -> Floats:
    """Probabilities of the tested ones by logistic regression on the others; of a class that none of these has, 0."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    found = np.zeros((len(test), classes))
    known = np.unique(labels[train])
    if len(known) < 2:
        found[:, known] = 1.0
        return found
    model = LogisticRegression(C=strength, max_iter=_STEPS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(matrix[train], labels[train])
    found[:, known] = model.predict_proba(matrix[test])
    return found


def _joined(items: csr_matrix, values: csr_matrix | None, habits: Floats, share: float) -> csr_matrix:
    from scipy import sparse

    blocks = [items, *([] if values is None else [values * share]), sparse.csr_matrix(habits * HABITS)]
    return sparse.csr_matrix(sparse.hstack(blocks))


def _items(data: LocalDataset, people: Int64s) -> csr_matrix:
    """What people have, rare items counting more, rows of length one."""
    from scipy import sparse

    matrix = presence_matrix(data, people)
    weighed = matrix @ sparse.diags(np.log((1 + data.people) / (1 + data.holders)))
    return _of_length_one(weighed)


def _of_length_one(matrix: csr_matrix) -> csr_matrix:
    from scipy import sparse

    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    return sparse.csr_matrix(sparse.diags(1 / np.maximum(lengths, 1e-12)) @ matrix)


def _leanings(data: LocalDataset, people: Int64s) -> csr_matrix | None:
    """How much higher than usual for person and item each value is, through the root of the record's length."""
    from scipy import sparse

    if not data.has_values:
        return None
    matrix = values_matrix(data, people).tocoo()
    lengths, holders = matrix.getnnz(axis=1), matrix.getnnz(axis=0)
    own = np.bincount(matrix.row, matrix.data, len(lengths)) / np.maximum(lengths, 1)
    of_items = np.bincount(matrix.col, matrix.data, len(holders)) / np.maximum(holders, 1)
    away = matrix.data - own[matrix.row] - of_items[matrix.col] + matrix.data.mean()
    away /= np.sqrt(lengths)[matrix.row]
    return sparse.csr_matrix((away, (matrix.row, matrix.col)), matrix.shape)


def _habits(data: LocalDataset, people: Int64s) -> Floats:
    """How long records are, when they are, and which values people give: columns of mean 0 and variance 1."""
    records = data.held.records
    owners = np.repeat(np.arange(data.people), np.diff(records.starts))
    columns = [np.log1p(data.lengths.astype(np.float64))]
    if data.has_days:
        days = np.asarray(records.days).astype(np.float64)
        dated = days != NO_DAY
        many = np.maximum(np.bincount(owners[dated], minlength=data.people), 1)
        middle = np.bincount(owners[dated], days[dated], data.people) / many
        spread = np.bincount(owners[dated], (days[dated] - middle[owners[dated]]) ** 2, data.people) / many
        columns += [middle, np.sqrt(spread)]
    if data.has_values:
        codes = np.asarray(records.values).astype(np.int64)
        for code in range(min(len(data.scale.positions), 20)):
            columns.append(np.bincount(owners[codes == code], minlength=data.people) / np.maximum(data.lengths, 1))
    table = np.column_stack(columns)[people]
    return np.asarray((table - table.mean(axis=0)) / np.maximum(table.std(axis=0), 1e-12))
