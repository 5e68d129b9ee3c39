"""A catalogue that is asked by name: what a title may mean in it, how that was seen, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
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
"""How sure a match of a kind is where both years are known. Chosen, not fitted: the order is what counts, and real
catalogues have too few wrong matches to tell the kinds apart (`docs/matching.md` has the counts)."""

WITHOUT_YEAR = 0.95
"""What a missing year leaves of it."""


SURE = 0.91
"""From this confidence on a match is no guess: neither by a part of the title nor by a misspelling."""

Places = dict[str, list[int]]
"""Items by a form of their titles."""


class Found(NamedTuple):
    """What a name was found to mean: several items if it may be any of them."""

    kind: Kind
    confidence: float
    items: tuple[int, ...]


class TitleIndex:
    """The titles of a catalogue in all their forms; made once, asked often.

    What only some names need (second forms, parts of titles, misspellings) is made when it is first asked for.
    """

    def __init__(self, titles: Sequence[str | None], aliases: Sequence[tuple[int, str]] = ()) -> None:
        """`aliases` are further names of items: localised ones, or those of another service."""
        self._titles = titles
        self._aliases = aliases
        self._keys: Places = {}
        self._years: list[int | None] = [None] * len(titles)
        self._series: set[int] = set()
        for item, title in self._each():
            self._years[item] = title.year
            if title.series:
                self._series.add(item)
            for key in title.keys:
                self._keys.setdefault(key, []).append(item)

    def _each(self) -> Iterator[tuple[int, Written]]:
        return ((item, Written(text)) for item, text in enumerate(self._titles) if text)

    def find(self, name: Written, *, episode: bool = False, least: float = 0.0) -> Found | None:
        """What the name means, by the surest kind of match that there is; none below `least`.

        `episode` says that the name is that of a series, cut from one of its episodes: it never means a film.
        """
        found = self._named(name, episode)
        if found is None and least <= CONFIDENCE["subtitle"]:
            found = self._shortened(name, episode)
        if found is None and least <= CONFIDENCE["fuzzy"]:
            found = self._misspelt(name, episode)
        return found if found is not None and found.confidence >= least else None

    def _named(self, name: Written, episode: bool) -> Found | None:
        """By the title, its second form, and other names: in the same year, without a year, a year off."""
        tiers: list[tuple[Kind, list[int]]] = [
            ("exact", self._fitting(name, name.keys, episode, self._keys)),
            ("spelling", self._fitting(name, (name.form,), episode, self._forms)),
            ("alternative", self._fitting(name, (name.form,), episode, self._others)),
            ("alternative", self._fitting(name, name.others, episode, self._forms, self._others)),
        ]
        for kind, items in tiers:
            if same := [item for item in items if self.years_apart(name, item) == 0]:
                return Found(kind, CONFIDENCE[kind], tuple(same))
            if open_ := [item for item in items if name.year is None or self._years[item] is None]:
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
            item for form in own for item in self._short.get(form, ()) if self._that_year(name, item)
        } | {
            item
            for short in name.shorts
            for item in self._only(short.form)
            if self._that_year(name, item)
        } | {
            item
            for short in name.shorts
            if short.tail
            for item in self._short.get(short.form, ())
            if self._that_year(name, item) and self._alike(short.form, short.opening, item)
        }  # fmt: skip
        return Found("subtitle", CONFIDENCE["subtitle"], tuple(fitting)) if len(fitting) == 1 else None

    def _only(self, form: str) -> Sequence[int]:
        """The item of this form, if there is but one: a name that several films have, with more behind it, may be a
        further one."""
        found = {*self._forms.get(form, ()), *self._others.get(form, ())}
        return tuple(found) if len(found) == 1 else ()

    def _misspelt(self, name: Written, episode: bool) -> Found | None:
        """By a spelling that differs in a letter or two, if nothing else comes as near."""
        near = self._spellings.nearest(name)
        kept = tuple(item for item in near if self._compatible(name, item, episode))
        return Found("fuzzy", CONFIDENCE["fuzzy"], kept) if len(kept) == 1 else None

    def with_form(self, form: str) -> Sequence[int]:
        """The items whose title has this second form."""
        return self._forms.get(form, ())

    @property
    def _forms(self) -> Places:
        return self._second[0]

    @property
    def _others(self) -> Places:
        return self._second[1]

    @cached_property
    def _second(self) -> tuple[Places, Places]:
        """Items by the second form of their title, and by that of their other names."""
        forms: Places = {}
        others: Places = {}
        for item, title in self._each():
            forms.setdefault(title.form, []).append(item)
            for form in title.others:
                others.setdefault(form, []).append(item)
        for item, text in self._aliases:
            alias = Written(text)
            for form in dict.fromkeys((alias.form, *alias.others)):
                if item not in others.setdefault(form, []):
                    others[form].append(item)
        return forms, others

    @cached_property
    def _short(self) -> Places:
        """Items of a year by parts of their titles."""
        shorts: Places = {}
        for item, title in self._each():
            for short in () if title.year is None else title.shorts:
                shorts.setdefault(short.form, []).append(item)
        return shorts

    @cached_property
    def _spellings(self) -> Spellings:
        return Spellings([(item, title.keys[-1], title.year) for item, title in self._each() if title.keys])

    def _fitting(self, name: Written, forms: Sequence[str], episode: bool, *tables: Places) -> list[int]:
        """The items with one of these forms, each once, that are not a film where a series is meant."""
        found = dict.fromkeys(item for form in forms if form for table in tables for item in table.get(form, ()))
        return [item for item in found if self._compatible(name, item, episode)]

    def _compatible(self, name: Written, item: int, episode: bool) -> bool:
        """Whether not one of them is a series and the other a film: what has one year and does not say otherwise."""
        series = item in self._series
        film = self._years[item] is not None and not series
        return not ((episode or name.series) and film) and not (name.film and series)

    def _alike(self, form: str, opening: str, item: int) -> bool:
        """Whether a tail of the item's title has this form, and the title this first word."""
        shorts = Written(self._titles[item] or "").shorts
        return any(short.tail and short.form == form and short.opening == opening for short in shorts)

    def _that_year(self, name: Written, item: int) -> bool:
        return self.years_apart(name, item) == 0 and self._compatible(name, item, episode=False)

    def years_apart(self, name: Written, item: int) -> int | None:
        """By how many years the name and the item differ; none where one of them has no year."""
        year = self._years[item]
        return None if name.year is None or year is None else abs(name.year - year)
