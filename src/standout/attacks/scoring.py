"""Scoring (Frankowski 4.3 and 4.4): a product of sub-scores, one per known item."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import (
    ALONE,
    AdditiveGains,
    Probabilities,
    Verdict,
    holders_of,
    presence_only,
    value_distances,
    value_rows,
)
from standout.common.arrays import Floats
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
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
    summary: str = (
        "Multiplies a sub-score for each known item: high if the record has it, higher if it is rare, low if it "
        "lacks it (Frankowski and others 2006)."
    )
    needs: Needs = NOTHING
    flat: bool = False
    within: float | None = None
    heavy: bool = False
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        holders = holders_of(knowledge, facts)
        sub_scores = np.ones(len(holders)) if self.flat else 1 - (np.maximum(holders, 1) - 1) / facts.people
        weights = np.log(sub_scores / LACKING)
        rows, day_rows, by_value, by_day = presence_only(weights)
        if self.within is not None:
            rows = value_rows(knowledge, facts)
            by_value = (value_distances(knowledge, facts) <= self.within).astype(np.float64)
        return AdditiveGains(
            weights, rows, day_rows, by_value, by_day, longest=None if self.heavy else facts.items // 3
        )


def product(score: Floats | float, known: Floats | int) -> Floats:
    """The score as the paper writes it, a product of sub-scores, from our sum of logarithms."""
    return np.asarray(np.exp(score + known * np.log(LACKING)))
