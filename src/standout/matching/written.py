"""A title as somebody wrote it, in all the forms by which it may be recognised."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from standout.matching.spelling import folded
from standout.matching.titles import names_in, normalised_title

_SEASONS = r"season|series|staffel|saison|temporada|stagione|seizoen|sezon|säsong|sæson|sesong|kausi"
_PIECES = r"part|volume|vol\.?|book|chapter|collection|teil|partie|parte|deel|czesc"
SEASON = re.compile(
    rf"^(?:(?:limited |mini-?)series|(?:{_SEASONS}|{_PIECES})\s*\d+.*|\d+\. (?:sezon|évad).*)$", re.IGNORECASE
)
"""A part of a title between colons that says which season or part of a series it is."""

_SERIES = re.compile(
    rf"^tv$|\b(?:tv|limited|mini)[ -]*(?:mini[ -]*)?series\b|^(?:{_SEASONS})\s*\d+|^\d+\. (?:sezon|évad)", re.IGNORECASE
)
"""What only series say of themselves, in brackets or behind a colon; films have parts and volumes too."""

REMARK = re.compile(
    r"^(?:v|vg|tv|video|film|movie|book|novel|album|single|live|deluxe|uncut|unrated|3d|imax|dvd|blu-?ray|vhs|"
    r"(?:digitally )?remaster(?:ed)?|restored|extended|special|.*\b(?:edition|version|cut|series|remix|mix)|dubbed|"
    r"subtitled|english|french|german|spanish|italian|japanese|\d+|[ivxlc]+|.*#\s*\d.*|"
    r".*\b(?:book|vol\.?|volume) \d.*)$",
    re.IGNORECASE,
)
"""What stands in brackets and is no name: kinds, editions, languages, numbers, places in a series of books."""

PARTS = re.compile(r"\s*(?:[:;*]| [-–—] | or: )\s*")
OWNER = re.compile(r"^(?:[\w.]+ ){0,3}\w+['’]s? (?=\w)")
"""Whose it is, in front: "Bram Stoker's Dracula"."""


class Short(NamedTuple):
    """A title without its part behind a colon (`head`) or before it (`tail`), in the second form."""

    form: str
    tail: bool
    opening: str
    """The first word of the whole title: two tails are the same only if the titles begin alike."""


class Written:
    """A title taken apart: made once for an item of a catalogue or for a name in a history."""

    def __init__(self, text: str, year: int | None = None) -> None:
        self._names = names_in(text, year)
        self.year = self._names.year
        marks = (*self._names.others, *_parts_of(self._names.mains[-1])[1:])
        self.series = self._names.years or any(map(_SERIES.search, marks))
        """Whether it says that it is a series or a part of one."""

    @property
    def film(self) -> bool:
        """Whether it is taken for one work: it has one year, and nothing says that it is a series."""
        return self.year is not None and not self.series

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The plain form with all brackets, and without."""
        mains = self._names.mains
        return tuple(dict.fromkeys(filter(None, map(normalised_title, (mains[0], mains[-1])))))

    @cached_property
    def form(self) -> str:
        """The title without brackets, in the second form."""
        return folded(self.keys[-1]) if self.keys else ""

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The names in brackets in the second form."""
        named = (part.strip() for other in self._names.others for part in re.split(r", a\.?k\.?a\.? ", other))
        kept = (normalised_title(name) for name in named if not REMARK.match(name.strip()))
        return tuple(dict.fromkeys(folded(key) for key in kept if key))

    @cached_property
    def shorts(self) -> tuple[Short, ...]:
        """What is left without a part behind or before a colon, or without a name in front; nothing for a series."""
        if self.series:
            return ()
        found: dict[str, Short] = {}
        for name in (self._names.mains[-1], *self._names.others):
            moved = _in_order(name)
            parts = _parts_of(moved)
            opening = next(iter(normalised_title(moved).split()), "")
            cut = [(parts[0], False), (parts[-1], True)] if len(parts) > 1 else []
            if owner := OWNER.match(moved):
                cut.append((moved[owner.end() :], True))
            for part, tail in cut:
                form = folded(normalised_title(part)) if part.strip() else ""
                if len(form) > 2:
                    found.setdefault(form, Short(form, tail, opening))
        return tuple(found.values())


def _parts_of(name: str) -> list[str]:
    return [part for part in PARTS.split(name) if part]


def _in_order(name: str) -> str:
    """The title with an article behind a comma put in front: "Lodger: A Story, The" begins with "The"."""
    head, comma, article = name.rpartition(", ")
    return f"{article} {head}" if comma and article.casefold() in ("the", "a", "an") else name
