"""A column that looks like times or values and was not used is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.io.reading import read

Read = Callable[..., Any]
TIMES = "column 'moment' looks like times and was not used; name it with --columns time=moment"
VALUES = "column 'quality' looks like values and was not used; name it with --columns value=quality"


@pytest.mark.parametrize(
    "time", ["2005-07-31", "31.07.2005", "07/31/05", "20050731", "20050731120000", "1122811200", "1122811200000",
             "31 July 2005", "Jul 31, 2005", "2005-07-31T12:00:00Z", "31-07-2005 12:00"]
)  # fmt: skip
def test_times_that_were_not_used_are_named(read_text: Read, time: str) -> None:
    assert read_text(f'user,item,moment\na,x,"{time}"\nb,y,\n').source.notes == (TIMES,)


@pytest.mark.parametrize(
    "values",
    [("3", "4"), ("3.5", "0.5"), ("A", "b-"), ("12000", "3"), ("yes", "no"), ("True", "False"), ("£3", "€0.5")],
)
def test_values_that_were_not_used_are_named(read_text: Read, values: tuple[str, str]) -> None:
    assert read_text(f"user,item,quality\na,x,{values[0]}\nb,y,{values[1]}\n").source.notes == (VALUES,)


def test_the_same_in_parquet_and_json_lines(read_text: Read, tmp_path: Path) -> None:
    table = {"user": ["a", "b"], "item": ["x", "y"], "moment": ["2005-07-31", None], "quality": [3.0, 4.0]}
    pq.write_table(pa.table(table), tmp_path / "d.parquet")
    assert read(tmp_path / "d.parquet").source.notes == (TIMES, VALUES)
    lines = "".join(json.dumps(dict(zip(table, row, strict=True))) + "\n" for row in zip(*table.values(), strict=True))
    assert read_text(lines, "d.jsonl").source.notes == (TIMES, VALUES)


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (",user,item", ["0,a,x", "1,b,y", "2,c,z"]),
        ("user,item,order_id", ["a,x,3", "b,y,4"]),
        ("user,item,invoice no", ["a,x,536365", "b,y,536366"]),
        ("user,item,city", ["a,x,Rome", "b,y,Oslo"]),
        ("user,item,constant", ["a,x,1", "b,y,1"]),
        ("user,item,quality,moment", ["a,x,,", "b,y,,"]),
    ],
)
def test_names_numbers_of_rows_and_words_are_neither(read_text: Read, header: str, rows: list[str]) -> None:
    assert not read_text("\n".join([header, *rows]) + "\n").source.notes


def test_what_was_left_out_on_purpose_needs_no_word(read_text: Read) -> None:
    text = "user,item,moment,quality\na,x,2005-07-31,3\nb,y,2005-07-31,4\n"
    assert not read_text(text, columns={"time": "", "value": ""}).source.notes
    assert not read_text(text, columns={"time": "moment", "value": "quality"}).source.notes


def test_a_second_column_with_a_usual_name_is_named(read_text: Read) -> None:
    data = read_text("user,item,rating,plays,time,date\na,x,3,8,1122811200,2006-01-01\n")
    assert data.source.notes == (
        "column 'date' looks like times and was not used (column 'time' was); name it with --columns time=date",
        "column 'plays' looks like values and was not used (column 'rating' was); name it with --columns value=plays",
    )


def test_a_weaker_name_beside_a_usual_one_is_listed_without_a_note(read_text: Read) -> None:
    data = read_text("user,item,quantity,price\na,x,3,8\nb,x,4,9\n")
    assert (data.source.notes, data.source.understood.could_be) == ((), {"price": "value"})


def test_columns_without_a_header_are_named_by_number(read_text: Read) -> None:
    data = read_text("1,2,3,4,2005-07-31\n2,3,4,5,2005-08-01\n", columns={"user": "1", "item": "2", "value": "3"})
    assert data.source.notes == ("column '5' looks like times and was not used; name it with --columns time=5",)


def test_times_taken_as_values_are_said(read_text: Read) -> None:
    (note,) = read_text("user,item,value\na,x,1122811200\nb,y,1122811205\n").source.notes
    assert "was taken as values, but looks like times or ids" in note


def test_counts_with_a_point_that_may_part_thousands_are_said(read_text: Read) -> None:
    (note,) = read_text("user;item;plays\na;x;1.000\nb;y;2.500\n").source.notes
    assert "'1.000', read with a decimal point" in note
    assert not read_text("user;item;rating\na;x;1.000\nb;y;2.500\n").source.notes
