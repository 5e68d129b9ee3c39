"""Values and times: scales, days, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from standout.errors import BadInput

Read = Callable[..., Any]


def _values(name: str, values: list[str]) -> str:
    return f"user,item,{name}\n" + "".join(f"a,{number},{value}\n" for number, value in enumerate(values))


def test_halves_keep_their_numbers(read_text: Read, content: Read) -> None:
    data = read_text(_values("rating", ["5.0", "4.5", "5", "05", "0.5", "-1", "1e1", " 4.50 ", '"4.5\t"']))
    assert data.scale.labels == ("-1", "0.5", "4.5", "5", "10")
    assert data.scale.positions == (-1.0, 0.5, 4.5, 5.0, 10.0)
    assert content(data)["a", "3"] == ("5", None)


def test_minus_zero_is_zero(read_text: Read) -> None:
    assert read_text(_values("rating", ["0", "-0.0", "-0"])).scale.labels == ("0",)


def test_letter_grades_ascend_from_worst_to_best(read_text: Read, content: Read) -> None:
    data = read_text(_values("grade", ["A", "f ", "B-", " A+", "B+", "B", "A-"]))
    assert data.scale.kind == "letters"
    assert data.scale.labels == ("F", "B-", "B", "B+", "A-", "A", "A+")
    assert data.scale.positions == pytest.approx((0, 11 / 3, 4, 13 / 3, 14 / 3, 5, 16 / 3))
    assert content(data)["a", "1"] == ("F", None)


def test_counts_are_bucketed_by_powers_of_two(read_text: Read, content: Read) -> None:
    counts = [0, 1, 2, 3, 4, 7, 8, 1023, 1024]
    data = read_text(_values("Play_Count", [str(count) for count in counts]))
    assert data.scale.kind == "counts"
    assert data.scale.labels[:5] == ("0", "1", "2–3", "4–7", "8–15")
    assert data.scale.positions == tuple(map(float, range(12)))
    labels = [content(data)["a", str(number)][0] for number in range(len(counts))]
    assert labels == ["0", "1", "2–3", "2–3", "4–7", "4–7", "8–15", "512–1023", "1024–2047"]


def test_no_number_of_different_values_decides_alone(read_text: Read) -> None:
    """Scores stay scores and counts stay counts, whether there are 101 or 102 different ones."""
    evenly, tail = [str(n) for n in range(101)], [str(n) for n in range(101)] + ["0"] * 2000
    assert read_text(_values("value", evenly)).scale.kind == "numbers"
    assert read_text(_values("value", [*evenly, "101"])).scale.kind == "bands"
    assert read_text(_values("value", tail)).scale.kind == "counts"
    assert read_text(_values("value", [*tail, "101"])).scale.kind == "counts"


@pytest.mark.parametrize(
    ("values", "first", "last"),
    [
        ([f"{n}.25" for n in range(160)], "0.25–9.25", "150.25–159.25"),
        ([str(-n) for n in range(160)], "-159–-150", "-9–0"),
    ],
)
def test_many_different_numbers_become_bands_of_equal_size(
    read_text: Read, values: list[str], first: str, last: str
) -> None:
    data = read_text(_values("rating", values))
    assert (data.scale.kind, data.scale.labels[0], data.scale.labels[-1]) == ("bands", first, last)
    assert data.scale.positions == tuple(map(float, range(16)))
    assert data.facts.value_counts.tolist() == [10] * 16


@pytest.mark.parametrize("value", ["ten", "nan", "inf", "-Infinity", "1e999", "1_000", "0x10", "G", "A++"])
def test_a_cell_that_is_no_value_is_a_bad_row(read_text: Read, value: str) -> None:
    with pytest.raises(BadInput, match=r"row 3, column 'rating'"):
        read_text(f'user,item,rating\na,x,3\na,y,"{value}"\na,z,4\n')


def test_a_decimal_comma_among_points_is_a_bad_row(read_text: Read) -> None:
    with pytest.raises(BadInput, match=r"row 3, column 'rating': '4,5'"):
        read_text('user,item,rating\na,x,3.5\na,y,"4,5"\na,z,4.5\n')


def test_a_number_among_letters_is_a_bad_row(read_text: Read) -> None:
    with pytest.raises(BadInput, match=r"row 4, column 'grade': '3'"):
        read_text(_values("grade", ["A", "B", "3"]))


def test_an_empty_value_column_is_no_scale(read_text: Read) -> None:
    assert read_text(_values("rating", ["", ""])).scale.kind == "none"


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("1577836800", 18262), ("1577836799", 18261), ("1577836800000", 18262), ("1577836799999", 18261),
        ("1577836800.5", 18262), ("1.5778368e9", 18262), ("2020-01-01", 18262), (" 2020-01-01 ", 18262),
        ("2020-01-01T23:59:59Z", 18262), ('" 20200101	"', 18262),
        ("2020-01-01 00:30:00+02:00", 18261), ("2019-12-31T23:30:00-0100", 18262), ("2020/1/1", 18262),
        ("2020-01-01 10:00:00.123456", 18262), ("20200101", 18262), ("1969-12-31", -1), ("-1", -1),
        ("1960-02-29T12:00", -3594), ("1577836800000000", 18262),
    ],
)  # fmt: skip
def test_times_become_days(read_text: Read, content: Read, time: str, day: int) -> None:
    data = read_text(f"user,item,time\na,x,{time}\nb,x,1990-01-01\n", any_year=True)
    assert content(data)["a", "x"] == (None, day)


@pytest.mark.parametrize(
    "time",
    [
        "yesterday",
        "2020-02-30",
        "2020-13-01",
        "2020-01-01x",
        "nan",
        "inf",
        "infinity",
        "epoch",
        "20201399",
        "1e30",
    ],
)
def test_a_cell_that_is_no_time_is_a_bad_row(read_text: Read, time: str) -> None:
    with pytest.raises(BadInput, match=r"row 2, column 'time'"):
        read_text(f"user,item,time\na,x,{time}\nb,x,1990-01-01\n")


def test_small_numbers_are_no_times(read_text: Read) -> None:
    with pytest.raises(BadInput, match=r"'time' holds small numbers up to 2,005.*columns={'time': ''}"):
        read_text("user,item,time\na,x,1999\nb,x,2005\n")


def test_days_from_early_1970_are_days(read_text: Read, content: Read) -> None:
    assert content(read_text("user,item,time\na,x,1970-01-02\n")) == {("a", "x"): (None, 1)}


def test_too_long_a_span_is_refused(read_text: Read) -> None:
    with pytest.raises(BadInput, match=r"'time' spans .* days"):
        read_text("user,item,time\na,x,1900-01-01\nb,x,2020-01-01\n", any_year=True)
    assert read_text("user,item,time\na,x,1931-01-01\nb,x,2020-09-16\n", any_year=True).last_day == 32_766
