"""Differential privacy for a bulletin, with OpenDP: what is published hardly depends on any one person.

Protected is one person with everything they have, added or removed. A few things are counted, with noise, and
everything else is made from the noisy counts. `Ledger` asks for them: each question says by how much one person can
change its answer, OpenDP derives what the answer costs and refuses what the budget has not left.
docs/publishing-exactly.md has the argument, quantity by quantity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.errors import BadInput

SHARES = {"lengths": 0.1, "holders": 0.6, "better": 0.15, "paper": 0.15}
"""How the budget is spent, in the order of the questions, where a catalogue says which items there are."""

SHARES_WITHOUT_CATALOGUE = {"lengths": 0.1, "holders": 0.55, "items": 0.05, "better": 0.15, "paper": 0.15}
"""The same where items are known from people's rows alone: how many there are is a question of its own."""

BINS = 200
"""Into how many steps scores are counted."""

FALSELY_NAMED = 0.05
"""The share of named items that may, on average, be items which nobody has."""

_STEP = 2**0.25
_LENGTHS = 120
_SURPLUS = 1 - 1e-9  # what rounding may add must not exceed the budget


@dataclass(frozen=True)
class Budget:
    """What noise is asked for: the whole epsilon, how many items of a person are counted at most, and delta, which is
    spent only where the items are known from people's rows alone."""

    epsilon: float
    max_items: int
    delta: float = 1e-9

    def __post_init__(self) -> None:
        if not 0.001 <= self.epsilon <= 100:
            raise BadInput(f"--epsilon is {self.epsilon:g}, but must be between 0.001 and 100; 1 is usual")
        if not 1 <= self.max_items <= 1_000_000:
            raise BadInput(f"--max-items is {self.max_items}, but must be between 1 and 1,000,000")
        least = max(1e-12, self.max_items * 1e-15)  # below that, rounding in OpenDP's bound leaves no threshold
        if not least <= self.delta <= 1e-3:
            raise BadInput(
                f"--delta is {self.delta:g}, but must be between {least:g} (with --max-items {self.max_items:,}) and "
                "0.001; 1e-9 is usual"
            )


@cache
def opendp() -> Any:
    """OpenDP, ready for transformations of our own: see docs/publishing-exactly.md for why theirs hold."""
    try:
        import opendp.prelude as dp
    except ImportError:
        raise BadInput("--epsilon needs the package opendp; install it with `pip install 'standout[dp]'`") from None
    dp.enable_features("contrib", "honest-but-curious")
    return dp


class Ledger:
    """Questions about people, answered with noise out of one budget, in the order in which it was divided.

    The noise comes from the system, never from a seed: who knows the seed could take it away.
    """

    def __init__(self, data: AnyDataset, epsilon: float, shares: Mapping[str, float], delta: float = 0.0) -> None:
        dp = self._dp = opendp()
        self._parts = {name: share * epsilon * _SURPLUS for name, share in shares.items()}
        self._delta = delta * _SURPLUS
        self._left = list(shares)
        self._people = dp.user_domain("records of people", lambda _: True)
        self._metric = dp.user_distance("people added or removed")
        spent = [(part, self._delta if name == "holders" else 0.0) for name, part in self._parts.items()]
        measure = dp.approximate(dp.max_divergence())
        whole = dp.c.make_adaptive_composition(self._people, self._metric, measure, d_in=1, d_mids=spent)
        if whole.map(1)[0] > epsilon or whole.map(1)[1] > delta:
            raise RuntimeError("the parts of the budget are more than the whole")
        self._ask = whole(data)

    def counts(self, name: str, count: Callable[[AnyDataset], Int64s], sensitivity: int) -> Int64s:
        """Counts with Laplace noise in whole numbers; one person changes them by the sensitivity at most, in all."""
        dp, epsilon = self._dp, self._due(name)
        asked = Asked(lambda data: count(data).tolist())
        vector = dp.vector_domain(dp.atom_domain(T="i64"))
        counted = dp.t.make_user_transformation(
            self._people, self._metric, vector, dp.l1_distance(T="i64"), asked, lambda people: people * sensitivity
        )
        noised = counted >> dp.m.then_laplace(scale=noise_scale(sensitivity, epsilon))
        return np.array(asked.answered(self._ask, dp.c.make_approximate(noised)), np.int64)

    def counts_of_unknown(self, name: str, count: Callable[[AnyDataset], dict[str, int]], most: int) -> dict[str, int]:
        """The same for counts whose very names are people's, when one person changes at most so many, each by one.

        What is not far above the noise is left out; that one person alone brings a name out has a probability of at
        most delta.
        """
        dp, epsilon = self._dp, self._due(name)
        asked = Asked(count)
        counts = dp.map_domain(dp.atom_domain(T="String"), dp.atom_domain(T="i64"))
        counted = dp.t.make_user_transformation(
            self._people, self._metric, counts, dp.l01inf_distance(dp.absolute_distance(T="i64")),
            asked, lambda people: (people * most, people * most, people),
        )  # fmt: skip
        released = asked.answered(self._ask, self._above_threshold(counted, most, noise_scale(most, epsilon)))
        return {str(key): int(value) for key, value in released.items()}

    def _above_threshold(self, counted: Any, most: int, scale: float) -> Any:
        """Noise, and a threshold that items of a single person pass with a probability of at most delta in all."""
        threshold = math.ceil(1 + scale * math.log(most / (2 * self._delta)))
        for _ in range(1_000):
            noised = counted >> self._dp.m.then_laplace_threshold(scale=scale, threshold=threshold)
            if noised.map(1)[1] <= self._delta:
                return noised
            threshold += math.ceil(scale / 100)
        raise RuntimeError("no threshold keeps to delta")

    def scale(self, name: str, sensitivity: int) -> float:
        """The scale of the noise on the answer to a question."""
        return noise_scale(sensitivity, self._parts[name])

    def _due(self, name: str) -> float:
        if not self._left or self._left[0] != name:
            raise RuntimeError(f"'{name}' is not the next question that the budget was divided for")
        self._left.pop(0)
        return self._parts[name]


