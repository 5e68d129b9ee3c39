"""The second pass: titles in which a letter or two are wrong, with rapidfuzz.

A wrong letter is only believed where little else is possible: in a title of some length, of the same year (or one off)
where both have one, with the same numbers in it; without years only where the titles share a word and are longer.
Where two titles are equally near, neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from standout.matching.written import Written

_SHORTEST = 8
"""Shorter titles that differ in a letter are different titles: "Fan", "Van"."""

_LONG = 14
"""From this length on two letters may be wrong, and a year may be missing."""


class Spellings:
    """The titles of a catalogue by year, or by their words where they have none, in one plain form."""

    def __init__(self, written: Sequence[Written | None]) -> None:
        self._by_year: dict[int, list[int]] = {}
        self._by_word: dict[str, list[int]] = {}
        self._plain = ["" if title is None or not title.keys else title.keys[-1] for title in written]
        self._years = [None if title is None else title.year for title in written]
        for item, plain in enumerate(self._plain):
            if len(plain) < _SHORTEST - 2:
                continue
            year = self._years[item]
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
        if name.year is not None:
            dated = [item for year in (name.year - 1, name.year, name.year + 1) for item in self._by_year.get(year, ())]
            if dated or len(plain) < _LONG:
                return dated
        if len(plain) < _LONG:
            return []
        words = sorted(_words(plain), key=lambda word: len(self._by_word.get(word, ())))
        found = {item for word in words for item in self._by_word.get(word, ())}
        return sorted(item for item in found if name.year is None or self._years[item] is None)


def _words(plain: str) -> set[str]:
    return {word for word in plain.split() if len(word) > 3}


def _same_numbers(one: str, other: str) -> bool:
    """Whether both have the same numbers, in digits, and end in the same numeral: sequels are other titles."""
    first, second = (re.findall(r"\d+|\b[ivx]+$", text) for text in (one, other))
    return first == second
