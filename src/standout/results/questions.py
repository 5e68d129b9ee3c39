"""Two of the three questions of European guidance, as an audit answers them: linkability and inference.

The first, singling out, is what the findings are about.
"""

from __future__ import annotations

from standout.results.base import Part
from standout.results.compare_found import Change
from standout.results.estimate import Estimate


class Linked(Part, frozen=True, kw_only=True):
    """How often one way of linking puts the right record first, and among the first ten."""

    by: str
    """By the `items` that both halves have, or by `taste`: what goes together, habits and rhythm."""
    first: Estimate
    within_10: Estimate
    better: bool
    """Whether blind guessing would hardly ever do as well: exact, and corrected for all that is looked at."""
    named: Estimate | None = None
    """How often the right record is also named, where accusations are promised to be rare; by `taste` only."""
    accused: Estimate | None = None
    """How often somebody is named once the right record is taken out; by `taste` only."""
    silent: str | None = None
    """Why nobody is named, where nobody is, whoever they are."""


class AfterGap(Part, frozen=True, kw_only=True):
    """The same with so many days between the known and the released part."""

    gap: int
    people: int
    """Whose halves are linked: as many as have something before and after the gap."""
    linked: tuple[Linked, ...]
    blind_first: float
    blind_within_10: float


class Linkability(Part, frozen=True, kw_only=True):
    """Can older and newer halves of the same people's records be brought together? Open where there is a reason."""

    reason: str | None = None
    """Why the data cannot answer."""
    as_events: bool = False
    """Whether repeats, which the rest of the audit has folded into one entry, were read again as events for this."""
    last_older_day: str | None = None
    """Records are cut after this day: the median day of the data."""
    people: int | None = None
    """Whose halves are linked: those who have something in both, or some of them where they are many."""
    sampled: int | None = None
    """Among so many people these were found."""
    with_both: int | None = None
    """How many of them have something in both halves."""
    linked: tuple[Linked, ...] = ()
    blind_first: float | None = None
    blind_within_10: float | None = None
    after_gaps: tuple[AfterGap, ...] = ()
    """With days in between that nobody knows of; gaps that leave too few people are left out."""

    @property
    def best(self) -> Linked | None:
        """The way of linking that finds most."""
        return max(self.linked, key=lambda way: (way.first.rate, way.within_10.rate), default=None)

    @property
    def possible(self) -> bool | None:
        """Whether halves are linked better than by blind guessing; none where it is open."""
        return any(way.better for way in self.linked) if self.linked else None


class InferredAttribute(Part, frozen=True, kw_only=True):
    """How well one attribute of people is guessed from what they have, by somebody who knows it of others."""

    name: str
    classes: tuple[str, ...]
    people: int
    accuracy: Estimate
    majority: float
    """How often the most common class is right."""
    auc: Estimate
    """0.5 is blind guessing."""
    inferred: bool
    """Whether that is better than guessing, for sure, with all attributes asked at once."""


class Inference(Part, frozen=True, kw_only=True):
    """Can attributes of people be guessed? Open where there is a reason."""

    reason: str | None = None
    attributes: tuple[InferredAttribute, ...] = ()
    skipped: dict[str, str] | None = None
    """Attributes that were not asked for, each with the reason."""

    @property
    def possible(self) -> bool | None:
        """Whether any attribute is guessed better than blindly; none where it is open."""
        return any(attribute.inferred for attribute in self.attributes) if self.attributes else None


class Questions(Part, frozen=True, kw_only=True):
    """What an audit says to linkability and inference."""

    linkability: Linkability
    inference: Inference


class Tried(Part, frozen=True, kw_only=True):
    """What one protection does against the adversaries of this audit, who know of it."""

    protection: str
    left: Estimate
    """The share of everybody looked for whom the worst adversary still finds."""
    adversary: str
    """Who that is."""
    change: Change
    """From the data as it is; the interval is one for all that was tried."""

    @property
    def helps(self) -> bool:
        """Whether fewer are found, for sure."""
        return self.change.high < 0


class MeasuredAdvice(Part, frozen=True, kw_only=True):
    """What was tried on this very data, so that nothing is advised that does not help."""

    reason: str | None = None
    """Why nothing was tried."""
    people: int | None = None
    """How many people were looked for."""
    now: Estimate | None = None
    """The share of them whom the worst adversary finds in the data as it is."""
    adversary: str | None = None
    tried: tuple[Tried, ...] = ()
    compare: str
    """The command that measures what protections cost as well, as it can be pasted."""

    @property
    def helpful(self) -> list[Tried]:
        """What helps, the most helpful first."""
        return sorted((trial for trial in self.tried if trial.helps), key=lambda trial: trial.left.rate)

    @property
    def useless(self) -> list[Tried]:
        """What was tried and does not help for sure."""
        return [trial for trial in self.tried if not trial.helps]
