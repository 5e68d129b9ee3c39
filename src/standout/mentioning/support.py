"""What speaks for a title being meant at a place of a text, in points: above zero it is more likely than not.

Each rule gives points that were chosen on posts written for the purpose, and checked on others (`docs/mentions.md`).
How much a rule gives depends on how usual the title's words are: "it" needs far more support than "goodfellas".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from typing import Literal

from standout.mentioning.cues import COPULAS, DETERMINERS, JOINING, PREPOSITIONS, SMALL, TALK, Cues
from standout.mentioning.everyday_words import function_words, is_everyday, proper_names
from standout.mentioning.tokens import Text, Token

Usual = Literal["function", "number", "everyday", "name", "distinct"]
Style = Literal["mixed", "flat"]

_STOPS = re.compile(r"[.!?…\n]")
_LISTED = re.compile(r"[,;:>|\n•/()\[\]=]|(?:^|\s)[-–—*]+\s")
_QUOTES = "\"“”„«»*_'‘’`"
_YEAR_BEHIND = re.compile(r"^[\"”“»'’*_]*\s*[(\[]\s*$")
_NEAR, _SENTENCE = 6, 30


@dataclass(frozen=True)
class Span:
    """A place in a text, with how the title stands there."""

    first: int
    end: int
    words: tuple[str, ...]
    article: str
    """The article that stands before it in the text, in lower case; empty if none does."""


def span_of(text: Text, first: int, end: int, words: tuple[str, ...]) -> Span:
    """A place with the article before it."""
    before = text.tokens[first - 1] if first else None
    close = before is not None and before.word in ("the", "a", "an") and not text.tokens[first].gap.strip()
    return Span(first, end, words, before.word if before is not None and close else "")


def usualness(words: tuple[str, ...], ordinary: Callable[[str], bool]) -> Usual:
    """How usual a title of these words is, by its rarest word."""
    if all(word.isdecimal() for word in words):
        return "number"
    if all(word in function_words() for word in words):
        return "function"
    if any(not (word in proper_names() or is_everyday(word) or ordinary(word)) for word in words):
        return "distinct"
    return "name" if any(word in proper_names() for word in words) else "everyday"


def style_of(text: Text) -> Style:
    """Whether capitals mean anything in a text: not if it has hardly any, or hardly anything else."""
    letters = [token.case for token in text.tokens if token.case != "none"]
    high = sum(case != "lower" for case in letters)
    upper = sum(case == "upper" for case in letters)
    return "flat" if not high or (upper > 0.6 * len(letters) and len(letters) > 2) else "mixed"


def base(words: tuple[str, ...], usual: Usual) -> float:
    """What the title's words alone say."""
    count = len(words)
    if count == 1:
        alone = {"function": -5.0, "number": -5.0, "everyday": -2.6, "name": -2.0, "distinct": 0.8}[usual]
        return alone if usual != "distinct" or len(words[0]) > 3 else -1.2
    distinct = 2.0 if _unusual(words) > 1 else 0.8
    several = {"function": -2.5, "number": -3.0, "everyday": -1.4, "name": 0.0, "distinct": distinct}[usual]
    return several + min(0.8 * (count - 2), 2.4)


def _unusual(words: tuple[str, ...]) -> int:
    """How many of a title's words are not everyday ones."""
    return sum(not is_everyday(word) for word in words)


