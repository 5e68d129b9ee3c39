"""Exponents: the slope of a straight line through logarithms, with its interval; and what each thing adds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Fit:
    """`factor · x^exponent`."""

    factor: float
    exponent: float
    half: float
    """Half of the exponent's 95% interval; not a number where there are too few points."""

    def __call__(self, x: float) -> float:
        return float(self.factor * x**self.exponent)

    def __str__(self) -> str:
        return f"{self.exponent:.2f} ± {self.half:.2f}" if np.isfinite(self.half) else f"{self.exponent:.2f}"


def fitted(x: npt.ArrayLike, y: npt.ArrayLike) -> Fit:
    """The power law that fits best, every point counting alike."""
    from scipy.stats import linregress, t

    logs, values = np.log(np.asarray(x, dtype=np.float64)), np.log(np.asarray(y, dtype=np.float64))
    line = linregress(logs, values)
    half = float(line.stderr * t.ppf(0.975, len(logs) - 2)) if len(logs) > 2 else float("nan")
    return Fit(float(np.exp(line.intercept)), float(line.slope), half)


@dataclass(frozen=True)
class Added:
    """`always + each · (how many there are of each thing)`."""

    always: float
    each: tuple[float, ...]
    off: float
    """The most by which a measured value is off."""


def added(counts: npt.ArrayLike, y: npt.ArrayLike) -> Added:
    """What comes by each thing (a column of `counts`) and what is always there, by least squares."""
    columns, values = np.asarray(counts, dtype=np.float64), np.asarray(y, dtype=np.float64)
    scale = np.maximum(columns.max(axis=0), 1.0)
    design = np.column_stack((np.ones(len(values)), columns / scale))
    found = np.linalg.lstsq(design, values, rcond=None)[0]
    off = float(np.abs(design @ found - values).max())
    return Added(float(found[0]), tuple(float(one) for one in found[1:] / scale), off)
