"""How sure a gate is: intervals that hold all at once, at every stage at which somebody looks, and what decides.

A gate looks at growing samples and stops where it is sure. Every interval that it may ever look at gets a part of the
doubt that the policy leaves (1 − confidence): each rule the same, within a rule each figure the same (an adversary with
an attack; a person), and of that each stage its share, the last one half and those before it the other half together.
By Bonferroni's inequality all of them hold at once with at least the policy's confidence, however they hang together
and whenever one stops. So a limit that lies outside an interval at any stage is decided for good, and wrongly so, of
all rules together, in at most this share of cases.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from standout.results.estimate import Estimate, exact_rate

FIRST_STAGE, STAGE_FACTOR = 250, 4
MOST_NEEDED = 10**9
"""Nobody makes more attacks than this."""


def stages(most: int, first: int = FIRST_STAGE, factor: int = STAGE_FACTOR) -> tuple[int, ...]:
    """The sizes of samples that are looked at, one after the other; the last is all there may be."""
    sizes = []
    size = first
    while size < most:
        sizes.append(size)
        size *= factor
    return (*sizes, most)


def shares(count: int) -> tuple[float, ...]:
    """Which part of the doubt each of so many stages gets."""
    return (1.0,) if count == 1 else (*(0.5 / (count - 1) for _ in range(count - 1)), 0.5)


@dataclass(frozen=True)
class Doubt:
    """How often an interval may be wrong, of all that the policy leaves."""

    whole: float
    """For all rules together."""
    rules: int

    def each(self, figures: int, share: float = 1.0) -> float:
        """For one of so many figures of a rule, at a stage with this share."""
        return self.whole * share / (self.rules * max(figures, 1))


@dataclass(frozen=True)
class Look:
    """One figure as it is known now, beside its limit."""

    limit: float
    rate: float = 0.0
    low: float = -1.0
    high: float = 1.0
    tries: int = 0

    @property
    def decided(self) -> bool | None:
        """Whether it keeps to its limit; none if that is not sure, or was not looked at."""
        if not self.tries:
            return None
        if self.high <= self.limit:
            return True
        return False if self.low > self.limit else None

    def seen(self, estimate: Estimate, tries: int) -> Look:
        """The look after another stage: what held before still does, so ends only come nearer.

        Where two stages contradict each other, which is as rare as the doubt says, the later one counts.
        """
        low, high = max(self.low, estimate.low), min(self.high, estimate.high)
        if low > high:
            low, high = estimate.low, estimate.high
        return replace(self, rate=estimate.rate, low=low, high=high, tries=tries)

    @property
    def estimate(self) -> Estimate:
        """What is known of it."""
        return Estimate(self.rate, min(self.low, self.rate), max(self.high, self.rate))


def share_estimate(hits: float, tries: int, doubt: float) -> Estimate:
    """A share with the exact interval of Clopper and Pearson at this doubt."""
    return exact_rate(min(max(hits, 0.0), float(tries)), tries, 1 - doubt)


def needed_tries(rate: float, limit: float, doubt: float) -> int | None:
    """How many tries would decide, if the share stays what it is; none if no number would.

    Found by doubling and halving: the interval of a fixed share narrows as tries grow.
    """
    if rate == limit:
        return None

    def decides(tries: int) -> bool:
        found = share_estimate(rate * tries, tries, doubt)
        return found.high <= limit if rate < limit else found.low > limit

    most = 1
    while not decides(most):
        most *= 2
        if most > MOST_NEEDED:
            return None
    least = most // 2
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if decides(middle) else (middle, most)
    return most
