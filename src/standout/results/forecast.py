"""A forecast: how many people the same adversary would find in a larger crowd, with what it rests on."""

from __future__ import annotations

from typing import Literal

from standout.common.wording import percent
from standout.results.base import Part
from standout.results.estimate import Estimate, interval

Against = Literal["above", "below", "open"]
"""Where an interval lies, seen from a limit: all of it above, all of it at or below, or on both sides."""


class AtCrowd(Part, frozen=True, kw_only=True):
    """The share of people found in a crowd of this size."""

    people: int
    found: Estimate
    against: Against
    """Whether that is above the limit."""


class HarmlessFrom(Part, frozen=True, kw_only=True):
    """From how many people on no more than the limit are found; absent where that is beyond any crowd."""

    people: int | None = None
    low: int | None = None
    high: int | None = None


class LawHeld(Part, frozen=True, kw_only=True):
    """The law fitted as if only some of the people were there, beside what was measured on all."""

    fitted_on: int
    forecast: Estimate
    measured: float
    held: bool
    """Whether the measured share lies in the interval."""


class Forecast(Part, frozen=True, kw_only=True):
    """What one adversary, with the attack that finds most people, would find in larger crowds of people like these."""

    adversary: str
    attack: str
    people: int
    """How many records the adversary searched."""
    looked_for: int
    limit: float
    """The share found at which the adversary counts as harmless."""
    needed: int | None = None
    """How many people have to be looked for to tell the share found from the limit; absent where the two are equal."""
    against: Against | None = None
    """Whether the share found in this crowd is above the limit; absent where nobody could be looked for."""
    discount: float | None = None
    strength: float | None = None
    """The two numbers of the law: d and α of a Pitman–Yor process."""
    reachable: float | None = None
    """The share of people who can be found at all: of whom something is known, and whose record the attack lists."""
    measured: tuple[AtCrowd, ...] = ()
    """The share found in smaller crowds, taken from this one by lot."""
    crowds: tuple[AtCrowd, ...] = ()
    """The share found in larger crowds."""
    harmless_from: HarmlessFrom | None = None
    check: LawHeld | None = None
    why: str | None = None
    """Why there is no forecast, where there is none."""

    def at(self, people: int) -> AtCrowd | None:
        """What is forecast for a crowd of this size."""
        return next((row for row in self.crowds if row.people == people), None)

    def said(self) -> str:
        """In a sentence or two, for whoever reads it on a terminal or a page."""
        if self.why is not None:
            return f"No forecast: {self.why}."
        if not self.crowds:
            return f"No larger crowd was asked for. {self._harmless()}"
        first, *further = self.crowds
        said = f"Among {crowd_size(first.people)} people like these, {interval(first.found)} would be found"
        said += "".join(f"; among {crowd_size(row.people)}, {interval(row.found)}" for row in further)
        return f"{said}. {self._harmless()}"

    def _harmless(self) -> str:
        share, found = percent(self.limit), self.harmless_from
        if found is None or found.people is None:
            reach = "" if found is None or found.low is None else f"; at best, {crowd_size(found.low)} would"
            return f"Not even all people on earth would bring that down to {share}{reach}."
        latest = "more than there are people" if found.high is None else crowd_size(found.high)
        low = crowd_size(found.low) if found.low is not None else "fewer"
        return f"It takes a crowd of {crowd_size(found.people)} [{low} to {latest}] to bring it down to {share}."


def crowd_size(people: int) -> str:
    """A number of people that is not exact: "41,000", "2.1 million"."""
    for size, name in ((10**9, "billion"), (10**6, "million")):
        if people >= size:
            return f"{people / size:,.2g} {name}" if people < 100 * size else f"{people / size:,.0f} {name}"
    step = 10 ** max(len(str(people)) - 2, 0)
    return f"{round(people / step) * step:,}"
