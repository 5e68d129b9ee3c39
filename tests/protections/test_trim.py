"""Which entries of long records are kept, against sorting each record by itself."""

from __future__ import annotations

import numpy as np
import pytest

from standout.protections.trim import last_of_each


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("keep", [1, 4, 30])
@pytest.mark.parametrize("most", [1, 3, 50])
def test_the_last_of_each_record_are_kept(seed: int, keep: int, most: int) -> None:
    """With few ranks, most entries are level; lots are level, too, now and then, and some records are empty."""
    dice = np.random.default_rng(seed)
    lengths = dice.integers(0, 20, 15)
    owners = np.repeat(np.arange(15), lengths)
    ranks, lots = dice.integers(0, most, len(owners)), dice.integers(0, 6, len(owners)) / 6
    kept = last_of_each(owners, lengths, ranks, lots, keep)
    for owner in range(15):
        own = np.flatnonzero(owners == owner).tolist()
        order = sorted(own, key=lambda entry: (ranks[entry], lots[entry], entry))
        assert [entry for entry in own if kept[entry]] == sorted(order[max(len(order) - keep, 0) :])


def test_nobody_has_nothing_to_keep() -> None:
    nothing = np.zeros(0, np.int64)
    assert last_of_each(nothing, nothing, nothing, np.zeros(0), 3).tolist() == []
    assert last_of_each(nothing, np.zeros(2, np.int64), nothing, np.zeros(0), 3).tolist() == []
