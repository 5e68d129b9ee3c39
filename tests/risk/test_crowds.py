"""Rows of a table hide in a crowd whatever is in them, and what can be told is told."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from standout.common.arrays import Int64s
from standout.risk.crowds import WITHHELD, Crowds, folded


def alike(columns: list[Int64s]) -> Int64s:
    """For each row, how many rows read the same."""
    _, at, counts = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True, return_counts=True)
    return np.asarray(counts[at.ravel()])


@given(st.integers(2, 9), st.integers(0, 120), st.integers(0, 10_000))
def test_every_row_reads_like_a_crowd_of_others(fewest: int, rows: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    crowds, told = Crowds(rows, fewest, seed), []
    for _ in range(4):
        fine, coarse = rng.integers(-1, 12, rows), 100 + rng.integers(0, 3, rows)
        several = np.where(rng.random((rows, 3)) < 0.3, -1, 200 + rng.integers(0, 6, (rows, 3)))
        choices = [(fine,), (fine, coarse), (several,), (several, coarse)][rng.integers(4)]
        found = crowds.tell(*choices)
        for row in np.flatnonzero(found != WITHHELD):
            assert any(found[row] in np.atleast_1d(codes[row]) for codes in choices), "nothing is made up"
        told.append(found)
        if rows >= fewest:
            assert alike(told).min() >= fewest
            assert crowds.smallest >= fewest
        else:
            assert (found == WITHHELD).all()


def test_what_a_crowd_shares_is_told_and_the_coarser_word_for_the_others() -> None:
    exact = np.repeat([1, 2, 3, 4], [6, 5, 3, 3])
    assert Crowds(17, 5, 1).tell(exact, 10 + exact // 3).tolist() == [1] * 6 + [2] * 5 + [11] * 6


def test_few_are_joined_by_as_many_as_it_takes() -> None:
    told = Crowds(40, 5, 1).tell(np.repeat([0, 1], [38, 2]))
    assert np.bincount(told + 1).tolist() == [5, 35]
    told = Crowds(8, 5, 1).tell(np.repeat([0, 1], [6, 2]))
    assert (told == WITHHELD).all(), "six less three would be too few"


def test_who_joins_the_few_depends_on_the_secret() -> None:
    rows = np.repeat([0, 1], [400, 2])
    joined = {tuple(np.flatnonzero(Crowds(402, 5, secret).tell(rows) < 0).tolist()) for secret in range(5)}
    assert len(joined) == 5


def test_means_are_over_all_that_read_alike() -> None:
    crowds = Crowds(12, 5, 1)
    crowds.tell(np.repeat([0, 1], [6, 6]))
    assert crowds.mean(np.arange(12.0)).tolist() == [2.5] * 6 + [8.5] * 6


def test_bins_with_few_people_are_joined_with_their_neighbours() -> None:
    assert folded([0, 7, 2, 0, 9], 5) == [(0, 0), (1, 2), (3, 3), (4, 4)]
    assert folded([1, 0, 0, 9], 5) == [(0, 3)]
    assert folded([0, 0, 3], 5) == [(0, 2)]
    assert folded([3], 5) == [(0, 0)]
    assert folded([], 5) == []


@given(st.lists(st.integers(0, 12), max_size=12), st.integers(2, 9))
def test_joined_bins_cover_everybody_and_none_is_small(counts: list[int], fewest: int) -> None:
    spans = folded(counts, fewest)
    assert [at for first, last in spans for at in range(first, last + 1)] == list(range(len(counts)))
    sizes = [sum(counts[first : last + 1]) for first, last in spans]
    assert len(sizes) <= 1 or not [size for size in sizes if 0 < size < fewest]
