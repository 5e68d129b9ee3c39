"""Many people's posts become a table of who mentions what: each item of a person once, as first mentioned."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from standout.mentioning.finder import Finder
from standout.mentioning.opinions import opinions
from standout.mentioning.post_lines import Post

_SAID_EVERY = 1_000


@dataclass
class Row:
    """One person's mention of one item: when it first came, how certain it is, and what is said of it in all."""

    time: str
    certain: float
    opinion: int = 0

    @property
    def value(self) -> int | None:
        """1 liked, -1 not; none where nothing is said, or as much for as against."""
        return None if not self.opinion else 1 if self.opinion > 0 else -1


@dataclass
class Collected:
    """Mentions by person and item, in the order in which they came, with counts of what was read."""

    rows: dict[tuple[str, int], Row] = field(default_factory=dict)
    people: dict[str, None] = field(default_factory=dict)
    posts: int = 0
    repeated: int = 0
    """Posts that came before, by the same person at the same time: they add nothing."""

    @property
    def one_sided(self) -> bool:
        """Whether all opinions are alike, so that they tell nobody from anybody."""
        return len({row.value for row in self.rows.values()} - {None}) == 1


def collected(
    posts: Iterable[Post],
    finder: Finder,
    *,
    least: float,
    with_opinions: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> Collected:
    """Find the mentions of all posts."""
    found, seen = Collected(), set[int]()
    for post in posts:
        found.posts += 1
        found.people.setdefault(post.user)
        mark = hash(post)
        if mark in seen:
            found.repeated += 1
            continue
        seen.add(mark)
        mentioned = finder.find(post.text, least)
        said = opinions(post.text, mentioned) if with_opinions else [None] * len(mentioned)
        for mention, opinion in zip(mentioned, said, strict=True):
            row = found.rows.setdefault((post.user, mention.item), Row(post.time, mention.certain))
            row.certain = max(row.certain, mention.certain)
            row.opinion += opinion or 0
        if found.posts % _SAID_EVERY == 0:
            progress(found.posts)
    return found
