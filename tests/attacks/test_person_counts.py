"""Means, extremes and numbers of different codes by person, against plain loops over people."""

from __future__ import annotations

import numpy as np
import pytest

from standout.attacks import person_counts
from standout.attacks.person_counts import Means, different_codes, extremes_of
from standout.common.arrays import Floats, Int64s


def entries(seed: int, people: int, many: int, *, ascending: bool) -> tuple[Int64s, Int64s]:
    """Rows that ascend, with gaps between them, and codes beside them, some below 0."""
    dice = np.random.default_rng(seed)
    rows, codes = np.sort(dice.integers(0, people, many)), dice.integers(-2, 9, many)
    return rows, codes[np.lexsort((codes, rows))] if ascending else codes


def plainly(rows: Int64s, codes: Int64s, people: int) -> list[list[int]]:
    return [codes[rows == person].tolist() for person in range(people)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("tabled", [32, 0])
def test_different_codes_are_those_of_a_set(
    seed: int, ascending: bool, tabled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_counts, "_TABLED", tabled)
    for many in (0, 1, 60):
        rows, codes = entries(seed, 12, many, ascending=ascending)
        expected = [len(set(own)) for own in plainly(rows, codes, 12)]
        assert different_codes(rows, codes, 12).tolist() == expected


@pytest.mark.parametrize("seed", range(4))
def test_extremes_and_shares_are_those_of_each_persons_list(seed: int) -> None:
    for many in (0, 1, 40):
        rows, codes = entries(seed, 12, many, ascending=False)
        lists, mean = plainly(rows, codes, 12), Means(rows, 12)
        least, largest = extremes_of(rows, codes, 12)
        assert same(least, [min(own) if own else np.nan for own in lists])
        assert same(largest, [max(own) if own else np.nan for own in lists])
        assert same(mean(codes.astype(np.float64)), [sum(own) / len(own) if own else np.nan for own in lists])
        for code, share in enumerate(mean.shares(codes, 5)):
            assert same(share, [own.count(code) / len(own) if own else np.nan for own in lists])


def same(found: Floats, expected: list[float]) -> bool:
    return np.array_equal(found, np.array(expected), equal_nan=True)
