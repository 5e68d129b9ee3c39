"""The recommenders on real ratings: about as good as published ones, and far from the baselines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from standout.io.reading import read
from standout.verification.utility import utility
from tests.verification.made import there

pytestmark = pytest.mark.real


@pytest.mark.slow
@pytest.mark.parametrize(("name", "low", "high"), [("ml-100k", 0.90, 0.94), ("ml-1m", 0.83, 0.88)])
def test_values_and_lists(dataset: Callable[[str], Path], name: str, low: float, high: float) -> None:
    data = read(dataset(name))
    found = utility(data, data, 1).figures
    assert low < there(found.rmse) < high, "Strucks has 0.8766 on ml-1m (table 11)"
    assert there(found.rmse) < 0.85 * there(found.rmse_of_mean)
    assert there(found.ndcg) > 1.8 * there(found.ndcg_of_popularity)
    assert there(found.recall) > 1.8 * there(found.recall_of_popularity)
