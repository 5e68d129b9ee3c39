"""Mean, worst tenth and worst people: how often people are found over repeated tries, with intervals that hold at once.

Who is worst is told by the same tries, so the figures of the worst are slightly high; intervals allow for the choice.
"""

from __future__ import annotations

from math import ceil

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.results.audit_parts import OverPeople
from standout.results.estimate import Estimate, exact_rate

CONFIDENCE, _FIGURES = 0.95, 3


def over_people(found: Int64s, draws: Int64s, crowd: int) -> OverPeople | None:
    """From how often each person was found, of how many tries; none if fewer than a crowd were tried.

    A mean of shares over n people varies no more than a rate over n people. No figure is a single person's: whoever is
    found most often is told by what as many people as a crowd reach, and that interval holds for every person at once.
    """
    tried = draws > 0
    if int(tried.sum()) < crowd:
        return None
    shares: Floats = np.sort(found[tried] / draws[tried])[::-1]
    level, tries = 1 - (1 - CONFIDENCE) / _FIGURES, int(draws[tried].min())
    return OverPeople(
        people=len(shares),
        mean=_mean(shares, level),
        worst_tenth=_mean(shares[: max(ceil(len(shares) / 10), crowd)], level),
        worst_person=_reached(float(shares[crowd - 1]), tries, 1 - (1 - level) / len(shares)),
    )


def _mean(shares: Floats, level: float) -> Estimate:
    return exact_rate(float(shares.sum()), len(shares), level)


def _reached(share: float, tries: int, level: float) -> Estimate:
    return exact_rate(round(share * tries, 9), tries, level)
