"""From what a history says to items of the bulletin: by id, then by title and year.

A title without a year fits items of any year; one with a year only items of that year or of none. Where several items
fit, the one that most people have is taken, and that is said. What fits nothing is kept by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from standout.label.person.history import History, Mention, Name, Reading
from standout.matching.titles import Title, normalised_title, parsed
from standout.results.bulletin import Bulletin


@dataclass(frozen=True)
class Matched:
    """A history in the bulletin's items: each once, what was not found, and where a choice was made."""

    reading: str
    items: tuple[int, ...]
    unknown: tuple[str, ...]
    chosen: tuple[tuple[str, int, int], ...]
    """Where several items fitted: what the history says, how many items fitted, and which was taken."""
    repeated: int
    """How many lines named something that an earlier line had named."""
    details: tuple[tuple[str, str], ...] = ()
    """The value and the date that the history gives for each item, as written where it was first named."""


@dataclass
class Catalogue:
    """The bulletin's items by id and by title; made once, asked often."""

    ids: Sequence[str]
    titles: Sequence[str | None]
    holders: Sequence[int]
    _by_id: dict[str, int] = field(init=False, repr=False)
    _by_title: dict[str, list[int]] = field(init=False, repr=False)
    _years: dict[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._by_id = {name: item for item, name in enumerate(self.ids)}
        self._by_title, self._years = {}, {}
        for item, text in enumerate(self.titles):
            if text:
                self._add(item, parsed(text))

    def _add(self, item: int, title: Title) -> None:
        for key in title.keys:
            self._by_title.setdefault(key, []).append(item)
        if title.year is not None:
            self._years[item] = title.year

    def fitting(self, name: Name) -> list[int]:
        """The items that a name may mean, the one that most people have first."""
        if name.kind == "id":
            return [self._by_id[name.text]] if name.text in self._by_id else []
        title = parsed(name.text, name.year)
        for key in title.keys:
            fitting = self._of_year(self._by_title.get(key, []), title.year)
            if fitting:
                return sorted(fitting, key=lambda item: (-self.holders[item], item))
        return []

    def _of_year(self, items: list[int], year: int | None) -> list[int]:
        if year is None:
            return items
        same = [item for item in items if self._years.get(item) == year]
        return same or [item for item in items if item not in self._years]


def catalogue_in(bulletin: Bulletin) -> Catalogue:
    """The bulletin's items by id and by title."""
    return Catalogue(bulletin.ids, bulletin.titles or (), bulletin.holders)


def match(history: History, catalogue: Catalogue) -> Matched:
    """The history in items, in the reading of it that the bulletin knows best; the first, if several do as well."""
    tried = [_Attempt(reading, catalogue) for reading in history.readings]
    return max(tried, key=lambda attempt: attempt.worth).matched()


class _Attempt:
    """One reading of a history, and what every distinct mention in it was found to be."""

    def __init__(self, reading: Reading, catalogue: Catalogue) -> None:
        self.reading = reading
        self.fitting = {mention: _first_fitting(mention, catalogue) for mention in dict.fromkeys(reading.mentions)}

    @property
    def worth(self) -> tuple[float, float]:
        """The share of mentions that were found, and of those found by the name that was tried first."""
        count = max(len(self.fitting), 1)
        places = [place for place, _ in self.fitting.values()]
        return sum(place >= 0 for place in places) / count, sum(place == 0 for place in places) / count

    def matched(self) -> Matched:
        items: dict[int, tuple[str, str]] = {}
        unknown: dict[str, str] = {}
        chosen: dict[int, tuple[str, int, int]] = {}
        for mention, (_, fitting) in self.fitting.items():
            if not fitting:
                unknown.setdefault(normalised_title(mention.counts_as), mention.counts_as)
                continue
            items.setdefault(fitting[0], (mention.value, mention.date))
            if len(fitting) > 1:
                chosen.setdefault(fitting[0], (mention.counts_as, len(fitting), fitting[0]))
        repeated = len(self.reading.mentions) - len(items) - len(unknown)
        return Matched(
            self.reading.what, tuple(items), tuple(unknown.values()), tuple(chosen.values()), repeated,
            tuple(items.values()),
        )  # fmt: skip


def _first_fitting(mention: Mention, catalogue: Catalogue) -> tuple[int, list[int]]:
    """The place of the first name that fits something, and what it fits; -1 if none does."""
    for place, name in enumerate(mention.names):
        if fitting := catalogue.fitting(name):
            return place, fitting
    return -1, []
