"""What is measured of each protection: who is found, what is inferred, whether it shows, what is still of use."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from standout.results.base import Part
from standout.results.estimate import Estimate


class Change(Part, frozen=True):
    """How much rarer or more frequent hits became, with the 95% interval of the difference."""

    change: float
    low: float
    high: float


class BestAttacks(Part, frozen=True):
    """The attack that finds most people, each time."""

    before: str
    after: str
    adaptive: str


class IdentifiedBefore(Part, frozen=True, kw_only=True):
    """Who one adversary finds in the data as it is."""

    before: Estimate | None = None
    targets: int
    blind_guess: float
    attack: str


class Identified(Part, frozen=True, kw_only=True):
    """Who one adversary finds before and after a protection."""

    before: Estimate | None = None
    after: Estimate | None = None
    """By somebody who does not know of the protection."""
    adaptive: Estimate | None = None
    """By somebody who knows of it, and counters it."""
    change: Change | None = None
    """From before to the adaptive adversary, over the same targets with the same knowledge."""
    attacks: BestAttacks
    targets: int
    blind_guess: float


class Risk(Part, frozen=True):
    """What the adversary finds who finds most: the risk that counts."""

    adversary: str
    rate: float
    low: float
    high: float

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.rate, self.low, self.high)


def worst_adversary(rates: Mapping[str, Estimate | None]) -> Risk | None:
    """The adversary who finds most people, of those for whom there is a rate; none if there is none."""
    known = {name: estimate for name, estimate in rates.items() if estimate is not None}
    if not known:
        return None
    worst = max(known, key=lambda name: known[name].rate)
    estimate = known[worst]
    return Risk(adversary=worst, rate=estimate.rate, low=estimate.low, high=estimate.high)


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


class AttributeRisk(Part, frozen=True):
    """What can be inferred about an attribute; only notes where too few people are left."""

    static_auc: float | None = None
    adaptive_auc: float | None = None
    worst_auc: float | None = None
    worst: WorstAttacker | None = None
    attackers: Attackers | None = None
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


def _larger(*losses: Loss | None) -> float | None:
    """One number for a budget: the largest loss, 0 where nothing was lost; none without any."""
    known = [loss.loss for loss in losses if loss is not None]
    return max(0.0, *known) if known else None


class ReleasedLoss(Part, frozen=True):
    """What is lost to the people who are still in the data."""

    share: float
    rmse: Loss | None = None
    ndcg: Loss | None = msgspec.field(name="ndcg@10", default=None)

    @property
    def utility_loss(self) -> float | None:
        """The larger of both relative losses, 0 where nothing was lost; none without either."""
        return _larger(self.rmse, self.ndcg)


class UtilityLoss(Part, frozen=True):
    """What is lost for predicted values and for recommended lists."""

    rmse: Loss | None = None
    ndcg: Loss | None = msgspec.field(name="ndcg@10", default=None)
    released_people: ReleasedLoss | None = None

    @property
    def utility_loss(self) -> float | None:
        """The larger of both relative losses, 0 where nothing was lost; none without either."""
        return _larger(self.rmse, self.ndcg)


class Utility(Part, frozen=True, kw_only=True):
    """What recommenders that learn from the data still know about the original, and the data as a whole."""

    rmse_of_mean: float | None = None
    rmse: float | None = None
    rmse_on_protected: float | None = None
    ndcg: float | None = msgspec.field(name="ndcg@10", default=None)
    recall: float | None = msgspec.field(name="recall@10", default=None)
    ndcg_of_popularity: float | None = msgspec.field(name="ndcg@10_of_popularity", default=None)
    recall_of_popularity: float | None = msgspec.field(name="recall@10_of_popularity", default=None)
    statistics: Statistics
    popularity_drift: PopularityDrift
    loss: UtilityLoss | None = None
    """Against the original; absent for the original itself."""
