"""A finding: how often one attack finds people for one adversary, with intervals and what guessing would get."""

from __future__ import annotations

from typing import Literal

import msgspec

from standout.results.about_data import Curves
from standout.results.adds import Adds
from standout.results.base import Part
from standout.results.estimate import Estimate
from standout.results.learned import Learned, Membership

Noise = Literal["given", "learned"]
"""Whether an attack is told how knowledge comes about, which is an oracle, or has to learn it."""

Off = int | float | Literal["unknown"]
"""How far off a known value, day or length may be; 0 is exact."""


class AdversaryDescription(Part, frozen=True, kw_only=True):
    """What an adversary knows of a target: the fields of `Adversary` that differ from their default, in words first."""

    name: str
    sentence: str
    items: int | None = None
    share: tuple[int | float, int | float] | None = None
    counts: tuple[tuple[int, int, int | float], ...] | None = None
    wrong: int = 0
    absent: int = 0
    absent_share: int | float = 0.0
    values: Off = 0.0
    days: Off = "unknown"
    choose: str = "any"
    which: str = "any"
    outside_top: int = 0
    outside_top_share: int | float = 1.0
    length: Off = "unknown"
    fewer: bool = True
    here: tuple[str, ...] = ()


class ByKnown(Part, frozen=True, kw_only=True):
    """Targets of whom about as many items were known."""

    known: str
    mean_known: float
    targets: int
    identified: dict[str, Estimate]
    identified_by_lot: dict[str, Estimate] = msgspec.field(default_factory=dict, name="ties_by_lot")

    @property
    def found(self) -> Estimate | None:
        return self.identified.get("1")

    @property
    def found_by_lot(self) -> Estimate | None:
        return self.identified_by_lot.get("1", self.found)


class ByLength(Part, frozen=True, kw_only=True):
    """Targets whose records are about as long."""

    items: str
    targets: int
    identified: dict[str, Estimate]

    @property
    def found(self) -> Estimate | None:
        return self.identified.get("1")


class Declared(Part, frozen=True, kw_only=True):
    """How often the attack itself names the right person, a wrong one, or nobody."""

    correct: Estimate | None = None
    wrong: Estimate | None = None
    silent: Estimate | None = None


class DeclaredWhenAbsent(Part, frozen=True, kw_only=True):
    """How often somebody is accused although the target's record was taken out."""

    accused: Estimate | None = None
    silent: Estimate | None = None


class AtEccentricity(Part, frozen=True, kw_only=True):
    """The verdicts if the best record must stand out by φ."""

    phi: float
    correct: Estimate | None = None
    wrong: Estimate | None = None
    accused_when_absent: Estimate | None = None


class EqualError(Part, frozen=True, kw_only=True):
    """The φ at which missing a person who is there is as likely as accusing somebody when they are not."""

    phi: float
    missed: float
    accused: float


class AtPromise(Part, frozen=True, kw_only=True):
    """The verdicts with a threshold that promises at most this share of false accusations."""

    promised: float
    correct: Estimate | None = None
    wrong: Estimate | None = None
    accused_when_absent: Estimate | None = None


class MapPoint(Part, frozen=True, kw_only=True):
    """A knot of the map from log-odds to probability."""

    odds: float
    probability: float


class Bin(Part, frozen=True, kw_only=True):
    """Targets whom the attack was about as sure of, and how many of them it was right about."""

    probability: float
    targets: int
    right: Estimate


class CalibrationSummary(Part, frozen=True, kw_only=True):
    """How probabilities were calibrated, and how well they keep their word."""

    people: int
    draws: int
    map: tuple[MapPoint, ...]
    expected_error: float
    expected_error_raw: float
    reliability: tuple[Bin, ...]
    reliability_raw: tuple[Bin, ...]


class EntropyBits(Part, frozen=True, kw_only=True):
    """Bits missing to the right record, for somebody who knows nothing and after the attack, with a 95% interval."""

    before: float
    after: float
    low: float | None = None
    high: float | None = None
    targets: int


class AnonymitySet(Part, frozen=True, kw_only=True):
    """How many records fit what is known, among targets whose record does."""

    mean: float | None = None
    median: float | None = None
    listed: int | None = None


class Failures(Part, frozen=True, kw_only=True):
    """Why an attack that lists all matching records does not find a target."""

    not_narrow: Estimate | None = None
    no_one_possible: Estimate | None = None
    misdirected: Estimate | None = None
    not_known: Estimate | None = None
    """Nothing could be known of them; absent if there is nobody of this kind."""


