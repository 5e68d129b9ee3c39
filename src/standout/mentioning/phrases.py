"""Every place in a text where a title may stand: all titles are looked up at once, word by word.

The ways to write titles are kept in order, so that those beginning with some words are one stretch of them. A text is
read once: at each word the stretch is narrowed until it is empty, a handful of steps however many titles there are.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from standout.mentioning.everyday_words import function_words, is_everyday
from standout.mentioning.title_forms import PART, Forms
from standout.mentioning.tokens import Text, Token

LONGEST = 24
"""Titles are looked up to so many words."""

_ORDINARY = 3
"""A word that stands behind so many different words in titles is an ordinary word."""

_SHORTEST_MISSPELT = 5
_SHORTEST_ALONE = 7
_MOST_NEAR = 300
"""With more titles than this that begin alike, none is taken for a misspelling of what follows."""

_REMEMBERED = 200_000
"""Of so many words the nearest are kept: people use the same ones again and again."""

_ENDS = frozenset('\n;!?()[]{}|<>"“”„«»*')
"""What never stands inside a title as people write it."""


class Place(NamedTuple):
    """Where in a text some title may stand: words from `first` to before `end`, and the rows of the index that fit."""

    first: int
    end: int
    low: int
    high: int
    how: str
    """`exact`, `misspelt`, or `begun`: the first words of one title alone."""


class Phrases:
    """All ways to write the titles of a catalogue, in order; `items`, `articles` and `kinds` go with them."""

    def __init__(self, titles: Iterable[Forms | None]) -> None:
        rows: list[tuple[str, int, str, int]] = []
        self.years: list[int | None] = []
        for item, forms in enumerate(titles):
            self.years.append(None if forms is None else forms.year)
            rows += [(" ".join(form.words), item, form.article, form.kind) for form in forms.forms] if forms else []
        rows.sort(key=lambda row: (row[0], row[1]))
        self.phrases = [row[0] for row in rows]
        self.items = array("l", (row[1] for row in rows))
        self.kinds = bytearray(row[3] for row in rows)
        self.articles = [row[2] for row in rows]
        self._known_near: dict[str, list[str]] = {}

    @cached_property
    def ordinary(self) -> frozenset[str]:
        """Words that stand behind several different words in titles: "heat" does, "fargo" does not."""
        before: dict[str, set[str]] = {}
        for row, phrase in enumerate(self.phrases):
            if self.kinds[row] != PART and " " in phrase:
                for one, word in pairwise(phrase.split(" ")):
                    if len(known := before.setdefault(word, set())) < _ORDINARY:
                        known.add(one)
        return frozenset(word for word, seen in before.items() if len(seen) >= _ORDINARY)

    def places(self, text: Text) -> Iterator[Place]:
        """Every place of the text where a title may stand, those inside others too."""
        for first in range(len(text.tokens)):
            yield from self._from(text, first)

    def _from(self, text: Text, first: int) -> Iterator[Place]:
        stretches = [(0, len(self.phrases), "")]
        longest: Place | None = None
        last_open: tuple[int, int, int, str] | None = None
        for end in range(first + 1, min(first + LONGEST, len(text.tokens)) + 1):
            token = text.tokens[end - 1]
            if end > first + 1 and _parted(text.tokens[end - 2], token.gap):
                break
            stretches = [
                narrowed
                for low, high, said in stretches
                for word in ((token.word, token.bare) if token.bare else (token.word,))
                if (narrowed := self._narrowed(low, high, f"{said} {word}" if said else word))
            ]
            if not stretches:
                break
            for low, high, said in stretches:
                same = self._same(low, high, said)
                if same > low:
                    longest = Place(first, end, low, same, "exact")
                    yield longest
            last_open = (end, *stretches[0])
        if last_open is None:
            yield from self._first_misspelt(text, first)
            return
        begun = self._begun(text, first, *last_open)
        if begun is not None and (longest is None or begun.end > longest.end):
            yield begun
        yield from self._next_misspelt(text, first, *last_open)
        yield from self._first_misspelt(text, first)

    def _narrowed(self, low: int, high: int, said: str) -> tuple[int, int, str] | None:
        """The part of a stretch that begins with these whole words."""
        low = bisect_left(self.phrases, said, low, high)
        if low < high and self.phrases[low].startswith(said):
            high = bisect_left(self.phrases, f"{said}!", low, high)
            return (low, high, said) if low < high else None
        return None

    def _same(self, low: int, high: int, said: str) -> int:
        """Where the rows end that are exactly these words."""
        while low < high and self.phrases[low] == said:
            low += 1
        return low

    def _begun(self, text: Text, first: int, end: int, low: int, high: int, said: str) -> Place | None:
        """The first words of one item's title alone, if they say enough: "Eternal Sunshine"."""
        words = said.split(" ")
        while words and words[-1] in function_words():
            words.pop()
        if len(words) < 2 or words[0] in function_words() or len(words) != end - first:
            return None
        tokens = text.tokens[first:end]
        unusual = sum(not is_everyday(word) for word in words)
        if not unusual or (unusual < 2 and len({token.case for token in tokens}) > 1):
            return None
        owners = {self.items[row] for row in range(low, min(high, low + 8))}
        if len(owners) > 1 or high - low > 8 or self.phrases[low].count(" ") + 1 < len(words) + 2:
            return None
        return Place(first, end, low, low + 1, "begun")

    def _next_misspelt(self, text: Text, first: int, end: int, low: int, high: int, said: str) -> Iterator[Place]:
        """One word behind the first few is misspelt: everything else is as in the title."""
        if end >= len(text.tokens) or high - low > _MOST_NEAR or _parted(text.tokens[end - 1], text.tokens[end].gap):
            return
        word = text.tokens[end].word
        if len(word) < _SHORTEST_MISSPELT:
            return
        for row in range(low, high):
            rest = self.phrases[row][len(said) + 1 :].split(" ") if len(self.phrases[row]) > len(said) else []
            if rest and len(rest[0]) >= _SHORTEST_MISSPELT and rest[0] != word and one_edit(word, rest[0]):
                stop = end + len(rest)
                if self._follow(text, end + 1, rest[1:]):
                    yield Place(first, stop, row, self._same(row, high, self.phrases[row]), "misspelt")

    def _first_misspelt(self, text: Text, first: int) -> Iterator[Place]:
        """The first word is misspelt: everything else is as in the title; a title of one word must be long."""
        token = text.tokens[first]
        word = token.word
        if len(word) < _SHORTEST_MISSPELT:
            return
        for near in self._near(word):
            low, high, _ = self._narrowed(0, len(self.phrases), near) or (0, 0, "")
            if high - low > _MOST_NEAR:
                continue
            for row in range(low, high):
                rest = self.phrases[row].split(" ")[1:]
                if rest:
                    fits = len(self.phrases[row]) >= _SHORTEST_ALONE + 1 and self._follow(text, first + 1, rest)
                else:
                    fits = len(word) >= _SHORTEST_ALONE and not is_everyday(word) and not _inflected(word, near)
                if fits:
                    yield Place(first, first + 1 + len(rest), row, self._same(row, high, self.phrases[row]), "misspelt")

    def _follow(self, text: Text, place: int, words: Sequence[str]) -> bool:
        """Whether these words stand in the text from a place on."""
        if place + len(words) > len(text.tokens):
            return False
        return all(
            text.tokens[place + step].word == word
            and not _parted(text.tokens[place + step - 1], text.tokens[place + step].gap)
            for step, word in enumerate(words)
        )

    def _near(self, word: str) -> list[str]:
        """First words of titles that differ from this one by an edit: they share its first or its last letters."""
        known = self._known_near.get(word)
        if known is None:
            near = {*self._by_ends[0].get(word[:3], ()), *self._by_ends[1].get(word[-3:], ())}
            known = sorted(other for other in near if other != word and one_edit(word, other))
            if len(self._known_near) < _REMEMBERED:
                self._known_near[word] = known
        return known

    @cached_property
    def _by_ends(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """The first words of titles by their first three letters, and by their last three."""
        starts: dict[str, list[str]] = {}
        ends: dict[str, list[str]] = {}
        for word in {phrase.split(" ", 1)[0] for phrase in self.phrases}:
            if len(word) >= _SHORTEST_MISSPELT:
                starts.setdefault(word[:3], []).append(word)
                ends.setdefault(word[-3:], []).append(word)
        return starts, ends


def one_edit(one: str, other: str) -> bool:
    """Whether one letter more, less or other, or two neighbours exchanged, make one word of the other."""
    if abs(len(one) - len(other)) > 1:
        return False
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    if len(one) == len(other):
        return one[at + 1 :] == other[at + 1 :] or (
            one[at + 2 :] == other[at + 2 :] and one[at : at + 2] == other[at : at + 2][::-1]
        )
    return one[at + 1 :] == other[at:] if len(one) > len(other) else one[at:] == other[at + 1 :]


def _inflected(word: str, near: str) -> bool:
    """Whether two words differ by an ending alone, as words of the same meaning do."""
    return word.rstrip("sed") == near.rstrip("sed") or word[:-1] == near[:-1]


def _parted(before: Token, gap: str) -> bool:
    """Whether what stands between two words keeps them from belonging to one title."""
    return any(sign in _ENDS for sign in gap) or ("." in gap and len(before.word) > 3)
