"""From what a history says to items of the bulletin: by id, then by title and year, with the matcher of `link`.

Where several items fit equally, the one that most people have is taken, and that is said; so is every match that is not
exact. What fits nothing is kept by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from standout.common.wording import shown
from standout.errors import BadInput
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
    wrote: tuple[str, ...] = ()
    """Each item as the history has it where it is first named."""

    @property
    def share(self) -> float:
        """The share of the distinct things in the history that were found."""
        return len(self.items) / max(len(self.items) + len(self.unknown), 1)


@dataclass(frozen=True)
class Corrections:
    """What a person says about matches: lines that were taken wrongly, and what lines really are."""

    refused: frozenset[str] = frozenset()
    """Lines, in plain form, that are not the item they were taken for."""
    meant: Mapping[str, int] = field(default_factory=dict)
    """The items that lines, in plain form, really mean."""


@dataclass
class Catalogue:
    """The bulletin's items by id and by title; made once, asked often."""

    ids: Sequence[str]
    titles: Sequence[str | None]
    holders: Sequence[int]
    aliases: Sequence[tuple[int, str]] = ()
    """Further names of items."""
    _by_id: dict[str, int] = field(init=False, repr=False)
    _titles: TitleIndex = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._by_id = {name: item for item, name in enumerate(self.ids)}
        self._titles = TitleIndex(self.titles, self.aliases)

    def find(self, name: Name, least: float = 0.0) -> Found | None:
        """What a name means, the item that most people have first; nothing below a confidence of `least`."""
        if name.kind == "id":
            known = name.text in self._by_id
            return Found("id", CONFIDENCE["id"], (self._by_id[name.text],)) if known else None
        found = self._titles.find(Written(name.text, name.year), episode=name.kind == "series", least=least)
        if found is None:
            return None
        return found._replace(items=tuple(sorted(found.items, key=lambda item: (-self.holders[item], item))))


def catalogue_in(bulletin: Bulletin, aliases: Sequence[tuple[int, str]] = ()) -> Catalogue:
    """The bulletin's items by id and by title, and by further names."""
    return Catalogue(bulletin.ids, bulletin.titles or (), bulletin.holders, aliases)


def corrections(refused: Sequence[str], meant: Sequence[str], history: History, catalogue: Catalogue) -> Corrections:
    """What `--not TITLE` and `--take TITLE=ITEM` say, if the history has such lines and the bulletin such items."""
    written = {normalised_title(one.counts_as) for reading in history.readings for one in reading.mentions}
    taken: dict[str, int] = {}
    for pair in meant:
        line, equals, item = pair.rpartition("=")
        if not equals or not line.strip() or not item.strip():
            raise BadInput(f"--take {shown(pair)}: write what your history says, =, and the item's id or title")
        found = catalogue.find(Name(item.strip(), "id")) or catalogue.find(Name(item.strip()))
        if found is None:
            raise BadInput(f"--take {shown(pair)}: the bulletin has no item '{shown(item.strip())}'")
        taken[_written(line, "--take", written)] = found.items[0]
    return Corrections(frozenset(_written(line, "--not", written) for line in refused), taken)


def _written(line: str, option: str, written: set[str]) -> str:
    if (plain := normalised_title(line)) not in written:
        raise BadInput(f"{option} {shown(line)}: your history has no such line; write it as `check` shows it")
    return plain


def match(history: History, catalogue: Catalogue, corrected: Corrections | None = None) -> Matched:
    """The history in items, in the reading of it that the bulletin knows best; the first, if several do as well."""
    tried = [_Attempt(reading, catalogue, corrected or Corrections()) for reading in history.readings]
    return max(tried, key=lambda attempt: attempt.worth).matched()


class _Attempt:
    """One reading of a history, and what every distinct mention in it was found to be."""

    def __init__(self, reading: Reading, catalogue: Catalogue, corrected: Corrections) -> None:
        self.reading = reading
        self.ids = catalogue.ids
        self.found = {
            mention: _first_found(mention, catalogue, corrected) for mention in dict.fromkeys(reading.mentions)
        }

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
        wrote: dict[int, str] = {}
        for mention, (_, found) in self.found.items():
            if found is None:
                unknown.setdefault(normalised_title(mention.counts_as), mention.counts_as)
                continue
            item = found.items[0]
            items.setdefault(item, (mention.value, mention.date))
            wrote.setdefault(item, "" if mention.counts_as == self.ids[item] else mention.counts_as)
            if len(found.items) > 1:
                chosen.setdefault(item, (mention.counts_as, len(found.items), item))
            if found.kind not in ("id", "exact", "table"):
                inexact.setdefault(item, Inexact(mention.counts_as, item, found.kind, found.confidence))
        repeated = len(self.reading.mentions) - len(items) - len(unknown)
        return Matched(
            self.reading.what, tuple(items), tuple(unknown.values()), tuple(chosen.values()), repeated,
            tuple(items.values()), tuple(inexact.values()), tuple(wrote.values()),
        )  # fmt: skip


def _first_found(mention: Mention, catalogue: Catalogue, corrected: Corrections) -> tuple[int, Found | None]:
    """The place of the first name that fits something, and what it fits; -1 if none does. Guesses come last."""
    plain = normalised_title(mention.counts_as) if corrected.meant or corrected.refused else ""
    if plain in corrected.meant:
        return 0, Found("table", CONFIDENCE["table"], (corrected.meant[plain],))
    if plain in corrected.refused:
        return -1, None
    for least in (SURE, 0.0):
        for place, name in enumerate(mention.names):
            if (found := catalogue.find(name, least)) is not None:
                return place, found
    return -1, None
