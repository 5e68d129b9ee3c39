"""Codes: how people, values and days are written as small integers, and what stands for none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Packed = npt.NDArray[np.uint16 | np.uint32 | np.uint64]

SHARD_PEOPLE = 65_536
"""People in a shard: as many as an unsigned 16-bit integer can tell apart."""

NO_VALUE = 255
"""Value code of an interaction that has no value."""

NO_DAY = 65_535
"""Day code of an interaction that has no day."""

LAST_DAY = 32_766
"""Latest day code (days are counted from the first one): 89 years."""


@dataclass(frozen=True)
class Bounds:
    """What the codes in an array stay below; "no value" and "no day" do not count."""

    people: int
    items: int
    values: int
    days: int
    repeated: bool = False
    """Whether some record holds an item more than once."""


@dataclass(frozen=True)
class Packing:
    """How person, value and day of an entry share one number: the person in the lowest 16 bits, the day above
    them, the value on top. All bits set mean "none" for value and day.

    A kernel then reads an entry at once, and needs one look-up instead of two for what it is worth.
    """

    value_bits: int
    day_bits: int

    @property
    def bits(self) -> int:
        """Bits of value and day together, the entry's code."""
        return self.value_bits + self.day_bits

    @property
    def entry_type(self) -> type[np.uint16] | type[np.uint32] | type[np.uint64]:
        return np.uint16 if self.bits == 0 else np.uint32 if self.bits <= 16 else np.uint64


def packing_for(levels: int, last_day: int | None) -> Packing:
    """Just enough bits for this many values (0: none) and for days up to the last (none: no days)."""
    return Packing(levels.bit_length(), 0 if last_day is None else (last_day + 1).bit_length())
