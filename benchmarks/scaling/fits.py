"""Exponents: the slope of a straight line through logarithms, with its interval."""

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
