"""Answers of partitions, and how those of neighbours are put together.

An answer is a few named arrays. A merge gets the answers of neighbouring partitions in the order of their people and
must be associative: an engine merges group by group. It is a function of a module, since it may be sent by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]
Merge = Callable[[Sequence[Arrays]], Arrays]


def summed(answers: Sequence[Arrays]) -> Arrays:
    """Answers added up."""
    return {name: np.add.reduce([answer[name] for answer in answers]) for name in answers[0]}


def largest(answers: Sequence[Arrays]) -> Arrays:
    """The largest of each number."""
    return {name: np.maximum.reduce([answer[name] for answer in answers]) for name in answers[0]}


def one_after_another(answers: Sequence[Arrays]) -> Arrays:
    """Answers in the order of the partitions."""
    return {name: np.concatenate([answer[name] for answer in answers]) for name in answers[0]}
