"""What a published recommender says to one person: computed where they are, from their own history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from standout.results.base import Document, Part, Rows


class RecommendedItem(Part, frozen=True, kw_only=False):
    """An item that somebody does not have, and how strongly their history speaks for it."""

    item: str
    title: str | None
    score: float


class Recommended(Document, frozen=True):
    """What is recommended to somebody, the best first."""

    KIND: ClassVar[str] = "recommend"
    FILE: ClassVar[str] = "recommend.json"

    recommended: tuple[RecommendedItem, ...]
    known: int
    """How many different items of the history the recommender knows."""
    unknown: int
    """How many it does not know; they say nothing."""
    guarantee: str
    """What the recommender promises to the people that it was made from."""

    def headline(self) -> str:
        """The first of them, in one sentence."""
        if not self.recommended:
            return "nothing to recommend"
        names = ", ".join(each.title or each.item for each in self.recommended[:3])
        return f"from {self.known:,} known items: {names}{', …' if len(self.recommended) > 3 else ''}"

    def tables(self) -> Mapping[str, Rows]:
        """What is recommended."""
        return {"recommended": [each.to_dict() for each in self.recommended]}
