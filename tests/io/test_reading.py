"""Reading: what is in the file is what comes out, whatever the format."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.io.reading import read

Read = Callable[..., Any]
DAY = 86_400

ROWS = [
    ("ann", "x", "4.5", 20 * DAY * 100),
    ("bob", "y", "5", 20 * DAY * 100 + DAY),
    ("ann", "y", "1", 2_001 * DAY),
]
EXPECTED = {("ann", "x"): ("4.5", 2000), ("bob", "y"): ("5", 2001), ("ann", "y"): ("1", 2001)}


def _separated(separator: str, header: bool = True) -> str:
    rows = [("user", "item", "rating", "timestamp")] * header + [tuple(map(str, row)) for row in ROWS]
    return "".join(separator.join(row) + "\n" for row in rows)


def _json_lines() -> str:
    return "".join(f'{{"user":"{u}","item":"{i}","rating":{v},"timestamp":{t}}}\n' for u, i, v, t in ROWS)


@pytest.mark.parametrize("separator", [",", "\t", "::", ";", "|"])
@pytest.mark.parametrize("name", ["d.csv", "d.tsv", "d.dat", "d.txt", "d", "d.unknown"])
def test_any_separator_under_any_ending_for_text(read_text: Read, content: Read, separator: str, name: str) -> None:
    assert content(read_text(_separated(separator), name)) == EXPECTED


@pytest.mark.parametrize("name", ["d.jsonl", "d.ndjson", "d.json", "d.unknown"])
def test_json_lines(read_text: Read, content: Read, name: str) -> None:
    assert content(read_text(_json_lines(), name)) == EXPECTED


@pytest.mark.parametrize("text", [_separated(","), _json_lines()], ids=["csv", "jsonl"])
@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_packed_text(read_text: Read, content: Read, text: str, packing: str) -> None:
    packed = gzip.compress(text.encode()) if packing == "gz" else pa.compress(text.encode(), codec="zstd", asbytes=True)
    name = f"d.jsonl.{packing}" if text.startswith("{") else f"d.csv.{packing}"
    data = read_text(packed, name)
    assert content(data) == EXPECTED
    assert data.source.sha256 == hashlib.sha256(packed).hexdigest()


def test_a_gzip_file_of_several_members_is_read_whole(read_text: Read) -> None:
    data = read_text(gzip.compress(b"user,item\na,x\n") + gzip.compress(b"b,y\n"), "d.csv.gz")
    assert data.people == 2


@pytest.mark.parametrize("kind", ["int", "ms", "timestamp", "timestamptz", "date", "text"])
@pytest.mark.parametrize("name", ["d.parquet", "d"])
def test_parquet_with_times_of_any_type(tmp_path: Path, content: Read, kind: str, name: str) -> None:
    seconds = np.array([row[3] for row in ROWS])
    stamps = seconds.astype("datetime64[s]")
    times = {
        "int": pa.array(seconds),
        "ms": pa.array(seconds * 1000),
        "timestamp": pa.array(stamps.astype("datetime64[us]")),
        "timestamptz": pa.array(stamps.astype("datetime64[us]")).cast(pa.timestamp("us", "Asia/Tokyo")),
        "date": pa.array(stamps.astype("datetime64[D]")),
        "text": pa.array([f"{stamp}Z" for stamp in stamps]),
    }[kind]
    users, items, values, _ = zip(*ROWS, strict=True)
    pq.write_table(
        pa.table({"user": users, "item": items, "rating": [float(v) for v in values], "time": times}),
        tmp_path / name,
    )
    assert content(read(tmp_path / name)) == EXPECTED


def test_parquet_ids_that_are_numbers(tmp_path: Path, content: Read) -> None:
    table = pa.table({"user": pa.array([7, 10], pa.int32()), "item": pa.array([1.0, 2.5], pa.float64())})
    pq.write_table(table, tmp_path / "d.parquet")
    assert set(content(read(tmp_path / "d.parquet"))) == {("7", "1"), ("10", "2.5")}


def test_json_ids_that_are_numbers(read_text: Read, content: Read) -> None:
    lines = '{"user": 7, "item": "07"}\n\n{"item": 1.0, "user": 18446744073709551615, "x": [1]}\n'
    data = read_text(lines, "d.jsonl")
    assert set(content(data)) == {("7", "07"), ("18446744073709551615", "1")}


def test_a_json_key_that_comes_late_is_found(read_text: Read, content: Read) -> None:
    lines = '{"user":"a","item":"x"}\n' * 3 + '{"user":"b","item":"x","rating":3}\n'
    assert content(read_text(lines, "d.jsonl"))["b", "x"] == ("3", None)


def test_json_keys_with_any_characters(read_text: Read, content: Read) -> None:
    lines = '{"u/~\'\\"x": "a", "$.i*": "b"}\n'
    data = read_text(lines, "d.jsonl", columns={"user": "u/~'\"x", "item": "$.i*"})
    assert set(content(data)) == {("a", "b")}


def test_ids_are_text_and_codes_ascend_by_length_then_text(read_text: Read) -> None:
    data = read_text("user,item\n10,b\n007,b\n9,b\n7,a\n")
    assert data.vocabulary.everybody().to_pylist() == ["7", "9", "10", "007"]
    assert data.vocabulary.items.to_pylist() == ["a", "b"]


def test_the_order_of_rows_does_not_matter(read_text: Read, content: Read) -> None:
    rows = [f"{u},{i},{1 + (u * i) % 5},{10**9 + u * i}\n" for u in range(30) for i in range(20)]
    head = "user,item,rating,time\n"
    first, second = read_text(head + "".join(rows)), read_text(head + "".join(reversed(rows)), "again.csv")
    assert content(first) == content(second)
    np.testing.assert_array_equal(first.held.records.items, second.held.records.items)


def test_of_repeated_pairs_the_latest_is_kept_and_noted(read_text: Read, content: Read) -> None:
    text = "user,item,rating,time\na,x,1,2020-01-03\na,x,2,2020-01-01\na,x,3,\nb,x,4,\nb,x,5,\n"
    data = read_text(text)
    assert {pair: value for pair, (value, _) in content(data).items()} == {("a", "x"): "1", ("b", "x"): "5"}
    assert any("3 repeated" in note for note in data.source.notes)


def test_empty_cells_have_no_value_and_no_day(read_text: Read, content: Read) -> None:
    data = read_text('user,item,rating,time\na,x,,\na,y," ",2020-01-01\na,z,3,""\n')
    assert content(data) == {("a", "x"): (None, None), ("a", "y"): (None, 18262), ("a", "z"): ("3", None)}


def test_people_and_items_alone_are_enough(read_text: Read) -> None:
    data = read_text("user,item\na,x\n")
    assert (data.scale.kind, data.first_day, data.count) == ("none", None, 1)
    assert len(data.held.records.values) == len(data.held.records.days) == 0


NASTY = [
    "=cmd()",
    "<script>",
    "a\nb",
    "a\r\nb",
    'say "hi"',
    "x" * 10_000,
    "\u200fabc\u202e",
    ",;|\t::",
    "Null",
    "'",
    " a",
]


def test_nasty_ids_come_through(read_text: Read) -> None:
    rows = "".join('"' + name.replace('"', '""') + f'",{number}\n' for number, name in enumerate(NASTY))
    data = read_text("user,item\n" + rows)
    assert set(data.vocabulary.everybody().to_pylist()) == set(NASTY)


@pytest.mark.parametrize("name", ["a*.csv", "a?.csv", "[ab].csv", 'it\'s "x".csv', "a;b%20.csv", "ünï.csv"])
def test_file_names_are_names_and_not_patterns(read_text: Read, tmp_path: Path, name: str) -> None:
    for decoy in ("ab.csv", "a1.csv", "a.csv", "b.csv"):
        (tmp_path / decoy).write_text("user,item\nwrong,wrong\n")
    data = read_text("user,item\nright,x\n", name)
    assert data.vocabulary.everybody().to_pylist() == ["right"]
    assert data.source.files == (name,)


def test_parquet_and_folder_names_are_not_patterns(tmp_path: Path) -> None:
    folder = tmp_path / "[a]*?'"
    folder.mkdir()
    pq.write_table(pa.table({"us\"'er": ["a"], "item": ["x"]}), folder / "d*.parquet")
    pq.write_table(pa.table({"us\"'er": ["b"], "item": ["x"]}), folder / "dd.parquet")
    data = read(folder / "d*.parquet", columns={"user": "us\"'er"}, into=folder / "out")
    assert data.vocabulary.everybody().to_pylist() == ["a"]


def test_latin_1_is_recognised_at_the_very_end(read_text: Read) -> None:
    text = "user,item\n" + "abc,x\n" * 1_000_000 + "Zoë,y\n"
    data = read_text(text.encode("latin-1"))
    assert data.vocabulary.everybody().to_pylist() == ["Zoë", "abc"]
    assert any("Latin-1" in note for note in data.source.notes)


def test_utf_8_is_not_taken_for_latin_1_at_block_borders(read_text: Read) -> None:
    filler = "a" * ((1 << 22) - len("user,item\n") - 1)
    rows = "".join(f"{filler[k : k + 50_000]},x\n" for k in range(0, len(filler), 50_001))
    data = read_text(("user,item\n" + rows + "ëëëëëëëëëë" * 10 + ",x\n").encode())
    assert "ë" * 100 in data.vocabulary.everybody().to_pylist()
    assert not any("Latin" in note for note in data.source.notes)


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
def test_byte_order_mark_and_any_line_end(read_text: Read, content: Read, newline: str) -> None:
    text = "\ufeff" + _separated(",").replace("\n", newline)
    assert content(read_text(text)) == EXPECTED


def test_mixed_line_ends_blank_lines_and_no_last_line_end(read_text: Read, content: Read) -> None:
    assert set(content(read_text("\nuser,item\r\na,x\n\nb,y\r\n\r\nc,z"))) == {
        ("a", "x"),
        ("b", "y"),
        ("c", "z"),
    }


def test_without_into_the_prepared_data_is_private_and_passing(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "d.csv").write_text("user,item\na,x\n")
    script = "import sys; from standout.io.reading import read; print(read(sys.argv[1]).people)"
    paths = os.pathsep.join(str(Path(path).resolve()) for path in sys.path if path)
    env = os.environ | {"TMPDIR": str(tmp_path / "tmp"), "PYTHONPATH": paths}
    (tmp_path / "tmp").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "d.csv")],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1\n"
    assert list((tmp_path / "tmp").iterdir()) == []


def test_reading_leaves_nothing_but_the_result(read_text: Read, tmp_path: Path) -> None:
    read_text("user,item\na,x\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "prepared"]
    assert (tmp_path / "prepared").stat().st_mode & 0o077 == 0


def test_a_prepared_dataset_is_opened(read_text: Read, tmp_path: Path, content: Read) -> None:
    data = read_text(_separated(","))
    again = read(tmp_path / "prepared")
    assert content(again) == content(data) == EXPECTED
    assert again.source == data.source
    with pytest.raises(BadInput, match="already prepared"):
        read(tmp_path / "prepared", columns={"user": "a"})


def test_the_word_sample_means_the_built_in_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = read("sample", into=tmp_path / "out")
    assert data.people > 100
    assert data.has_values
    assert data.has_days
    assert data.vocabulary.titles is not None


def test_a_file_called_sample_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sample").write_text("user,item\na,x\n")
    assert read("sample").people == 1
