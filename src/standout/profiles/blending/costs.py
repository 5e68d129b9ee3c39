"""What an edit costs, and what must not be edited: frozen values that check themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import NamedTuple

import numpy as np

from standout.common.arrays import Int64s
from standout.errors import BadInput

UNIT = 1_000
"""Costs are kept in thousandths, as whole numbers: a tie is a tie, whatever was added up in which order."""

FAR = 1 << 40
"""More than any edits can cost: what may not be done costs this much."""

_MOST = 1_000_000


class Cost(NamedTuple):
    """What removing, adding and changing a value costs."""

    remove: float = 1.0
    add: float = 5.0
    change: float = 5.0

    def times(self, factor: float) -> Cost:
        """Every edit dearer, or cheaper, by this factor."""
        return Cost(*(factor * cost for cost in self))


USUAL_COST = Cost()
"""The paper's."""


@dataclass(frozen=True)
class Rules:
    """What edits cost and which are allowed. The paper's evaluation: remove 1, add 5, change 5."""

    cost: Cost = USUAL_COST
    by_attribute: Mapping[str, Cost] = field(default_factory=dict)
    """Costs of their own for some attributes: dear for what one would rather keep, cheap for what is sensitive."""
    keep: frozenset[str] = frozenset()
    """Attributes that stay as they are: only personas that share their values are considered."""
    know: frozenset[str] = frozenset()
    """Attributes that the adversary knows from the start. They stay as they are, beside the persona."""
    no_lies: bool = False
    """Whether only removals are allowed."""
    min_size: int = 2
    """How many attributes must be left at least, not counting those that are known from the start."""

    def __post_init__(self) -> None:
        for name, cost in (("", self.cost), *self.by_attribute.items()):
            for kind, amount in zip(Cost._fields, cost, strict=True):
                if not isfinite(amount) or not 0 <= amount <= _MOST:
                    where = f" of '{name}'" if name else ""
                    raise BadInput(f"the cost to {kind}{where} is {amount:g}, but must be from 0 to {_MOST:,}")
        if self.min_size < 1:
            raise BadInput(f"--min-size is {self.min_size}, but must be at least 1")
        if both := sorted(self.keep & self.know):
            raise BadInput(f"'{both[0]}' is both in --keep and in --know; name it once")

    def table(self, attributes: tuple[str, ...]) -> Int64s:
        """Three rows, to remove, to add and to change, with a cost in thousandths for each attribute."""
        table = np.empty((3, len(attributes)), np.int64)
        for column, name in enumerate(attributes):
            cost = self.by_attribute.get(name, self.cost)
            table[:, column] = [round(UNIT * amount) for amount in cost]
            if self.no_lies:
                table[1:, column] = FAR
            if name in self.keep:
                table[:, column] = FAR
            if name in self.know:
                table[:, column] = (0, FAR, FAR)
        return table


USUAL = Rules()
"""The paper's rules, with nothing kept and nothing known."""
