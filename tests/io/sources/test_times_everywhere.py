"""Times of an unusual format are found in every kind of source, from all of its parts."""

from __future__ import annotations

import json
import random
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.io.looking import look_at
from standout.io.reading import read
from standout.io.reading_options import ReadingOptions

Read = Callable[..., Any]
Rows = Sequence[tuple[str, str, str]]
EPOCH = date(1970, 1, 1)


def purchases(seed: int, telling: bool = True) -> list[tuple[str, str, date]]:
    """Rows of which only one of the last has a day after the 12th, or none."""
    draw = random.Random(seed)
    days = [date(2011, draw.randrange(1, 13), draw.randrange(1, 13)) for _ in range(120)]
    draw.shuffle(days)
    if telling:
        days[-3] = date(2011, 5, 25)
    return [(f"p{number % 11}", f"i{number}", day) for number, day in enumerate(days)]


def written(rows: Sequence[tuple[str, str, date]]) -> Rows:
    return [(person, item, day.strftime("%d/%m/%Y")) for person, item, day in rows]


def expected(rows: Sequence[tuple[str, str, date]]) -> dict[tuple[str, str], tuple[None, int]]:
    return {(person, item): (None, (day - EPOCH).days) for person, item, day in rows}


def as_csv(rows: Rows, separator: str = ",") -> str:
    return "".join(separator.join(row) + "\n" for row in (("user", "item", "date"), *rows))


def csv_parts(folder: Path, rows: Rows) -> Path:
    folder = folder / "parts"
    folder.mkdir()
    for part in range(4):
        (folder / f"part{part}.csv").write_text(as_csv(rows[30 * part : 30 * part + 30]))
    return folder


def by_blanks(folder: Path, rows: Rows) -> Path:
    file = folder / "blanks.txt"
    file.write_text(as_csv(rows, "   "))
    return file


def zipped(folder: Path, rows: Rows) -> Path:
    file = folder / "data.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.csv", as_csv(rows[:60]))
        archive.writestr("b.csv", as_csv(rows[60:]))
    return file


def json_parts(folder: Path, rows: Rows) -> Path:
    folder = folder / "lines"
    folder.mkdir()
    for part in range(2):
        lines = (json.dumps(dict(zip(("user", "item", "date"), row, strict=True))) for row in rows[60 * part :][:60])
        (folder / f"{part}.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def parquet_parts(folder: Path, rows: Rows) -> Path:
    """Parts whose ids are of different kinds."""
    folder = folder / "parquet"
    folder.mkdir()
    for part, kind in enumerate((pa.string(), pa.large_string(), pa.binary())):
        some = rows[40 * part : 40 * part + 40]
        people, items, days = (pa.array([row[place] for row in some]) for place in range(3))
        pq.write_table(pa.table({"user": people.cast(kind), "item": items, "date": days}), folder / f"{part}.parquet")
    return folder


def in_sqlite(folder: Path, rows: Rows) -> Path:
    file = folder / "shop.sqlite"
    with sqlite3.connect(file) as database:
        database.execute('CREATE TABLE sales ("user" TEXT, item TEXT, date TEXT)')
        database.executemany("INSERT INTO sales VALUES (?, ?, ?)", rows)
    database.close()
    return file


def in_duckdb(folder: Path, rows: Rows) -> Path:
    file = folder / "shop.duckdb"
    with duckdb.connect(file) as database:
        database.execute('CREATE TABLE sales ("user" VARCHAR, item VARCHAR, date VARCHAR)')
        database.executemany("INSERT INTO sales VALUES (?, ?, ?)", [list(row) for row in rows])
    return file


def keyed(folder: Path, rows: Rows) -> Path:
    """The day stands in the names of folders alone."""
    folder = folder / "keyed"
    days: dict[str, list[str]] = {}
    for person, item, day in rows:
        days.setdefault(day.replace("/", "%2F"), []).append(f"{person},{item}")
    for day, lines in days.items():
        (folder / f"date={day}").mkdir(parents=True)
        (folder / f"date={day}" / "part.csv").write_text("user,item\n" + "\n".join(lines) + "\n")
    return folder


def keyed_parquet(folder: Path, rows: Rows) -> Path:
    folder = folder / "keyed"
    for day in dict.fromkeys(day for _, _, day in rows):
        place = folder / f"date={day.replace('/', '%2F')}"
        place.mkdir(parents=True)
        some = [row for row in rows if row[2] == day]
        pq.write_table(
            pa.table({"user": [row[0] for row in some], "item": [row[1] for row in some]}), place / "0.parquet"
        )
    return folder


MAKERS = pytest.mark.parametrize(
    "make",
    [csv_parts, by_blanks, zipped, json_parts, parquet_parts, in_sqlite, in_duckdb, keyed, keyed_parquet],
)  # fmt: skip


@MAKERS
def test_a_day_in_the_last_rows_tells_how_all_are_read(tmp_path: Path, content: Read, make: Read) -> None:
    rows = purchases(1)
    data = read(make(tmp_path, written(rows)), into=tmp_path / "read")
    assert content(data) == expected(rows)
    understood = data.source.understood
    assert understood is not None
    assert understood.times is not None
    assert (understood.times.columns, understood.times.format) == (("date",), "dd/mm/yyyy")
    days = sorted(day for _, _, day in rows)
    assert (understood.times.first, understood.times.last) == (str(days[0]), str(days[-1]))


@MAKERS
def test_what_nothing_tells_is_asked_and_can_be_said(tmp_path: Path, content: Read, make: Read) -> None:
    rows = purchases(2, telling=False)
    place = make(tmp_path, written(rows))
    with pytest.raises(BadInput) as refused:
        read(place)
    assert "--date-format '%d/%m/%Y'" in refused.value.as_typed
    assert "--date-format '%m/%d/%Y'" in refused.value.as_typed
    said = read(place, into=tmp_path / "read", date_format="%d/%m/%Y")
    assert content(said) == expected(rows)
    looked = look_at(str(place), ReadingOptions())
    assert len(looked.problems) == 1
    assert looked.dataset is not None, "the rest is looked at without times"
    assert not looked.dataset.has_days


def test_years_and_months_of_folders_are_a_time(tmp_path: Path, content: Read) -> None:
    for year, month in ((2023, 12), (2024, 1)):
        folder = tmp_path / "plays" / f"year={year}" / f"month={month:02}"
        folder.mkdir(parents=True)
        (folder / "part.csv").write_text(f"user,item\na,x{month}\nb,x{month}\n")
    data = read(tmp_path / "plays", into=tmp_path / "read")
    first = [(date(2023, 12, 1) - EPOCH).days, (date(2024, 1, 1) - EPOCH).days]
    assert sorted(content(data).values()) == [(None, first[0])] * 2 + [(None, first[1])] * 2
    understood = data.source.understood
    assert understood is not None
    assert understood.columns["time"] == "year+month"


def test_a_time_in_rows_goes_before_those_of_folders(tmp_path: Path, content: Read) -> None:
    folder = tmp_path / "plays" / "year=2024" / "month=01"
    folder.mkdir(parents=True)
    (folder / "part.csv").write_text("user,item,timestamp\na,x,2024-01-17\nb,x,2024-01-18\n")
    begun = date(2024, 1, 17)
    found = content(read(tmp_path / "plays", into=tmp_path / "read"))
    assert [day for _, day in found.values()] == [(begun + timedelta(number) - EPOCH).days for number in range(2)]