def by_case(text: Text, span: Span, usual: Usual, style: Style) -> float:
    """What capitals say: within a sentence, where only names have them, and only where a text uses them."""
    if style == "flat":
        return 0.0
    tokens = text.tokens[span.first : span.end]
    loud = [token for token in tokens if token.word not in SMALL and token.case != "none"] or list(tokens)
    high = [token.case in ("capital", "upper") for token in loud]
    opening = begins_sentence(text, span.first - bool(span.article))
    if len(tokens) == 1:
        if not high[0]:
            return {"function": -3.0, "everyday": -1.5, "name": -1.0, "distinct": -2.2, "number": 0.0}[usual]
        if tokens[0].case == "none" or tokens[0].word == "i":
            return 0.0
        if opening and not span.article:
            return 0.3 if usual == "distinct" else 0.0
        return {"function": 4.6, "everyday": 2.9, "name": 0.6, "distinct": 1.2, "number": 0.0}[usual]
    if all(high):
        sure = sum(high) - (opening and not span.article and loud[0] is tokens[0])
        if not sure:
            return 0.0
        return {"function": 3.6, "everyday": 2.8, "name": 1.0, "distinct": 1.0, "number": 0.0}[usual]
    if any(high):
        return -0.8 if usual in ("everyday", "function") else -0.2
    distinct = -0.3 if _unusual(span.words) > 1 else -1.6
    return {"function": -2.5, "everyday": -2.0, "name": -1.0, "distinct": distinct, "number": 0.0}[usual]


def begins_sentence(text: Text, place: int) -> bool:
    """Whether a word is the first of a sentence or a line."""
    return place <= 0 or bool(_STOPS.search(text.tokens[place].gap))


def by_article(text: Text, span: Span, article: str, usual: Usual) -> float:
    """What an article or another determiner before it says, given the title's own."""
    weight = {"function": 1.0, "everyday": 1.0, "number": 1.0, "name": 0.4, "distinct": 0.5}[usual]
    weight *= 1.0 if len(span.words) == 1 else 0.5
    if article:
        if span.article != article:
            return -2.0 * weight
        before = text.tokens[span.first - 1]
        return 1.4 * weight if before.case != "lower" and not begins_sentence(text, span.first - 1) else 0.3
    before_word = text.tokens[span.first - 1].word if span.first else ""
    held = before_word in DETERMINERS and not text.tokens[span.first].gap.strip()
    return -2.4 * weight if held else 0.0


def quoted(text: Text, span: Span) -> bool:
    """Whether the title alone, with or without its article, stands in quotation marks or the like."""
    before = text.tokens[span.first].gap
    if span.article and not before.strip():
        before = text.tokens[span.first - 1].gap
    after = text.gap_after(span.end - 1)
    left, right = before.rstrip(" ")[-1:], after.lstrip(".,!?… ")[:1]
    return left != "" and right != "" and left in _QUOTES and right in _QUOTES


def year_behind(text: Text, span: Span) -> tuple[int, bool] | None:
    """The year that follows a title, and whether it stands in brackets."""
    if span.end >= len(text.tokens):
        return None
    token = text.tokens[span.end]
    if not (token.word.isdecimal() and len(token.word) == 4 and 1880 <= int(token.word) <= 2100):
        return None
    if _YEAR_BEHIND.match(token.gap):
        return int(token.word), True
    return (int(token.word), False) if token.gap.strip(" ,\"”'’*_") == "" else None


def by_cues(text: Text, span: Span, cues: Cues, usual: Usual) -> float:
    """What the words near it say."""
    first = span.first - bool(span.article)
    sentence = _sentence(text, first, span.end)
    near = [
        token.word for token in text.tokens[max(first - _NEAR, 0) : span.end + _NEAR] if _outside(token, text, span)
    ]
    points = 0.0
    if any(
        token.word in cues.verbs or token.word in cues.nouns for token in text.tokens[max(first - 2, 0) : first]
    ) and not begins_sentence(text, first):
        points += 1.4
    if any(word in cues.nouns for word in near):
        points += 0.9
    if any(word in TALK for word in sentence):
        points += 0.5
    if against := sum(word in cues.against for word in near):
        points -= min(2.2 + 1.3 * (against - 1), 4.8) * (0.5 if points >= 0.9 else 1.0)
    points += by_verb(text, span, cues)
    return min(points, 0.5) if usual == "function" and len(span.words) == 1 else points


