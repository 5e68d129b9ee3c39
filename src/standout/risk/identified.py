"""How often the true record is among the best: alone, and with ties broken by lot."""

from __future__ import annotations

from standout.common.arrays import Bools
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of, share_of
from standout.risk.outcomes import Outcomes

WITHIN = (1, 5, 10, 100)
"""The k of k-identification: the true record is among the k best."""


def identified(outcomes: Outcomes, which: Bools | None = None) -> dict[str, Estimate]:
    """Share of targets whose record is among the k best; a tie takes the worst rank among the tied."""
    ranks = outcomes.ranks if which is None else outcomes.ranks[which]
    shares = {str(k): rate_of(ranks <= k) for k in WITHIN}
    return {k: share for k, share in shares.items() if share is not None}


def identified_by_lot(outcomes: Outcomes, which: Bools | None = None) -> dict[str, Estimate]:
    """The same as expected if ties are broken by lot; the interval is that of a rate, which is never too narrow."""
    chances = ((k, outcomes.within_by_lot(k)) for k in WITHIN)
    shares = {str(k): share_of(chance if which is None else chance[which]) for k, chance in chances}
    return {k: share for k, share in shares.items() if share is not None}
