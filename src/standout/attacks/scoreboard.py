"""Scoreboard and Scoreboard-RH (Narayanan, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from standout.attacks.contract import (
    ALONE,
    Gains,
    Probabilities,
    Verdict,
    day_gaps,
    day_rows,
    holders_of,
    value_distances,
    value_rows,
)
from standout.data.model import Interactions
from standout.knowledge.draw import Knowledge

PAPER_SPAN = 4.0
"""From 1 to 5: the scale on which the paper measures distances between values."""


@dataclass(frozen=True)
class Scoreboard:
    """The least similarity over the known items; records above `alpha` match, all equally likely.

    A `threshold` similarity is 1 within the error that the adversary allows for and 0 beyond; a `graded` one
    falls off as in Scoreboard-RH. A record that lacks a known item has similarity 0 there.
    """

    name: str = "scoreboard"
    alpha: float = 0.5
    similarity: Literal["threshold", "graded"] = "threshold"
    verdict: Verdict = ALONE
    probabilities: Probabilities = "uniform"

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        distances, gaps = value_distances(knowledge, released), day_gaps()[None, :]
        if self.similarity == "threshold":
            by_value = (distances <= max(knowledge.value_error, 0.0)).astype(np.float64)
            by_day = (gaps <= max(knowledge.day_error, 0.0)).astype(np.float64)
        else:
            by_value, by_day = _falling(distances, _value_reach(1.5, released)), _falling(gaps, 30.0)
        least_listed = np.nextafter(self.alpha, 2.0)
        return Gains(
            np.ones(len(knowledge.items)),
            value_rows(knowledge, released),
            day_rows(knowledge, released),
            by_value,
            by_day,
            least=True,
            listed_from=np.full(knowledge.targets, least_listed),
        )


@dataclass(frozen=True)
class ScoreboardRH:
    """Similarities of value and day added up, rare items weighing more; robust to mistakes in what is known.

    A match gains wt·(e^(−|Δvalue|/ρ0) + e^(−|Δdays|/d0)) with wt = 1/ln(max(holders, 2)). A term whose
    knowledge is missing drops out; if both are missing a match counts 1. ρ0 is meant for a 1–5 scale and
    grows with the scale at hand. Somebody is named if the best score stands out from the second by
    `eccentricity` (the paper's φ) standard deviations of all scores.
    """

    name: str = "scoreboard-rh"
    value_reach: float = 1.5
    day_reach: float = 30.0
    eccentricity: float = 1.5
    probabilities: Probabilities = "entropic"

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.eccentricity)

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        weights = 1 / np.log(np.maximum(holders_of(knowledge, released), 2))
        return Gains(
            weights,
            value_rows(knowledge, released),
            day_rows(knowledge, released),
            _falling(value_distances(knowledge, released), _value_reach(self.value_reach, released)),
            _falling(day_gaps()[None, :], self.day_reach),
        )


def _value_reach(reach: float, released: Interactions) -> float:
    return reach * (released.scale.span or PAPER_SPAN) / PAPER_SPAN


def _falling(
    distances: np.ndarray[tuple[int, ...], np.dtype[np.float64]], reach: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.exp(-distances / reach)
