"""Scoring (Frankowski 4.3 and 4.4): a product of sub-scores, one per known item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from standout.attacks.constants import Option
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
from standout.common.attack_summaries import SUMMARIES
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.draw import Knowledge

LACKING = 0.05
"""Sub-score of a known item that the record does not have."""

LONGEST = 1 / 3
"""Records with more than this share of all items look like anybody."""


@dataclass(frozen=True)
class Scoring:
    """A record that has a known item gets 1 − (holders − 1)/people for it, else 0.05; the product is the score.

    In logarithms, so that the kernel can add: what is gained over 0.05 (`lacking`). Variants: `flat` counts 1 for any
    match; `within` asks for a value at most this far from the known one, else the item counts as lacking.
    Records with more than a third of all items (`longest`) look like anybody and are left out unless `heavy`.
    """

    name: str = "scoring"
    summary: str = SUMMARIES["scoring"]
    needs: Needs = NOTHING
    flat: bool = False
    within: float | None = None
    heavy: bool = False
    lacking: float = LACKING
    longest: float = LONGEST
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType({
        "lacking": Option("lacking", "sub-score of an item that a record lacks", most=0.999, tried=(0.01, 0.05, 0.2)),
        "longest": Option("longest", "longer records, as a share of items, are out", most=1.0, tried=(LONGEST, 1.0)),
    })  # fmt: skip

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        holders = holders_of(knowledge, facts)
        sub_scores = np.ones(len(holders)) if self.flat else 1 - (np.maximum(holders, 1) - 1) / facts.people
        weights = np.log(sub_scores / self.lacking)
        rows, day_rows, by_value, by_day = presence_only(weights)
        if self.within is not None:
            rows = value_rows(knowledge, facts)
            by_value = (value_distances(knowledge, facts) <= self.within).astype(np.float64)
        kept = None if self.heavy or self.longest >= 1 else int(facts.items * self.longest + 1e-6)
        return AdditiveGains(weights, rows, day_rows, by_value, by_day, longest=kept)


def product(score: Floats | float, known: Floats | int) -> Floats:
    """The score as the paper writes it, a product of sub-scores, from our sum of logarithms."""
    return np.asarray(np.exp(score + known * np.log(LACKING)))
