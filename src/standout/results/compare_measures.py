"""What is measured of each protection: what is inferred, whether it shows, what is still of use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from standout.results.base import Part
from standout.results.compare_found import Change
from standout.results.estimate import Estimate


class Inferred(Part, frozen=True):
    """The AUC that counts; it has an interval where there are two classes."""

    rate: float
    low: float | None = None
    high: float | None = None

    @property
    def estimate(self) -> Estimate:
        """The same with the AUC itself at both ends where there is no interval."""
        return Estimate(
            self.rate, self.rate if self.low is None else self.low, self.rate if self.high is None else self.high
        )


class Reached(Part, frozen=True):
    """What one attacker reached about an attribute."""

    name: str
    auc: float
    sd: float
    mirrored: float
    """The AUC with each class turned round where it is below one half."""
    low: float | None = None
    high: float | None = None


class Attackers(Part, frozen=True):
    """Attackers who learned from the original, and the same who learned from protected data."""

    static: tuple[Reached, ...]
    adaptive: tuple[Reached, ...]


class WorstAttacker(Part, frozen=True):
    """The attacker who reaches most, turned round where that is more."""

    attacker: str
    way: str
    turned_round: bool
    low: float | None = None
    high: float | None = None


class KnownLabels(Part, frozen=True):
    """What the stack reaches that learned from the protected records of so many people."""

    share: float
    people: int
    auc: float
    low: float | None = None
    high: float | None = None


class Concerned(Part, frozen=True):
    """What a protection did to some of the people, and whether it shows among them."""

    name: str
    """A class, or "edited": everybody whose record is different."""
    people: int
    touched: int
    changed_share: float
    """Entries added, removed or altered, per entry that they had."""
    told_apart: float | None = None
    """AUC of who tells real from protected records among these people alone; 0.5 is not at all."""
    lists_lost: float | None = None
    """How much worse lists are for them, relative to the original's; below 0 they are better."""
    too_early: float | None = None
    """Share of added entries that are dated before anybody had the item; absent without days or additions."""


class Knowing(Part, frozen=True):
    """What somebody reaches who knows more than others."""

    knows: str
    auc: float
    low: float | None = None
    high: float | None = None


class Hiding(Part, frozen=True):
    """What is left of an attribute that a protection hides: by how much the attacker knows, and who pays for it."""

    by_labels: tuple[KnownLabels, ...]
    knowing: tuple[Knowing, ...]
    concerned: tuple[Concerned, ...]
    notes: tuple[str, ...] = ()

    @property
    def worst(self) -> Knowing | None:
        """Who reaches most of those who know more."""
        return max(self.knowing, key=lambda each: each.auc, default=None)


class AttributeRisk(Part, frozen=True):
    """What can be inferred about an attribute; only notes where too few people are left."""

    static_auc: float | None = None
    adaptive_auc: float | None = None
    worst_auc: float | None = None
    worst: WorstAttacker | None = None
    attackers: Attackers | None = None
    strongest: Reached | None = None
    """The stack, learned from this data."""
    hiding: Hiding | None = None
    """More about what an attribute is hidden by: only of protections that hide one."""
    people: int | None = None
    left_out: int | None = None
    notes: tuple[str, ...] | None = None

    @property
    def inferred(self) -> Inferred | None:
        """The AUC that counts, with its interval."""
        if self.worst_auc is None or self.worst is None:
            return None
        return Inferred(rate=self.worst_auc, low=self.worst.low, high=self.worst.high)


class Accuracy(Part, frozen=True):
    """How often a classifier is right, and the spread between its folds."""

    accuracy: float
    sd: float


class ToldApart(Part, frozen=True):
    """The same over random halves of the people, and over the paper's first and last half."""

    accuracy: float
    sd: float
    first_last: Accuracy


class Classifier(Part, frozen=True):
    """One classifier with protected records in one half, and with real ones in both."""

    real_vs_protected: ToldApart
    real_vs_real: ToldApart


class Growth(Part, frozen=True):
    """How many people have the item that grew most."""

    before: int
    after: int


class Spikes(Part, frozen=True):
    """Items that more people have than before, by more than chance allows."""

    items_compared: int
    spikes: int
    share: float | None = None
    biggest: Growth | None = None


class RealismBefore(Part, frozen=True):
    """How well real people are told from real people."""

    classifiers: dict[str, ToldApart]


