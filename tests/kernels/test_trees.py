"""Boosting with small trees against a slow, obvious reference."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.arrays import Floats, Int64s, UInt8s
from standout.inference.strongest.column_steps import step_borders, steps_of
from standout.kernels.trees import STEPS, boost, climb

RIDGE, RATE = 1.0, 0.3


def gain(slopes: Floats, bends: Floats) -> float:
    return float(slopes.sum() ** 2 / (bends.sum() + RIDGE))


def parted(bins: UInt8s, slopes: Floats, bends: Floats, chosen: Int64s, least: int) -> np.ndarray | None:
    """Who goes right by the best column and step; nobody where nothing is gained."""
    best, right = 1e-9, None
    for column in chosen:
        for step in range(STEPS - 1):
            side = bins[column] > step
            if not (bins[column] == step).any() or min(side.sum(), (~side).sum()) < least:
                continue
            found = gain(slopes[side], bends[side]) + gain(slopes[~side], bends[~side]) - gain(slopes, bends)
            if found > best:
                best, right = found, side
    return right


def reference(bins: UInt8s, wanted: Floats, odds: bool, chosen: Int64s, depth: int, least: int) -> Floats:
    """What the trees say of the people they were grown from."""
    share = wanted.mean()
    scores = np.full(len(wanted), np.log(share / (1 - share)) if odds else share)
    for columns in chosen:
        chance = 1 / (1 + np.exp(-scores)) if odds else scores
        slopes = wanted - chance
        bends = chance * (1 - chance) if odds else np.ones(len(wanted))
        nodes = [np.arange(len(wanted))]
        for _ in range(depth):
            after = []
            for node in nodes:
                right = parted(bins[:, node], slopes[node], bends[node], columns, least)
                after += [node] if right is None else [node[~right], node[right]]
            nodes = after
        for node in nodes:
            scores[node] += RATE * slopes[node].sum() / (bends[node].sum() + RIDGE)
    return scores


@pytest.mark.parametrize(("odds", "depth", "least"), [(True, 2, 1), (True, 3, 4), (False, 2, 2), (True, 1, 40)])
def test_trees_are_those_of_the_reference(odds: bool, depth: int, least: int) -> None:
    dice = np.random.default_rng(depth + least)
    bins = dice.integers(0, [[2], [5], [STEPS], [1]], (4, 70)).astype(np.uint8)
    wanted = bins[1] + dice.normal(0, 1, 70)
    if odds:
        wanted = (wanted > 2).astype(np.float64)
    chosen = np.array([dice.permutation(4)[:3] for _ in range(5)])
    grown = boost(bins, wanted, odds, chosen, depth, RATE, RIDGE, float(least))
    assert climb(bins, *grown) == pytest.approx(reference(bins, wanted, odds, chosen, depth, least))


def test_nothing_to_part_says_the_share_of_all() -> None:
    bins, wanted = np.zeros((2, 10), np.uint8), np.repeat([0.0, 1.0], 5)
    grown = boost(bins, wanted, True, np.zeros((3, 1), np.int64), 2, RATE, RIDGE, 1.0)
    assert climb(bins[:, :4], *grown) == pytest.approx(np.zeros(4))


def test_steps_keep_order_and_few_numbers_apart() -> None:
    dice = np.random.default_rng(1)
    table = np.column_stack((dice.normal(size=500), dice.integers(0, 3, 500), np.ones(500))).astype(np.float64)
    borders = step_borders(table)
    steps = steps_of(table, borders)
    assert len(np.unique(steps[:, 0])) == STEPS
    assert np.bincount(steps[:, 0]).min() > 10, "even shares"
    for column in range(3):
        order = np.argsort(table[:, column], kind="stable")
        assert (np.diff(steps[order, column].astype(int)) >= 0).all()
    assert (steps[:, 1] == table[:, 1]).all()
    assert (steps[:, 2] == 0).all()
    beyond = steps_of(np.array([[-99.0, 7, 0], [99, -1, 2]]), borders)
    assert beyond.tolist() == [[0, 2, 0], [STEPS - 1, 0, 0]]
