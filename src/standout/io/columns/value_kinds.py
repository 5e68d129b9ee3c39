"""What the values of a column are: decided by its name and by how its numbers are spread, never by one limit alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from standout.io.columns.value_names import named
from standout.io.reading_options import Returns

FEW = 101
"""Ratings have at most so many different numbers: 0 to 100, and every scale of stars."""

_LARGEST_RATING = 1e6
_LARGEST_COUNT = 2.0**63
_LEVELS, _SOME, _SHORT = 21, 11, 100.0
_TAIL = 5.0
"""The largest of many amounts is this many times their mean; of scores it is two or three times."""
_MOST_RETURNS = 0.25

Meant = Literal["none", "rating", "grade", "count", "quantity", "duration", "price", "yes or no", "number"]
Banding = Literal["none", "powers of two", "quantiles"]


@dataclass(frozen=True)
class Spread:
    """How the numbers of a column are spread over its rows."""

    rows: int
    numbers: tuple[float, ...]
    """The different numbers, ascending, if they are few; else the first few."""
    least: float
    most: float
    mean: float
    """The mean size, without signs."""
    whole: bool
    negative: int = 0
    """Rows with a number below 0."""
    words: bool = False
    """Whether they are words for yes and no."""

    @property
    def few(self) -> bool:
        return len(self.numbers) <= FEW

    @property
    def countable(self) -> bool:
        return self.whole and max(-self.least, self.most) < _LARGEST_COUNT

    @property
    def heavy(self) -> bool:
        """Whether a few amounts are much larger than the rest."""
        return max(-self.least, self.most) > _TAIL * self.mean


@dataclass(frozen=True)
class Meaning:
    """What values are, how many of them become few, whether they add up, and whether negative ones are returns."""

    kind: Meant
    banding: Banding = "none"
    adds: bool = False
    returns: bool = False


NONE = Meaning("none")


def meaning_of(column: str, spread: Spread, returns: Returns | None = None) -> Meaning:
    """What the numbers of a column are, and what becomes of negative ones."""
    meaning = _by_name_and_spread(column, spread)
    if spread.negative and returns in ("net", "drop") and not meaning.returns:
        return Meaning("quantity", "powers of two" if spread.countable else "quantiles", adds=True, returns=True)
    return replace(meaning, returns=False) if returns == "keep" else meaning


def _by_name_and_spread(column: str, spread: Spread) -> Meaning:
    if spread.numbers == (1.0,) or spread.words:
        return _constant_or_whether(column, spread)
    name, negative = named(column), spread.negative > 0
    by_size: Banding = "powers of two" if spread.countable else "quantiles"
    if name in ("count", "quantity"):
        return Meaning("count" if name == "count" else "quantity", by_size, adds=True, returns=negative)
    if name in ("duration", "price"):
        return Meaning("duration" if name == "duration" else "price", "quantiles", adds=name == "duration")
    if name == "spending":
        return Meaning("price", "quantiles", adds=True, returns=negative)
    if name == "rating":
        small = spread.few and max(-spread.least, spread.most) <= _LARGEST_RATING
        return Meaning("rating", "none" if small else "quantiles")
    return _by_spread(spread)


def _constant_or_whether(column: str, spread: Spread) -> Meaning:
    """1 or yes in every row only says that a person has the item, so rows of it add up."""
    if named(column) in ("count", "quantity"):
        return Meaning("count" if named(column) == "count" else "quantity", "powers of two", adds=True)
    return Meaning("yes or no", adds=spread.numbers == (1.0,))


def _by_spread(spread: Spread) -> Meaning:
    if spread.numbers == (0.0, 1.0):
        return Meaning("yes or no")
    tail = spread.countable and spread.heavy
    if spread.few and _on_a_grid(spread.numbers) and (len(spread.numbers) <= _LEVELS or not tail):
        return Meaning("rating")
    if len(spread.numbers) <= _SOME and max(-spread.least, spread.most) <= _SHORT:
        return Meaning("rating")
    if tail and not spread.negative:
        return Meaning("count", "powers of two", adds=True)
    if tail and spread.negative <= _MOST_RETURNS * spread.rows:
        return Meaning("quantity", "powers of two", adds=True, returns=True)
    return Meaning("number", "quantiles")


def _on_a_grid(numbers: Sequence[float]) -> bool:
    """Whether at least half of the places from the lowest to the highest number, in even steps, are taken."""
    if len(numbers) < 2:
        return max(map(abs, numbers), default=0.0) <= _LARGEST_RATING
    step = min(after - before for before, after in pairwise(numbers))
    span = numbers[-1] - numbers[0]
    return abs(numbers[-1]) <= _LARGEST_RATING and round(min(span / step, 1e9)) + 1 <= min(FEW, 2 * len(numbers))
