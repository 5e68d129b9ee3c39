"""Two catalogues: which items of the public data are which of the released data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.matching.title_index import Found, Kind, TitleIndex
from standout.matching.written import Written

KINDS: tuple[Kind, ...] = ("table", "id", "exact", "spelling", "alternative", "year", "subtitle", "fuzzy")

FAR = 5
"""A long title that each catalogue has once may differ by so many years: services date by premiere or by release."""

_LONG = 12
_FAR_CONFIDENCE = 0.7


@dataclass(frozen=True)
class Pairs:
    """For each item of one catalogue its match in the other (-1: none), with kind and confidence."""

    items: Int64s
    kinds: Int64s
    """Places in `KINDS`; -1 where there is no match."""
    confidences: Floats
    ambiguous: Int64s
    """Items that may be several of the other catalogue's, and were left out."""

    def count(self, kind: Kind) -> int:
        """How many matches are of a kind."""
        return int((self.kinds == KINDS.index(kind)).sum())


def pairs_of(titles: Sequence[str | None], others: Sequence[str | None], least: float = 0.0) -> Pairs:
    """Match titles with those of another catalogue; a match below `least` confidence is none.

    Whoever fits an item best gets it: a less sure match to an item that another title fits better is none, and if
    several different titles fit it equally, none of them gets it.
    """
    index = TitleIndex(others)
    names = [Written(text) if text else None for text in titles]
    found = [None if name is None else index.find(name) for name in names]
    ambiguous = np.array([at for at, one in enumerate(found) if one is not None and len(one.items) > 1], np.int64)
    found = [one if one is not None and len(one.items) == 1 else None for one in found]
    kept = _contested(found, names)
    _add_far(kept, names, index, set(ambiguous.tolist()))
    items, kinds = np.full(len(names), -1, np.int64), np.full(len(names), -1, np.int64)
    confidences = np.zeros(len(names))
    for at, one in enumerate(kept):
        if one is not None and one.confidence >= least:
            items[at], kinds[at], confidences[at] = one.items[0], KINDS.index(one.kind), one.confidence
    return Pairs(items, kinds, confidences, ambiguous)


def _contested(found: Sequence[Found | None], names: Sequence[Written | None]) -> list[Found | None]:
    """Each item goes to the title that fits it best, and to the same title again if that comes twice."""
    best: dict[int, float] = {}
    for one in found:
        if one is not None:
            best[one.items[0]] = max(best.get(one.items[0], 0.0), one.confidence)
    claims: dict[int, set[tuple[tuple[str, ...], int | None]]] = {}
    for one, name in zip(found, names, strict=True):
        if one is not None and name is not None and one.confidence == best[one.items[0]]:
            claims.setdefault(one.items[0], set()).add((name.keys, name.year))
    return [
        one if one is not None and one.confidence == best[one.items[0]] and len(claims[one.items[0]]) == 1 else None
        for one in found
    ]


def _add_far(
    found: list[Found | None], names: Sequence[Written | None], index: TitleIndex, ambiguous: set[int]
) -> None:
    """Add long titles that each side has once, in years further apart, where both are still free."""
    taken = {one.items[0] for one in found if one is not None}
    ours: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        if name is not None:
            ours.setdefault(name.form, []).append(at)
    for form, places in ours.items():
        name, theirs = names[places[0]], index.with_form(form)
        if len(form) < _LONG or len(places) > 1 or len(theirs) != 1 or name is None:
            continue
        apart = index.years_apart(name, theirs[0])
        free = found[places[0]] is None and theirs[0] not in taken and places[0] not in ambiguous
        if free and apart is not None and apart <= FAR:
            found[places[0]] = Found("fuzzy", _FAR_CONFIDENCE, (theirs[0],))
