"""How a title may be written in a sentence: without its brackets, with other numerals, or only a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from standout.matching.titles import TRAILING, names_in
from standout.matching.written import OWNER, PARTS, REMARK
from standout.mentioning.everyday_words import is_everyday
from standout.mentioning.tokens import words_of

ARTICLES = frozenset(("the", "a", "an"))
_COUNTED = frozenset(("part", "vol", "volume", "episode", "chapter"))
"""Words that only say that a number follows."""

_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"]
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"]

_NUMBERS = {word: place + 1 for written in (_WORDS, _ROMAN) for place, word in enumerate(written)}

FULL, PART = 0, 1
"""A form is a name of the item, or a part of one: its head before a colon, its tail behind it, without an owner."""


class Form(NamedTuple):
    """One way to write a title: its words without a leading article, that article, and whether it is all of a name."""

    words: tuple[str, ...]
    article: str
    kind: int


class Forms(NamedTuple):
    """All ways to write a title, and its year."""

    forms: tuple[Form, ...]
    year: int | None


def forms_of(title: str, aliases: Sequence[str] = ()) -> Forms:
    """Every way in which a catalogue's title, or another name of it, may stand in a sentence, each once; names before
    parts of them."""
    names = names_in(title)
    found: dict[tuple[str, ...], Form] = {}
    written = [name for name in (names.mains[-1], *names.others) if name == names.mains[-1] or not REMARK.match(name)]
    moved = [_in_order(name) for name in (*written, *(names_in(alias).mains[-1] for alias in aliases))]
    for name in moved:
        _add(found, name, FULL)
    for name in moved:
        for part in _parts_of(name):
            _add(found, part, PART)
    return Forms(tuple(found.values()), names.year)


def _in_order(name: str) -> str:
    """A title with its article in front: "Matrix, The"."""
    behind = TRAILING.match(" ".join(name.split())) if ", " in name else None
    return f"{behind[2]} {behind[1]}" if behind else name


def _add(found: dict[tuple[str, ...], Form], name: str, kind: int) -> None:
    words = words_of(name)
    article = words[0] if len(words) > 1 and words[0] in ARTICLES else ""
    words = words[1:] if article else words
    if not words or (kind == PART and _says_little(words)):
        return
    for variant in (words, *_joined(name, words, article), *_numbered(words)):
        found.setdefault(variant, Form(variant, article, kind))


def _says_little(words: tuple[str, ...]) -> bool:
    """Whether a part of a title is too usual to stand for it: "Part II", "The Movie"."""
    return len(words) < 3 and all(map(is_everyday, words)) and not (len(words) == 2 and words[1].isdecimal())


def _parts_of(name: str) -> Iterator[str]:
    parts = [part for part in PARTS.split(name) if part.strip()]
    if len(parts) > 1:
        yield parts[0]
        yield parts[-1]
    if " and the " in name:
        yield name.split(" and the ", 1)[1]
    if owner := OWNER.match(name):
        yield name[owner.end() :]


def _joined(name: str, words: tuple[str, ...], article: str) -> Iterator[tuple[str, ...]]:
    """Without hyphens, and letters alone as one word: "Spiderman", "MASH"."""
    if "-" in name.strip("-"):
        joined = words_of(name.replace("-", ""))
        yield joined[1:] if article else joined
    if len(words) > 2 and all(len(word) == 1 and word.isalpha() for word in words):
        yield ("".join(words),)


def _numbered(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """With numerals in digits, in words and in Roman ones, and without the "Part" before them."""
    if len(words) < 2:
        return
    numbers = {place: number for place in range(len(words)) if (number := _number(words, place))}
    if not numbers:
        return
    for style in (str, lambda number: _WORDS[number - 1], lambda number: _ROMAN[number - 1]):
        if style(1) == "i" and 0 in numbers:
            continue
        changed = [style(numbers[place]) if place in numbers else word for place, word in enumerate(words)]
        yield tuple(changed)
        kept = [
            word
            for place, word in enumerate(changed)
            if not (place and words[place] in _COUNTED and place + 1 in numbers)
        ]
        if 1 < len(kept) < len(changed):
            yield tuple(kept)


def _number(words: tuple[str, ...], place: int) -> int:
    """The number that a word of a title is, 1 to 13; 0 if it is none."""
    word = words[place]
    if word.isdecimal():
        return int(word) if len(word) < 3 and 0 < int(word) <= len(_WORDS) else 0
    number = _NUMBERS.get(word, 0)
    if word not in _ROMAN:
        return number
    counted = place > 0 and words[place - 1] in _COUNTED
    return number if place and (counted or (len(word) > 1 and place == len(words) - 1)) else 0
