"""Both papers on real data: every row on ml-100k; on ml-1m the figures that an independent check knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from standout.io.reading import read
from standout.reproductions.frankowski.reproduction import frankowski
from standout.reproductions.narayanan.reproduction import narayanan
from standout.reproductions.papers import PAPERS, reproduce
from standout.reproductions.reproduced import Reproduced
from standout.results.reproduction import Row

pytestmark = [pytest.mark.real, pytest.mark.slow]
Dataset = Callable[[str], Path]


def row(found: Reproduced, table: str, what: str) -> Row:
    (one,) = [row for row in found.rows if (row.table, row.what) == (table, what)]
    return one


@pytest.mark.parametrize("paper", PAPERS)
def test_ml_100k_gives_every_row(dataset: Dataset, paper: str, tmp_path: Path) -> None:
    found = reproduce(paper, str(dataset("ml-100k")), draws=1, out=tmp_path)
    assert len(found.rows) > 100
    assert (tmp_path / f"{paper}.md").is_file()


def test_narayanan_on_ml_1m_agrees_with_the_independent_check(dataset: Dataset) -> None:
    found = narayanan(read(dataset("ml-1m")))
    eight = row(found, "figure 4", "6 of 8 items, days ±14")
    four = row(found, "figure 9", "4 of 4 items, any items")
    assert eight.ours == pytest.approx(0.99, abs=0.01)
    assert four.low is not None
    assert four.high is not None
    assert four.high >= 0.60
    assert four.low <= 0.64
    against = row(found, "figure 4", "2 of 2 items, days ±3")
    level = row(found, "figure 4", "2 of 2, days ±3, first or tied")
    assert against.ours is not None
    assert level.ours is not None
    assert against.ours < 0.78 < level.ours, "ties are what lies between our figure and the check's"
    worst = row(found, "figure 11", "share of the bits left in the worst case")
    assert worst.ours is not None
    assert worst.ours < 0.5
    gain = row(found, "figure 12", "largest gain from knowing the length, times")
    assert gain.ours is not None
    assert gain.ours > 2


def test_frankowski_on_ml_1m_says_why_tf_idf_beats_scoring(dataset: Dataset) -> None:
    found = frankowski(read(dataset("ml-1m")), draws=5)
    (order,) = [row for row in found.rows if row.unit == "order"]
    assert order.ours == 0
    assert "tf-idf is not below scoring" in order.remark
    table = "order of the algorithms"
    long = [row(found, table, f"posters among the 604 longest records: {name}") for name in ("tf-idf", "scoring")]
    both = [row(found, table, f"thinned, posters with the longest: {name}") for name in ("tf-idf", "scoring")]
    for tf_idf, scoring in (long, both):
        assert tf_idf.high is not None
        assert scoring.low is not None
        assert tf_idf.high < scoring.low
    exact = row(found, "figure 4", "exact-rating, k = 100")
    assert exact.ours == pytest.approx(0.81, abs=0.05)
