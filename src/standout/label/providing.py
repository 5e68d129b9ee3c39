"""What a bulletin is made from: counts and scores of people, wherever their records are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from standout.interactions.model import Int64s, Interactions
from standout.label.scoring import Report, Yardstick

Floats = npt.NDArray[np.float64]


class Provided(Protocol):
    """What is asked about the people. Nothing that comes back is more than a number or two a person or an item."""

    @property
    def people(self) -> int: ...

    @property
    def items(self) -> int: ...

    @property
    def count(self) -> int:
        """How many interactions there are."""
        ...

    @property
    def holders(self) -> Int64s: ...

    @property
    def lengths(self) -> Int64s:
        """How many items each person has."""
        ...

    def held_at_most(self, key: int, most: int) -> Int64s:
        """How many hold each item if at most so many items a person count, drawn with this key."""
        ...

    def scores(self, yardstick: Yardstick, progress: Report) -> dict[str, Floats]:
        """Everybody's raw scores, by name."""
        ...

    def ids(self, items: Int64s) -> list[str]:
        """What these items are called."""
        ...

    def titles(self, items: Int64s) -> list[str | None] | None:
        """Titles of these items; none if the data has none."""
        ...


@dataclass(frozen=True)
class AtHand:
    """People whose records are here."""

    data: Interactions
    threads: int | None = None

    @property
    def people(self) -> int:
        return self.data.people

    @property
    def items(self) -> int:
        return self.data.items

    @property
    def count(self) -> int:
        return self.data.count

    @property
    def holders(self) -> Int64s:
        return self.data.holders

    @property
    def lengths(self) -> Int64s:
        return self.data.lengths

    def held_at_most(self, key: int, most: int) -> Int64s:
        return held_at_most(self.data, key, most)

    def scores(self, yardstick: Yardstick, progress: Report) -> dict[str, Floats]:
        return yardstick.scores(self.data, self.threads, progress)

    def ids(self, items: Int64s) -> list[str]:
        return [self.data.names.item(code) for code in items.tolist()]

    def titles(self, items: Int64s) -> list[str | None] | None:
        if self.data.names.titles is None:
            return None
        return [self.data.names.title(code) for code in items.tolist()]


def held_at_most(data: Interactions, key: int, most: int) -> Int64s:
    """How many of the people at hand hold each item if at most so many items a person count."""
    from standout.kernels.crowd import count_at_most

    held, records = np.zeros(data.items, np.int64), data.records
    count_at_most(key, records.starts, records.items, data.first_person, 0, data.people, most, held)
    return held
