"""The second pass: titles in which a letter or two are wrong, with rapidfuzz.

A wrong letter is only believed where little else is possible: in a title of some length, of the same year where both
have one (or one off, in longer titles), with the same numbers in it; without years only where the titles share a word
and are longer still.
Where two titles are equally near, neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from standout.matching.written import Written

_SHORTEST = 6
"""Shorter titles that differ in a letter are different titles: "Fan", "Van"."""

_SAME_YEAR = 8
"""Up to this length, the year must be the very same: "Prime" is of 2005, "Primer" of 2004."""

_LONG = 14
"""From this length on two letters may be wrong, and a year may be missing."""


class Spellings:
    """The titles of a catalogue by year, or by their words where they have none, in one plain form."""

    def __init__(self, titles: Iterable[tuple[int, str, int | None]]) -> None:
        self._by_year: dict[int, list[int]] = {}
        self._by_word: dict[str, list[int]] = {}
        self._plain: dict[int, str] = {}
        self._years: dict[int, int | None] = {}
        for item, plain, year in titles:
            if len(plain) < _SHORTEST - 1:
                continue
            self._plain[item], self._years[item] = plain, year
            if year is not None:
                self._by_year.setdefault(year, []).append(item)
            for word in _words(plain):
                self._by_word.setdefault(word, []).append(item)

    def nearest(self, name: Written) -> list[int]:
        """The items whose titles are nearest to the name's, as far as a misspelling goes."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        plain = name.keys[-1] if name.keys else ""
        most = 0 if len(plain) < _SHORTEST else 1 if len(plain) < _LONG else 2
        if not most:
            return []
        candidates = {item: self._plain[item] for item in self._candidates(name, plain)}
        found = extract(plain, candidates, scorer=OSA.distance, score_cutoff=most, limit=None)
        kept = [(int(apart), item) for text, apart, item in found if _same_numbers(plain, text)]
        least = min((apart for apart, _ in kept), default=0)
        return [item for apart, item in kept if apart == least]

    def _candidates(self, name: Written, plain: str) -> list[int]:
        """Items of the same year or one off; for longer names also those that share a word and have no year to tell."""
        year, found = name.year, []
        if year is not None:
            near = (year,) if len(plain) < _SAME_YEAR else (year - 1, year, year + 1)
            found = [item for each in near for item in self._by_year.get(each, ())]
        if len(plain) >= _LONG:
            sharing = {item for word in _words(plain) for item in self._by_word.get(word, ())}
            found += [item for item in sorted(sharing) if year is None or self._years[item] is None]
        return found


def _words(plain: str) -> set[str]:
    return {word for word in plain.split() if len(word) > 3}


def _same_numbers(one: str, other: str) -> bool:
    """Whether both have the same numbers, in digits, and end in the same numeral: sequels are other titles."""
    first, second = (re.findall(r"\d+|\b[ivx]+$", text) for text in (one, other))
    return first == second