class Assumed(Part, frozen=True, kw_only=True):
    """How an attack takes knowledge to have come about; errors are absent where values or days are not used."""

    value_error: float | None = None
    day_error: float | None = None
    wrong: float
    """The share of known items whose value and day are both made up."""
    wrong_value: float
    wrong_day: float
    """The shares whose value, or day, is made up on its own."""
    absent_share: float
    exponent: float
    """An item is known with a chance that goes with this power of its holders."""
    idle_values: float
    idle_days: float
    """The shares of people whose values, or days, say nothing at all."""


class OtherNoise(Part, frozen=True, kw_only=True):
    """The same attack on some of the people, having to learn what the finding's was told, or told what it learnt."""

    noise: Noise
    targets: int
    looked_for: int
    identified: dict[str, Estimate]
    identified_by_lot: dict[str, Estimate] = msgspec.field(default_factory=dict, name="ties_by_lot")
    same_people: dict[str, Estimate]
    """What the finding's own way gets on just these people, ties broken by lot."""
    assumed: Assumed

    @property
    def found_by_lot(self) -> Estimate | None:
        return self.identified_by_lot.get("1")


class Finding(Part, frozen=True, kw_only=True):
    """One adversary with one attack. A figure that could not be computed is absent, and its reason is in the notes.

    Rates are over everybody looked for: somebody of whom nothing could be known is not found, and nobody is named. Only
    rows that have `targets` of their own are over these.
    """

    adversary: AdversaryDescription
    attack: str
    options: dict[str, float] | None = None
    """The constants of the attack; none if it has none."""
    noise: Noise | None = None
    """Absent in documents of before."""
    assumed: Assumed | None = None
    """Only for an attack that asks how knowledge comes about."""
    other_noise: OtherNoise | None = None
    """The other way round, for such an attack."""
    targets: int
    """Of how many people something could be known."""
    looked_for: int | None = None
    """Everybody chosen: whom the rates are over. Absent in documents of before, whose rates are over the targets."""
    not_known: int | None = None
    """Those of them of whom nothing could be known."""
    identified: dict[str, Estimate]
    """By k: the share of people whose record is among the k best; one that ties takes the worst place."""
    identified_by_lot: dict[str, Estimate] = msgspec.field(default_factory=dict, name="ties_by_lot")
    """The same as expected if ties are broken by lot: what attacks are compared by."""
    blind_guess: dict[str, float]
    by_known: tuple[ByKnown, ...]
    by_length: tuple[ByLength, ...] | None = None
    identified_by_interactions: Estimate | None = None
    declared: Declared
    declared_when_absent: DeclaredWhenAbsent
    eccentricity: float | None = None
    eccentricity_curve: tuple[AtEccentricity, ...] | None = None
    equal_error: EqualError | None = None
    max_false: AtPromise
    calibration: CalibrationSummary | None = None
    entropy_bits: EntropyBits | None = None
    close_guess: Curves
    anonymity_set: AnonymitySet | None = None
    failures: Failures | None = None
    adds: Adds | None = None
    """What the named records add to what was known."""
    learned: Learned | None = None
    """What the adversary says of targets' unknown items; absent in documents of before."""
    membership: Membership | None = None
    """Whether targets are told to be in the release at all; only beside people who are known not to be."""
    notes: tuple[str, ...]

    @property
    def who(self) -> str:
        """The adversary's name."""
        return self.adversary.name

    def within(self, k: int) -> Estimate | None:
        """How often the true record is among the k best; none if nobody could be looked for."""
        return self.identified.get(str(k))

    @property
    def found(self) -> Estimate | None:
        """How often the true record comes out first, alone."""
        return self.within(1)

    @property
    def found_by_lot(self) -> Estimate | None:
        """How often it is expected to come out first if ties are broken by lot; in documents of before, alone."""
        return self.identified_by_lot.get("1", self.found)

    def found_when(self, noise: Noise) -> Estimate | None:
        """How often it comes out first, ties broken by lot, if the attack was told how knowledge comes about, or had to
        learn it; none where that was not tried."""
        if self.other_noise is not None and self.other_noise.noise == noise:
            return self.other_noise.found_by_lot
        return self.found_by_lot if self.noise == noise else None

    @property
    def of(self) -> int:
        """How many people the rates are over."""
        return self.targets if self.looked_for is None else self.looked_for

    @property
    def blind(self) -> float | None:
        """How often a blind guess is right."""
        return self.blind_guess.get("1")
