"""What `beliefs` finds: what somebody would believe of a person, who knows a little and searches among all profiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from standout.common.plain import plain_text
from standout.common.wording import counted, spelled
from standout.results.base import Document, Part, Rows
from standout.results.personas import Values, values_in_words


class Belief(Part, frozen=True):
    """One thing that is believed, and how sure the searcher is of it."""

    attribute: str
    value: str
    confidence: float
    """The share of the candidates that carry it."""
    holds: bool | None = None
    """Whether the profile shows it; absent where the profile shows nothing of the attribute."""
    without: float | None = None
    """The confidence if the person showed nothing at all: it comes from others. Absent: it would not be believed."""


class Candidates(Part, frozen=True):
    """How many profiles of a site carry all that is known from the start."""

    site: str
    profiles: int


class Thresholds(Part, frozen=True):
    """The share of candidates that must carry something, on one site and over all that show the attribute."""

    site: float
    cross: float


class Believed(Document, frozen=True):
    """What is believed of one person, surest first."""

    KIND: ClassVar[str] = "beliefs"
    FILE: ClassVar[str] = "beliefs.json"

    known: dict[str, Values]
    """What is known from the start."""
    beliefs: tuple[Belief, ...]
    identifiability: float
    """The sum of confidences over the number of attributes; of an attribute's values the surest counts."""
    candidates: tuple[Candidates, ...]
    thresholds: Thresholds
    people: int
    attributes: int
    """How many attributes there are, with those known from the start."""
    not_learned: tuple[str, ...]
    """What the profile shows and the searcher does not learn."""
    notes: tuple[str, ...]
    exposure: float | None = None

    def knows(self) -> str:
        """What is known from the start, in words: "name Ada"."""
        return plain_text(" and ".join(f"{name} {values_in_words(own)}" for name, own in self.known.items()), 120)

    def headline(self) -> str:
        """What somebody would believe."""
        profiles = sum(site.profiles for site in self.candidates)
        found = f"Somebody who knows {self.knows()} finds {counted(profiles, 'profile')}"
        if not self.beliefs:
            return f"{found} and learns nothing from {'it' if profiles == 1 else 'them'}."
        things = "one thing" if len(self.beliefs) == 1 else f"{spelled(len(self.beliefs))} things"
        verdicts = [
            f"{spelled(len(own))} {'is' if len(own) == 1 else 'are'} {words}"
            for words, own in (("what you show", self._of(True)), ("not", self._of(False)))
            if own
        ]
        return f"{found} and believes {things} of you{': ' + ', '.join(verdicts) if verdicts else ''}."

    def _of(self, holds: bool) -> list[Belief]:
        return [belief for belief in self.beliefs if belief.holds is holds]

    def figures(self) -> Iterator[str]:
        """Identifiability and exposure, what stays hidden, and what comes from others, a sentence each."""
        yield f"Identifiability: {self.identifiability:.2f} (1: everything would be learned for sure)"
        if self.exposure is not None:
            yield f"Exposure: {self.exposure:.2f} (1 is what people show on average)"
        if self.not_learned:
            names = ", ".join(plain_text(name, 40) for name in self.not_learned)
            yield f"Not learned, though you show it: {names}"
        if others := [belief for belief in self.beliefs if belief.without is not None]:
            yield (
                f"{counted(len(others), 'belief')} would stand even if you showed nothing: learned from others, "
                "so no edit of yours takes it away."
            )

    def tables(self) -> Mapping[str, Rows]:
        """A row per belief, and a row per site."""
        return {
            "beliefs": [
                {
                    "attribute": belief.attribute,
                    "value": belief.value,
                    "confidence": belief.confidence,
                    "holds": belief.holds,
                    "without": belief.without,
                }
                for belief in self.beliefs
            ],
            "candidates": [{"site": each.site, "profiles": each.profiles} for each in self.candidates],
        }

    def __str__(self) -> str:
        lines = [
            f"{plain_text(belief.attribute, 40)}: {plain_text(belief.value, 60)} ({belief.confidence:.0%})"
            for belief in self.beliefs
        ]
        return "\n".join((self.headline(), *lines, *self.figures()))
