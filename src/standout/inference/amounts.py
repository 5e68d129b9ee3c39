"""How few items suffice: every person keeps a few, drawn at random, in training and in testing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from standout.inference.at_once import at_once
from standout.inference.validation import Trial, spreads
from standout.knowledge.draw import seed_for
from standout.results.inference_parts import AmountResult

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

AMOUNTS = (1, 5, 20, 100, 200)
DRAWS = 10


def limited(matrix: csr_matrix, most: int, seed: int) -> csr_matrix:
    """The same people with at most this many of their entries, drawn at random."""
    from scipy.sparse import csr_matrix

    lengths = np.diff(matrix.indptr)
    rows = np.repeat(np.arange(matrix.shape[0]), lengths)
    keys = np.random.default_rng(seed).random(matrix.nnz)
    order = np.lexsort((keys, rows))
    place = np.arange(matrix.nnz) - np.repeat(matrix.indptr[:-1], lengths)
    kept = np.sort(order[place < most])
    starts = np.concatenate(([0], np.cumsum(np.minimum(lengths, most))))
    return csr_matrix((matrix.data[kept], matrix.indices[kept], starts), shape=matrix.shape)


def by_amount(trial: Trial, matrix: csr_matrix) -> list[AmountResult]:
    """The attacker's measures by how many items are known of each person, for the amounts below the longest record.

    Measured over draws, each tested on another fold.
    """
    longest = int(np.diff(matrix.indptr).max(initial=0))
    rows = []
    for most in (amount for amount in AMOUNTS if amount < longest):
        draw = partial(_drawn, trial, matrix, most)
        rows.append(
            AmountResult(items=most, **spreads(list(at_once(draw, range(DRAWS), trial.threads, trial.after_fit))))
        )
    return rows


def _drawn(trial: Trial, matrix: csr_matrix, most: int, draw: int) -> dict[str, float]:
    """All measures of one draw."""
    kept = limited(matrix, most, seed_for(trial.seed, "amounts", str(most), str(draw)))
    return trial.tested(kept, draw % trial.count)
