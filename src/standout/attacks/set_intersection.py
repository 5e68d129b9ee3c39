"""Set intersection (Frankowski 4.1): everyone who has every known item, all tied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import ALONE, AdditiveGains, Probabilities, Verdict, presence_only
from standout.common.attack_summaries import SUMMARIES
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.draw import Knowledge


@dataclass(frozen=True)
class SetIntersection:
    """A record is listed if it has all known items. One mistake in what is known empties or misleads it."""

    name: str = "set-intersection"
    summary: str = SUMMARIES["set-intersection"]
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "uniform"

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        weights = np.ones(len(knowledge.items))
        return AdditiveGains(weights, *presence_only(weights), listed_from=knowledge.sizes.astype(np.float64))
