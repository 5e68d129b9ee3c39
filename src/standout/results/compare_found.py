"""Who is found before and after a protection, and by which adversary most: the risk that counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from standout.results.base import Part
from standout.results.estimate import Estimate
from standout.results.headline import corrected, worst_first


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


class Contender(NamedTuple):
    """What one adversary finds with its best attack."""

    found: Estimate | None
    by_lot: Estimate | None
    of: int
    """Everybody looked for."""
    tried: int
    """How many attacks it is the best of."""


class IdentifiedBefore(Part, frozen=True, kw_only=True):
    """Who one adversary finds in the data as it is."""

    before: Estimate | None = None
    """Of everybody looked for."""
    identified_by_lot: Estimate | None = msgspec.field(default=None, name="ties_by_lot")
    """The same as expected if ties are broken by lot: what attacks are compared by."""
    targets: int
    looked_for: int | None = None
    blind_guess: float
    attack: str
    tried: int = 1
    """How many attacks it is the best of."""

    @property
    def contender(self) -> Contender:
        of = self.targets if self.looked_for is None else self.looked_for
        return Contender(self.before, self.identified_by_lot, of, self.tried)


class ByLot(Part, frozen=True, kw_only=True):
    """Who is expected to be found if ties are broken by lot: what attacks are compared by."""

    before: Estimate | None = None
    after: Estimate | None = None
    adaptive: Estimate | None = None


class Identified(Part, frozen=True, kw_only=True):
    """Who one adversary finds before and after a protection, of everybody looked for."""

    before: Estimate | None = None
    after: Estimate | None = None
    """By somebody who does not know of the protection."""
    adaptive: Estimate | None = None
    """By somebody who knows of it, and counters it."""
    change: Change | None = None
    """From before to the adaptive adversary, over the same targets with the same knowledge."""
    identified_by_lot: ByLot | None = msgspec.field(default=None, name="ties_by_lot")
    attacks: BestAttacks
    tried: int = 1
    """How many attacks the adaptive one is the best of."""
    targets: int
    """Of how many people something could be known."""
    looked_for: int | None = None
    """Everybody whom the rates are over."""
    blind_guess: float

    @property
    def contender(self) -> Contender:
        """What the adversary finds who knows of the protection."""
        of, lot = self.targets if self.looked_for is None else self.looked_for, self.identified_by_lot
        return Contender(self.adaptive, lot.adaptive if lot else None, of, self.tried)


class MadeForIt(Part, frozen=True, kw_only=True):
    """What an attacker reaches who was made for this protection, beside what it is to be read against."""

    attacker: str
    words: str
    """What they know and do, in a line."""
    reached: Estimate | None = None
    beside: float | None = None
    beside_is: Literal["ceiling", "blind guess", "totals alone"]
    """What stands beside it: a proven bound, guessing blindly, or the same attacker without what is new."""


class Risk(Part, frozen=True):
    """What the adversary finds who finds most: the risk that counts, chosen and corrected as an audit's headline is."""

    adversary: str
    rate: float
    low: float
    high: float
    compared: int | None = None
    """How many adversaries × attacks the interval holds for at once."""

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.rate, self.low, self.high)


def worst_adversary(contenders: Mapping[str, Contender]) -> Risk | None:
    """The adversary who finds most people, of those for whom there is a rate; none if there is none.

    By the rule for the headline of an audit, with an interval that holds for all adversaries and attacks at once.
    """
    best, key, compared = None, None, 0
    for name, contender in contenders.items():
        if contender.found is not None:
            compared += contender.tried
            own = worst_first(contender.found, contender.by_lot or contender.found)
            if key is None or own > key:
                best, key = (name, contender.found, contender.of), own
    if best is None:
        return None
    name, found, of = best
    sure = corrected(found, of, compared)
    return Risk(adversary=name, rate=found.rate, low=sure.low, high=sure.high, compared=compared)
