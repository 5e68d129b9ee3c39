"""TF-IDF neighbours by sparse_dot_topn."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.peers.answers import Top


def top(asked: Any, transposed: Any, many: int) -> Top:
    """The best of `asked` × `transposed`, on one thread, sorted."""
    from sparse_dot_topn import sp_matmul_topn

    found = sp_matmul_topn(asked, transposed, top_n=many, sort=True, n_threads=1)
    rows = np.repeat(np.arange(found.shape[0]), np.diff(found.indptr))
    places = np.arange(len(rows)) - np.asarray(found.indptr)[rows]
    records, scores = np.full((found.shape[0], many), -1), np.zeros((found.shape[0], many))
    records[rows, places], scores[rows, places] = found.indices, found.data
    return Top(records, scores)
