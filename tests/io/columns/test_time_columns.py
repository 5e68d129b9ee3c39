"""A column of times is judged as a whole: read right and said, or refused; never silently another time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.io.columns.time_years import check_span
from standout.io.reading import read

Read = Callable[..., Any]


def _since_1970(year: int, month: int, day: int) -> int:
    return (date(year, month, day) - date(1970, 1, 1)).days


def _rows(*times: object) -> str:
    return "user,item,time\n" + "".join(f"u{at},x,{time}\n" for at, time in enumerate(times))


def _days(data: Any) -> list[int | None]:
    return [data.first_day + int(day) for day in data.held.records.days]


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("20050731120000", "20060101235959", "compact"),
        ("20050731T120000", "20060101T235959", "compact"),
        ("20050731T120000Z", "20060101T235959Z", "compact"),
        ("20050731 120000", "20060101 235959", "compact"),
        ("20050731120000.0", "20060101235959.0", "compact"),
        ("200507311200", "200601012359", "compact"),
        ("2005073112", "2006010123", "compact"),
        ("12767284800000000", "12780633599000000", "Chrome's times"),
        ("127672848000000000", "127806335990000000", "Windows file times"),
        ("632583648000000000", "632717135990000000", ".NET ticks"),
        ("1122811200000", "1136159999000", "milliseconds since 1970"),
        ("1122811200000000", "1136159999000000", "microseconds since 1970"),
        ("1122811200000000000", "1136159999000000000", "nanoseconds since 1970"),
    ],
)
def test_a_format_of_the_whole_column_is_read_right_and_said(read_text: Read, first: str, last: str, said: str) -> None:
    data = read_text(_rows(first, last))
    assert _days(data) == [_since_1970(2005, 7, 31), _since_1970(2006, 1, 1)]
    (note,) = data.source.notes
    assert "column 'time' was read as" in note
    assert said in note
    assert "2005-07-31 to 2006-01-01" in note


@pytest.mark.parametrize("time", ["20050731.0", "20050731.00", "2.0050731e7"])
def test_whole_numbers_with_a_decimal_point_are_dates_as_without(read_text: Read, time: str) -> None:
    assert _days(read_text(_rows(time))) == [_since_1970(2005, 7, 31)]


def test_dates_that_parquet_holds_as_floating_point(tmp_path: Path) -> None:
    table = pa.table({"user": ["a", "b"], "item": ["x", "x"], "time": [20050731.0, 20060101.0]})
    pq.write_table(table, tmp_path / "d.parquet")
    assert _days(read(tmp_path / "d.parquet")) == [_since_1970(2005, 7, 31), _since_1970(2006, 1, 1)]


def test_nanoseconds_of_1990_are_not_taken_for_ticks(read_text: Read) -> None:
    seconds = [632_880_000 + 61 * at for at in range(9)]
    data = read_text(_rows(*(f"{second}000000000" for second in seconds)))
    assert _days(data) == [second // 86_400 for second in seconds]
    assert "nanoseconds since 1970" in data.source.notes[0]


def test_ticks_of_whole_days_and_hours_are_ticks(read_text: Read) -> None:
    day = 864_000_000_000
    for step in (day, day // 24):
        first = 632_583_648 * 10**9
        data = read_text(_rows(*(first + step * at for at in range(5))))
        assert data.first_day == _since_1970(2005, 7, 31)


def test_milliseconds_from_early_on_are_all_milliseconds(read_text: Read) -> None:
    assert _days(read_text(_rows(50_000_000_000, 1_122_811_200_000))) == [578, _since_1970(2005, 7, 31)]


def test_dates_in_years_where_other_formats_would_fall_are_dates(read_text: Read) -> None:
    for text in ("1976-05-09", "1974-01-17", "1990-01-17"):
        data = read_text(_rows(text))
        assert _days(data) == [(date.fromisoformat(text) - date(1970, 1, 1)).days]
        assert not data.source.notes


@pytest.mark.parametrize("time", ["2300-01-01", "1969-12-31", "-86400", "0001-01-01", "0000-01-01", "9999-12-31",
                                  "20051331120000"])  # fmt: skip
def test_an_implausible_column_is_refused_with_what_was_read(read_text: Read, time: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_text(_rows(time, time))
    message = str(refusal.value)
    for word in (
        "data.csv: column 'time' reads as",
        "not within 1970 to",
        "2 of 2 rows",
        "any_year=True",
        "{'time': ''}",
    ):
        assert word in message
    assert "\n" not in message


def test_next_year_is_plausible_and_the_year_after_is_not(read_text: Read) -> None:
    year = date.today().year
    assert read_text(_rows("2001-01-01", f"{year + 1}-01-01")).has_days
    with pytest.raises(BadInput, match=f"not within 1970 to {year + 1} "):
        read_text(_rows("2001-01-01", f"{year + 3}-01-01"))


def test_any_year_takes_times_as_they_are_but_for_what_no_calendar_has(read_text: Read) -> None:
    assert _days(read_text(_rows("1875-05-01"), any_year=True)) == [_since_1970(1875, 5, 1)]
    assert _days(read_text(_rows("2300-05-01"), any_year=True)) == [_since_1970(2300, 5, 1)]
    with pytest.raises(BadInput, match="reads as 0000-01-01"):
        read_text(_rows("0000-01-01"), any_year=True)


def test_a_few_implausible_rows_are_bad_rows(read_text: Read) -> None:
    text = _rows(*["2005-07-31"] * 150, "2505-07-31")
    with pytest.raises(BadInput, match=r"row 152, column 'time': '2505-07-31' is not within 1970 to .*1 bad row"):
        read_text(text)
    data = read_text(text, skip_bad_rows=True)
    assert data.people == 150
    assert "1 row left out: a time in a year that cannot be meant" in data.source.notes


@pytest.mark.parametrize(("good", "bad"), [(10, 1), (55, 1), (19, 2), (28, 3), (400, 4)])
def test_slips_of_the_pen_in_a_short_table_are_bad_rows_too(read_text: Read, good: int, bad: int) -> None:
    text = _rows(*["2005-07-31"] * good, *["2505-07-31"] * bad)
    with pytest.raises(BadInput, match=rf"row {good + 2}, column 'time': '2505-07-31' is not within .*{bad} bad row"):
        read_text(text)
    assert read_text(text, skip_bad_rows=True).people == good


@pytest.mark.parametrize(("good", "bad"), [(9, 1), (18, 2), (27, 3), (300, 4)])
def test_more_implausible_rows_are_a_column_of_something_else(read_text: Read, good: int, bad: int) -> None:
    with pytest.raises(BadInput, match="a year may be mistyped"):
        read_text(_rows(*["2005-07-31"] * good, *["2505-07-31"] * bad), skip_bad_rows=True)


def test_a_row_that_the_columns_format_cannot_read_is_a_bad_row(read_text: Read) -> None:
    text = _rows(*["13170000000000000"] * 5, "soon")
    with pytest.raises(BadInput, match="row 7, column 'time': 'soon'"):
        read_text(text)
    assert _days(read_text(text, skip_bad_rows=True)) == [_since_1970(2018, 5, 5)] * 5


def test_a_mixture_and_a_time_0_are_said(read_text: Read) -> None:
    assert any("mixes dates and seconds" in note for note in read_text(_rows("2005-07-31", 1122811200)).source.notes)
    (note,) = read_text(_rows("0", 1122811200)).source.notes
    assert "1 row has the time 0" in note


@pytest.mark.parametrize(
    ("numbers", "what"),
    [((1999, 2005), "years"), ((12995, 13000), "days since 1970")],
)
def test_small_numbers_are_refused_with_what_they_may_be(read_text: Read, numbers: tuple[int, int], what: str) -> None:
    with pytest.raises(BadInput, match=f"small numbers.*they may be {what}"):
        read_text(_rows(*numbers))


def test_where_only_the_span_is_known_look_alikes_are_refused() -> None:
    ticks = 632_583_648 * 10**6
    with pytest.raises(BadInput, match=r"may be .*\.NET ticks"):
        check_span(ticks, ticks + 5, "d", "time", False, numbers=True)
    check_span(ticks, ticks + 5, "d", "time", False, numbers=False)
    with pytest.raises(BadInput, match="any_year=True"):
        check_span(-1, 5, "d", "time", False, numbers=True)
    check_span(-1, 5, "d", "time", True, numbers=True)
