"""Drawing by unequal chances: how far what the likelihood takes for the chance of a draw is from the exact one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from standout.attacks.likelihood import drawn_from
from standout.attacks.rules import Rule, chances_of_items
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays

LENGTHS = (30, 150, 600)
DRAWS = 40


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    """Three people with long records, and others who make some of their items popular."""
    dice, items = np.random.default_rng(1), 1_000
    holders = np.exp(dice.normal(3.0, 1.2, items)).clip(1, 400).astype(int)
    pairs = [(person, item) for person, length in enumerate(LENGTHS) for item in dice.permutation(items)[:length]]
    pairs += [(3 + person, item) for item in range(items) for person in dice.permutation(400)[: holders[item]]]
    who, what = np.array(pairs).T
    return from_arrays(who, what, size=(403, items))


def exact(weights: Floats, drawn: Int64s) -> float:
    """Log of the chance that just these are drawn first: each item has an exponential clock of its weight, and all of
    these must ring before any other (integrated over when the first of the others rings)."""
    ours, others = weights[drawn], float(weights.sum() - weights[drawn].sum())
    logs = np.linspace(math.log(1e-7 / weights.max()), math.log(200 / others), 4_000)
    times = np.exp(logs)
    terms = math.log(others) - others * times + np.log(-np.expm1(-np.outer(times, ours))).sum(axis=1) + logs
    most = float(terms.max())
    return most + math.log(float(np.trapezoid(np.exp(terms - most), logs)))


@pytest.mark.parametrize("exponent", [1.0, 0.5, -1.0])
def test_uneven_draws_are_close_to_the_exact_chance(data: LocalDataset, exponent: float) -> None:
    """For each item drawn, in nats: on average, and in five of six draws."""
    rule, dice = Rule(-1.0, -1.0, exponent=exponent), np.random.default_rng(2)
    urn, chances = drawn_from(rule, data.held, data.facts), chances_of_items(rule, data.facts)
    assert urn.curves is not None
    records = data.held.records
    for person in range(len(LENGTHS)):
        weights = chances[records.items[records.starts[person] : records.starts[person + 1]]]
        typical = 1 / urn.curves[person]
        assert typical == pytest.approx(weights.sum() ** 2 / (weights**2).sum(), rel=1e-6)
        for part, mean, most in ((0.0, 0.02, 0.06), (0.25, 0.02, 0.06), (0.5, 0.04, 0.1)):
            count = max(int(part * typical), 2)
            off = []
            for _ in range(DRAWS):
                drawn = np.argsort(dice.exponential(size=len(weights)) / weights)[:count]
                taken = float(np.log(weights[drawn]).sum()) + count * urn.slopes[person]
                taken += urn.curves[person] * count * (count - 1) / 2 + math.lgamma(count + 1)
                off.append(taken - exact(weights, drawn))
            assert abs(np.mean(off)) < mean * count
            assert np.quantile(np.abs(off), 5 / 6) < most * count


def test_equal_chances_are_exact(data: LocalDataset) -> None:
    urn = drawn_from(Rule(-1.0, -1.0), data.held, data.facts)
    assert urn.curves is None
    assert urn.room[: len(LENGTHS)].tolist() == list(LENGTHS)
    assert urn.slopes == pytest.approx(0.0, abs=1e-9)
