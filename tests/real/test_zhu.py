"""Zhu's paper on UCI Adult: in time, and what it finds there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from standout.reproductions.zhu.reproduction import zhu

pytestmark = [pytest.mark.real, pytest.mark.slow]


def test_adult_under_generated_names(dataset: Callable[[str], Path]) -> None:
    found = zhu(str(dataset("adult")), draws=1)
    rows = {(row.table, row.what): row.ours for row in found.rows}
    falls = {
        what: rows["starting from a name", f"{what}: persona matching"] or 0.0
        for what in (
            "unique names, one site", "shared names, one site", "shared names, three sites",
            "no name, but what an acquaintance knows",
        )
    }  # fmt: skip
    assert falls["unique names, one site"] == pytest.approx(0.19, abs=0.01)
    assert falls["shared names, one site"] == pytest.approx(0.07, abs=0.015)
    assert falls["shared names, three sites"] == pytest.approx(0.1, abs=0.03)
    assert 0 <= falls["no name, but what an acquaintance knows"] < 0.01
    table, what = "starting from a name", "shared names, one site"
    each = rows[table, f"{what}: fall for each attribute removed"]
    by_lot = rows[table, f"{what}: one at random, fall for each attribute removed"]
    assert each is not None
    assert by_lot is not None
    assert each > by_lot
