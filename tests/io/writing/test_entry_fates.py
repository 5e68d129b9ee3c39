"""What became of entries, against a slow and obvious reference."""

from __future__ import annotations

import numpy as np
import pytest

from standout.io.writing.entry_fates import matched


def one_by_one(keys: list[int], others: list[int]) -> list[int]:
    """For each key the first equal one among the others that is still free."""
    free, places = dict(enumerate(others)), []
    for key in keys:
        place = next((place for place, other in free.items() if other == key), -1)
        free.pop(place, None)
        places.append(place)
    return places


@pytest.mark.parametrize("seed", range(20))
def test_equal_keys_are_matched_in_their_order_and_each_once(seed: int) -> None:
    random = np.random.default_rng(seed)
    keys, others = (random.integers(0, 6, random.integers(0, 15)).astype(np.int64) for _ in range(2))
    assert matched(keys, others).tolist() == one_by_one(keys.tolist(), others.tolist())