def by_verb(text: Text, span: Span, cues: Cues) -> float:
    """A bare word as the subject of a sentence, and more so where it is then called a film."""
    verb = text.tokens[span.end] if span.end < len(text.tokens) else None
    if verb is None or verb.word not in COPULAS or verb.gap != " ":
        return 0.0
    if not begins_sentence(text, span.first - bool(span.article)):
        return 0.0
    rest = [token.word for token in text.tokens[span.end + 1 : span.end + 10]]
    return 0.9 + (1.0 if any(word in cues.nouns for word in rest) else 0.0)


def bracketed(text: Text, span: Span) -> bool:
    """Whether the title alone stands in brackets."""
    before = text.tokens[span.first - bool(span.article)].gap.rstrip(" ")
    return before.endswith("(") and text.gap_after(span.end - 1).lstrip(" ").startswith(")")


def by_marks(text: Text, span: Span, usual: Usual) -> float:
    """What quotation marks or brackets around the title alone say: whoever quotes a small word means its name."""
    if quoted(text, span):
        return 5.8 if usual in ("function", "number") else 3.5
    return 1.3 if bracketed(text, span) else 0.0


def year_near(text: Text, span: Span) -> set[int]:
    """Years that stand somewhere behind a title: "I mean the 1996 film"."""
    near = [token.word for token in text.tokens[span.end : span.end + 15]]
    return {int(word) for word in near if len(word) == 4 and word.isdecimal()}


def _outside(token: Token, text: Text, span: Span) -> bool:
    return not text.tokens[span.first].start <= token.start < text.tokens[span.end - 1].end


def _sentence(text: Text, first: int, end: int) -> list[str]:
    """The other words of the sentence."""
    start = first
    while start > max(0, first - _SENTENCE) and not begins_sentence(text, start):
        start -= 1
    stop = end
    while stop < min(len(text.tokens), end + _SENTENCE) and not begins_sentence(text, stop):
        stop += 1
    return [token.word for token in (*text.tokens[start:first], *text.tokens[end:stop])]


def listed(text: Text, span: Span) -> bool:
    """Whether it fills its place in a list: nothing else between two commas, lines, brackets, or "and"."""
    first = span.first - bool(span.article)
    before = first == 0 or bool(_LISTED.search(text.tokens[first].gap)) or bool(_STOPS.search(text.tokens[first].gap))
    joined = first > 0 and text.tokens[first - 1].word in JOINING
    behind = text.gap_after(span.end - 1)
    following = text.tokens[span.end] if span.end < len(text.tokens) else None
    after = following is None or bool(_LISTED.search(behind)) or bool(_STOPS.search(behind))
    joins = following is not None and following.word in JOINING
    year = year_behind(text, span)
    return (before or joined) and (after or joins or year is not None)


def by_neighbours(text: Text, span: Span, usual: Usual) -> float:
    """What the very next words say: another name that it is a part of, or somewhere that one goes."""
    first, points = span.first - bool(span.article), 0.0
    alone = len(span.words) == 1
    before = text.tokens[first - 1] if first else None
    behind = text.tokens[span.end] if span.end < len(text.tokens) else None
    if behind is not None and behind.gap == " " and behind.case == "capital" and behind.word != "i":
        points -= 3.0 if alone else 0.8
    if before is not None and text.tokens[first].gap == " ":
        if before.case == "capital" and before.word != "i" and not begins_sentence(text, first - 1):
            points -= 1.8 if alone else 0.8
        if before.word in PREPOSITIONS and alone and usual in ("name", "distinct"):
            actor = first > 1 and text.tokens[first - 2].case == "capital" and before.word == "in"
            points += 0.8 if actor else -2.0
    return points


def by_popularity(holders: int, typical: float) -> float:
    """What many people have is written about more often."""
    return max(-0.6, min(0.6, 0.2 * log2((holders + 1) / (typical + 1))))
