"""Ids of people that are not at hand: they stay where records are, and only those that are needed come here."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from standout.common.arrays import Int64s


class IdsElsewhere(Protocol):
    """Where ids are: it says some of them, and where wanted ones stand among them."""

    @property
    def mark(self) -> str:
        """All ids in a few letters: others have another."""
        ...

    def __len__(self) -> int: ...

    def named(self, codes: Int64s) -> pa.Array:
        """What these people are called; only their ids come here."""
        ...

    def codes_of(self, wanted: pa.Array) -> Int64s:
        """Where each wanted id stands; -1 for one that is not there."""
        ...

    def codes_in(self, known: Any) -> Int64s:
        """Where everybody's id stands among other ids of the same kind, elsewhere too; only codes come here."""
        ...


@dataclass(frozen=True, eq=False)
class PeopleElsewhere:
    """What people are called, by code, where ids are not at hand; or what those are called who are left of them."""

    ids: IdsElsewhere
    left: Int64s | None = None
    """The places of those who are meant among all whose ids are there, ascending; none: all of them."""

    def __len__(self) -> int:
        return len(self.ids) if self.left is None else len(self.left)

    @property
    def mark(self) -> str:
        """All their ids in a few letters."""
        return self.ids.mark + ("" if self.left is None else hashlib.sha256(self.left.tobytes()).hexdigest())

    def only(self, codes: Int64s) -> PeopleElsewhere:
        """These people alone (ascending); nothing is asked."""
        return PeopleElsewhere(self.ids, codes if self.left is None else self.left[codes])

    def named(self, codes: Int64s) -> pa.Array:
        """What these people are called."""
        return self.ids.named(codes if self.left is None else self.left[codes])

    def codes_of(self, wanted: pa.Array) -> Int64s:
        """The code of each wanted id; -1 for one that nobody has."""
        return self._among_left(self.ids.codes_of(wanted))

    def codes_in(self, known: PeopleElsewhere) -> Int64s:
        """Everybody's code among other people, by id; -1 for who is not there."""
        same = self.ids is known.ids
        found = known._among_left(np.arange(len(self.ids)) if same else self.ids.codes_in(known.ids))
        return found if self.left is None else found[self.left]

    def codes_among(self, known: pa.Array) -> Int64s:
        """The same, where the other people's ids are at hand."""
        codes = self.codes_of(known)
        found, there = np.full(len(self), -1, np.int64), np.flatnonzero(codes >= 0)[::-1]
        found[codes[there]] = there  # of an id that is there twice, the first
        return found

    def _among_left(self, places: Int64s) -> Int64s:
        """Codes of those who are left, from places among all; -1 for who is not."""
        if self.left is None:
            return places
        codes = np.full(len(self.ids) + 1, -1, np.int64)  # a place more, for who is nowhere (-1)
        codes[self.left] = np.arange(len(self.left))
        return codes[places]
