"""The second form of a title: numerals, articles, abbreviations and spaces, which people write as they like."""

from __future__ import annotations

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        (
            *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
            *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
        ),
        1,
    )
}
_ROMAN = {
    word: str(number)
    for number, word in enumerate(
        (
            *("ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi"),
            *("xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"),
        ),
        2,
    )
}
"""A lone "i" is a word more often than a number, and counts as one only behind "part" and the like."""

_COUNTED = frozenset(("part", "episode", "chapter", "vol", "volume", "no", "number", "pt", "teil", "partie", "parte"))
"""Words that only say that a number follows: "Part II" and "2" are the same."""

_ARTICLES = frozenset(
    (
        *("the", "a", "an", "le", "la", "les", "l", "il", "lo", "gli", "el", "los", "las"),
        *("der", "das", "den", "det", "het", "un", "une", "una", "uno", "ein", "eine"),
    )
)
"""Articles in front. "Die" and a few others are words of English titles too, and stay."""

_SHORT = {
    "vs": "versus",
    "dr": "doctor",
    "mr": "mister",
    "st": "saint",
    "mt": "mount",
    "jr": "junior",
    "ft": "fort",
}
_LEFT_OUT = frozenset(("and", "und", "et", "aka"))
"""Words that may be a sign or nothing at all, inside a title."""


def folded(key: str) -> str:
    """A plain form of a title (`normalised_title`) with one way to write numerals and the like, without spaces.

    >>> folded("fright night part ii"), folded("fright night 2"), folded("rocket man") == folded("rocketman")
    ('frightnight2', 'frightnight2', True)
    """
    words = key.split()
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    kept: list[str] = []
    for place, word in enumerate(words):
        follows = words[place + 1] if place + 1 < len(words) else ""
        if word in _COUNTED and place and (_number(follows, counted=True)).isdecimal():
            continue
        before = words[place - 1] if place else ""
        number = _number(word, counted=before in _COUNTED, first=place == 0)
        if not place or word not in _LEFT_OUT:
            kept.append(number if number.isdecimal() else _SHORT.get(word, word))
    return _joined(kept) or key


def _number(word: str, *, counted: bool, first: bool = False) -> str:
    """A numeral in digits, anything else as it is."""
    if word == "i" and counted:
        return "1"
    if first and len(word) == 1:
        return word
    return _NUMBERS.get(word) or _ROMAN.get(word) or word


def _joined(words: list[str]) -> str:
    """Words without spaces; numbers stay apart from each other."""
    text = ""
    for word in words:
        text += f"_{word}" if text and text[-1].isdecimal() and word[0].isdecimal() else word
    return text
