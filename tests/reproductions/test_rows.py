"""Rows of a reproduction: what is compared, how it is shown, and what the remark says."""

from __future__ import annotations

import numpy as np
import pytest

from standout.reproductions.frankowski.order import by_length, long_records
from standout.reproductions.narayanan.causes import crowd_cause, second_day
from standout.reproductions.rates import rate_of
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


def test_a_row_says_how_many_it_is_of() -> None:
    share = rate_of(np.array([True, False, True]))
    assert measured("figure 1", "anything", 0.5, share).n == 3
    assert measured("figure 1", "anything", 0.5, share).n_text() == "3"
    assert measured("figure 1", "anything", 0.5, None).n is None


@pytest.mark.parametrize(
    ("whole", "smallest", "says"),
    [
        (Estimate(0.5, 0.45, 0.55), Estimate(0.8, 0.7, 0.9), "fewer records to hide among"),
        (Estimate(0.8, 0.7, 0.9), Estimate(0.5, 0.45, 0.55), "not fewer records"),
        (Estimate(0.5, 0.4, 0.6), Estimate(0.55, 0.4, 0.7), "no difference"),
    ],
)
def test_a_cause_is_named_only_in_the_direction_that_was_measured(
    whole: Estimate, smallest: Estimate, says: str
) -> None:
    assert says in crowd_cause([whole, smallest])


def test_what_the_second_day_adds_is_said_only_where_it_is_less() -> None:
    assert "mostly repeats it" in second_day((0.3, 0.1))
    assert second_day((0.1, 0.3)) == second_day((None, 0.1)) == ""


def test_long_records_are_a_cause_only_where_those_wrongly_first_are_longer() -> None:
    assert long_records(96, 600).startswith("long records mislead")
    assert long_records(96, 60).startswith("long records do not mislead")


@pytest.mark.parametrize(
    ("long_posters", "says"),
    [(Estimate(0.1, 0.05, 0.15), "less often"), (Estimate(0.6, 0.5, 0.7), "more often"), (None, "nobody")],
)
def test_what_length_does_to_tf_idf_is_said_as_measured(long_posters: Estimate | None, says: str) -> None:
    assert says in by_length(Estimate(0.3, 0.25, 0.35), long_posters)
