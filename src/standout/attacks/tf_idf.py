"""TF-IDF (Frankowski 4.2): cosine between the known items and the record, rare items weighing more."""

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
    sums_by_target,
)
from standout.common.arrays import Floats
from standout.common.attack_summaries import SUMMARIES
from standout.data.counting import record_sums
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.draw import Knowledge

_FRACTION_BITS = 30


@dataclass(frozen=True)
class TfIdf:
    """An item weighs log2(people / holders); long records are scaled down by their own weight."""

    name: str = "tf-idf"
    summary: str = SUMMARIES["tf-idf"]
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:
        weights = _weights(holders_of(knowledge, facts), facts.people)
        norms = np.sqrt(sums_by_target(weights**2, knowledge))
        norms = np.repeat(np.where(norms > 0, norms, 1.0), knowledge.sizes)
        scale = partition.once("tf-idf", facts, lambda: _one_over_norms(partition, facts))
        return AdditiveGains(weights**2 / norms, *presence_only(weights), person_scale=scale)


def _weights(holders: np.ndarray[tuple[int], np.dtype[np.int64]], people: int) -> Floats:
    """An item that nobody has weighs as one that a single person has."""
    return np.log2(people / np.maximum(holders, 1))


def _one_over_norms(partition: Partition, facts: Facts) -> Floats:
    """One over the length of each record's weight vector; sums are whole numbers, so equal records tie."""
    squares = np.rint(_weights(facts.holders, facts.people) ** 2 * 2**_FRACTION_BITS).astype(np.int64)
    sums = record_sums(partition.records, squares)
    norms: Floats = np.sqrt(sums / 2.0**_FRACTION_BITS)
    return np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
