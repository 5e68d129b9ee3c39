"""Exponents and the page of the scaling benchmark."""

from __future__ import annotations

import datetime
from pathlib import Path

import duckdb
import numpy as np
import pytest

from benchmarks.scaling.fits import added, fitted
from benchmarks.scaling.kinds import HEADING, WEEK, Kinds, section, with_repeats, without_section
from benchmarks.scaling.measure import Run, Scoring
from benchmarks.scaling.page import Known, Limited, Peopled, Sized, Threaded, lasting, page


def test_a_power_law_is_found_with_its_interval() -> None:
    x = np.array([1e6, 3e6, 1e7, 3e7, 1e8])
    exact = fitted(x, 2e-3 * x**1.5)
    assert exact.exponent == pytest.approx(1.5)
    assert exact(4e6) == pytest.approx(2e-3 * 4e6**1.5)
    assert exact.half == pytest.approx(0, abs=1e-6)
    noisy = fitted(x, 2e-3 * x**1.5 * np.array([1.2, 0.9, 1.1, 0.8, 1.0]))
    assert abs(noisy.exponent - 1.5) < noisy.half


def test_what_an_interaction_and_a_person_add_is_found_beside_what_is_always_there() -> None:
    dice = np.random.default_rng(1)
    counts = dice.integers(1, 10**8, (7, 2)) // [1, 200]
    exact = added(counts, 3e8 + 4.0 * counts[:, 0] + 900.0 * counts[:, 1])
    assert (exact.always, *exact.each) == pytest.approx((3e8, 4.0, 900.0))
    assert exact.off == pytest.approx(0, abs=10)
    assert added([(1,), (2,), (3,)], [1.0, 3.0, 2.0]).off == pytest.approx(1.0)


def test_the_page_has_processor_time_and_memory_by_interaction_and_by_person() -> None:
    def run(people: int, interactions: int) -> Run:
        return Run(50.0, 2**28 + 8 * interactions + 1_000 * people, (), interactions / 1e5)

    def sized(interactions: int) -> Sized:
        people = interactions // 200
        took = run(people, interactions)
        return Sized(interactions, people, Path(), took, took, took, 2**20, 2**19, Scoring(0.2, 0.3, 70.0))

    crowded = [Peopled(people, 3_000_000, run(people, 3_000_000), Scoring(0.1, 0.1, 9.0)) for people in (1_000, 9_000)]
    sizes = [sized(interactions) for interactions in (1_000_000, 3_000_000, 10_000_000)]
    known = [Known(items, Scoring(0.1, 0.1 * items, 5.0)) for items in (1, 2, 4, 8, 16)]
    limited = Limited("1GB", 10_000_000, 2_000, run(1, 1), run(1, 1))
    text = page(sizes, crowded, known, [Threaded(10_000_000, 2.0, 1.0)], limited, datetime.date(2026, 1, 2), 1)
    assert "| 1M | 5,000 | 50 s | 10 s |" in text
    assert "prepare 1.00 ± 0.00 and audit of everyone 1.00 ± 0.00" in text
    assert "256 MB always, 8.0 bytes for each interaction" in text
    assert "and 1,000 for each person; off by 0 MB at most" in text
    assert "| 10M | 2.000 | 1.000 | 2.00 |" in text


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
