"""Titles as people write them, brought to one form, so that the same title is the same text.

The page does the same in JavaScript (`templates/titles.js`); a browser test compares the two.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
LETTERS = str.maketrans(
    {"ß": "ss", "ς": "σ", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Letters that people replace when they have no key for them, and that are not a letter with an accent."""

_SILENT = re.compile("['’‘`´ʼ.]")
"""Written or left out at will: "Schindlers", "ET"."""

_ASCII = {place: " " for place in range(128) if not chr(place).isalnum()} | {
    ord(sign): kept for sign, kept in (("&", " and "), ("'", ""), ("`", ""), (".", ""))
}
"""The same for plain ASCII at once: most titles are, and there may be millions."""

_LEADING = re.compile(r"^(?:the|a|an) (?=.)")
TRAILING = re.compile(
    r"^(.+), (the|a|an|la|le|les|l'|il|lo|gli|i|el|los|las|der|die|das|den|det|de|het|een|un|une|una|uno|ein|eine|en|"
    r"et|o|os|as|um|uma)$",
    re.IGNORECASE,
)
"""An article behind the comma, as in catalogues: "Matrix, The"."""

_YEAR = re.compile(r"\(\s*([0-9]{4})\s*(?:[-–—]\s*(?:[0-9]{4})?\s*)?\)")
_BRACKET = re.compile(r"^(.*\S)\s*\(([^()]+)\)$", re.DOTALL)
_SQUARE = re.compile(r"\s*\[([^\[\]]*)\]$")
"""What shops put behind a title: "[DVD]", "[1999]"."""
_ALSO = re.compile(r"^(?:a\.?k\.?a\.?|aka)[ :]+", re.IGNORECASE)
_MOST_BRACKETS = 4


class Title(NamedTuple):
    """A title that was taken apart: every form it may be known by, the fullest first, and its year if it has one."""

    keys: tuple[str, ...]
    year: int | None


class Names(NamedTuple):
    """The names in a title as written: `mains` with all brackets, then without the last, …; `others` in brackets."""

    mains: tuple[str, ...]
    others: tuple[str, ...]
    year: int | None
    years: bool
    """Whether it has a range of years, as series have."""


def names_in(text: str, year: int | None = None) -> Names:
    """Take a title apart, its names as written; a year that is told wins over the one in brackets."""
    rest, years = text.strip(), False
    while rest.endswith("]") and (shop := _SQUARE.search(rest)) and shop.start() > 0:
        rest = rest[: shop.start()]
        year = int(shop[1]) if year is None and re.fullmatch("[0-9]{4}", shop[1]) else year
    bracket = rest.rfind("(") if rest.endswith(")") else 0
    if bracket > 0 and (in_brackets := _YEAR.fullmatch(rest, bracket)):
        rest, year = rest[:bracket].rstrip(), int(in_brackets[1]) if year is None else year
        years = not in_brackets[0].strip("() ").isdecimal()
    mains: list[str] = [rest]
    others: list[str] = []
    while len(others) < _MOST_BRACKETS and mains[-1].endswith(")") and (parts := _BRACKET.match(mains[-1])):
        mains.append(parts[1])
        others.append(_ALSO.sub("", parts[2]))
    return Names(tuple(mains), tuple(others), year, years)


def parsed(text: str, year: int | None = None) -> Title:
    """Take a title apart: "Amelie (Fabuleux destin d'Amélie Poulain, Le) (2001)" has two names, and a year."""
    names = names_in(text, year)
    inner = (name for pair in zip(names.mains[1:], names.others, strict=True) for name in pair)
    return Title(tuple(dict.fromkeys(filter(None, map(normalised_title, (names.mains[0], *inner))))), names.year)


def normalised_title(text: str) -> str:
    """Lower case, without accents, punctuation and leading articles; "&" is "and". Signs alone stay as they are."""
    plain = " ".join(text.split())
    if ", " in plain and (parts := TRAILING.match(plain)):
        plain = f"{parts[2]} {parts[1]}"
    if plain.isascii():
        return _LEADING.sub("", " ".join(plain.lower().translate(_ASCII).split())) or plain.lower()
    lowered = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", plain).lower())
    kept = _SILENT.sub("", ACCENTS.sub("", lowered).translate(LETTERS).replace("&", " and "))
    words = "".join(sign if unicodedata.category(sign)[0] in "LNM" else " " for sign in kept).split()
    return _LEADING.sub("", " ".join(words)) or plain.lower()
