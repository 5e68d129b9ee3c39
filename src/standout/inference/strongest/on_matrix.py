"""The stack as an attacker who is given a matrix of people and their classes, and later a matrix of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.inference.folds import stratified_folds
from standout.inference.strongest.learners import Targets
from standout.inference.strongest.sight import sight_of_matrix
from standout.inference.strongest.stack import QUICK, learned_once

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


def fitted_stack(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Callable[[csr_matrix], Floats]:
    """Scores of other people, people × classes."""
    everybody = np.arange(len(codes))
    folds = stratified_folds(codes, QUICK.folds, seed)
    targets = Targets(codes, classes)
    stack = learned_once(sight_of_matrix(matrix), targets, everybody, everybody[:0], folds, seed, QUICK)
    return lambda others: stack.asked_about(sight_of_matrix(others))
