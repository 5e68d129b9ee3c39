"""Differential privacy for a bulletin, with OpenDP: what is published hardly depends on any one person.

Protected is one person with everything they have. Three things are counted, and everything else is made from them:
holders of each item (of at most so many items a person), how long records are, and the two scores. A person changes the
first by at most that many, each of the others by one. Items and their titles are taken as known to everyone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.errors import BadInput
from standout.interactions.model import Int64s

Floats = npt.NDArray[np.float64]

SHARES = {"holders": 0.6, "lengths": 0.1, "better": 0.15, "paper": 0.15}
"""How the budget is spent."""

BINS = 200
"""Into how many steps scores are counted."""

SURELY = 3.0
"""How many times the scale of the noise an item's count must be for the item to be named."""

_STEP = 2**0.25
_LENGTHS = 120


@dataclass(frozen=True)
class Budget:
    """What noise is asked for: the whole epsilon, and how many items of a person are counted at most."""

    epsilon: float
    max_items: int

    def __post_init__(self) -> None:
        if not 0.001 <= self.epsilon <= 100:
            raise BadInput(f"--epsilon is {self.epsilon:g}, but must be between 0.001 and 100; 1 is usual")
        if not 1 <= self.max_items <= 1_000_000:
            raise BadInput(f"--max-items is {self.max_items}, but must be between 1 and 1,000,000")

    @property
    def guarantee(self) -> str:
        return (
            f"epsilon-differential privacy with epsilon {self.epsilon:g} for one person with everything they have "
            f"(added or removed), the list of items and titles being taken as public; at most {self.max_items:,} items "
            "of a person are counted. Every bulletin of the same people adds its epsilon."
        )


def noisy(counts: Int64s, epsilon: float, sensitivity: int) -> Int64s:
    """The counts with Laplace noise in whole numbers, when one person changes them by at most the sensitivity in all.

    The noise comes from the system, never from a seed: who knows the seed could take it away.
    """
    try:
        import opendp.prelude as dp
    except ImportError:
        raise BadInput("--epsilon needs the package opendp; install it with `pip install 'standout[dp]'`") from None

    dp.enable_features("contrib")
    domain, metric = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    measurement: Any = dp.m.make_laplace(domain, metric, scale=sensitivity / epsilon)
    if measurement.map(sensitivity) > epsilon * (1 + 1e-9):
        raise RuntimeError("the noise does not fit the budget")
    return np.array(measurement(counts.tolist()), np.int64)


def length_bins(lengths: Int64s) -> Int64s:
    """How many records are how long, in steps of a quarter of a doubling."""
    at = np.floor(np.log(np.maximum(lengths, 1)) / np.log(_STEP) + 1e-9).astype(np.int64)
    return np.bincount(np.minimum(at, _LENGTHS - 1), minlength=_LENGTHS)


def lengths_from(bins: Int64s, scale: float, items: int) -> Int64s:
    """Record lengths that fit noisy counts: each step's middle, as often as it was counted; none beyond all items."""
    middles = np.minimum(np.round(_STEP ** (np.arange(_LENGTHS) + 0.5)), items).astype(np.int64)
    sure = np.where(_more_than_noise(bins, scale), bins, 0)
    return np.repeat(np.maximum(middles, 1), sure)


def _more_than_noise(bins: Int64s, scale: float) -> npt.NDArray[np.bool_]:
    """Which steps are counted: so high that, in nineteen of twenty bulletins, no step that is empty reaches it."""
    enough = float(np.log(10 * len(bins))) * scale
    found: npt.NDArray[np.bool_] = (bins > 0) & (bins >= enough)
    return found


def score_bins(raw: Floats, most: float) -> Int64s:
    """How many people have which raw score, in even steps from 0 to `most`, which must not depend on anybody."""
    at = np.floor(raw / most * BINS).astype(np.int64)
    return np.bincount(np.clip(at, 0, BINS - 1), minlength=BINS)


def scores_from(bins: Int64s, most: float, scale: float) -> tuple[Floats, Floats]:
    """Raw scores and how many people have them, from noisy counts; what may be noise alone is left out."""
    middles = (np.arange(BINS) + 0.5) * most / BINS
    sure = _more_than_noise(bins, scale)
    return middles[sure], bins[sure].astype(np.float64)
