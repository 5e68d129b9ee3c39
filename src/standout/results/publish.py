"""What `standout publish` says of the bulletin that it made: everything but the items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from standout.results.base import Document, Rows
from standout.results.bulletin import About, Bulletin, Folded, Group, Made, Norm, Scores, group_rows
from standout.results.understood import Understood


class PublishSummary(Document, frozen=True):
    """What `standout publish` says of a bulletin: everything but the items, the groups of one score first."""

    KIND: ClassVar[str] = "publish"
    FILE: ClassVar[str] = "publish.json"

    people: int
    items: int
    groups: tuple[Group, ...]
    norm: Norm
    score: str
    scores: Scores
    date: str
    valid_until: str | None
    interactions: int
    rare_below: int
    rare_items: int
    folded: Folded
    crowd: tuple[float, ...]
    made: Made
    signed: str | None
    """The fingerprint of the key that signed it."""
    seed: int
    notes: tuple[str, ...]
    files: tuple[str, ...]
    """What was written: the bulletin, and perhaps the page."""
    about: About | None = None
    """Who publishes it, and what it is about."""
    understood: Understood | None = None
    """How the data was read: exact, and for the provider alone; absent where noise was asked for."""

    @property
    def guarantee(self) -> str:
        """In words, what the publication guarantees to a person in the data."""
        return self.made.guarantee

    def headline(self) -> str:
        """How much the bulletin names, in one sentence."""
        return (
            f"{self.items:,} items of {self.people:,} people, {self.rare_items:,} of them rare (fewer than "
            f"{self.rare_below:,} holders); {self.folded.items:,} more are not named"
        )

    def group_shares(self) -> list[tuple[Group, float]]:
        """The shown groups, each with its share of the people."""
        people = max(sum(group.people for group in self.groups), 1)
        return [(group, group.people / people) for group in self.groups]

    def tables(self) -> Mapping[str, Rows]:
        """The groups of both scores."""
        return {"groups": group_rows(self.scores)}


def summary_of(
    bulletin: Bulletin,
    score: str,
    *,
    signed: str | None,
    seed: int,
    notes: tuple[str, ...],
    files: tuple[str, ...],
    understood: Understood | None = None,
) -> PublishSummary:
    """What is said of a bulletin, with this score's groups first."""
    return PublishSummary(
        people=bulletin.people,
        items=bulletin.items,
        groups=bulletin.scores[score].groups,
        norm=bulletin.scores[score].norm,
        score=score,
        scores=bulletin.scores,
        date=bulletin.date,
        valid_until=bulletin.valid_until,
        interactions=bulletin.interactions,
        rare_below=bulletin.rare_below,
        rare_items=bulletin.rare_items,
        folded=bulletin.folded,
        crowd=bulletin.crowd,
        made=bulletin.made,
        signed=signed,
        seed=seed,
        notes=notes,
        files=files,
        about=bulletin.about,
        understood=understood,
    )
