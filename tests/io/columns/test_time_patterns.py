"""Every usual way of writing a date is read back to the very day, by a look at the whole column."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from standout.errors import BadInput
from standout.io.columns.time_patterns import in_words, patterns_of
from standout.io.reading import read

Read = Callable[..., Any]
_EPOCH = date(1970, 1, 1)


def _table(cells: list[str], name: str = "time") -> str:
    return f"user,item,{name}\n" + "".join(f'u{row},x,"{cell}"\n' for row, cell in enumerate(cells))


def _days_by_row(data: Any) -> list[date | None]:
    """The day of each row of `_table`, none where there is none."""
    people, records = data.vocabulary.people.to_pylist(), data.held.records
    days = {
        person: None if day == 65_535 else _EPOCH + timedelta(days=data.first_day + int(day))
        for person, day in zip(people, records.days, strict=True)
    }
    return [days[f"u{row}"] for row in range(len(people))]


DATES = [
    "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y", "%d %m %Y", "%m-%d-%Y", "%m/%d/%Y", "%m/%d/%y", "%d/%m/%y", "%d.%m.%y",
    "%y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y-%m-%d", "%Y%m%d", "%d %b %Y", "%d %B %Y", "%b %d, %Y",
    "%B %d, %Y", "%B %d %Y", "%d-%b-%y", "%d-%b-%Y", "%d%b%Y", "%Y-%b-%d", "%a, %d %b %Y", "%A, %B %d, %Y",
    "%b. %d, %Y", "%d. %B %Y", "%d%m%Y", "%m%d%Y",
]  # fmt: skip
CLOCKS = [
    "", " %H:%M", " %H:%M:%S", "T%H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S%p", " %H:%M:%S%z", "T%H:%M:%SZ",
    "T%H:%M:%S.%fZ", ", %H:%M", " at %I:%M %p", " %H:%M %z", " %H:%M:%S UTC",
]  # fmt: skip


@pytest.mark.parametrize(
    "pattern", [*DATES, *(date + clock for date in DATES[:8] + DATES[15:19] for clock in CLOCKS[1:])]
)
def test_every_format_is_read_back_as_written(read_text: Read, pattern: str) -> None:
    chance = random.Random(pattern)
    moments = [
        datetime(1990 + chance.randrange(35), 1, 1, tzinfo=UTC) + timedelta(minutes=chance.randrange(365 * 1440))
        for _ in range(60)
    ]
    cells = [moment.strftime(pattern) for moment in moments]
    expected = [datetime.strptime(cell, pattern) for cell in cells]
    assert _days_by_row(read_text(_table(cells))) == [each.date() for each in expected]


@pytest.mark.parametrize("pattern", ["%-d/%-m/%Y %-H:%M", "%-m/%-d/%y %-H:%M", "%-d-%-m-%Y"])
def test_numbers_need_no_leading_zeros(read_text: Read, pattern: str) -> None:
    days = [date(2010, 11, 20) + timedelta(days=7 * step) for step in range(30)]
    cells = [datetime(day.year, day.month, day.day, 8, 5).strftime(pattern) for day in days]
    assert _days_by_row(read_text(_table(cells))) == days


def test_ordinals_and_sept(read_text: Read) -> None:
    cells = ["1st September 2011", "2nd Oct 2011", "23rd Nov 2011", "13 Sept 2011"]
    assert _days_by_row(read_text(_table(cells))) == [
        date(2011, 9, 1),
        date(2011, 10, 2),
        date(2011, 11, 23),
        date(2011, 9, 13),
    ]


def test_two_digits_of_a_year_are_said(read_text: Read) -> None:
    data = read_text(_table(["31/12/99", "13/01/05"]))
    assert _days_by_row(data) == [date(1999, 12, 31), date(2005, 1, 13)]
    assert "00 to 68 are 2000 to 2068" in data.source.notes[0]


def test_excels_day_numbers(read_text: Read) -> None:
    chance = random.Random(1)
    serials = [round(25_569 + chance.random() * 20_000, 5) for _ in range(50)]
    data = read_text(_table([str(serial) for serial in serials]))
    assert _days_by_row(data) == [(datetime(1899, 12, 30) + timedelta(days=serial)).date() for serial in serials]
    assert "Excel's day numbers" in data.source.notes[0]


def test_day_month_and_year_together_are_no_seconds_of_1970(read_text: Read) -> None:
    """Eight digits are seconds of 1970 too, which nobody recorded; where day and month could be swapped, it asks."""
    data = read_text(_table(["31072005", "01082005", "15092006"]))
    assert _days_by_row(data) == [date(2005, 7, 31), date(2005, 8, 1), date(2006, 9, 15)]
    assert "ddmmyyyy" in data.source.notes[0]
    with pytest.raises(BadInput, match=r"2 ways|two ways"):
        read_text(_table(["01022005", "03042005", "05112006"]))
    assert _days_by_row(read_text(_table(["1122811200", "1122897600"]))) == [date(2005, 7, 31), date(2005, 8, 1)]


def test_months_stand_for_their_first_day(read_text: Read) -> None:
    data = read_text(_table(["2011-02", "2012-11"]))
    assert _days_by_row(data) == [date(2011, 2, 1), date(2012, 11, 1)]
    assert "first day of each month" in data.source.notes[0]


def test_times_of_day_may_be_longer_or_shorter_from_row_to_row(read_text: Read) -> None:
    cells = ["13/01/2011 10:00:00.5", "14/01/2011 10:00:00", "15/01/2011", "16/01/2011 10:00"] * 20
    assert _days_by_row(read_text(_table(cells))) == [date(2011, 1, 13 + row % 4) for row in range(80)]


def test_a_day_after_the_12th_anywhere_in_the_column_tells(read_text: Read) -> None:
    few = ["03/04/2011"] * 3_000
    assert _days_by_row(read_text(_table([*few, "13/04/2011"])))[0] == date(2011, 4, 3)
    assert _days_by_row(read_text(_table(["04/13/2011", *few])))[-1] == date(2011, 3, 4)


def test_where_nothing_tells_both_readings_are_shown(read_text: Read) -> None:
    with pytest.raises(BadInput) as refusal:
        read_text(_table(["03/04/2011", "05/06/2011", "01/02/2011"]))
    said = str(refusal.value)
    assert "--date-format '%d/%m/%Y' gives 2011-02-01 to 2011-06-05" in said or "date_format" in said
    assert "'%m/%d/%Y'" in said
    assert "2011-01-02 to 2011-05-06" in said
    assert "\n" not in said
    assert _days_by_row(read_text(_table(["03/04/2011"]), date_format="%d/%m/%Y")) == [date(2011, 4, 3)]
    assert _days_by_row(read_text(_table(["03/04/2011"]), date_format="%m/%d/%Y")) == [date(2011, 3, 4)]


def test_a_date_that_is_the_same_either_way_needs_no_question(read_text: Read) -> None:
    assert _days_by_row(read_text(_table(["05/05/2011", "06/06/2011"]))) == [date(2011, 5, 5), date(2011, 6, 6)]


def test_days_that_run_on_are_taken_over_one_day_in_several_months(read_text: Read) -> None:
    cells = [f"12/{1 + row // 20}/10 {8 + row % 9}:{row % 60:02}" for row in range(100)]
    data = read_text(_table(cells))
    assert _days_by_row(data)[0] == date(2010, 12, 1)
    assert _days_by_row(data)[-1] == date(2010, 12, 5)
    assert "as dd/mm/yy hh:mm" in data.source.notes[0]
    assert "2010-01-12 to 2010-05-12" in data.source.notes[0]


def test_the_first_of_each_month_is_no_less_likely_than_a_run_of_days(read_text: Read) -> None:
    with pytest.raises(BadInput, match="can be read in two ways"):
        read_text(_table([f"01/{month:02}/2011" for month in range(1, 9)]))


def test_rows_in_the_order_of_time_tell(read_text: Read) -> None:
    days = [date(year, month, day) for year in (2011, 2012) for month in range(1, 9) for day in (2, 5, 9)]
    for in_order in (days, days[::-1]):
        data = read_text(_table([day.strftime("%m/%d/%Y") for day in in_order]))
        assert _days_by_row(data) == in_order


@pytest.mark.parametrize("backwards", [False, True])
def test_rows_that_are_sorted_as_text_do_not_tell(read_text: Read, backwards: bool) -> None:
    days = [date(2011, month, day) for month in range(1, 9) for day in (2, 5, 9)]
    cells = sorted((day.strftime("%d/%m/%Y") for day in days), reverse=backwards)
    with pytest.raises(BadInput, match="can be read in two ways"):
        read_text(_table(cells))


def test_both_orders_in_one_column_are_refused(read_text: Read) -> None:
    for times in (10, 11):
        with pytest.raises(BadInput, match="mixes") as refusal:
            read_text(_table(["13/04/2011"] * times + ["04/13/2011"] * 10))
        assert "skip" not in str(refusal.value)


def test_single_rows_in_another_format_are_bad_rows(read_text: Read) -> None:
    cells = [f"{13 + row % 9}.04.2011" for row in range(30)] + ["2011-04-13"]
    with pytest.raises(BadInput, match=r"row 32, column 'time': '2011-04-13' is not dd.mm.yyyy"):
        read_text(_table(cells))
    data = read_text(_table(cells), skip_bad_rows=True)
    assert data.people == 30
    assert "1 row left out: a time that is not dd.mm.yyyy" in data.source.notes


@pytest.mark.parametrize(
    "cell",
    [
        "99/99/9999",
        "0000",
        "00/00/0000",
        "1" * 400,
        "١٢/٠١/٢٠١١",
        "31/02/2011",
        "x",
        "12/01/20111",
        "-1/2/2011",
        "%d/%m/%Y",
        "'",
    ],
)
def test_hostile_cells_are_bad_rows(read_text: Read, cell: str) -> None:
    good = [f"{13 + row % 9}/04/2011" for row in range(20)]
    with pytest.raises(BadInput, match="row 22, column 'time'"):
        read_text(_table([*good, cell]))
    assert read_text(_table([*good, cell]), skip_bad_rows=True).people == 20
    with pytest.raises(BadInput) as refusal:
        read_text(_table([cell] * 3))
    assert "\n" not in str(refusal.value)


def test_empty_cells_have_no_day(read_text: Read) -> None:
    assert _days_by_row(read_text(_table(["13.04.2011", "", " ", "14.04.2011"]))) == [
        date(2011, 4, 13), None, None, date(2011, 4, 14),
    ]  # fmt: skip


def test_a_format_that_is_asked_for_settles(read_text: Read) -> None:
    with pytest.raises(BadInput, match=r"'soon' is not"):
        read_text(_table(["2011:13:4", "2011:14:4", "soon"]), date_format="%Y:%d:%m")
    days = [date(2011, 4, 13), date(2011, 4, 14)]
    assert _days_by_row(read_text(_table(["11:13:4", "11:14:4"]), date_format="%y:%d:%m")) == days
    either = "%d/%m/%Y|%d/%m/%Y %H:%M"
    assert _days_by_row(read_text(_table(["13/4/2011", "14/4/2011 10:00"]), date_format=either)) == days


def test_words_for_numbers(read_text: Read) -> None:
    assert _days_by_row(read_text(_table(["40513.35"]), date_format="excel")) == [date(2010, 12, 1)]
    assert _days_by_row(read_text(_table(["1122811200"]), date_format="epoch-s")) == [date(2005, 7, 31)]
    assert _days_by_row(read_text(_table(["1122811200000"]), date_format="epoch-ms")) == [date(2005, 7, 31)]
    assert _days_by_row(read_text(_table(["12995"]), date_format="epoch-days")) == [date(2005, 7, 31)]


def test_a_format_that_fits_nothing_or_is_none_is_refused(read_text: Read) -> None:
    with pytest.raises(BadInput, match=r"fits no cell of column 'time', the first of which is '2011-04-13'"):
        read_text(_table(["2011-04-13"]), date_format="%d/%m/%Y")
    for none in ("%Q", "%", "", "soon", "%d-%m", "'; DROP TABLE raw; --"):
        with pytest.raises(BadInput, match="no pattern of dates"):
            read_text(_table(["2011-04-13"]), date_format=none)


@pytest.mark.parametrize("zone", ["Europe/Vienna", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"])
def test_instants_fall_on_the_days_of_the_zone_and_clocks_stay(read_text: Read, zone: str) -> None:
    chance = random.Random(zone)
    instants = [datetime(1995, 1, 1, tzinfo=UTC) + timedelta(seconds=chance.randrange(900_000_000)) for _ in range(50)]
    there = [instant.astimezone(ZoneInfo(zone)).date() for instant in instants]
    for cells in (
        [str(int(instant.timestamp())) for instant in instants],
        [instant.isoformat() for instant in instants],
        [instant.strftime("%d.%m.%Y %H:%M:%SZ") for instant in instants],
        [instant.astimezone(timezone(timedelta(hours=-3))).strftime("%d/%m/%Y %H:%M:%S%z") for instant in instants],
    ):
        assert _days_by_row(read_text(_table(cells), timezone=zone)) == there
    here = [instant.date() for instant in instants]
    for pattern in ("%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M", "%Y%m%d"):
        assert _days_by_row(read_text(_table([each.strftime(pattern) for each in instants]), timezone=zone)) == here


def test_an_unknown_zone_is_refused(read_text: Read) -> None:
    with pytest.raises(BadInput, match="no such time zone"):
        read_text(_table(["2011-04-13"]), timezone="Mars/Olympus'; --")


def test_patterns_in_words() -> None:
    assert in_words("%d-%m-%Y %H:%M:%S") == "dd-mm-yyyy hh:mm:ss"
    assert [pattern.whole for pattern in patterns_of("1/2/2011 8:26 PM")] == ["%d/%m/%Y %I:%M %p", "%m/%d/%Y %I:%M %p"]
    assert patterns_of("Wed Oct 10 20:19:24 +0000 2018")[0].whole == "%a %b %d %H:%M:%S %z %Y"
    assert not any(patterns_of(cell) for cell in ("12 monkeys 1995", "1.2.3.4", "", "2011", "10:30"))


def test_columns_of_day_month_and_year_are_one_time(tmp_path: Path) -> None:
    rows = [(1, 4, 2009), (31, 12, 2010), (31, 2, 2010), (1, 1, 1956), ("", "", ""), (2, "Feb", 2010)]
    text = "userID\tartistID\tday\tmonth\tyear\n" + "".join(
        f"u{row}\tx\t{day}\t{month}\t{year}\n" for row, (day, month, year) in enumerate(rows)
    )
    (tmp_path / "tags.dat").write_text(text)
    data = read(tmp_path / "tags.dat")
    assert _days_by_row(data) == [date(2009, 4, 1), date(2010, 12, 31), None, None, None, date(2010, 2, 2)]
    assert any("2 rows have a day that cannot be" in note for note in data.source.notes)
    named = read(tmp_path / "tags.dat", columns={"time": "year+month+day"})
    assert _days_by_row(named) == _days_by_row(data)
    assert not read(tmp_path / "tags.dat", columns={"time": ""}).has_days


def test_columns_of_year_and_month(read_text: Read) -> None:
    data = read_text("user,item,order_year,order_month\nu0,x,2009,4\nu1,x,2010,12\n")
    assert _days_by_row(data) == [date(2009, 4, 1), date(2010, 12, 1)]


def test_columns_that_make_no_days_are_refused(read_text: Read) -> None:
    with pytest.raises(BadInput, match="columns year, month, day make no days in 2 of 3 rows"):
        read_text("user,item,day,month,year\nu0,x,1,1,2009\nu1,x,40,1,2009\nu2,x,1,13,2009\n")
