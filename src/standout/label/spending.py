"""What noise costs: the budget of a bulletin divided, and that of several bulletins of the same people added up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from standout.errors import BadInput
from standout.interactions.model import Interactions
from standout.label.bulletin import Bulletin
from standout.label.noise import SHARES, SHARES_WITHOUT_CATALOGUE, Budget, Ledger


@dataclass(frozen=True)
class Spent:
    """What a bulletin costs, and what it costs with all bulletins of the same people before it."""

    epsilon: float
    delta: float | None
    """None: pure differential privacy."""
    max_items: int
    bulletins: int
    epsilon_total: float
    delta_total: float | None

    @property
    def keys(self) -> dict[str, Any]:
        """As the bulletin has them."""
        return dict(vars(self))

    @property
    def guarantee(self) -> str:
        """In one sentence: unit, neighbours, delta, bound, composition."""
        delta = "" if self.delta is None else f" and delta {self.delta:g}"
        items = (
            "the catalogue of items and titles comes from outside people's records"
            if self.delta is None
            else "delta bounds the chance that an item is named because of one person"
        )
        together = f"epsilon {self.epsilon_total:g}"
        if self.delta_total is not None:
            together += f" and delta {self.delta_total:g}"
        before = (
            f"this is number {self.bulletins} of the same people, and all of them together have {together}"
            if self.bulletins > 1
            else "every further bulletin of the same people adds its own"
        )
        return (
            f"differential privacy with epsilon {self.epsilon:g}{delta} for one person with everything they have, "
            f"added or removed (twice that if one person is replaced by another); at most {self.max_items:,} items of "
            f"a person are counted; {items}; {before}."
        )


def opened_ledger(data: Interactions, budget: Budget, without_catalogue: bool) -> Ledger:
    """The budget divided into its questions; delta is spent only where nothing but people's rows tells the items."""
    if without_catalogue:
        return Ledger(data, budget.epsilon, SHARES_WITHOUT_CATALOGUE, budget.delta)
    return Ledger(data, budget.epsilon, SHARES)


def spent_in_all(budget: Budget | None, without_catalogue: bool, previous: Bulletin | None) -> Spent | None:
    """What this bulletin costs, and all together; none without noise."""
    if budget is None:
        if previous is not None:
            raise BadInput("--previous goes with --epsilon: what exact bulletins tell together cannot be added up")
        return None
    delta = budget.delta if without_catalogue else None
    if previous is None:
        return Spent(float(budget.epsilon), delta, budget.max_items, 1, float(budget.epsilon), delta)
    made = previous.made
    if made.epsilon is None:
        raise BadInput(
            "--previous: that bulletin has exact counts, so no epsilon covers both; publish this one for other people, "
            "or without --previous for these and say so"
        )
    deltas = [part for part in (delta, made.delta_total or made.delta) if part]
    return Spent(
        float(budget.epsilon),
        delta,
        budget.max_items,
        (made.bulletins or 1) + 1,
        budget.epsilon + (made.epsilon_total or made.epsilon),
        sum(deltas) if deltas else None,
    )
