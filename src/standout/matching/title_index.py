"""A catalogue that is asked by name: what a title may mean in it, how that was seen, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from standout.matching.fuzzy import Spellings
from standout.matching.written import Written

Kind = Literal["table", "id", "exact", "spelling", "alternative", "year", "subtitle", "fuzzy"]

CONFIDENCE: dict[Kind, float] = {
    "table": 1.0,
    "id": 1.0,
    "exact": 1.0,
    "spelling": 0.99,
    "alternative": 0.97,
    "year": 0.97,
    "subtitle": 0.9,
    "fuzzy": 0.85,
}
"""How sure a match of a kind is where both years are known; measured in `tests/real/test_matching.py`."""

WITHOUT_YEAR = 0.95
"""What a missing year leaves of it."""


class Found(NamedTuple):
    """What a name was found to mean: several items if it may be any of them."""

    kind: Kind
    confidence: float
    items: tuple[int, ...]


class TitleIndex:
    """The titles of a catalogue in all their forms; made once, asked often."""

    def __init__(self, titles: Iterable[str | None]) -> None:
        self.written: list[Written | None] = [Written(text) if text else None for text in titles]
        self._keys: dict[str, list[int]] = {}
        self._forms: dict[str, list[int]] = {}
        self._others: dict[str, list[int]] = {}
        self._shorts: dict[str, list[int]] | None = None
        self._spellings: Spellings | None = None
        for item, title in enumerate(self.written):
            if title is not None:
                for key in title.keys:
                    self._keys.setdefault(key, []).append(item)
                self._forms.setdefault(title.form, []).append(item)
                for form in title.others:
                    self._others.setdefault(form, []).append(item)

    def find(self, name: Written, *, episode: bool = False, least: float = 0.0) -> Found | None:
        """What the name means, by the surest kind of match that there is; none below `least`.

        `episode` says that the name is that of a series, cut from one of its episodes: it never means a film.
        """
        for found in (self._named(name, episode), self._shortened(name, episode), self._misspelt(name, episode)):
            if found is not None:
                return found if found.confidence >= least else None
        return None

    def _named(self, name: Written, episode: bool) -> Found | None:
        """By the title, its second form, and other names: in the same year, without a year, a year off."""
        tiers: list[tuple[Kind, list[int]]] = [
            ("exact", self._fitting(name, name.keys, episode, self._keys)),
            ("spelling", self._fitting(name, (name.form,), episode, self._forms)),
            ("alternative", self._fitting(name, (name.form,), episode, self._others)),
            ("alternative", self._fitting(name, name.others, episode, self._forms, self._others)),
        ]
        for kind, items in tiers:
            if same := [item for item in items if self._year(item) == name.year]:
                return Found(kind, CONFIDENCE[kind], tuple(same))
            if open_ := [item for item in items if name.year is None or self._year(item) is None]:
                return Found(kind, WITHOUT_YEAR * CONFIDENCE[kind], tuple(open_))
        for kind, items in tiers:
            if near := [item for item in items if self.years_apart(name, item) == 1]:
                return Found("year", CONFIDENCE["year"] * CONFIDENCE[kind], tuple(near))
        return None

    def _shortened(self, name: Written, episode: bool) -> Found | None:
        """By a part of the title: only in a year that both have, and only if one item alone fits."""
        if name.year is None or episode:
            return None
        own = {name.form, *name.others}
        fitting = {
            item for form in own for item in self._short.get(form, ()) if self._near(name, item)
        } | {
            item
            for short in name.shorts
            for item in (*self._forms.get(short.form, ()), *self._others.get(short.form, ()))
            if self._near(name, item)
        } | {
            item
            for short in name.shorts
            if short.tail
            for item in self._short.get(short.form, ())
            if self._near(name, item) and self._alike(short.form, short.opening, item)
        }  # fmt: skip
        exactly = {item for item in fitting if self._year(item) == name.year}
        chosen = exactly or fitting
        confidence = CONFIDENCE["subtitle"] * (1 if exactly else CONFIDENCE["year"])
        return Found("subtitle", confidence, tuple(chosen)) if len(chosen) == 1 else None

    def _misspelt(self, name: Written, episode: bool) -> Found | None:
        """By a spelling that differs in a letter or two, if nothing else comes as near."""
        if self._spellings is None:
            self._spellings = Spellings(self.written)
        near = self._spellings.nearest(name)
        kept = tuple(item for item in near if self._compatible(name, item, episode))
        return Found("fuzzy", CONFIDENCE["fuzzy"], kept) if len(kept) == 1 else None

    def with_form(self, form: str) -> Sequence[int]:
        """The items whose title has this second form."""
        return self._forms.get(form, ())

    @property
    def _short(self) -> dict[str, list[int]]:
        if self._shorts is None:
            self._shorts = {}
            for item, title in enumerate(self.written):
                for short in () if title is None or title.year is None else title.shorts:
                    self._shorts.setdefault(short.form, []).append(item)
        return self._shorts

    def _fitting(self, name: Written, forms: Sequence[str], episode: bool, *tables: dict[str, list[int]]) -> list[int]:
        """The items with one of these forms, each once, that are not a film where a series is meant."""
        found = dict.fromkeys(item for form in forms if form for table in tables for item in table.get(form, ()))
        return [item for item in found if self._compatible(name, item, episode)]

    def _compatible(self, name: Written, item: int, episode: bool) -> bool:
        title = self.written[item]
        if title is None:
            return False
        return not ((episode or name.series) and title.film) and not (name.film and title.series)

    def _alike(self, form: str, opening: str, item: int) -> bool:
        """Whether a tail of the item's title has this form, and the title this first word."""
        title = self.written[item]
        return title is not None and any(
            short.tail and short.form == form and short.opening == opening for short in title.shorts
        )

    def _year(self, item: int) -> int | None:
        title = self.written[item]
        return None if title is None else title.year

    def _near(self, name: Written, item: int) -> bool:
        apart = self.years_apart(name, item)
        return apart is not None and apart <= 1 and self._compatible(name, item, episode=False)

    def years_apart(self, name: Written, item: int) -> int | None:
        """By how many years the name and the item differ; none where one of them has no year."""
        year = self._year(item)
        return None if name.year is None or year is None else abs(name.year - year)
