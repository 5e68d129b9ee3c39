"""From what a history says to items of the bulletin: by id, then by title and year, with the matcher of `link`.

Where several items fit equally, the one that most people have is taken, and that is said; so is every match that is not
exact. What fits nothing is kept by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from standout.label.person.history import History, Mention, Name, Reading
from standout.matching.title_index import CONFIDENCE, SURE, Found, TitleIndex
from standout.matching.titles import normalised_title
from standout.matching.written import Written
from standout.results.bulletin import Bulletin


class Inexact(NamedTuple):
    """A match that is not exact: what the history says, the item that was taken, by what, and how sure that is."""

    wrote: str
    item: int
    kind: str
    confidence: float


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
    inexact: tuple[Inexact, ...] = ()


@dataclass
class Catalogue:
    """The bulletin's items by id and by title; made once, asked often."""

    ids: Sequence[str]
    titles: Sequence[str | None]
    holders: Sequence[int]
    _by_id: dict[str, int] = field(init=False, repr=False)
    _titles: TitleIndex = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._by_id = {name: item for item, name in enumerate(self.ids)}
        self._titles = TitleIndex(self.titles)

    def find(self, name: Name, least: float = 0.0) -> Found | None:
        """What a name means, the item that most people have first; nothing below a confidence of `least`."""
        if name.kind == "id":
            known = name.text in self._by_id
            return Found("id", CONFIDENCE["id"], (self._by_id[name.text],)) if known else None
        found = self._titles.find(Written(name.text, name.year), episode=name.kind == "series", least=least)
        if found is None:
            return None
        return found._replace(items=tuple(sorted(found.items, key=lambda item: (-self.holders[item], item))))


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
        self.found = {mention: _first_found(mention, catalogue) for mention in dict.fromkeys(reading.mentions)}

    @property
    def worth(self) -> tuple[float, float]:
        """The share of mentions that were found, and of those found by the name that was tried first."""
        count = max(len(self.found), 1)
        places = [place for place, _ in self.found.values()]
        return sum(place >= 0 for place in places) / count, sum(place == 0 for place in places) / count

    def matched(self) -> Matched:
        items: dict[int, tuple[str, str]] = {}
        unknown: dict[str, str] = {}
        chosen: dict[int, tuple[str, int, int]] = {}
        inexact: dict[int, Inexact] = {}
        for mention, (_, found) in self.found.items():
            if found is None:
                unknown.setdefault(normalised_title(mention.counts_as), mention.counts_as)
                continue
            item = found.items[0]
            items.setdefault(item, (mention.value, mention.date))
            if len(found.items) > 1:
                chosen.setdefault(item, (mention.counts_as, len(found.items), item))
            if found.kind not in ("id", "exact"):
                inexact.setdefault(item, Inexact(mention.counts_as, item, found.kind, found.confidence))
        repeated = len(self.reading.mentions) - len(items) - len(unknown)
        return Matched(
            self.reading.what, tuple(items), tuple(unknown.values()), tuple(chosen.values()), repeated,
            tuple(items.values()), tuple(inexact.values()),
        )  # fmt: skip


def _first_found(mention: Mention, catalogue: Catalogue) -> tuple[int, Found | None]:
    """The place of the first name that fits something, and what it fits; -1 if none does. Guesses come last."""
    for least in (SURE, 0.0):
        for place, name in enumerate(mention.names):
            if (found := catalogue.find(name, least)) is not None:
                return place, found
    return -1, None
