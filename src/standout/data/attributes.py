"""Attributes of people, as classes in codes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s

UNKNOWN = -1
"""Class code of a person whose attribute is not known."""


@dataclass(frozen=True)
class Attribute:
    """One attribute of people, in codes: `codes[p]` is the class of person `p`, or `UNKNOWN`."""

    name: str
    classes: tuple[str, ...]
    codes: Int32s
    notes: tuple[str, ...] = ()
    numbers: Floats | None = None
    """What each person's attribute is as a number, where it is one; not a number where it is not known."""

    @property
    def known(self) -> Int64s:
        """The people whose class is known."""
        return np.flatnonzero(self.codes != UNKNOWN)

    @property
    def sizes(self) -> Int64s:
        """How many people are in each class."""
        return np.bincount(self.codes[self.known], minlength=len(self.classes)).astype(np.int64)
