"""Strucks on the built-in sample: every table is there, and remarks follow the figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.reproductions.reproduced import Reproduced
from standout.reproductions.strucks.reproduction import strucks
from standout.reproductions.strucks.strucks_words import ALIKE, estimate, remark
from standout.results.estimate import Estimate
from standout.results.inference_parts import Spread

TABLES = {f"table {number}" for number in (*range(2, 12), *range(14, 23), 27, 28)}
FURTHER = {"section 4.2", *(f"figure {number}" for number in (3, 4, 5, 6, 9)), "a real attacker", "wishes"}


@pytest.mark.parametrize(
    ("published", "spread", "ours", "said"),
    [
        (0.80, 0.02, Estimate(0.81, 0.80, 0.82), ALIKE),
        (0.80, 0.02, Estimate(0.86, 0.85, 0.87), "0.060 higher: why"),
        (0.80, None, Estimate(0.801, 0.80, 0.802), "as published"),
        (0.80, None, Estimate(0.70, 0.69, 0.71), "0.100 lower: why"),
        (None, None, Estimate(0.70, 0.69, 0.71), "why"),
        (0.80, 0.02, None, "why"),
    ],
)
def test_a_remark_says_whether_ours_is_within_the_published_spread(
    published: float | None, spread: float | None, ours: Estimate | None, said: str
) -> None:
    assert remark(published, spread, ours, "why") == said


def test_an_interval_over_folds_narrows_with_their_number() -> None:
    found = estimate(Spread(0.5, 0.1), 4)
    assert (found.rate, found.low, found.high) == pytest.approx((0.5, 0.402, 0.598), abs=1e-5)


def test_data_that_the_study_cannot_be_run_on_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no data"):
        strucks(None)
    rows = [f"{person},{item}" for person in range(60) for item in range(person % 5 + 1)]
    (tmp_path / "bare.csv").write_text("user,item\n" + "\n".join(rows))
    with pytest.raises(BadInput, match="has no values"):
        strucks(str(tmp_path / "bare.csv"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Reproduced:
    """A small invented dataset with a gender, in the layout of ml-1m."""
    import numpy as np

    place, random = tmp_path_factory.mktemp("strucks"), np.random.default_rng(5)
    chances = random.uniform(0.05, 0.5, (2, 60))
    ratings, users = [], []
    for person in range(1, 121):
        gender = person % 3 == 0
        users.append(f"{person}::{'F' if gender else 'M'}::25::1::00000")
        for item in np.flatnonzero(random.random(60) < chances[int(gender)]):
            ratings.append(f"{person}::{item + 1}::{random.integers(1, 6)}::{978300000 + 86400 * int(item)}")
    movies = [f"{item}::Film {item} (1990)::{'Drama|Romance' if item % 2 else 'Comedy'}" for item in range(1, 61)]
    for name, lines in (("ratings.dat", ratings), ("users.dat", users), ("movies.dat", movies)):
        (place / name).write_text("\n".join(lines) + "\n")
    return strucks(str(place))


@pytest.mark.slow
def test_every_table_is_there_with_figures_of_ours(small: Reproduced) -> None:
    assert {section.table for section in small.sections} == TABLES | FURTHER
    assert sum(row.ours is not None for row in small.rows) > 150
    for row in small.rows:
        if row.unit == "share" and row.ours is not None:
            assert 0 <= row.ours <= 1
    named = {row.what for row in small.rows}
    for wish in ("cap = 1.5", "spikes undone", "list items ignored", "own items removed", "mixed strengths"):
        assert any(wish in what for what in named)
    assert {"groups people have: precision", "groups of value 3: recall"} <= named
    assert "strucks" in small.document.paper
    assert any("learned before it" in line for line in small.findings)
