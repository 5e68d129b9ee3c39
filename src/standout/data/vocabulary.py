"""Vocabulary: the one place that knows outside ids. Everywhere else a person or an item is an integer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s
from standout.data.people_elsewhere import PeopleElsewhere

People: TypeAlias = pa.Array | PeopleElsewhere
"""People's ids by code: at hand, or where the records are."""


@dataclass(frozen=True, repr=False)
class Vocabulary:
    """Outside ids of people and items, by code; titles of items where the data has them."""

    people: People
    """On a cluster, ids of people stay there: ask for those that are needed (`person`, `called`, `positions`)."""
    items: pa.Array
    titles: pa.Array | None = None
    titles_agree: npt.NDArray[np.bool_] | None = None
    """Of titles that stand in people's own rows: whether all rows of the item have this very title. None for titles
    from a table of items, which nobody's record has a part in."""

    def __repr__(self) -> str:
        """How many there are; ids never show up by themselves."""
        titles = "" if self.titles is None else " with titles"
        return f"<{len(self.people):,} people and {len(self.items):,} items{titles}>"

    def person(self, code: int) -> str:
        if isinstance(self.people, PeopleElsewhere):
            return self.called(np.array([code]))[0]
        return str(self.people[code].as_py())

    def called(self, people: Int64s) -> list[str]:
        """What some people are called."""
        return [str(name) for name in self._some(people).to_pylist()]

    def everybody(self) -> pa.Array:
        """What all people are called; from a cluster all ids come here, so ask for some where some will do."""
        if isinstance(self.people, PeopleElsewhere):
            return self.people.named(np.arange(len(self.people)))
        return self.people

    def only(self, people: Int64s) -> Vocabulary:
        """The names of these people alone, ascending; where ids are elsewhere, they stay there."""
        if isinstance(self.people, PeopleElsewhere):
            return replace(self, people=self.people.only(people))
        return self.brought(people)

    def brought(self, people: Int64s) -> Vocabulary:
        """The names of these people alone, with their ids at hand."""
        return replace(self, people=self._some(people))

    def _some(self, people: Int64s) -> pa.Array:
        if isinstance(self.people, PeopleElsewhere):
            return self.people.named(people)
        return self.people.take(pa.array(people))

    def item(self, code: int) -> str:
        return str(self.items[code].as_py())

    def title(self, code: int) -> str | None:
        """The item's title, or none where the data has none."""
        if self.titles is None:
            return None
        title = self.titles[code].as_py()
        return None if title is None else str(title)


def numbered(people: int, items: int) -> Vocabulary:
    """A vocabulary for data that has none: the codes themselves."""
    return Vocabulary(_numbers(people), _numbers(items))


def _numbers(count: int) -> pa.Array:
    return pc.cast(pa.array(np.arange(count)), pa.large_string())


def text_of(names: pa.Array) -> tuple[Int64s, npt.NDArray[np.uint8]]:
    """Where each name begins and the last one ends, in the text of all of them, as UTF-8; no name is empty text."""
    whole = pa.concat_arrays([pc.fill_null(names.cast(pa.large_string()), "")])
    starts = np.concatenate(([0], np.cumsum(np.asarray(pc.binary_length(whole)), dtype=np.int64)))
    _, offsets, text = whole.buffers()
    begin = int(np.frombuffer(offsets, np.int64)[whole.offset]) if len(whole) else 0
    return starts, np.frombuffer(text or b"", np.uint8)[begin : begin + int(starts[-1])]


def positions(wanted: Any, known: Any) -> Int64s:
    """Where each wanted id stands among the known ones; -1 for an id that is not there.

    Where ids of people are elsewhere, they are compared there, and codes come here.
    """
    wanted, known = (ids if isinstance(ids, PeopleElsewhere) else _texts(ids) for ids in (wanted, known))
    if isinstance(wanted, PeopleElsewhere):
        return wanted.codes_in(known) if isinstance(known, PeopleElsewhere) else wanted.codes_among(known)
    if isinstance(known, PeopleElsewhere):
        return known.codes_of(wanted)
    places = pc.fill_null(pc.index_in(wanted, value_set=known), -1)
    return np.asarray(places).astype(np.int64)


def _texts(ids: Any) -> pa.Array:
    return (pa.array(ids, pa.large_string()) if isinstance(ids, list) else ids).cast(pa.large_string())
