"""What if they knew more: what one attack finds over a grid of how much is known, and how well."""

from __future__ import annotations

from standout.common.wording import counted
from standout.results.base import Part
from standout.results.estimate import Estimate
from standout.results.finding import Off


class KnownSoMuch(Part, frozen=True, kw_only=True):
    """A cell of the grid: this much is known, and this comes of it."""

    items: int
    wrong: int = 0
    """How many of these the person does not have at all."""
    days: Off = "unknown"
    values: Off = "unknown"
    found: Estimate
    """How often the person's own record comes first, alone."""
    accused: Estimate
    """How often a wrong record is taken for theirs: it seems likelier than all others together."""
    learned_gain: Estimate | None = None
    """By how much more of what else they have is guessed than if they were not in the data; absent for few people."""

    def said(self) -> str:
        """What is known, in words."""
        parts = [counted(self.items, "item")]
        if self.days != "unknown":
            parts.append(f"days {'exactly' if self.days == 0 else f'to within {self.days:g}'}")
        if self.values != "unknown":
            parts.append("values")
        if self.wrong:
            parts.append(f"{self.wrong} of them wrong")
        return ", ".join(parts)


class WhatIf(Part, frozen=True, kw_only=True):
    """The same people looked for with every mixture of these levels: as measured, nothing is smoothed."""

    attack: str
    targets: int
    """How many people were looked for in every cell."""
    guessed: int
    """Of how many of them it was guessed what else they have."""
    items: tuple[int, ...]
    wrong: tuple[int, ...]
    days: tuple[Off, ...]
    values: tuple[Off, ...]
    cells: tuple[KnownSoMuch, ...]

    def at(self, items: int, wrong: int, days: Off, values: Off) -> KnownSoMuch | None:
        """The cell with so much known; none where so many wrong ones are too many."""
        wanted = (items, wrong, days, values)
        return next((cell for cell in self.cells if (cell.items, cell.wrong, cell.days, cell.values) == wanted), None)
