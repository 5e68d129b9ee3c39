"""What results say about a dataset as a whole: its size, how sparse it is, and what theory makes of that."""

from __future__ import annotations

from standout.results.base import Part
from standout.results.estimate import Estimate


class Values(Part, frozen=True, kw_only=True):
    """The scale of the values."""

    kind: str
    levels: int


class Days(Part, frozen=True, kw_only=True):
    """The first and the last day, as dates."""

    first: str
    last: str


class About(Part, frozen=True, kw_only=True):
    """Size, checksum and kinds of a dataset."""

    people: int
    items: int
    interactions: int
    sha256: str | None
    files: tuple[str, ...]
    values: Values
    days: Days | None


class ShareFrom(Part, frozen=True, kw_only=True):
    """A share, with its 95% interval, of those who are at least so similar."""

    similarity: float
    rate: float
    low: float
    high: float

    @property
    def share(self) -> Estimate:
        return Estimate(self.rate, self.low, self.high)

    @classmethod
    def of(cls, similarity: float, share: Estimate) -> ShareFrom:
        return cls(similarity=similarity, rate=share.rate, low=share.low, high=share.high)


Curves = dict[str, tuple[ShareFrom, ...]]
"""For each sense in which records are alike, the share of those who are at least so similar."""


class SparsityCurves(Part, frozen=True, kw_only=True):
    """How similar the nearest neighbour is, for people drawn at random."""

    people: int
    nearest_neighbour_at_least: Curves


class Theorem1(Part, frozen=True, kw_only=True):
    """As printed: with so many items, a record that fits is so similar to the right one, whatever the data."""

    items_needed: int
    similarity: float
    probability: float


class Theorem2(Part, frozen=True, kw_only=True):
    """As printed: with so many items, only the right record fits, in sparse data."""

    applies: bool
    items_needed: int
    probability: float


class Theorem3(Part, frozen=True, kw_only=True):
    """With so many items, k candidates are left, in sparse data."""

    applies: bool
    k: int
    items_needed: int
    entropy_bits: float


class Theorem4(Part, frozen=True, kw_only=True):
    """A match in a part of the data is hardly false."""

    released_share: float
    items_needed: int
    false_match_at_most: float


class Theorem5(Part, frozen=True, kw_only=True):
    """How sparse the whole data is, if a part of it is so sparse."""

    released_share: float
    doubt: float
    similarity: float
    sample_delta: float
    whole_delta_at_most: float
    """As printed."""
    hub: int = 0
    """So many records have the same nearest neighbour at most, in the corrected bound."""
    whole_delta_corrected: float = 1.0
    whole_delta_measured: Estimate | None = None


class Contained(Part, frozen=True, kw_only=True):
    """What is left of theorems 1 and 2, whatever the data: a record that fits holds so much of the target's."""

    holds: float
    probability: float
    in_another: Estimate
    """The share of people of whose items another record holds as much."""
    alone_at_least: float
    """With at least this probability only the right record fits."""


class TheoryMeasured(Part, frozen=True, kw_only=True):
    """Scoreboard, run with as many items as the theorems ask for, or all that people have: what came of it."""

    targets: int
    items_known: int
    fewer_known: int | None
    """Targets who have fewer items than that; all that they have were known. Not told where they are a few."""
    similar: Estimate
    """A record that fits, drawn by lot, is as similar as theorem 1 promises."""
    holds: Estimate
    """It holds as much of the target's items as the corrected theorem promises."""
    alone: Estimate
    """Only the right record fits."""
    lineup_items_known: int
    lineup: float
    """How many records fit on average, with as many items as theorem 3 asks for."""


class ItemsNeeded(Part, frozen=True, kw_only=True):
    """Theorem 1 for another number of people."""

    people: int
    items_needed: int


class Theory(Part, frozen=True, kw_only=True):
    """What the theorems of Narayanan and Shmatikov promise, beside whether the data fulfils what they ask for."""

    epsilon: float
    delta: float
    theorem_1: Theorem1
    theorem_2: Theorem2
    theorem_3: Theorem3
    items_needed_by_people: tuple[ItemsNeeded, ...]
    theorem_4: Theorem4 | None = None
    theorem_5: Theorem5 | None = None
    contained: Contained | None = None
    """What is left of theorems 1 and 2."""
    measured: TheoryMeasured | None = None
