"""Columns of numbers cut into few steps, so that trees only have to count."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, UInt8s
from standout.kernels.trees import STEPS


def step_borders(table: Floats) -> tuple[Floats, ...]:
    """For every column, the numbers that part its steps: between all that occur, or at even shares of many."""
    return tuple(_borders(column) for column in np.asarray(table, dtype=np.float64).T)


def _borders(column: Floats) -> Floats:
    there = np.unique(column)
    if len(there) > STEPS:
        return np.unique(np.quantile(column, np.linspace(0, 1, STEPS + 1)[1:-1]))
    middles: Floats = (there[1:] + there[:-1]) / 2
    return middles


def steps_of(table: Floats, borders: tuple[Floats, ...]) -> UInt8s:
    """The step of every number, column by column."""
    steps = np.empty(table.shape, np.uint8)
    for place, cuts in enumerate(borders):
        steps[:, place] = np.searchsorted(cuts, table[:, place])
    return steps
