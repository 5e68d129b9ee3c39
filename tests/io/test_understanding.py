"""What was understood is said: columns, values, times, what was not used, and what became of every row."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import standout as so
from standout.data.prepared import open_prepared
from standout.io.reading import read
from standout.results.understood import Understood, understood_lines

Read = Callable[..., Any]
HEADER = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n"


def purchases(seed: int = 1, rows: int = 400) -> list[tuple[str, ...]]:
    """A shop's rows, some of guests, with repeats."""
    draw = random.Random(seed)
    made: list[tuple[str, ...]] = []
    for number in range(rows):
        item, person = draw.randrange(60), draw.randrange(1, 40)
        made.append((
            f"{536365 + number // 9}", f"{item}A", f"THING {item}", f"{draw.randrange(1, 13)}",
            f"2010-12-{1 + number // 100:02} 08:26:00", f"{item / 7 + 1:.2f}",
            "" if draw.random() < 0.2 else f"{person}", "France",
        ))  # fmt: skip
    return made


def as_csv(rows: list[tuple[str, ...]]) -> str:
    return HEADER + "".join(",".join(row) + "\n" for row in rows)


def test_a_shops_rows_are_understood_and_counted_as_a_plain_count_does(read_text: Read) -> None:
    rows = purchases()
    understood: Understood = read_text(as_csv(rows)).source.understood
    assert understood.columns == {
        "user": "CustomerID", "item": "StockCode", "value": "Quantity", "time": "InvoiceDate", "title": "Description",
    }  # fmt: skip
    assert understood.unused == ("InvoiceNo", "UnitPrice", "Country")
    assert understood.could_be == {"UnitPrice": "value"}
    kept = [(row[6], row[1]) for row in rows if row[6]]
    assert understood.rows == len(rows)
    assert understood.rows_without_person == len(rows) - len(kept) > 0
    assert understood.rows_repeated == len(kept) - len(set(kept)) > 0
    assert understood.interactions == len(set(kept))
    assert (understood.people, understood.items) == (len({who for who, _ in kept}), len({what for _, what in kept}))
    assert (understood.rows_refused, understood.rows_returned) == (0, 0)


def test_it_is_said_in_three_lines(read_text: Read) -> None:
    rows = purchases()
    columns, unused, became = understood_lines(read_text(as_csv(rows)).source.understood)
    assert columns.startswith("Read data.csv: person CustomerID, item StockCode, title Description, value Quantity (")
    assert ", time InvoiceDate (" in columns
    assert columns.endswith("2010-12-01 to 2010-12-04, UTC)")
    assert unused == "Not used: InvoiceNo, UnitPrice (could be a value), Country"
    assert became.startswith("400 rows: ")
    assert " without a person left out, " in became


def test_the_same_is_understood_from_every_format_and_from_memory(read_text: Read, tmp_path: Path) -> None:
    rows, names = purchases(), HEADER.strip().split(",")
    table = pa.table({name: [row[place] or None for row in rows] for place, name in enumerate(names)})
    pq.write_table(table, tmp_path / "d.parquet")
    lines = "".join(json.dumps(dict(zip(names, row, strict=True)), sort_keys=True) + "\n" for row in rows)
    every = [
        read_text(as_csv(rows)).source.understood,
        read(tmp_path / "d.parquet").source.understood,
        read_text(lines, "d.jsonl").source.understood,
        so.read(table).source.understood,
    ]
    assert [understood.files for understood in every] == [("data.csv",), ("d.parquet",), ("d.jsonl",), ()]
    plain = [understood.to_dict() | {"files": [], "unused": sorted(understood.unused)} for understood in every]
    assert plain == [plain[0]] * 4
    assert understood_lines(every[3])[0].startswith("Read the table: person CustomerID, ")


def test_a_prepared_dataset_still_says_it(read_text: Read, tmp_path: Path) -> None:
    data = read_text(as_csv(purchases()))
    assert open_prepared(tmp_path / "prepared").source.understood == data.source.understood


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("user,item\na,x\nb,y\n", "person user, item item, no values, no times"),
        ("user,item,rating\na,x,\nb,y,\n", "person user, item item, value rating (empty), no times"),
        ("user,item,rating\na,x,3\nb,y,5\n", "person user, item item, value rating (ratings, 3–5), no times"),
        ("user,item,grade\na,x,B\nb,y,A+\n", "person user, item item, value grade (grades, B–A+), no times"),
        ("1,2,3\n2,2,4\n", "person column 1, item column 2, value column 3 (ratings, 3–4), no times"),
    ],
)  # fmt: skip
def test_what_there_is_not_is_said_too(read_text: Read, text: str, line: str) -> None:
    assert understood_lines(read_text(text).source.understood)[0] == f"Read data.csv: {line}"


