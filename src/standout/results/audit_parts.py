"""The parts of an audit's document that are no findings: popularity, risk person by person, what reveals, examples."""

from __future__ import annotations

import msgspec

from standout.results.base import Part
from standout.results.estimate import Estimate


class AtRank(Part, frozen=True, kw_only=True):
    """Bits that one known item gives away, by its place in popularity."""

    rank: int
    bits: float


class OutsideTop(Part, frozen=True, kw_only=True):
    """The share of people with at least 1, 5, 10 items outside so many most popular ones."""

    outside_top: int
    at_least_1: Estimate | None = msgspec.field(default=None, name="1")
    at_least_5: Estimate | None = msgspec.field(default=None, name="5")
    at_least_10: Estimate | None = msgspec.field(default=None, name="10")


class Span(Part, frozen=True, kw_only=True):
    """How many there are from one number to another."""

    low: int = msgspec.field(name="from")
    high: int = msgspec.field(name="to")
    count: int


class Popularity(Part, frozen=True, kw_only=True):
    """How items and records are spread."""

    information_by_rank: tuple[AtRank, ...]
    people_with_items_outside_top: tuple[OutsideTop, ...]
    items_by_holders: tuple[Span, ...]
    people_by_items: tuple[Span, ...]


class FoundShare(Part, frozen=True, kw_only=True):
    """How many people were found in about this share of the tries."""

    found: str
    people: int


class Group(Part, frozen=True, kw_only=True):
    """A group of people, and how often they were found on average."""

    group: str
    people: int
    rate: float
    low: float
    high: float

    @property
    def found(self) -> Estimate:
        return Estimate(self.rate, self.low, self.high)


class OverPeople(Part, frozen=True, kw_only=True):
    """How often people are found over repeated draws: on average, the worst tenth, the worst. All intervals hold at
    once."""

    people: int
    """Those of whom something could be known."""
    mean: Estimate
    worst_tenth: Estimate
    """The tenth (and at least a crowd) who are found most often, on average."""
    worst_person: Estimate
    """The share of draws that as many people as a crowd reach: no figure is one person's."""


class PersonalSummary(Part, frozen=True, kw_only=True):
    """How often people are found over repeated draws: how that is spread, and for whom it is worst."""

    adversary: str
    attack: str
    people: int
    draws: int
    found_share: tuple[FoundShare, ...]
    by_record_length: tuple[Group, ...]
    by_rare_share: tuple[Group, ...]
    found_by_others: int | None = None
    over_people: OverPeople | None = None
    """Mean, worst tenth and worst person; absent where fewer than a crowd were tried, and in documents of before."""


class SettingsUsed(Part, frozen=True, kw_only=True):
    """What the audit was asked for."""

    targets: int
    """How many people were looked for."""
    draws: int
    attacks: tuple[str, ...]
    noise: str
    max_false: float
    crowd: int
    summaries: dict[str, str] | None = None
    """What each attack does that is not one of ours, by its name."""


class RevealingItem(Part, frozen=True, kw_only=True):
    """An item by the mean share of the winning margin that it made up where it helped to find somebody."""

    item: str
    holders: int
    bits: float
    margin_share: float
    people: int


class ExplainedItem(Part, frozen=True, kw_only=True):
    """What one known item says for the right record."""

    item: str
    bits: float
    in_record: bool | None = None


class Example(Part, frozen=True, kw_only=True):
    """What gave somebody away, item by item: a case that a crowd shares or that is invented; a person with ids."""

    person: str
    invented: bool
    people: int | None = None
    kind: str | None = None
    rank: int | None
    right: bool
    named: bool
    probability: float
    bits: float
    known: int
    items: tuple[ExplainedItem, ...]
    hide: tuple[str, ...] | None = None
    hide_exact: bool | None = None
    hide_helps: float | None = None
    rank_after: int | msgspec.UnsetType | None = msgspec.UNSET


class ExplainedExamples(Part, frozen=True, kw_only=True):
    """Examples, and by whose knowledge and which attack they were found."""

    adversary: str
    attack: str
    examples: tuple[Example, ...]
