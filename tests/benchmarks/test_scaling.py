"""Exponents and the page of the scaling benchmark."""

from __future__ import annotations

import datetime
from pathlib import Path

import duckdb
import numpy as np
import pytest

from benchmarks.scaling.fits import fitted
from benchmarks.scaling.kinds import HEADING, WEEK, Kinds, section, with_repeats, without_section
from benchmarks.scaling.measure import Run
from benchmarks.scaling.page import lasting


def test_a_power_law_is_found_with_its_interval() -> None:
    x = np.array([1e6, 3e6, 1e7, 3e7, 1e8])
    exact = fitted(x, 2e-3 * x**1.5)
    assert exact.exponent == pytest.approx(1.5)
    assert exact(4e6) == pytest.approx(2e-3 * 4e6**1.5)
    assert exact.half == pytest.approx(0, abs=1e-6)
    noisy = fitted(x, 2e-3 * x**1.5 * np.array([1.2, 0.9, 1.1, 0.8, 1.0]))
    assert abs(noisy.exponent - 1.5) < noisy.half


def test_the_time_left_is_read_from_what_was_printed() -> None:
    said = (
        (1.0, "  0%  reading data"),
        (10.0, " 10%  acquaintance · scoreboard-rh, 2 min 30 s left"),
        (20.0, " 20%  acquaintance · scoreboard-rh, 70 s left"),
        (30.0, " 30%  acquaintance · scoreboard-rh, 2 h 5 min left"),
    )
    assert Run(100.0, 0, said, 0.0).forecasts == [(10, 150.0, 90.0), (20, 70.0, 80.0), (30, 7_500.0, 70.0)]


@pytest.mark.parametrize(("seconds", "words"), [(3.21, "3.2 s"), (45, "45 s"), (130, "2.2 min"), (90_000, "25 h")])
def test_times_are_shown_with_two_digits(seconds: float, words: str) -> None:
    assert lasting(seconds) == words


def test_a_third_of_the_interactions_comes_again_a_week_later(tmp_path: Path) -> None:
    duckdb.sql(
        "COPY (SELECT i AS user, i AS item, 3 AS value, 86400 * i AS time FROM range(9) AS made(i)) "
        f"TO '{tmp_path / 'interactions.parquet'}' (FORMAT parquet)"
    )
    with_repeats(tmp_path, tmp_path / "repeats.parquet")
    rows = duckdb.sql(f"SELECT user, item, value, time FROM '{tmp_path / 'repeats.parquet'}'").fetchall()
    assert len(rows) == 12
    assert sorted(time - 86_400 * user for user, *_, time in rows) == [0] * 9 + [WEEK] * 3


def test_events_and_taste_stand_at_the_end_of_the_page_and_are_written_anew() -> None:
    audits = dict.fromkeys(("events, likelihood", "events, taste", "once, likelihood", "once, taste"))
    rows = [
        Kinds(size, size // 208, {name: Run(1.0, 2**28, (), size / 1e4) for name in audits})
        for size in (100_000, 300_000, 1_000_000)
    ]
    text = section(rows, datetime.date(2026, 1, 2))
    assert text.startswith(f"{HEADING}\n")
    assert "| 1M | 4,807 | 100 s, 256 MB |" in text
    assert "once, taste 1.00" in text
    assert without_section(f"# Page\n\nBefore.\n\n{text}\n") == "# Page\n\nBefore.\n"
