"""What a release is good for, by what it is meant for: recommending, research, or totals."""

from __future__ import annotations

from typing import Literal

from standout.results.base import Part
from standout.results.compare_measures import Loss, Score
from standout.results.estimate import Estimate

Use = Literal["recommending", "research", "totals"]
"""What the data may be meant for."""


class Transfer(Part, frozen=True, kw_only=True):
    """What a recommender learned from the release is worth to people who were never in it, by nDCG@10."""

    score: Score
    loss: Loss | None = None
    """Against the data as it is; absent for that itself, and where popularity does as well there."""


class Research(Part, frozen=True, kw_only=True):
    """Whether studies come to the same results."""

    scores: dict[str, Estimate]
    """nDCG@10 of five simple recommenders, learned from this version and asked about it."""
    order: Estimate | None = None
    """Kendall's τ between their order here and in the data as it is: 1 is the same, −1 the reverse. Absent for that
    itself, and where none of them beats popularity there."""
    baskets: float | None = None
    """How much of the pairs of items that go together is moved (total variation); pairs of one day where there are
    days."""
    sequences: float | None = None
    """The same of what comes after what; only with days."""

    @property
    def loss(self) -> float | None:
        """The largest: of pairs of recommenders, the share whose order is turned; of what goes together and of what
        comes after what, the share that is moved."""
        turned = None if self.order is None else (1 - self.order.rate) / 2
        known = [part for part in (turned, self.baskets, self.sequences) if part is not None]
        return max(known) if known else None


class Totals(Part, frozen=True, kw_only=True):
    """Entries by group of items and month, against those of the data as it is."""

    error: float
    """All differences over all entries; at most 1 is said."""
    of_shares: float
    """The same for the shares of cells, whatever the sum (total variation)."""
    typical: float | None = None
    """The median relative error of cells with ten entries or more."""
    cells: int
    groups: int
    """Groups that the data brings, or the hundred most held items and all others."""
    months: int | None = None


class Intended(Part, frozen=True, kw_only=True):
    """What the data is good for by what it is meant for; one of three."""

    use: Use
    transfer: Transfer | None = None
    research: Research | None = None
    totals: Totals | None = None

    @property
    def utility_loss(self) -> float | None:
        """One number for a budget, 0 where nothing was lost; none where nothing can be said."""
        if self.transfer is not None:
            return None if self.transfer.loss is None else max(0.0, self.transfer.loss.loss)
        if self.research is not None:
            return self.research.loss
        return None if self.totals is None else self.totals.error
