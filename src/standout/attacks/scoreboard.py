"""Scoreboard and Scoreboard-RH (Narayanan, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal

import numpy as np

from standout.attacks.constants import Option
from standout.attacks.contract import (
    ALONE,
    AdditiveGains,
    Probabilities,
    Verdict,
    day_gaps,
    day_rows,
    holders_of,
    value_distances,
    value_rows,
)
from standout.common.attack_summaries import SUMMARIES
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
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
    summary: str = SUMMARIES["scoreboard"]
    needs: Needs = NOTHING
    alpha: float = 0.5
    similarity: Literal["threshold", "graded"] = "threshold"
    verdict: Verdict = ALONE
    probabilities: Probabilities = "uniform"

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"alpha": Option("alpha", "the similarity (α) above which a record matches", most=1.0)}
    )

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        distances, gaps = value_distances(knowledge, facts), day_gaps()[None, :]
        if self.similarity == "threshold":
            by_value = (distances <= max(knowledge.value_error, 0.0)).astype(np.float64)
            by_day = (gaps <= max(knowledge.day_error, 0.0)).astype(np.float64)
        else:
            by_value, by_day = _falling(distances, _value_reach(1.5, facts)), _falling(gaps, 30.0)
        least_listed = np.nextafter(self.alpha, 2.0)
        return AdditiveGains(
            np.ones(len(knowledge.items)),
            value_rows(knowledge, facts),
            day_rows(knowledge, facts),
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
    summary: str = SUMMARIES["scoreboard-rh"]
    needs: Needs = NOTHING
    value_reach: float = 1.5
    day_reach: float = 30.0
    eccentricity: float = 1.5
    probabilities: Probabilities = "entropic"

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "values": Option("value_reach", "how fast worth falls as values differ (ρ0)", tried=(0.75, 1.5, 3.0)),
            "days": Option("day_reach", "how fast worth falls as days differ (d0)", tried=(7.0, 30.0, 120.0)),
            "eccentricity": Option("eccentricity", "by how many σ the best must stand out to be named (φ)"),
        }
    )

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.eccentricity)

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        weights = 1 / np.log(np.maximum(holders_of(knowledge, facts), 2))
        return AdditiveGains(
            weights,
            value_rows(knowledge, facts),
            day_rows(knowledge, facts),
            _falling(value_distances(knowledge, facts), _value_reach(self.value_reach, facts)),
            _falling(day_gaps()[None, :], self.day_reach),
        )


def _value_reach(reach: float, facts: Facts) -> float:
    return reach * (facts.scale.span or PAPER_SPAN) / PAPER_SPAN


def _falling(
    distances: np.ndarray[tuple[int, ...], np.dtype[np.float64]], reach: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.exp(-distances / reach)
