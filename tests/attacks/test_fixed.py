"""Gains on a grid: fine enough, never too large, and every target's own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import AdditiveGains
from standout.attacks.fixed import fixed
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import Knowledge
from tests.asking import score
from tests.reference import Asked, Entry, Known, World
from tests.worlds import STARS, knowledge, released

ON_THE_GRID = [name for name, attack in ATTACKS.items() if attack.probabilities != "posterior"]
"""Likelihoods have a grid of their own, the same for every target."""


def additive(name: str, known: Knowledge, data: LocalDataset) -> AdditiveGains:
    gains = ATTACKS[name].gains(known, data.held, data.facts)
    assert isinstance(gains, AdditiveGains)
    return gains


def many(targets: int) -> tuple[World, list[Asked]]:
    """A world of popular and rare items, and targets who know different numbers of them."""
    rng = np.random.default_rng(4)
    records = tuple(
        {int(i): Entry(int(i) % 5, int(i)) for i in np.flatnonzero(rng.random(30) < 0.2)} for _ in range(50)
    )
    world = World(records, 30, STARS, has_days=True)
    asked = [
        Asked([Known(int(item), 2, 3) for item in np.sort(rng.permutation(30)[: rng.integers(1, 9)])])
        for _ in range(targets)
    ]
    return world, asked


def repeated(known: Knowledge, times: int) -> Knowledge:
    """The same targets again and again."""
    return replace(
        known,
        starts=np.concatenate(([0], np.cumsum(np.tile(known.sizes, times)))),
        items=np.tile(known.items, times),
        values=np.tile(known.values, times),
        days=np.tile(known.days, times),
        shortest=np.tile(known.shortest, times),
        longest=np.tile(known.longest, times),
    )


@pytest.mark.parametrize("name", ON_THE_GRID)
def test_a_targets_gains_do_not_depend_on_who_else_is_looked_for(name: str) -> None:
    """However many came before in the batch, a target's whole-number gains are the same."""
    world, asked = many(1_000)
    data, alone = released(world), knowledge(world, asked)
    batch = repeated(alone, 200)
    together, apart = (
        fixed(additive(name, batch, data), batch),
        fixed(additive(name, alone, data), alone),
    )
    np.testing.assert_array_equal(together.units[-1_000:], apart.units)
    np.testing.assert_array_equal(together.weights[-len(apart.weights) :], apart.weights)


@pytest.mark.parametrize("name", ON_THE_GRID)
def test_no_sum_leaves_32_bits_and_the_grid_is_fine(name: str) -> None:
    world, asked = many(200)
    data, known = released(world), knowledge(world, asked)
    gains = additive(name, known, data)
    grid = fixed(gains, known)
    rows = np.repeat(np.arange(known.targets), known.sizes)
    most = 2 if name == "scoreboard-rh" else 1
    totals = np.bincount(rows, weights=np.abs(grid.weights) * (0.0 if gains.least else most), minlength=known.targets)
    assert totals.max(initial=0) < 2**31
    back = grid.weights * grid.units[rows]
    if not gains.least:
        np.testing.assert_allclose(back, gains.weights, atol=1e-7)


def test_a_full_match_is_worth_the_same_with_and_without_a_table() -> None:
    """Two items of equal weight, one of which is known with its value: whoever has either is level."""
    world = World(({1: Entry(0, None)}, {0: Entry(None, None)}, {}), 3, STARS, has_days=False)
    asked = [Asked([Known(-1, None, None), Known(0, None, None), Known(1, 0, None)])]
    data, known = released(world), knowledge(world, asked)
    tally = score(data, known, ATTACKS["fuzzy-rating"], np.array([0]))
    assert (tally.beat[0], tally.tied[0]) == (0, 1)
