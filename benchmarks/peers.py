"""What we compare with: the obvious vectorised version, a loop that does nothing but touch memory, two libraries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import scipy.sparse as sp

from standout.interactions.model import Interactions, Shard, UInt16s
from standout.knowledge.draw import Knowledge


def numpy_scoreboard_rh(data: Interactions, knowledge: Knowledge) -> list[tuple[float, float, int]]:
    """Scoreboard-RH in NumPy over inverted lists: per known item, fancy-index and accumulate.

    Returns how much the best stands out, its score, and who it is, per target: what a verdict needs.
    """
    shard, scores, found = data.shards[0], np.zeros(data.people), []
    people, codes = shard.people, shard.codes
    positions, bits = np.array(data.scale.positions), shard.packing.day_bits
    values, days = codes >> bits, codes & ((1 << bits) - 1)
    for target in range(knowledge.targets):
        scores[:] = 0
        for known in range(knowledge.starts[target], knowledge.starts[target + 1]):
            item = knowledge.items[known]
            begin, end = shard.starts[item], shard.starts[item + 1]
            apart = np.abs(positions[values[begin:end]] - positions[knowledge.values[known]])
            gaps = np.abs(days[begin:end] - knowledge.days[known])
            weight = 1 / np.log(max(data.holders[item], 2))
            scores[people[begin:end]] += weight * (np.exp(-apart / 1.5) + np.exp(-gaps / 30))
        second, first = np.partition(scores, -2)[-2:]
        found.append((float((first - second) / scores.std()), float(first), int(scores.argmax())))
    return found


@numba.njit(nogil=True, cache=True)
def _touch(item_starts, people, items, counts):  # type: ignore[no-untyped-def]
    for known in range(len(items)):
        holders = people[item_starts[items[known]] : item_starts[items[known] + 1]]
        for at in range(len(holders)):
            counts[holders[at]] += 1


def bare_loop(shards: Sequence[Shard], people: Sequence[UInt16s], knowledge: Knowledge) -> None:
    """Add 1 at every position that the kernel touches, read from a plain list: what memory allows, without scoring."""
    for shard, holders in zip(shards, people, strict=True):
        _touch(shard.starts, holders, knowledge.items, np.zeros(shard.people_count, np.int32))


def postings(data: Interactions, knowledge: Knowledge) -> int:
    """How many entries of the index are touched for this knowledge."""
    return int(data.holders[knowledge.items].sum())


def weight_matrix(data: Interactions) -> Any:
    """People × items with TF-IDF weights, rows of length 1."""
    weights = np.log2(data.people / np.maximum(data.holders, 1))
    records = data.records
    matrix = sp.csr_matrix((weights[records.items], records.items, records.starts), shape=(data.people, data.items))
    norms = np.sqrt(matrix.multiply(matrix).sum(axis=1)).A1
    return sp.csr_matrix(sp.diags(1 / np.maximum(norms, 1e-12)) @ matrix)


def sklearn_top(matrix: Any, top: int, block: int = 500) -> Any:
    """The best `top` of scikit-learn's sparse cosine similarity, block by block."""
    from sklearn.metrics.pairwise import cosine_similarity

    best = []
    for begin in range(0, matrix.shape[0], block):
        near = cosine_similarity(matrix[begin : begin + block], matrix, dense_output=False).toarray()
        best.append(np.argpartition(near, -top, axis=1)[:, -top:])
    return np.concatenate(best)


def sparse_dot_topn_top(matrix: Any, transposed: Any, top: int) -> Any:
    """The best `top` by sparse_dot_topn, on one thread."""
    from sparse_dot_topn import sp_matmul_topn

    return sp_matmul_topn(matrix, transposed, top_n=top, n_threads=1)
