"""Nobody is shown, on real data: an attack on our own files by somebody who holds it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.linkage import COLUMNS, measure, undated
from tests.auditing.parts import computed_once

pytestmark = [pytest.mark.real, pytest.mark.slow]


@pytest.mark.parametrize("name", ["ml-100k", "groceries", "lastfm-2k"])
def test_a_holder_of_the_data_can_link_nothing_of_an_audit(
    name: str, dataset: Callable[[str], Path], tmp_path: Path
) -> None:
    path = dataset(name)
    file = {"ml-100k": path, "groceries": path / "Groceries_dataset.csv", "lastfm-2k": path / "user_artists.dat"}[name]
    data = undated(file, tmp_path) if name == "groceries" else str(file)
    with computed_once():  # with ids and without, the same is attacked
        found = measure(data, tmp_path / "results", COLUMNS.get(file.name), draws=2, targets=1_000)
    kept = [one for one in found if one.file not in ("people.parquet with --show-ids", "link.json: lineups")]
    assert len(kept) == 4
    for one in kept:
        assert one.rows, one
        assert one.linked == 0, one
        assert one.fewest >= 5, one
