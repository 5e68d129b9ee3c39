"""What the values of a column are taken for: by its name and by how its numbers are spread."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from standout.io.columns.value_kinds import FEW, Meaning, Spread, meaning_of
from standout.io.columns.value_names import named

STARS = [1, 2, 3, 4, 5] * 20
HALVES = [step / 2 for step in range(1, 11)] * 10
PERCENT = list(range(101))
TAIL = [1] * 500 + list(range(1, 60)) + [4_000]
_DICE = random.Random(1)
EXPONENTIAL = [_DICE.expovariate(0.3) for _ in range(500)]
PRICES = [0.99, 1.25, 2.55, 3.39, 4.25, 7.65, 12.75, 15.0, 18.0, 2.1, 2.95, 3.75, 165.0]
QUANTITIES = [*[6] * 50, *range(1, 48), 600, -1, -24]
JESTER = [step / 100 for step in range(-1000, 1000, 7)]

RATING, COUNT = Meaning("rating"), Meaning("count", "powers of two", adds=True)
RETURNED = Meaning("quantity", "powers of two", adds=True, returns=True)


def spread(numbers: Sequence[float], *, words: bool = False) -> Spread:
    return Spread(
        rows=len(numbers),
        numbers=tuple(map(float, sorted(set(numbers))[: FEW + 1])),
        least=float(min(numbers)),
        most=float(max(numbers)),
        mean=sum(map(abs, numbers)) / len(numbers),
        whole=all(float(number).is_integer() for number in numbers),
        negative=sum(number < 0 for number in numbers),
        words=words,
    )


@pytest.mark.parametrize(
    ("column", "numbers", "meant"),
    [
        ("rating", STARS, RATING),
        ("3", HALVES, RATING),
        ("value", PERCENT, RATING),
        ("Score", PERCENT, RATING),
        ("score", list(range(1000)), Meaning("rating", "quantiles")),
        ("rating", JESTER, Meaning("rating", "quantiles")),
        ("rating", [-1e308, 1e308], Meaning("rating", "quantiles")),
        ("plays", STARS, COUNT),
        ("Play Count", TAIL, COUNT),
        ("visits", TAIL, COUNT),
        ("weight", TAIL, COUNT),
        ("weight", [2**step for step in range(18)], COUNT),
        ("quantity", STARS, Meaning("quantity", "powers of two", adds=True)),
        ("Quantity", QUANTITIES, RETURNED),
        ("3", QUANTITIES, RETURNED),
        ("amount", [*EXPONENTIAL, -2.5], Meaning("quantity", "quantiles", adds=True, returns=True)),
        ("quantity", [1e308, 1.0], Meaning("quantity", "quantiles", adds=True)),
        ("hours", EXPONENTIAL, Meaning("duration", "quantiles", adds=True)),
        ("hours_played", EXPONENTIAL, Meaning("duration", "quantiles", adds=True)),
        ("playtime_forever", TAIL, Meaning("duration", "quantiles", adds=True)),
        ("UnitPrice", PRICES, Meaning("price", "quantiles")),
        ("spent", [*EXPONENTIAL, -2.5], Meaning("price", "quantiles", adds=True, returns=True)),
        ("value", EXPONENTIAL, Meaning("number", "quantiles")),
        ("value", PRICES, Meaning("number", "quantiles")),
        ("value", [-1, 0, 1] * 9, RATING),
        ("value", [-n for n in TAIL], Meaning("number", "quantiles")),
        ("value", [0, 1] * 9, Meaning("yes or no")),
        ("value", [1] * 9, Meaning("yes or no", adds=True)),
        ("rating", [1] * 9, Meaning("yes or no", adds=True)),
        ("quantity", [1] * 9, Meaning("quantity", "powers of two", adds=True)),
        ("value", [1e308], Meaning("number", "quantiles")),
    ],
)  # fmt: skip
def test_what_a_column_is_taken_for(column: str, numbers: list[float], meant: Meaning) -> None:
    assert meaning_of(column, spread(numbers)) == meant


def test_words_for_yes_and_no_have_two_levels_and_one_alone_adds_up() -> None:
    assert meaning_of("bought", spread([0, 1], words=True)) == Meaning("yes or no")
    assert meaning_of("bought", spread([1, 1], words=True)) == Meaning("yes or no", adds=True)


def test_what_the_user_says_of_returns_decides() -> None:
    ratings = spread([-1, 0, 1])
    assert meaning_of("rating", ratings, "net") == RETURNED
    assert meaning_of("rating", ratings, "keep") == RATING
    assert not meaning_of("quantity", spread(QUANTITIES), "keep").returns
    assert meaning_of("quantity", spread(STARS), "drop") == meaning_of("quantity", spread(STARS))


@pytest.mark.parametrize(
    ("column", "meant"),
    [
        ("quantity", "quantity"), ("QTY", "quantity"), ("order_qty", "quantity"), ("PlayCount", "count"),
        ("n_listens", "count"), ("total_minutes", "duration"), ("msPlayed", "duration"), ("unit price", "price"),
        ("Book-Rating", "rating"), ("value", ""), ("", ""), ("1", ""), ("discount", ""), ("country", ""),
    ],
)  # fmt: skip
def test_names_say_what_values_are(column: str, meant: str) -> None:
    assert named(column) == meant
