"""Refusals: one plain line that names file, row and column, and says what to do."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.io.reading import read

Read = Callable[..., Any]
GOOD = "user,item,rating,time\n" + "".join(f"u{n},i{n % 3},{n % 5},2020-01-0{1 + n % 9}\n" for n in range(200))
ZSTD = bytes(pa.compress(GOOD.encode(), codec="zstd", asbytes=True))


def _refusal(action: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as refusal:
        action()
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ('a,"",3,2020-01-01', ["row 3, column 'item'", "empty"]),
        ("a,x,?\x07\u202e?,2020-01-01", ["row 3, column 'rating'", "'?\\x07\\u202e?'"]),
        (f"a,x,{'9a' * 99},2020-01-01", ["…'"]),
        ("a,x,3,soon", ["row 3, column 'time': 'soon'"]),
        ("a,x", ["row 3 has too few columns: 'a,x'"]),
        ("a,x,3,2020-01-01,5", ["row 3 has too many columns"]),
        ('"a"b,x,3,2020-01-01', ["row 3 has broken quotes"]),
        ('"a,x,3,2020-01-01', ["row 3 has broken quotes"]),
    ],
)
def test_a_bad_row_is_named_and_skipped_only_when_asked(read_text: Read, row: str, words: list[str]) -> None:
    text = f"user,item,rating,time\nb,y,1,2020-01-01\n{row}\nc,z,2,2020-01-02\n"
    message = _refusal(lambda: read_text(text))
    for word in ["data.csv", "skip_bad_rows=True", "1 bad row in all", *words]:
        assert word in message
    assert len(message) < 300
    data = read_text(text, skip_bad_rows=True)
    assert data.vocabulary.people.to_pylist() == ["b", "c"]
    assert any(note.startswith("1 row left out") for note in data.source.notes)


def test_all_bad_rows_are_counted_and_the_first_is_named(read_text: Read) -> None:
    text = "user,item,rating\na,x,1\n\n,x,1\nb,y\nb,y,no\nb,z,no\nc,x,4\nd,x,4\n"
    message = _refusal(lambda: read_text(text))
    assert "row 5 has too few columns" in message
    assert "3 bad rows in all" in message
    data = read_text(text, skip_bad_rows=True)
    assert data.count == 3
    assert sorted(data.source.notes) == [
        "1 row left out: an empty person id",
        "1 row left out: too few columns",
        "2 rows left out: a value that is neither a number nor a letter grade",
    ]


def test_what_only_bad_rows_say_leaves_no_trace(read_text: Read) -> None:
    data = read_text("user,item,rating,time\na,,9,1980-01-01\na,x,3,2020-01-01\n", skip_bad_rows=True)
    assert (data.people, data.items, data.scale.labels, data.first_day) == (1, 1, ("3",), 18262)


def test_rows_are_counted_as_in_a_spreadsheet(read_text: Read) -> None:
    message = _refusal(lambda: read_text('user,item,rating\n"a\nb\nc",x,1\n\nb,y,no\n'))
    assert "row 4, column 'rating': 'no'" in message


@pytest.mark.parametrize("line", ['{"user": "a", "item"', "[1, 2]", "3", '{"user":"a","item":{"b":1}}', "nonsense"])
def test_a_bad_json_line_is_named(read_text: Read, line: str) -> None:
    text = f'{{"user":"a","item":"x"}}\n\n{line}\n{{"user":"b","item":"x"}}\n'
    message = _refusal(lambda: read_text(text, "d.jsonl"))
    assert "d.jsonl: row 3" in message
    assert "1 bad row in all" in message
    data = read_text(text, "d.jsonl", skip_bad_rows=True)
    assert data.people == 2


def test_bad_cells_in_json_and_parquet(read_text: Read, tmp_path: Path) -> None:
    assert "row 2, column 'item'" in _refusal(
        lambda: read_text('{"user":"a","item":"x"}\n{"user":"a","item":null}\n', "d.jsonl")
    )
    pq.write_table(pa.table({"user": ["a", "a"], "item": ["x", None]}), tmp_path / "d.parquet")
    assert "row 2, column 'item'" in _refusal(lambda: read(tmp_path / "d.parquet"))
    assert read(tmp_path / "d.parquet", skip_bad_rows=True).people == 1


def test_nothing_left_is_refused(read_text: Read) -> None:
    message = _refusal(lambda: read_text("user,item,rating\na,,1\nb,x\n", skip_bad_rows=True))
    assert "no good rows remain" in message


@pytest.mark.parametrize(
    ("name", "bytes_", "word"),
    [
        ("d.csv", b"", "empty"),
        ("d.csv", b"user,item\n", "no rows"),
        ("d.csv", b"\n\n", "no rows"),
        ("d.csv", b"\xef\xbb\xbf", "no rows"),
        ("d.csv.gz", gzip.compress(b"", mtime=0), "empty"),
        ("d.csv", gzip.compress(GOOD.encode(), mtime=0), "gzip"),
        ("d.csv", ZSTD, "zstd"),
        ("d.csv", b"PAR1" + b"\0" * 50, "Parquet"),
        ("d.csv", b"PK\x03\x04" + b"\0" * 50, "zip"),
        ("d.csv", GOOD.encode() + b"a\0b,x\n", "NUL"),
        ("d.csv", GOOD.encode("utf-16"), "UTF-16"),
        ("d.csv", GOOD.encode("utf-16-le"), "NUL"),
        ("d.parquet", GOOD.encode(), "not a Parquet file"),
        ("d.parquet", b"PAR1" + b"junk" * 20 + b"PAR1", "damaged Parquet"),
        ("d.csv.gz", GOOD.encode(), "not a gzip file"),
        ("d.csv.zst", GOOD.encode(), "not a zstd file"),
        ("d.csv.gz", gzip.compress(GOOD.encode(), mtime=0)[:-20], "damaged or cut-off gzip"),
        ("d.csv.gz", gzip.compress(GOOD.encode(), mtime=0)[:-1], "damaged or cut-off gzip"),
        ("d.csv.zst", ZSTD[:-5], "damaged or cut-off zstd"),
        ("d.jsonl", GOOD.encode(), "not JSON lines"),
        ("d.json", b'[\n{"user": 1}\n]\n', "not JSON lines"),
        ("d.parquet.gz", gzip.compress(b"PAR1", mtime=0), "unpack"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_what_it_should_be(read_text: Read, name: str, bytes_: bytes, word: str) -> None:
    message = _refusal(lambda: read_text(bytes_, name))
    assert name in message
    assert word in message


def test_a_damaged_byte_in_gzip_is_noticed(read_text: Read) -> None:
    packed = bytearray(gzip.compress(GOOD.encode(), mtime=0))
    packed[len(packed) // 2] ^= 0x55
    assert "damaged" in _refusal(lambda: read_text(bytes(packed), "d.csv.gz"))


def test_a_cut_off_parquet_file(tmp_path: Path) -> None:
    pq.write_table(pa.table({"user": ["a"] * 1000, "item": [str(n) for n in range(1000)]}), tmp_path / "d.parquet")
    whole = (tmp_path / "d.parquet").read_bytes()
    (tmp_path / "d.parquet").write_bytes(whole[: len(whole) // 2])
    assert "damaged Parquet" in _refusal(lambda: read(tmp_path / "d.parquet"))


def test_nested_parquet_columns_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"user": ["a"], "item": [["x"]]}), tmp_path / "d.parquet")
    assert "column 'item'" in _refusal(lambda: read(tmp_path / "d.parquet"))


def test_missing_files_and_unknown_folders(tmp_path: Path) -> None:
    assert "no such file" in _refusal(lambda: read(tmp_path / "nope.csv"))
    message = _refusal(lambda: read(tmp_path))
    for layout in ("u.data", "ratings.dat", "ratings.csv", "Netflix", "Book-Crossing", "sample", "prepared"):
        assert layout in message


def test_a_fifo_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    assert "not a regular file" in _refusal(lambda: read(tmp_path / "pipe.csv"))


def test_a_full_folder_is_not_overwritten(read_text: Read, tmp_path: Path) -> None:
    (tmp_path / "prepared").mkdir()
    (tmp_path / "prepared" / "thesis.txt").write_text("years of work")
    assert "choose another out" in _refusal(lambda: read_text(GOOD))
    assert (tmp_path / "prepared" / "thesis.txt").read_text() == "years of work"
    (tmp_path / "file").write_text("x")
    assert "is a file" in _refusal(lambda: read(tmp_path / "data.csv", into=tmp_path / "file"))


def test_a_letter_v_is_no_blank(read_text: Read) -> None:
    data = read_text("user,item\n v,x\n")
    assert data.people == 1