class Realism(Part, frozen=True):
    """How hard it is to tell that a protection was applied; the headline is the classifier that gains most."""

    spikes: Spikes
    real_vs_protected: float | None = None
    real_vs_real: float | None = None
    classifier: str | None = None
    classifiers: dict[str, Classifier] | None = None


class Statistics(Part, frozen=True):
    """The data as a whole."""

    people: int
    items: int
    interactions: int
    density: float | None = None
    mean: float | None = None
    variance: float | None = None


class PopularityDrift(Part, frozen=True):
    """How far item popularity moved."""

    total_variation: float | None = None
    rank_correlation: float | None = None


class Loss(Part, frozen=True):
    """How much worse something is than with the original, relative to it; below 0 it is better."""

    loss: float
    low: float | None = None
    high: float | None = None


RMSE, LISTS, NEXT_ITEM = "rmse", "ndcg@10", "next_item@10"
"""What utility is measured by: values that are predicted, items that are held out at random, and the next item."""

Purpose = Literal["ratings", "amounts", "items"]
"""What the data is for: what people think of items, how much of them they take, or which they take."""


class Score(Part, frozen=True, kw_only=True):
    """What a recommender reaches on held-out entries, and what one reaches without knowing anybody."""

    score: Estimate
    baseline: Estimate
    """Of the mean where values are predicted, of popularity where items are."""
    better: Change
    """By how much the recommender is better, over the same people."""
    people: int

    @property
    def beats(self) -> bool:
        """Whether it is better for sure: otherwise a loss of it says nothing."""
        return self.better.low > 0


def _larger(measured_by: Sequence[str], losses: Mapping[str, Loss | None]) -> float | None:
    """One number for a budget: the largest loss that counts, 0 where nothing was lost; none without any."""
    known = [loss.loss for name in measured_by if (loss := losses[name]) is not None]
    return max(0.0, *known) if known else None


class ReleasedLoss(Part, frozen=True):
    """What is lost to the people who are still in the data."""

    share: float
    rmse: Loss | None = None
    ndcg: Loss | None = msgspec.field(name=LISTS, default=None)
    next_item: Loss | None = msgspec.field(name=NEXT_ITEM, default=None)
    measured_by: tuple[str, ...] = (RMSE, LISTS)

    @property
    def utility_loss(self) -> float | None:
        """The largest relative loss of what counts, 0 where nothing was lost; none without any."""
        return _larger(self.measured_by, {RMSE: self.rmse, LISTS: self.ndcg, NEXT_ITEM: self.next_item})


class UtilityLoss(Part, frozen=True):
    """What is lost for predicted values, for recommended lists, and for the next item.

    What no recommender does better than a baseline on the original data has no loss.
    """

    rmse: Loss | None = None
    ndcg: Loss | None = msgspec.field(name=LISTS, default=None)
    released_people: ReleasedLoss | None = None
    next_item: Loss | None = msgspec.field(name=NEXT_ITEM, default=None)
    measured_by: tuple[str, ...] = (RMSE, LISTS)
    """Which of them count, by what the data is for."""

    @property
    def utility_loss(self) -> float | None:
        """The largest relative loss of what counts, 0 where nothing was lost; none without any."""
        return _larger(self.measured_by, {RMSE: self.rmse, LISTS: self.ndcg, NEXT_ITEM: self.next_item})


class Utility(Part, frozen=True, kw_only=True):
    """What recommenders that learn from the data still know about the original, and the data as a whole."""

    rmse_of_mean: float | None = None
    rmse: float | None = None
    rmse_on_protected: float | None = None
    ndcg: float | None = msgspec.field(name=LISTS, default=None)
    recall: float | None = msgspec.field(name="recall@10", default=None)
    ndcg_of_popularity: float | None = msgspec.field(name="ndcg@10_of_popularity", default=None)
    recall_of_popularity: float | None = msgspec.field(name="recall@10_of_popularity", default=None)
    statistics: Statistics
    popularity_drift: PopularityDrift
    loss: UtilityLoss | None = None
    """Against the original; absent for the original itself."""
    next_item: float | None = msgspec.field(name=NEXT_ITEM, default=None)
    """The share of people whose next item in time is among the ten recommended; where the data is no ratings."""
    next_item_of_popularity: float | None = msgspec.field(name="next_item@10_of_popularity", default=None)
    purpose: Purpose = "ratings"
    """What the data is for. The errors of amounts are counted in doublings (a logarithm to the base 2)."""
    scores: dict[str, Score] = msgspec.field(default_factory=dict)
    """Each measure that counts, with its interval and its baseline."""
