"""Row-wise protections: what becomes of a record depends on that record and on facts of the whole, on nobody else's.

So they work on a part of the people as well as on all of them, with the same result: chance is keyed by a person's code
in the whole. A part with nobody in it tells what the released data will look like, and refuses what cannot be done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from standout.data.model import Int64s, Interactions, Records, Scale
from standout.data.vocabulary import Vocabulary
from standout.protections.contract import Protected, Protection
from standout.protections.person_records import with_records

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Reshaped:
    """What a row-wise protection makes of the people at hand."""

    records: Records
    scale: Scale
    first_day: int | None
    counted: int = 0
    """How many of the people at hand the notes speak of."""
    left: Int64s | None = None
    """The places of those people at hand who are still there, ascending; none: all of them."""
    first_person: int = 0
    """The code of the first of them among all who are still there."""


@runtime_checkable
class RowWise(Protection, Protocol):
    """The contract: `reshaped` on all people gives what it gives on parts of them, put together."""

    def reshaped(self, data: Interactions, seed: int) -> Reshaped: ...

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:
        """What the owner should be told, from facts of the whole and what was counted in all parts together."""
        ...


def on_all(protection: RowWise, data: Interactions, seed: int) -> Protected:
    """Protect all people at once."""
    made = protection.reshaped(data, seed)
    names = left_names(data.vocabulary, made.left)
    released = with_records(data, made.records, scale=made.scale, first_day=made.first_day, vocabulary=names)
    return Protected(released, protection.notes(data, made.counted))


def left_names(names: Vocabulary, left: Int64s | None) -> Vocabulary:
    """The names where only these people are still there; none: all of them."""
    import pyarrow as pa

    return names if left is None else replace(names, people=names.people.take(pa.array(left)))


def chances(data: Interactions, seed: int, first: int, last: int) -> Floats:
    """A number in [0, 1) for each entry of the people from `first` up to `last`.

    It depends on the seed, the person's code and the entry's place in the record, not on who else is at hand.
    """
    from standout.kernels.randomness import uniforms

    found = np.empty(int(data.records.starts[last] - data.records.starts[first]))
    uniforms(seed, data.records.starts, data.first_person, first, last, found)
    return found