class Asked:
    """A question that keeps what went wrong in it, which OpenDP would only put into words."""

    def __init__(self, question: Callable[[AnyDataset], Any]) -> None:
        self._question = question
        self._problem: BaseException | None = None

    def __call__(self, data: AnyDataset) -> Any:
        try:
            return self._question(data)
        except BaseException as problem:
            self._problem = problem
            raise

    def answered(self, ask: Callable[[Any], Any], measurement: Any) -> Any:
        try:
            return ask(measurement)
        except Exception:
            if self._problem is not None:
                raise self._problem from None
            raise


def noise_scale(sensitivity: int, epsilon: float) -> float:
    """The scale of Laplace noise; a hair more than the quotient, so that rounding up costs nothing."""
    return sensitivity / epsilon * (1 + 1e-12)


def stands_out(counts: Int64s, scale: float) -> npt.NDArray[np.bool_]:
    """Which counts are more than noise: among those that are named, on average at most FALSELY_NAMED belong to nothing.

    (Benjamini and Hochberg's procedure over the probabilities that noise alone reaches each count.)
    """
    alone = np.exp(-np.maximum(counts, 0) / scale) / (1 + math.exp(-1 / scale))
    ranks = np.empty(len(counts), np.int64)
    order = np.argsort(alone, kind="stable")
    ranks[order] = np.arange(1, len(counts) + 1)
    good = alone <= FALSELY_NAMED * ranks / max(len(counts), 1)
    last = int(ranks[good].max(initial=0))
    outstanding: npt.NDArray[np.bool_] = (ranks <= last) & (counts > 0)
    return outstanding


def length_bins(lengths: Int64s) -> Int64s:
    """How many records are how long, in steps of a quarter of a doubling."""
    steps = np.floor(np.log(np.maximum(lengths, 1)) / np.log(_STEP) + 1e-9).astype(np.int64)
    return np.bincount(np.minimum(steps, _LENGTHS - 1), minlength=_LENGTHS)


def lengths_from(bins: Int64s, scale: float, items: int | None) -> Int64s:
    """Record lengths that fit noisy counts: each step's middle, as often as it was counted; none beyond all items,
    where it is known how many there are."""
    middles = np.round(_STEP ** (np.arange(_LENGTHS) + 0.5)).astype(np.int64)
    if items is not None:
        middles = np.minimum(middles, items)
    sure = np.where(_more_than_noise(bins, scale), bins, 0)
    return np.repeat(np.maximum(middles, 1), sure)


def _more_than_noise(bins: Int64s, scale: float) -> npt.NDArray[np.bool_]:
    """Which steps are counted: so high that, in nineteen of twenty bulletins, no step that is empty reaches it."""
    enough = float(np.log(10 * len(bins))) * scale
    counted: npt.NDArray[np.bool_] = (bins > 0) & (bins >= enough)
    return counted


def score_bins(raw: Floats, most: float) -> Int64s:
    """How many people have which raw score, in even steps from 0 to `most`, which must not depend on anybody."""
    steps = np.floor(raw / most * BINS).astype(np.int64)
    return np.bincount(np.clip(steps, 0, BINS - 1), minlength=BINS)


def scores_from(bins: Int64s, most: float, scale: float) -> tuple[Floats, Floats]:
    """Raw scores and how many people have them, from noisy counts; what may be noise alone is left out."""
    middles = (np.arange(BINS) + 0.5) * most / BINS
    sure = _more_than_noise(bins, scale)
    return middles[sure], bins[sure].astype(np.float64)
