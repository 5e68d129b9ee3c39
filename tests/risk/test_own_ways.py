"""Patterns of each person's own, against slow loops; and that who has nothing to tell by gains nothing."""

from __future__ import annotations

from itertools import permutations
from math import exp, log, sqrt
from statistics import median

import numpy as np
import pytest

from standout.common.arrays import Bools, Floats
from standout.risk.own_ways import STRETCHES, by_length, in_order, repeats, stretched
from tests.risk.test_own_pattern import slow_pattern

HALF = log(2)


def rows(seed: int, top: int = 12, width: int = 7) -> tuple[Floats, Floats, Bools]:
    """Amounts of which every third row agrees, with ties and gaps."""
    dice = np.random.default_rng(seed)
    known, held = (dice.integers(1, top, (150, width)).astype(float) for _ in range(2))
    held[::3] = known[::3]
    return known, held, dice.random((150, width)) < dice.random((150, 1))


def slow_order(known: list[float], held: list[float]) -> float:
    """Of level things the first; every order of the rest is gone through."""
    kept: list[tuple[float, float]] = []
    for one, other in zip(known, held, strict=True):
        if all(one != first and other != second for first, second in kept):
            kept.append((one, other))

    def wrong(order: list[float]) -> int:
        return sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))

    ranked = [other for _, other in sorted(kept)]
    every = [wrong(list(order)) for order in permutations(range(len(kept)))]
    mean = 0.0
    for steep in (0.1, 0.3, 1.0, 3.0):
        whole = sum(exp(-steep * each) for each in every) / len(every)
        mean += exp(-steep * wrong(ranked)) / whole / 4
    return log(0.5 + 0.5 * mean)


def test_orders_are_those_of_slow_loops() -> None:
    known, held, both = rows(1, width=6)
    found = in_order(known, held, both)
    for row in range(150):
        wanted = slow_order(known[row, both[row]].tolist(), held[row, both[row]].tolist())
        assert found[row] == pytest.approx(wanted, abs=1e-9)


def slow_repeats(known: list[float], held: list[float]) -> float:
    if len(known) < 2:
        return 0.0
    rate = median(log(one / other) for one, other in zip(known, held, strict=True))

    def chance(one: float, other: float) -> float:
        spread = sqrt(0.25 + 1 / max(other * exp(rate), 1.0))
        return exp(-(((log(one / other) - rate) / spread) ** 2) / 2) / spread

    ratio = 0.0
    for one, other in zip(known, held, strict=True):
        anywhere = sum(chance(one, each) for each in held) / len(held)
        ratio += log(0.8 * chance(one, other) / anywhere + 0.2)
    return log(0.5 + 0.5 * exp(ratio))


def test_repeats_are_those_of_slow_loops() -> None:
    known, held, both = rows(2, top=40)
    found = repeats(known, held, both)
    for row in range(150):
        wanted = slow_repeats(known[row, both[row]].tolist(), held[row, both[row]].tolist())
        assert found[row] == pytest.approx(wanted, abs=1e-9)
    assert repeats(np.zeros((0, 4)), np.zeros((0, 4)), np.zeros((0, 4), bool)).shape == (0,)


def test_scales_are_the_best_of_slow_loops() -> None:
    known, held, both = rows(3, top=6)
    found = stretched(known, held, both, 0.5, 5.0)
    for row in range(150):
        here = known[row, both[row]].tolist(), held[row, both[row]]
        ratios = [2 * exp(slow_pattern(here[0], (by * here[1]).tolist(), 0.5, 5.0)) - 1 for by in STRETCHES]
        wanted = log(0.5 + 0.5 * max(ratios) / len(STRETCHES)) if len(here[0]) > 2 else 0.0
        assert found[row] == pytest.approx(wanted, abs=1e-9)


def test_a_scale_of_ones_own_is_seen_where_a_number_of_ones_own_says_nothing() -> None:
    stars = np.array([[1.0, 5, 2, 4, 3, 1, 5, 3]])
    every = np.ones(stars.shape, bool)
    of_ten, mixed = (float(stretched(held, stars, every, 0.5, 5.0)[0]) for held in (2 * stars, 2 * stars[:, ::-1]))
    assert of_ten > 3 > mixed


@pytest.mark.parametrize("way", [in_order, repeats])
def test_who_has_everything_alike_gains_nothing_and_nobody_loses_much(way: object) -> None:
    assert callable(way)
    known, held, both = rows(4)
    assert float(way(np.ones((1, 5)), held[:1, :5], np.ones((1, 5), bool))[0]) <= 1e-12
    assert (way(known, held, both) >= -HALF - 1e-12).all()


def test_a_record_as_long_as_it_should_be_is_likelier_than_anybodys() -> None:
    lengths = np.array([[20.0, 200.0, 2_000.0, 0.0]])
    fits = by_length(np.array([[100.0]]), lengths, (log(2), 0.2), (log(60), 1.0))
    assert fits[0].argmax() == 1
    assert fits[0, 1] > 1
    assert (fits >= -HALF - 1e-12).all(), "also where there is no record at all"
    by_hand = -((log(200 / 100) - log(2)) ** 2) / 0.08 - log(0.2) + (log(200) - log(60)) ** 2 / 2
    assert fits[0, 1] == pytest.approx(log(0.5 + 0.5 * exp(by_hand)))
