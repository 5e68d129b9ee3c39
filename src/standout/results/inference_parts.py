"""The parts of what `standout infer` finds: measures, attackers, bands of people, revealing items, groups of items."""

from __future__ import annotations

from msgspec import field

from standout.results.base import Part
from standout.results.estimate import Estimate


class Spread(Part, frozen=True, kw_only=False):
    """A measure over folds or draws: its mean and standard deviation; a 95% interval where one can be given."""

    mean: float
    sd: float
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        """The mean with its standard deviation: "0.81 ± 0.02"."""
        return f"{self.mean:.2f} ± {self.sd:.2f}"


MEASURES = ("auc", "average_precision", "precision", "recall", "accuracy", "balanced_accuracy")
"""By rank, and by the decision that follows (the class with the highest score)."""


class Measured(Part, frozen=True):
    """What has every measure."""

    def measure(self, name: str) -> Spread:
        """One of `MEASURES`."""
        spread: Spread = getattr(self, name)
        return spread


class Measures(Measured, frozen=True):
    """How good an attacker's scores are (`auc`, `average_precision`) and the decisions that follow from them."""

    auc: Spread
    average_precision: Spread
    precision: Spread
    recall: Spread
    accuracy: Spread
    balanced_accuracy: Spread


class DataSize(Part, frozen=True):
    """What it was inferred from."""

    people: int
    items: int
    interactions: int
    sha256: str


class Baseline(Part, frozen=True):
    """What somebody gets who always names the most common class."""

    auc: float
    average_precision: float
    precision: float
    recall: float
    accuracy: float
    balanced_accuracy: float
    common: str = field(name="class")


class AttackerResult(Measured, frozen=True):
    """What one attacker gets from people whom it has not seen."""

    name: str
    about: str
    matrix: str
    """Whether it looks at values, only at what people have ("presence"), or at everything."""
    auc: Spread
    average_precision: Spread
    precision: Spread
    recall: Spread
    accuracy: Spread
    balanced_accuracy: Spread
    settings: tuple[str, ...] | None = None
    """What inner validation chose, fold by fold."""


class LearnerResult(Part, frozen=True):
    """What one learner of the stack gets by itself."""

    name: str
    auc: Spread


class BetrayingPart(Part, frozen=True):
    """A part of records: what it gives away by itself, and what the stack loses where it is somebody else's."""

    part: str
    about: str
    alone: Spread
    """AUC."""
    lost: Spread
    """By how much the AUC falls."""


class StackResult(Part, frozen=True):
    """The stack from inside: its learners, and what gives people away to it."""

    folds: int
    learners: tuple[LearnerResult, ...]
    parts: tuple[BetrayingPart, ...] = ()


class NumberResult(Part, frozen=True):
    """How well a number is guessed."""

    rank_correlation: Estimate
    """Spearman's, between guess and truth."""
    error: float
    """How far the guess is off, on average."""
    middle: float
    """The number that half of the people are below."""
    middle_error: float
    """How far who always guesses that is off."""


class Band(Part, frozen=True):
    """People alike in one respect, and how well their class is inferred."""

    name: str = field(name="band")
    least: float
    """Four people have less, or as much …"""
    most: float
    """… and four more, or as much."""
    people: int
    auc: Estimate | None = None
    """None where the band holds people of one class only."""


class Hardness(Part, frozen=True):
    """Who is hard to infer."""

    by_length: tuple[Band, ...]
    by_loyalty: tuple[Band, ...]


class CoefficientItem(Part, frozen=True):
    """An item that speaks for a class."""

    speaks_for: str = field(name="class")
    item: str
    holders: int
    coefficient: float


class WelchItem(Part, frozen=True):
    """An item in which a class differs from the others, by Welch's t-test."""

    tested_class: str = field(name="class")
    item: str
    holders: int
    t: float
    p: float


class ForestItem(Part, frozen=True):
    """An item that is important to a random forest."""

    item: str
    holders: int
    importance: float


class WelchCounts(Part, frozen=True):
    """How many items were tested, and how many differ after Bonferroni's correction."""

    tested: int
    significant: int


class WelchItems(Part, frozen=True):
    """What the tests of all items say, by class, and the surest of them."""

    classes: dict[str, WelchCounts]
    surest: tuple[WelchItem, ...]


class RevealingItems(Part, frozen=True):
    """The items that give people away, by three rankings."""

    coefficient: tuple[CoefficientItem, ...]
    test: WelchItems
    forest: tuple[ForestItem, ...]


class KeptItems(Part, frozen=True):
    """What an attacker gets from the items that a ranking chooses, and from all the others."""

    ranking: str
    items: Spread
    only: Spread
    without: Spread | None = None


class TopItems(Part, frozen=True):
    """The same for so many of a forest's most important items."""

    top: int
    items: Spread
    only: Spread
    without: Spread | None = None


class AmountResult(Measured, frozen=True):
    """What an attacker gets from at most so many items of each person, drawn at random."""

    items: int
    auc: Spread
    average_precision: Spread
    precision: Spread
    recall: Spread
    accuracy: Spread
    balanced_accuracy: Spread


class Revealing(Part, frozen=True, kw_only=True):
    """What gives people away, tried with one quick attacker that only varies in what it may see."""

    attacker: str
    items: RevealingItems
    kept: tuple[KeptItems, ...]
    curve: tuple[TopItems, ...]
    values: Measures | None = None
    """None where the data has no values."""
    presence: Measures
    amounts: tuple[AmountResult, ...]

    @property
    def everything(self) -> Measures:
        """What the attacker gets from all that is known of people."""
        return self.values or self.presence


class GroupInference(Measured, frozen=True, kw_only=True):
    """What an attacker gets who knows only how many items of each group a person has."""

    counted: str
    """Which entries were counted: "all", "absent" (what people do not have), or "value"."""
    value: str | None = None
    auc: Spread
    average_precision: Spread
    precision: Spread
    recall: Spread
    accuracy: Spread
    balanced_accuracy: Spread


class GroupShare(Part, frozen=True, kw_only=False):
    """The share of a class's entries that is in a group, with its 95% interval."""

    share: float
    low: float
    high: float


class ClassShares(Part, frozen=True):
    """The shares of one class, group by group."""

    name: str = field(name="class")
    groups: tuple[GroupShare, ...]


class GroupsResult(Part, frozen=True):
    """What the groups of items say."""

    names: tuple[str, ...]
    inference: tuple[GroupInference, ...]
    shares: tuple[ClassShares, ...]
    together: tuple[tuple[int, ...], ...]
    """Groups × groups: how many items are in both."""
    merged: tuple[tuple[str, str], ...]
    """Pairs that so often come together that the second gives way to the first in loyalty."""
