"""What `standout publish --pairs` says of the file that it made: everything but the numbers in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from standout.results.base import Document, Rows
from standout.results.recommender import PairsMade, Recommender


class PairsSummary(Document, frozen=True):
    """What `standout publish --pairs` says of noisy pairs and their recommender."""

    KIND: ClassVar[str] = "pairs"
    FILE: ClassVar[str] = "publish.json"

    people: int
    items: int
    pairs: int
    factors: int
    date: str
    made: PairsMade
    most_counted: tuple[str, ...]
    """The items that most people were counted for, by name."""
    signed: str | None
    """The fingerprint of the key that signed it."""
    seed: int
    files: tuple[str, ...]

    @property
    def guarantee(self) -> str:
        """In words, what the publication guarantees to a person in the data."""
        return self.made.guarantee

    def ceiling(self) -> str:
        """The bound that is proven, in a sentence."""
        return (
            f"no attacker, whatever they know about a person, tells rightly more often than {self.made.most_told:.1%} "
            "whether they are in the data, both being as likely; and no guess about them is right more often by over "
            f"{100 * self.made.most_gained:.1f} points because they are"
        )

    def headline(self) -> str:
        """How much there is, and how far noise goes, in one sentence."""
        return (
            f"{self.items:,} items and {self.pairs:,} pairs of about {self.people:,} people, {self.factors:,} factors "
            f"of taste above the noise (±{self.made.deviation:,.1f} people on every pair)"
        )

    def tables(self) -> Mapping[str, Rows]:
        """The items that most people were counted for."""
        return {"most_counted": [{"item": name} for name in self.most_counted]}


_SHOWN = 5


def pairs_summary(made: Recommender, *, signed: str | None, seed: int, files: tuple[str, ...]) -> PairsSummary:
    """What is said of noisy pairs."""
    counted = made.listed.counted
    first = sorted(range(len(counted)), key=lambda item: (-counted[item], item))[:_SHOWN]
    return PairsSummary(
        people=made.people,
        items=len(made.ids),
        pairs=len(made.together),
        factors=len(made.factors[0]),
        date=made.date,
        made=made.made,
        most_counted=tuple(made.name_of(item) for item in first),
        signed=signed,
        seed=seed,
        files=files,
    )
