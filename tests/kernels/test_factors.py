"""The recommenders' kernels against plain versions of the same steps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.kernels import factors
from standout.kernels.factors import best_items, descend, least_squares, picked, predicted, small_numbers

_MASK = (1 << 64) - 1


class Plain:
    """SplitMix64 in plain Python, begun as the kernels begin it."""

    def __init__(self, seed: int, first: int, second: int) -> None:
        word = self.mixed(seed + 0x9E3779B97F4A7C15)
        word = self.mixed(word ^ self.mixed(first + 0xD1B54A32D192ED03))
        self.state = self.mixed(word ^ self.mixed(second + 0x8CB92BA72F3D8DD7))

    @staticmethod
    def mixed(word: int) -> int:
        word &= _MASK
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def uniform(self) -> float:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        return (self.mixed(self.state) >> 11) / 9007199254740992.0

    def shuffle(self, order: list[int]) -> None:
        for at in range(len(order) - 1, 0, -1):
            other = int(self.uniform() * (at + 1))
            order[at], order[other] = order[other], order[at]


def entries(seed: int, people: int = 7, items: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    dice = np.random.default_rng(seed)
    rows, columns = np.nonzero(dice.random((people, items)) < 0.6)
    return rows.astype(np.int32), columns.astype(np.int32), dice.integers(1, 6, len(rows)).astype(np.float32)


@pytest.mark.parametrize("width", [1, 3])
def test_descent_takes_the_same_steps_as_plain_python(width: int) -> None:
    people, items, values = entries(1)
    rounds, rate, decay, keep_bias, keep = 3, 0.05, 0.9, 0.02, 0.04
    hers, its = small_numbers(1, 7, width, 0.1), small_numbers(2, 5, width, 0.1)
    person, item = [0.0] * 7, [0.0] * 5
    p, q = hers.astype(float).tolist(), its.astype(float).tolist()
    chance, order, mean = Plain(9, rounds, len(values)), list(range(len(values))), float(values.mean())
    for turn in range(rounds):
        chance.shuffle(order)
        step = rate * decay**turn
        for at in order:
            u, i = int(people[at]), int(items[at])
            error = values[at] - mean - person[u] - item[i] - sum(a * b for a, b in zip(p[u], q[i], strict=True))
            person[u] += step * (error - keep_bias * person[u])
            item[i] += step * (error - keep_bias * item[i])
            old = list(p[u])
            p[u] = [a + step * (error * b - keep * a) for a, b in zip(p[u], q[i], strict=True)]
            q[i] = [b + step * (error * a - keep * b) for a, b in zip(old, q[i], strict=True)]
    person_bias, item_bias = np.zeros(7, np.float32), np.zeros(5, np.float32)
    descend(people, items, values, mean, 9, rounds, rate, decay, keep_bias, keep, person_bias, item_bias, hers, its)
    np.testing.assert_allclose(person_bias, person, atol=2e-5)
    np.testing.assert_allclose(item_bias, item, atol=2e-5)
    np.testing.assert_allclose(hers, p, atol=2e-5)
    np.testing.assert_allclose(its, q, atol=2e-5)
    guessed = [mean + person[u] + item[i] + np.dot(p[u], q[i]) for u, i in zip(people, items, strict=True)]
    found = predicted(people, items, mean, person_bias, item_bias, hers, its)
    np.testing.assert_allclose(found, guessed, atol=1e-4)


def test_least_squares_reach_the_exact_solution() -> None:
    people, items, _ = entries(2, people=6, items=8)
    starts = np.concatenate(([0], np.cumsum(np.bincount(people, minlength=7)))).astype(np.int64)
    others = small_numbers(3, 8, 4, 1.0)
    factors, keep, weight = small_numbers(4, 7, 4, 1.0), 0.5, 2.0
    least_squares(starts, items, others, others.T @ others, keep, weight, 40, factors)
    wide = others.astype(float)
    for person in range(7):
        mine = items[starts[person] : starts[person + 1]]
        matrix = wide.T @ wide + keep * np.eye(4) + weight * wide[mine].T @ wide[mine]
        exact = np.linalg.solve(matrix, (1 + weight) * wide[mine].sum(axis=0))
        np.testing.assert_allclose(factors[person], exact, atol=1e-4)
    assert not factors[6].any(), "who has nothing gets nothing"


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_best_items_are_those_of_a_stable_sort(seed: int, count: int) -> None:
    dice = np.random.default_rng(seed)
    people, items = dice.integers(1, 5), dice.integers(1, 9)
    held = dice.random((people, items)) < dice.choice([0.0, 0.3, 1.0])
    rows, columns = np.nonzero(held)
    starts = np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=people)))).astype(np.int64)
    hers, its = np.ones((people, 1), np.float32), dice.integers(0, 3, (items, 1)).astype(np.float32)
    allowed = dice.random(items) < 0.8
    asked = dice.integers(0, people, 3)
    found = best_items(asked, starts, columns.astype(np.int32), hers, its, allowed, count)
    for row, person in zip(found, asked, strict=True):
        order = [
            int(item) for item in np.argsort(-its[:, 0], kind="stable") if allowed[item] and not held[person, item]
        ]
        assert row.tolist() == (order + [-1] * count)[:count]


def test_a_pair_is_picked_or_not_wherever_it_stands() -> None:
    people, items = (part.ravel().astype(np.int32) for part in np.meshgrid(np.arange(200), np.arange(100)))
    found = picked(5, people, items, 0.1)
    assert abs(found.mean() - 0.1) < 0.01
    order = np.random.default_rng(1).permutation(len(found))
    assert (picked(5, people[order], items[order], 0.1) == found[order]).all()
    assert (picked(6, people, items, 0.1) != found).any()


def test_only_sums_that_nothing_builds_on_may_be_added_up_in_any_order() -> None:
    """Elsewhere another processor would come to another answer. Those of dealing are exact; of scores only moments and
    exponentials are read, and of products only features are made."""
    kernels = Path(factors.__file__).parent
    hasty = {file.name for file in kernels.glob("*.py") if "fastmath" in file.read_text(encoding="utf-8")}
    assert hasty == {"accumulator.py", "dealing.py", "products.py"}
