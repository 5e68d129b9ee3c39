"""A draft in prose: whether a text is one, and the items that it mentions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from standout.errors import BadInput
from standout.label.person.matching import Catalogue
from standout.mentioning.cues import Kind
from standout.mentioning.finder import Finder, Mentioned

_SENTENCE = re.compile(r"[.!?…]['\"”’)]?(?:\s|$)")
_WORDS = 7
"""A line of so many words that ends a sentence is no title."""
_LONG = 14
"""A line of so many words is none either."""


@dataclass(frozen=True)
class Prose:
    """What a text mentions: each item once, at its surest, in the order of the text."""

    mentions: tuple[Mentioned, ...]

    @property
    def items(self) -> list[int]:
        return [mention.item for mention in self.mentions]


def is_prose(text: str) -> bool:
    """Whether a text is written in sentences, and not a list with a title or an id to a line."""
    lines = [line for line in text.splitlines() if line.strip()]
    told = [line for line in lines if _is_sentence(line)]
    return bool(told) and 2 * len(told) >= len(lines)


def _is_sentence(line: str) -> bool:
    words = len(line.split())
    return words >= _LONG or (words >= _WORDS and bool(_SENTENCE.search(line))) or len(_SENTENCE.findall(line)) > 1


def finder_for(catalogue: Catalogue, kind: Kind | None = None) -> Finder:
    """What finds a catalogue's items in prose; refused where it has no titles."""
    if not any(catalogue.titles):
        raise BadInput("a draft in prose needs titles, and there are none here; give --titles, or a list of item ids")
    return Finder(catalogue.titles, catalogue.holders, kind)


def prose_of(text: str, finder: Finder, least: float = 0.5) -> Prose:
    """The items that a text mentions."""
    found: dict[int, Mentioned] = {}
    for mention in finder.find(text, least):
        if mention.item not in found or found[mention.item].certain < mention.certain:
            found[mention.item] = mention
    return Prose(tuple(sorted(found.values(), key=_place)))


def _place(mention: Mentioned) -> int:
    return mention.start


def new_to(prose: Prose, earlier: Sequence[int]) -> Prose:
    """What a text mentions that was not mentioned before."""
    return Prose(tuple(mention for mention in prose.mentions if mention.item not in set(earlier)))
