"""A line of `make bench`: one measured figure beside the one wanted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One measured figure beside the one wanted."""

    what: str
    measured: float
    wanted: float | None
    """None where nothing is wanted, and the figure is there to be known."""
    unit: str
    at_least: bool = True

    @property
    def met(self) -> bool:
        if self.wanted is None:
            return True
        return self.measured >= self.wanted if self.at_least else self.measured <= self.wanted

    def __str__(self) -> str:
        if self.wanted is None:
            return f"      {self.measured:8.2f} {self.unit:3} (to be known)  {self.what}"
        met, sign = "ok   " if self.met else "BELOW", "≥" if self.at_least else "≤"
        return f"{met} {self.measured:8.2f} {self.unit:3} (wanted {sign} {self.wanted:g})  {self.what}"
