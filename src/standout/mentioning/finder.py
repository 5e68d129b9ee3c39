"""Finding the items that a text mentions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from statistics import median

from standout.mentioning.cues import CUES, JOINING, Kind
from standout.mentioning.phrases import Phrases, Place
from standout.mentioning.support import (
    Span,
    Style,
    Usual,
    base,
    by_article,
    by_case,
    by_cues,
    by_marks,
    by_neighbours,
    by_popularity,
    listed,
    span_of,
    style_of,
    usualness,
    year_behind,
    year_near,
)
from standout.mentioning.title_forms import FULL, Forms, forms_of
from standout.mentioning.tokens import Text, text_of

LARGEST_TEXT = 1_000_000
"""Signs of one text that are read."""

_BETWEEN = 3
_FILMS_SHARE = 0.5
"""Where so many titles end in a year, they are those of films."""


@dataclass(frozen=True)
class Mentioned:
    """An item that a text mentions: the words, where they stand (in the text's plain form), and how sure that is."""

    item: int
    words: str
    start: int
    end: int
    certain: float


@dataclass(frozen=True)
class _Candidate:
    """A place where an item may be meant, with the points for it."""

    span: Span
    item: int
    points: float
    share: float
    """Of those who mean anything of this name, how many mean this item."""
    how: str
    listed: bool


class Finder:
    """Finds a catalogue's items in prose; made once, asked often.

    `holders` says how many people have each item, `aliases` by what other names some are known, `kind` what they are:
    without it, titles that mostly have a year are taken for those of films.
    """

    def __init__(
        self,
        titles: Sequence[str | None],
        holders: Sequence[int] | None = None,
        kind: Kind | None = None,
        aliases: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        more = aliases or {}
        forms: list[Forms | None] = [
            forms_of(title, more.get(item, ())) if title else None for item, title in enumerate(titles)
        ]
        self.phrases = Phrases(forms)
        self.holders = [1] * len(titles) if holders is None else list(holders)
        self.typical = float(median(self.holders)) if self.holders else 0.0
        dated = sum(form is not None and form.year is not None for form in forms)
        self.kind: Kind = kind or ("films" if dated >= _FILMS_SHARE * max(len(forms), 1) else "any")

    def find(self, written: str, least: float = 0.5) -> list[Mentioned]:
        """The items that a text mentions, in the order in which they stand there; those below `least` left out."""
        text = text_of(written[:LARGEST_TEXT])
        found = [candidate for place in self.phrases.places(text) if (candidate := self._candidate(text, place))]
        found = _together(text, found)
        kept = _apart([candidate for candidate in found if _certain(candidate) >= least])
        return [
            Mentioned(
                candidate.item,
                text.plain[_start(text, candidate.span) : text.tokens[candidate.span.end - 1].end],
                _start(text, candidate.span),
                text.tokens[candidate.span.end - 1].end,
                _certain(candidate),
            )
            for candidate in kept
        ]

    def _candidate(self, text: Text, place: Place) -> _Candidate | None:
        words = tuple(self.phrases.phrases[place.low].split(" "))
        span = span_of(text, place.first, place.end, words)
        year = year_behind(text, span)
        row, share = self._meant(place, span, self._told(text, place, span, None if year is None else year[0]))
        if row < 0:
            return None
        usual, style = self._usual(words), style_of(text)
        item = self.phrases.items[row]
        points = self._points(text, span, row, usual, style)
        points += _by_year(year, self.phrases.years[item])
        points -= {"exact": 0.0, "misspelt": 0.6, "begun": 0.8}[place.how]
        return _Candidate(span, item, points, share, place.how, listed(text, span))

    def _told(self, text: Text, place: Place, span: Span, year: int | None) -> int | None:
        """The year behind a title; where several items have the name, also one further on that only one of them has."""
        if year is not None or place.high - place.low < 2:
            return year
        years = [self.phrases.years[self.phrases.items[row]] for row in range(place.low, place.high)]
        fitting = [own for own in years if own in year_near(text, span)]
        return fitting[0] if len(fitting) == 1 else None

    def _points(self, text: Text, span: Span, row: int, usual: Usual, style: Style) -> float:
        """All points but those for a year and for other mentions."""
        return (
            base(span.words, usual)
            + by_case(text, span, usual, style)
            + by_article(text, span, self.phrases.articles[row], usual)
            + by_marks(text, span, usual)
            + by_cues(text, span, CUES[self.kind], usual)
            + by_neighbours(text, span, usual)
            + by_popularity(self.holders[self.phrases.items[row]], self.typical)
            - (0.6 if self.phrases.kinds[row] != FULL else 0.0)
        )

    def _usual(self, words: tuple[str, ...]) -> Usual:
        return usualness(words, self.phrases.ordinary.__contains__)

    def _meant(self, place: Place, span: Span, year: int | None) -> tuple[int, float]:
        """Which row is meant where several items have a name, and its share of those who have any of them; -1 where a
        part of a name belongs to several, so that a series may be meant."""
        rows = {self.phrases.items[row]: row for row in reversed(range(place.low, place.high))}
        full = {item: row for item, row in rows.items() if self.phrases.kinds[row] == FULL}
        parts = {item: row for item, row in rows.items() if item not in full}
        fitting = {item: row for item, row in rows.items() if _years_apart(year, self.phrases.years[item]) <= 1}
        if fitting:
            return self._most(fitting, rows, span, year)
        if full and (len(parts) < 2 or 2 * self._greatest(full) >= self._greatest(parts)):
            return self._most(full, full, span, year)
        if len(parts) == 1 and not full:
            return next(iter(parts.values())), 1.0
        return -1, 0.0

    def _greatest(self, rows: Iterable[int]) -> int:
        """How many people have the most popular of some items."""
        return max(self.holders[item] for item in rows)

    def _most(self, rows: dict[int, int], among: dict[int, int], span: Span, year: int | None) -> tuple[int, float]:
        """The row of the item that most people have; one whose article fits, before all others."""
        fits = {item: row for item, row in rows.items() if self.phrases.articles[row] == span.article}
        chosen = fits or rows
        best = min(
            chosen,
            key=lambda item: (_years_apart(year, self.phrases.years[item]) if year else 0, -self.holders[item], item),
        )
        total = sum(self.holders[item] + 1 for item in chosen)
        share = 1.0 if year is not None and rows is not among else (self.holders[best] + 1) / total
        return chosen[best], share


def _years_apart(year: int | None, other: int | None) -> int:
    """By how many years a year is off; many, where there is none."""
    return 10_000 if year is None or other is None else abs(year - other)


def _by_year(year: tuple[int, bool] | None, own: int | None) -> float:
    if year is None or own is None:
        return 0.0
    if abs(year[0] - own) <= 1:
        return 7.0 if year[1] else 3.5
    return -5.0 if year[1] else 0.0


def _together(text: Text, found: Sequence[_Candidate]) -> list[_Candidate]:
    """With points for other mentions in the text: next to each other in a list, or anywhere."""
    sure = [candidate for candidate in found if candidate.points >= 1.0]
    lists = [candidate for candidate in found if candidate.listed]
    more = []
    for candidate in found:
        points = candidate.points
        others = [other for other in sure if _separate(other.span, candidate.span)]
        points += 0.7 if others else 0.0
        if candidate.listed:
            beside = [
                other for other in lists if _separate(other.span, candidate.span) and _beside(text, other, candidate)
            ]
            points += 0.6 + (1.2 if beside else 0.0) + (0.8 if any(other.points >= 1.0 for other in beside) else 0.0)
        more.append(replace(candidate, points=points))
    return more


def _separate(one: Span, other: Span) -> bool:
    return one.end <= other.first or other.end <= one.first


def _beside(text: Text, one: _Candidate, other: _Candidate) -> bool:
    """Whether two places are neighbours in a list: nothing but an article, a year, or an "and" lies between them."""
    first, last = min(one.span.end, other.span.end), max(one.span.first, other.span.first)
    between = text.tokens[first:last]
    return len(between) <= _BETWEEN and all(token.word in JOINING or token.word.isdecimal() for token in between)


def _apart(found: Sequence[_Candidate]) -> list[_Candidate]:
    """Places that do not overlap, the longest first; exact ones before others. In the order of the text."""
    kept: list[_Candidate] = []
    for candidate in sorted(
        found, key=lambda one: (one.how != "exact", one.span.first - one.span.end, -one.points, one.span.first)
    ):
        if all(_separate(candidate.span, other.span) for other in kept):
            kept.append(candidate)
    return sorted(kept, key=lambda candidate: candidate.span.first)


def _certain(candidate: _Candidate) -> float:
    return candidate.share / (1 + exp(-max(-30.0, min(30.0, candidate.points))))


def _start(text: Text, span: Span) -> int:
    return text.tokens[span.first - bool(span.article)].start
