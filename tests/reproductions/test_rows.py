"""Rows of a reproduction: what is compared, how it is shown, and what the remark says."""

from __future__ import annotations

import pytest

from standout.reproductions.rows import NOT_READABLE, compared, measured
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, Unit, shown, shown_interval


def test_without_a_published_number_the_remark_says_so() -> None:
    assert measured("figure 1", "anything", None, Estimate(0.5, 0.4, 0.6)).remark == NOT_READABLE
    assert measured("figure 1", "anything", 0.5, Estimate(0.5, 0.4, 0.6)).remark == ""


def test_what_could_not_be_measured_is_none_and_not_zero() -> None:
    row = measured("figure 1", "anything", 0.5, None, "why")
    assert (row.ours, row.low, row.high) == (None, None, None)
    assert shown(row.ours, row.unit) == "–"
    assert shown_interval(row) == ""


@pytest.mark.parametrize(
    ("published", "ours", "says"),
    [
        (0.31, Estimate(0.35, 0.33, 0.37), "agrees"),
        (0.31, Estimate(0.45, 0.43, 0.47), "14 points higher: because"),
        (0.31, Estimate(0.10, 0.09, 0.11), "21 points lower: because"),
    ],
)
def test_a_difference_counts_only_beyond_the_sampling_error(published: float, ours: Estimate, says: str) -> None:
    assert compared(published, ours, 133, "because").startswith(says)


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        (0.5, "share", "50%"),
        (0.001, "share", "0.1%"),
        (0.999, "share", "99.9%"),
        (0.0, "share", "0%"),
        (0.9997, "share", "99.97%"),
        (1.0, "share", "100%"),
        (3.04, "bits", "3.0 bits"),
        (140_132.0, "number", "140,132"),
        (3.1, "number", "3.1"),
        (1.0, "order", "holds"),
        (0.0, "order", "does not"),
    ],
)
def test_numbers_as_they_are_read(number: float, unit: Unit, text: str) -> None:
    assert shown(number, unit) == text


def test_intervals_stand_in_brackets() -> None:
    assert shown_interval(Row("t", "w", None, 0.5, 0.41, 0.59, "")) == " [41–59]"
    assert shown_interval(Row("t", "w", None, 3.3, 3.2, 3.4, "", "bits")) == " [3.2–3.4]"
