"""Zhu's paper on UCI Adult: in time, and what it finds there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from standout.reproductions.zhu.reproduction import zhu

pytestmark = [pytest.mark.real, pytest.mark.slow]


def test_adult_is_learned_from_others(dataset: Callable[[str], Path]) -> None:
    found = zhu(str(dataset("adult")), draws=1)
    rows = {(row.table, row.what): row.ours for row in found.rows}
    again = rows["why ours differs", "removed attributes that are learned all the same (VALUE, 3)"]
    assert again is not None
    assert again > 0.8
    matched = rows["section VI.C", "persona matching (what is learned)"]
    assert matched is not None
    assert abs(matched) < 0.05
