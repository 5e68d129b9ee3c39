"""From sums by pair of target and record to the best record of each target, as `answers` wants it."""

from __future__ import annotations

import numpy as np

from benchmarks.peers.answers import Best
from standout.common.arrays import Floats, Int64s


def best_of(targets: Int64s, records: Int64s, scores: Floats, many: int, people: int) -> Best:
    """The best of `many` targets; records that are not listed score 0, and count in the spread."""
    order = np.lexsort((records, -scores, targets))
    targets, records, scores = targets[order], records[order], scores[order]
    begins = np.searchsorted(targets, np.arange(many))
    counts = np.bincount(targets, minlength=many)
    first = np.where(counts > 0, np.append(scores, 0.0)[begins], 0.0)
    second = np.where(counts > 1, np.append(scores, (0.0, 0.0))[begins + 1], 0.0)
    mean = np.bincount(targets, scores, many) / people
    spread = np.sqrt(np.maximum(np.bincount(targets, scores**2, many) / people - mean**2, 0.0))
    standing_out = np.divide(first - second, spread, out=np.zeros(many), where=spread > 0)
    return Best(np.where(counts > 0, np.append(records, -1)[begins], -1), first, standing_out)


def found_first(targets: Int64s, records: Int64s, scores: Floats, truths: Int64s) -> Int64s:
    """Per target 1 if the true record scores more than all others, else 0: a tie counts against it."""
    order = np.lexsort((records, -scores, targets))
    targets, records, scores = targets[order], records[order], scores[order]
    found = np.zeros(len(truths), np.int64)
    begins, counts = np.searchsorted(targets, np.arange(len(truths))), np.bincount(targets, minlength=len(truths))
    for target in np.flatnonzero(counts).tolist():
        best = begins[target]
        alone = counts[target] == 1 or scores[best] - scores[best + 1] > 1e-9
        found[target] = alone and records[best] == truths[target]
    return found
