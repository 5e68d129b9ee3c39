"""Set intersection (Frankowski 4.1): everyone who has every known item, all tied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import ALONE, Gains, Probabilities, Verdict, presence_only
from standout.data.model import Interactions
from standout.knowledge.draw import Knowledge


@dataclass(frozen=True)
class SetIntersection:
    """A record is listed if it has all known items. One mistake in what is known empties or misleads it."""

    name: str = "set-intersection"
    verdict: Verdict = ALONE
    probabilities: Probabilities = "uniform"

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:  # noqa: ARG002
        weights = np.ones(len(knowledge.items))
        return Gains(weights, *presence_only(weights), listed_from=knowledge.sizes.astype(np.float64))
