"""A text cut into words, each in a plain form, with what stands between them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from standout.matching.titles import ACCENTS, LETTERS

_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f"
    "\u0e31-\u0e3a\u0e47-\u0e4e"
)
_LETTER = rf"(?:[^\W\d_]|[{_MARKS}])"
_WORD = re.compile(rf"&|[0-9]+|(?:{_LETTER}\.){{2,}}{_LETTER}?(?!{_LETTER})|{_LETTER}+(?:['’‘`´ʼ]{_LETTER}+)*|\d+")
"""A word with its apostrophes, letters with a full stop each ("E.T."), a number, or "&"."""

_SILENT = re.compile("['’‘`´ʼ.]")
_FRACTIONS = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4"})

Case = Literal["lower", "capital", "upper", "none"]


@dataclass(frozen=True)
class Token:
    """A word of a text: its plain form, where it stands, how it is written, and what stands before it."""

    word: str
    start: int
    end: int
    case: Case
    gap: str
    bare: str = ""
    """Without an "'s" at its end, where it has one: "Nolan's"."""


@dataclass(frozen=True)
class Text:
    """A text in words. `plain` is what places in it refer to: the text with one way to write each sign."""

    plain: str
    tokens: tuple[Token, ...]
    tail: str
    """What stands behind the last word."""

    def gap_after(self, place: int) -> str:
        """What stands behind a word."""
        return self.tokens[place + 1].gap if place + 1 < len(self.tokens) else self.tail


def text_of(written: str) -> Text:
    """Cut a text into words."""
    plain = written if written.isascii() else unicodedata.normalize("NFKC", written.translate(_FRACTIONS))
    tokens, last = [], 0
    for found in _WORD.finditer(plain):
        said = found[0]
        word = plain_word(said)
        if not word:
            continue
        bare = plain_word(said[:-2]) if len(said) > 3 and said[-2] in "'’‘`´ʼ" and said[-1] in "sS" else ""
        tokens.append(Token(word, found.start(), found.end(), _case_of(said), plain[last : found.start()], bare))
        last = found.end()
    return Text(plain, tuple(tokens), plain[last:])


def words_of(written: str) -> tuple[str, ...]:
    """The words of a text alone: for titles, of which there may be a million."""
    plain = written if written.isascii() else unicodedata.normalize("NFKC", written.translate(_FRACTIONS))
    return tuple(filter(None, map(plain_word, _WORD.findall(plain))))


def plain_word(said: str) -> str:
    """A word in lower case, without accents and apostrophes."""
    if said == "&":
        return "and"
    if said.isascii():
        return _SILENT.sub("", said.lower())
    lowered = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", said).lower())
    return _SILENT.sub("", ACCENTS.sub("", lowered).translate(LETTERS))


def _case_of(said: str) -> Case:
    letters = [sign for sign in said if sign.isalpha()]
    if not letters or not (letters[0].isupper() or letters[0].islower()):
        return "none"
    if letters[0].islower():
        return "lower"
    return "upper" if len(letters) > 1 and all(sign.isupper() for sign in letters) else "capital"
