"""Which items of public data are which of released data: by id, by title and year, or by a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import Vocabulary, positions
from standout.errors import BadInput
from standout.matching.catalogues import KINDS, pairs_of
from standout.matching.table import read_match_table
from standout.matching.title_index import Kind

WAYS = ("ids", "titles")


@dataclass(frozen=True)
class Match:
    """For each public item its code in the released data, and what is to be said about the matching."""

    items: Int64s
    """-1 for an item that no released record has."""
    kinds: Int64s
    """By what it was matched, as a place in `KINDS`; -1 if it was not."""
    ambiguous: npt.NDArray[np.bool_]
    """Items that may be several released ones: nothing is said about whether a record has them."""
    how: str
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[Kind, int]:
        """How many matches there are of each kind that occurs, the surest kind first."""
        counts = np.bincount(self.kinds[self.kinds >= 0], minlength=len(KINDS)).tolist()
        return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


@dataclass(frozen=True)
class MatchRequest:
    """How items are to be matched, as it was asked for; checks itself."""

    how: str | None = None
    """`ids` or `titles`; none for `ids`, and beside a table for the table alone."""
    table: Path | None = None
    least: float = 0.0
    """The confidence that a match by title must have."""

    def __post_init__(self) -> None:
        if self.how is not None and self.how not in WAYS:
            raise BadInput(f"--match is '{self.how}', but must be 'ids' or 'titles'")
        if not 0 <= self.least <= 1:
            raise BadInput(f"--match-least is {self.least:g}, but must be between 0 and 1")


def match_items(public: AnyDataset, released: AnyDataset, request: MatchRequest) -> Match:
    """Match as asked; rows of a table win over ids and titles. Refused if nothing matches."""
    ours, theirs = public.vocabulary, released.vocabulary
    if request.table is None:
        match = _matched(ours, theirs, request.how or "ids", request.least)
    else:
        table = read_match_table(request.table, ours.items, theirs.items)
        match = _said_by("table", table.items, "table", table.notes)
        if request.how is not None:
            match = _together(match, table.said, _matched(ours, theirs, request.how, request.least))
    if not (match.items >= 0).any():
        raise BadInput(f"no item of the public data is in the released data by {match.how}; {_instead(match.how)}")
    return match


def _matched(ours: Vocabulary, theirs: Vocabulary, how: str, least: float) -> Match:
    if how == "ids":
        return _said_by("id", positions(ours.items, theirs.items), how)
    pairs = pairs_of(_titles(ours), _titles(theirs), least)
    ambiguous = np.zeros(len(pairs.items), np.bool_)
    ambiguous[pairs.ambiguous] = True
    return Match(pairs.items, pairs.kinds, ambiguous, how)


def _said_by(kind: Kind, items: Int64s, how: str, notes: tuple[str, ...] = ()) -> Match:
    """Matches that are all of one kind, none of them in doubt."""
    kinds = np.where(items >= 0, KINDS.index(kind), -1)
    return Match(items, kinds, np.zeros(len(items), np.bool_), how, notes)


def _titles(vocabulary: Vocabulary) -> list[str | None]:
    """The items' titles; where the data has none, ids are taken for titles."""
    ids: list[str] = vocabulary.items.to_pylist()
    if vocabulary.titles is None:
        return [*ids]
    return [title or name for title, name in zip(vocabulary.titles.to_pylist(), ids, strict=True)]


def _together(table: Match, said: npt.NDArray[np.bool_], others: Match) -> Match:
    """What the table says where it says something, and elsewhere what was matched otherwise."""
    return Match(
        np.where(said, table.items, others.items),
        np.where(said, table.kinds, others.kinds),
        others.ambiguous & ~said,
        f"table and {others.how}",
        table.notes,
    )


def _instead(how: str) -> str:
    return {
        "ids": "try --match titles, or give --match-table",
        "titles": "try --match ids, or give --match-table",
    }.get(how, "its rows name a public item and a released item by their ids")
