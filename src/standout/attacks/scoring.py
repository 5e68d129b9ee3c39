"""Scoring (Frankowski 4.3 and 4.4): a product of sub-scores, one per known item."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import (
    ALONE,
    Floats,
    Gains,
    Probabilities,
    Verdict,
    holders_of,
    presence_only,
    value_distances,
    value_rows,
)
from standout.data.model import Interactions
from standout.knowledge.draw import Knowledge

LACKING = 0.05
"""Sub-score of a known item that the record does not have."""


@dataclass(frozen=True)
class Scoring:
    """A record that has a known item gets 1 − (holders − 1)/people for it, else 0.05; the product is the score.

    In logarithms, so that the kernel can add: what is gained over 0.05. Variants: `flat` counts 1 for any
    match; `within` asks for a value at most this far from the known one, else the item counts as lacking.
    Records with more than a third of all items look like anybody and are left out unless `heavy`.
    """

    name: str = "scoring"
    flat: bool = False
    within: float | None = None
    heavy: bool = False
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        holders = holders_of(knowledge, released)
        sub_scores = np.ones(len(holders)) if self.flat else 1 - (np.maximum(holders, 1) - 1) / released.facts.people
        weights = np.log(sub_scores / LACKING)
        rows, day_rows, by_value, by_day = presence_only(weights)
        if self.within is not None:
            rows = value_rows(knowledge, released)
            by_value = (value_distances(knowledge, released) <= self.within).astype(np.float64)
        return Gains(weights, rows, day_rows, by_value, by_day, longest=None if self.heavy else released.items // 3)


def product(score: Floats | float, known: Floats | int) -> Floats:
    """The score as the paper writes it, a product of sub-scores, from our sum of logarithms."""
    return np.asarray(np.exp(score + known * np.log(LACKING)))
