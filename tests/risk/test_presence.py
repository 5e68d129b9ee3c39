"""How many are there at all: near the truth where it can be told, and silent where it cannot."""

from __future__ import annotations

import numpy as np
import pytest

from standout.risk.guards import Nulls
from standout.risk.presence import presence


def nulls(absent: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Nulls:
    return Nulls(absent, absent, absent, absent, absent, absent)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 1.0])
def test_the_share_is_near_the_truth_and_inside_its_interval(share: float) -> None:
    rng = np.random.default_rng(int(10 * share))
    there, absent = rng.normal(8, 2, 3_000), rng.normal(0, 2, 3_000)
    count = int(1_000 * share)
    people = np.concatenate((rng.normal(8, 2, count), rng.normal(0, 2, 1_000 - count)))
    found = presence(people, there, nulls(absent))
    assert found is not None
    assert found.rate == pytest.approx(share, abs=0.05)
    assert found.low <= share + 0.01
    assert found.high >= share - 0.01


def test_nothing_is_said_where_nothing_can_be_told_apart() -> None:
    rng = np.random.default_rng(1)
    alike = rng.normal(0, 1, 500)
    assert presence(alike, rng.normal(0, 1, 500), nulls(rng.normal(0, 1, 500))) is None
    assert presence(np.empty(0), alike, nulls(alike)) is None
    assert presence(alike, np.empty(0), nulls(alike)) is None
