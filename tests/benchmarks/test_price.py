"""The price over several seeds: nothing changed costs nothing, and the interval is Student's."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.price import losses, main, shown
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays


def tastes() -> LocalDataset:
    """Two tastes, of which a recommender learns more than what is popular."""
    dice = np.random.default_rng(2)
    of_people = np.arange(160) % 2
    likes = np.where(of_people[:, None] == np.arange(24) % 2, 0.6, 0.05)
    owners, items = np.nonzero(dice.random((160, 24)) < likes)
    return from_arrays(owners, items, size=(160, 24))


def test_what_changes_nothing_costs_nothing_and_what_leaves_little_much() -> None:
    found = losses(tastes(), ("trim:keep=1000", "trim:keep=1"), 2)
    assert found["trim:keep=1000"] == [0.0, 0.0]
    assert len(found["trim:keep=1"]) == 2
    assert min(found["trim:keep=1"]) > 0.1


def test_the_interval_is_students() -> None:
    """Mean 6%, standard deviation 1%, three seeds: 4.303 / √3 standard deviations either way."""
    assert shown([0.05, 0.06, 0.07]) == "6.0% [3.5%, 8.5%] of 3 seeds: 5.0%, 6.0%, 7.0%"
    assert shown([0.05]) == "5.0%"
    assert shown([]) == "nothing to lose: what is popular does as well"


def test_too_few_words_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "data" in capsys.readouterr().err
