"""What noise costs: the budget of a bulletin divided, and that of several bulletins of the same people added up."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from standout.data.model import Interactions
from standout.errors import BadInput
from standout.label.bulletin.bulletin import Bulletin, Earlier
from standout.label.provider.noise import SHARES, SHARES_WITHOUT_CATALOGUE, Budget, Ledger


@dataclass(frozen=True)
class Spent:
    """What a bulletin costs, and what it costs with those bulletins of the same people that it was told of."""

    epsilon: float
    delta: float | None
    """None: pure differential privacy."""
    max_items: int
    catalogue: str | None
    """The file that tells the items; none: people's rows."""
    earlier: tuple[Earlier, ...] = ()

    @property
    def keys(self) -> dict[str, Any]:
        """As the bulletin has them."""
        return {
            "epsilon": self.epsilon,
            "delta": self.delta,
            "max_items": self.max_items,
            "bulletins": len(self.earlier) + 1,
            "epsilon_total": self.epsilon + sum(one.epsilon for one in self.earlier),
            "delta_total": sum(deltas) if (deltas := self._deltas) else None,
            "earlier": self.earlier or None,
        }

    @property
    def _deltas(self) -> list[float]:
        return [delta for delta in (self.delta, *(one.delta for one in self.earlier)) if delta is not None]

    @property
    def guarantee(self) -> str:
        """In one sentence: unit, neighbours, delta, bound, composition."""
        delta = "" if self.delta is None else f" and delta {_told(self.delta)}"
        items = (
            f"items and titles come from {self.catalogue}, which must not have been made from these people's records"
            if self.delta is None
            else "delta bounds the chance that an item is named because of one person"
        )
        return (
            f"differential privacy with epsilon {_told(self.epsilon)}{delta} for one person (one id) with everything "
            "they have, added or removed (twice that if one person is replaced by another); at most "
            f"{self.max_items:,} items of a person are counted into popularity; {items}; {self._together}."
        )

    @property
    def _together(self) -> str:
        if not self.earlier:
            return "every further bulletin of the same people adds its own"
        keys, count = self.keys, len(self.earlier)
        told = f"this one and the {'one' if count == 1 else f'{count:,}'} before it that it was told of have together "
        delta = "" if keys["delta_total"] is None else f" and delta {_told(keys['delta_total'])}"
        return told + f"epsilon {_told(keys['epsilon_total'])}{delta}"


def _told(number: float) -> str:
    """Short where nothing is lost: a promise is not rounded down."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


def opened_ledger(data: Interactions, budget: Budget, without_catalogue: bool) -> Ledger:
    """The budget divided into its questions; delta is spent only where nothing but people's rows tells the items."""
    if without_catalogue:
        return Ledger(data, budget.epsilon, SHARES_WITHOUT_CATALOGUE, budget.delta)
    return Ledger(data, budget.epsilon, SHARES)


def spent_in_all(budget: Budget | None, catalogue: str | None, previous: Sequence[Bulletin]) -> Spent | None:
    """What this bulletin costs, and with the earlier ones together, each of them once; none without noise."""
    if budget is None:
        if previous:
            raise BadInput("--previous goes with --epsilon: what exact bulletins tell together cannot be added up")
        return None
    chain = {one.sha256: one for bulletin in previous for one in _told_of(bulletin)}
    delta = budget.delta if catalogue is None else None
    return Spent(float(budget.epsilon), delta, budget.max_items, catalogue, tuple(chain[key] for key in sorted(chain)))


def _told_of(bulletin: Bulletin) -> list[Earlier]:
    """A bulletin and those that it was told of itself."""
    made = bulletin.made
    if made.epsilon is None:
        raise BadInput("--previous: that bulletin has exact counts, so no epsilon covers what both tell together")
    if made.bulletins is None:
        raise BadInput(
            "--previous: that bulletin was made by a version of Standout whose noise promised too much, so its epsilon "
            "cannot be added"
        )
    digest = hashlib.sha256(bulletin.canonical()).hexdigest()
    return [*(made.earlier or ()), Earlier(digest, made.epsilon, made.delta)]