def test_bad_rows_that_were_left_out_are_counted(read_text: Read) -> None:
    data = read_text("user,item,rating\na,x,1\nb,y,no\nb,y\nc,x,4\n,x,4\nd,x,5\n", skip_bad_rows=True)
    known = data.source.understood
    assert (known.rows, known.rows_refused, known.rows_without_person, known.interactions) == (6, 2, 1, 3)


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\u202eb", "<b>bold</b>", "a'b", "x" * 500, "(could be a time)"])
def test_hostile_names_of_columns_are_harmless(read_text: Read, name: str) -> None:
    header = name.replace('"', '""')
    lines = understood_lines(read_text(f'user,item,"{header}"\na,x,k\nb,y,l\n').source.understood)
    assert all(line.isprintable() for line in lines)
    assert all(len(line) < 200 for line in lines)
    if not name.isalnum():
        assert lines[1].startswith("Not used: '"), "in quotes, so that it is not taken for our words"


def test_many_unused_columns_are_not_all_named(read_text: Read) -> None:
    header, row = ",".join(f"odd{number}" for number in range(40)), ",".join(["k"] * 40)
    known = read_text(f"user,item,{header}\na,x,{row}\nb,y,{row}\n").source.understood
    assert len(known.unused) == 40
    assert understood_lines(known)[1].endswith("odd11 and 28 more")


def test_nothing_is_said_where_nothing_is_known() -> None:
    assert understood_lines(None) == []


def adds_up(known: Understood) -> bool:
    """Whether every row is an interaction, a repeat of one, or left out."""
    kept = known.values is not None and known.values.returns == "keep"
    left_out = known.rows_without_person + known.rows_refused + known.rows_of_nothing
    return known.rows == known.interactions + known.rows_repeated + left_out + (0 if kept else known.rows_returned)


RETURNED = "user,item,quantity\na,x,5\na,x,3\na,x,-4\na,y,2\na,y,-2\nb,y,1\nb,x,0\nc,z,-1\n"


@pytest.mark.parametrize(
    ("returns", "nothing", "line"),
    [
        (
            "net", (3, 1, 1),
            "8 rows: 3 returns set off against purchases, 3 of amount 0 or wholly returned left out, "
            "1 person and 1 item left with nothing; 2 people, 2 items, 2 interactions",
        ),
        (
            "drop", (1, 1, 1),
            "8 rows: 3 returns left out, 1 of amount 0 or wholly returned left out, 1 person and 1 item left with "
            "nothing, 1 repeat added up; 2 people, 2 items, 3 interactions",
        ),
        ("keep", (0, 0, 0), "8 rows: 3 returns kept, 3 repeats added up; 3 people, 3 items, 5 interactions"),
    ],
)  # fmt: skip
def test_rows_of_nothing_are_said_so_that_rows_add_up(
    read_text: Read, returns: str, nothing: tuple[int, int, int], line: str
) -> None:
    known = read_text(RETURNED, returns=returns).source.understood
    assert (known.rows_of_nothing, known.people_of_nothing, known.items_of_nothing) == nothing
    assert known.rows_returned == 3
    assert adds_up(known)
    assert understood_lines(known)[-1] == line


@pytest.mark.parametrize("seed", range(12))
def test_rows_add_up_whatever_is_returned(read_text: Read, seed: int) -> None:
    draw = random.Random(seed)
    rows = [f"p{draw.randrange(6)},i{draw.randrange(6)},{draw.randrange(-3, 6)}" for _ in range(60)]
    text = "\n".join(["user,item,quantity", *rows]) + "\n"
    known = read_text(
        text, returns=("net", "drop", "keep")[seed % 3], repeats=("sum", "count")[seed % 2]
    ).source.understood
    assert known.rows_returned == sum(row.split(",")[2].startswith("-") for row in rows)
    assert adds_up(known)


def test_negative_amounts_that_are_kept_are_said_although_no_sum_is_negative(read_text: Read) -> None:
    source = read_text("user,item,quantity\na,x,5\na,x,-2\nb,x,1\n", returns="keep").source
    assert (source.understood.rows_returned, source.understood.values.returns) == (1, "keep")
    assert "1 return kept" in understood_lines(source.understood)[-1]
    assert "1 row with a negative amount: kept" in source.notes


def test_a_range_has_no_noise_of_fractions(read_text: Read) -> None:
    text = "user,item,amount\na,x,0.1\na,x,0.2\nb,x,9\nc,x,3.25\nc,y,1234567.1\nc,y,0.2\n"
    known = read_text(text, repeats="sum").source.understood
    assert (known.values.low, known.values.high) == ("0.3", "1234570")
    assert ", 0.3–1,234,570" in understood_lines(known)[0]
    rated = read_text("user,item,rating\na,x,0.30000000000000004\nb,x,9\n").source.understood
    assert "value rating (ratings, 0.3–9)" in understood_lines(rated)[0]


def test_rows_that_are_counted_are_not_said_to_be_the_column_of_amounts(read_text: Read) -> None:
    often = read_text("user,item,amount\na,x,7\na,x,9\na,x,2\nb,x,5\n", repeats="count").source.understood
    assert often.counted
    assert (
        "item item, value how often, not amount (counts, 1–3, banded by powers of two), no times"
        in (understood_lines(often)[0])
    )
    once = read_text("user,item,amount\na,x,7\nb,x,5\n", repeats="count").source.understood
    assert "no values (nobody has an item several times; amount does not count), no times" in understood_lines(once)[0]
    summed = read_text("user,item,amount\na,x,7\na,x,9\nb,x,5\n").source.understood
    assert not summed.counted
    assert "value amount (" in understood_lines(summed)[0]
