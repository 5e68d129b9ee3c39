"""The result of `mentions`: how many posts were read, how many mentions were found, and where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from standout.common.wording import counted
from standout.results.base import Document, Rows


class MentionsResult(Document, frozen=True, kw_only=True):
    """Mentions found in many people's posts. Who mentioned what is in the table alone, never here."""

    KIND: ClassVar[str] = "mentions"
    FILE: ClassVar[str] = "mentions.json"

    posts: int
    people: int
    """People who wrote a post."""
    mentioning: int
    """People in whose posts at least one item was found."""
    mentions: int
    """Rows of the table: each item of a person once."""
    items: int
    """Different items that were found."""
    titles: int
    """Titles that were looked for."""
    kind: str
    """What the items were taken for: films, books, music, or any."""
    least: float
    """How certain a mention had to be."""
    certain: float | None = None
    """The mean certainty of the mentions; absent without any."""
    opinions: bool = False
    """Whether opinions were read."""
    liked: int = 0
    disliked: int = 0
    out: str | None = None
    """The file of the table."""
    notes: tuple[str, ...] = ()

    def headline(self) -> str:
        """What was found, in one sentence."""
        return (
            f"{counted(self.mentions, 'mention')} of {counted(self.items, 'item')} by {self.mentioning:,} of "
            f"{counted(self.people, 'person', 'people')}, in {counted(self.posts, 'post')}."
        )

    def lines(self) -> list[str]:
        """The same with what else is to be said."""
        said = [self.headline()]
        if self.opinions:
            said.append(
                f"Liked: {self.liked:,}; not liked: {self.disliked:,}; "
                f"open: {self.mentions - self.liked - self.disliked:,}."
            )
        said += [f"Note: {note}." for note in self.notes]
        if self.out is not None:
            said.append(f"Written to {self.out}, for your eyes only: it says who mentions what.")
        return said

    def tables(self) -> Mapping[str, Rows]:
        """`sizes`: a row."""
        names = ("posts", "people", "mentioning", "mentions", "items", "titles", "liked", "disliked")
        return {"sizes": [{name: getattr(self, name) for name in names}]}
