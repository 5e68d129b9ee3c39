"""TF-IDF neighbours by scikit-learn: its search by brute force, and its similarity matrix with a partial sort."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from benchmarks.peers.answers import Top
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import Knowledge

BLOCK = 500
"""Rows of similarities held at once: at 96,000 people, 200 MB."""


def record_matrix(data: LocalDataset) -> Any:
    """People × items with TF-IDF weights, rows of length 1, in single precision and with short indices."""
    return _weighted(data, data.held.records.items, data.held.records.starts, data.people)


def known_matrix(data: LocalDataset, knowledge: Knowledge) -> Any:
    """Targets × items, weighted likewise."""
    return _weighted(data, knowledge.items, knowledge.starts, knowledge.targets)


def _weighted(data: LocalDataset, items: Any, starts: Int64s, rows: int) -> Any:
    weights = np.log2(data.people / np.maximum(data.holders, 1))
    weighted = weights[items]
    owners = np.repeat(np.arange(rows), np.diff(starts))
    norms = np.sqrt(np.bincount(owners, weighted**2, minlength=rows))
    cells = (weighted / np.maximum(norms, 1e-12)[owners]).astype(np.float32)
    return sp.csr_matrix((cells, np.asarray(items, np.int32), starts.astype(np.int32)), shape=(rows, data.items))


def searched(matrix: Any, many: int) -> Any:
    """Its search, given the records; there is nothing to build for brute force."""
    from sklearn.neighbors import NearestNeighbors

    return NearestNeighbors(n_neighbors=many, metric="cosine", algorithm="brute", n_jobs=1).fit(matrix)


def top_by_search(search: Any, asked: Any) -> Top:
    """The best by `NearestNeighbors`."""
    distances, records = search.kneighbors(asked)
    return Top(records, np.maximum(1.0 - distances.astype(np.float64), 0.0))


def top_by_kernel(matrix: Any, asked: Any, many: int) -> Top:
    """The best by `linear_kernel`, block by block."""
    from sklearn.metrics.pairwise import linear_kernel

    parts = []
    for begin in range(0, asked.shape[0], BLOCK):
        near = linear_kernel(asked[begin : begin + BLOCK], matrix)
        records = np.argpartition(near, -many, axis=1)[:, -many:]
        parts.append((records, np.take_along_axis(near, records, axis=1)))
    records, scores = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(-scores, axis=1, kind="stable")
    return Top(np.take_along_axis(records, order, axis=1), np.take_along_axis(scores, order, axis=1).astype(np.float64))
