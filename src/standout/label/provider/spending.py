"""What noise costs: the budget of a bulletin divided, and that of several bulletins of the same people added up."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.label.provider.noise import SHARES, SHARES_WITHOUT_CATALOGUE, Budget, Ledger
from standout.results.bulletin import Bulletin, Earlier, Made


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

    def added_to(self, made: Made) -> Made:
        """How a bulletin was made, with what it costs."""
        return msgspec.structs.replace(
            made,
            epsilon=self.epsilon,
            delta=self.delta,
            max_items=self.max_items,
            bulletins=len(self.earlier) + 1,
            epsilon_total=self.epsilon_total,
            delta_total=self.delta_total,
            earlier=self.earlier or None,
        )

    @property
    def epsilon_total(self) -> float:
        """What this bulletin and the earlier ones cost together."""
        return self.epsilon + sum(bulletin.epsilon for bulletin in self.earlier)

    @property
    def delta_total(self) -> float | None:
        """The same of delta; none if none of them spent any."""
        deltas = [delta for delta in (self.delta, *(each.delta for each in self.earlier)) if delta is not None]
        return sum(deltas) if deltas else None

    @property
    def guarantee(self) -> str:
        """In one sentence: unit, neighbours, delta, bound, composition."""
        delta = "" if self.delta is None else f" and delta {in_full(self.delta)}"
        items = (
            f"items and titles come from {self.catalogue}, which must not have been made from these people's records"
            if self.delta is None
            else "delta bounds the chance that an item is named because of one person"
        )
        return (
            f"differential privacy with epsilon {in_full(self.epsilon)}{delta} for one person (one id) with "
            "everything they have, added or removed (twice that if one person is replaced by another); at most "
            f"{self.max_items:,} items of a person are counted into popularity; {items}; {self._together}."
        )

    @property
    def _together(self) -> str:
        if not self.earlier:
            return "every further bulletin of the same people adds its own"
        count = "one" if len(self.earlier) == 1 else f"{len(self.earlier):,}"
        delta = "" if self.delta_total is None else f" and delta {in_full(self.delta_total)}"
        return (
            f"this one and the {count} before it that it was told of have together "
            f"epsilon {in_full(self.epsilon_total)}{delta}"
        )


def in_full(number: float) -> str:
    """Short where nothing is lost: a promise is not rounded down."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


def opened_ledger(data: AnyDataset, budget: Budget, without_catalogue: bool) -> Ledger:
    """The budget divided into its questions; delta is spent only where nothing but people's rows tells the items."""
    if without_catalogue:
        return Ledger(data, budget.epsilon, SHARES_WITHOUT_CATALOGUE, budget.delta)
    return Ledger(data, budget.epsilon, SHARES)


def spent_in_all(budget: Budget | None, catalogue: str | None, previous: Sequence[Bulletin]) -> Spent | None:
    """What this bulletin costs, and with the earlier ones together, each of them once; none without noise."""
    if budget is None:
        return None
    chain = {earlier.sha256: earlier for bulletin in previous for earlier in _with_earlier(bulletin)}
    delta = budget.delta if catalogue is None else None
    return Spent(float(budget.epsilon), delta, budget.max_items, catalogue, tuple(chain[key] for key in sorted(chain)))


def _with_earlier(bulletin: Bulletin) -> list[Earlier]:
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
