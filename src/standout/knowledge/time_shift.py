"""An adversary from another time: knows all of a target up to a day, and looks for them in what was released later."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Bools
from standout.errors import BadInput
from standout.knowledge.draw import UNKNOWN_DAY


@dataclass(frozen=True)
class TimeShift:
    """Everything up to `last_day` is known; what is released begins after it, with a gap of so many days.

    Days are codes of the data. What has no day is on neither side.
    """

    last_day: int
    gap: int = 0

    def __post_init__(self) -> None:
        if self.gap < 0:
            raise BadInput(f"a gap is {self.gap} days, but must be 0 or more")

    @property
    def summary(self) -> str:
        """What it knows, in one line."""
        later = "from the next day on" if not self.gap else f"after a gap of {self.gap:,} days"
        return f"Knows everything of the target up to a day, and looks for them in what was released {later}."

    def before(self, days: npt.NDArray[np.integer]) -> Bools:
        """Which entries are known."""
        return np.asarray((days != UNKNOWN_DAY) & (days <= self.last_day))

    def after(self, days: npt.NDArray[np.integer]) -> Bools:
        """Which entries are released."""
        return np.asarray((days != UNKNOWN_DAY) & (days > self.last_day + self.gap))
