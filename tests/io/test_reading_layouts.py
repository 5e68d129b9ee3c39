"""Folders of a known layout, and titles."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.io.reading import read

Read = Callable[..., Any]


def _write(folder: Path, files: dict[str, str], encoding: str = "utf-8") -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode(encoding))
    return folder


def _titles(data: Any) -> dict[str, str | None]:
    return {data.vocabulary.item(code): data.vocabulary.title(code) for code in range(data.items)}


def test_ml_100k(tmp_path: Path, content: Read) -> None:
    files = {"u.data": "196\t242\t3\t881250949\n", "u.item": '242|"Café" (1996)|x\n9|Other|y\n'}
    data = read(_write(tmp_path, files, "latin-1"))
    assert content(data) == {("196", "242"): ("3", 10199)}
    assert _titles(data) == {"242": '"Café" (1996)'}
    assert data.source.files == ("u.data",)


def test_ml_1m(tmp_path: Path, content: Read) -> None:
    files = {"ratings.dat": "1::1193::5::978300760\n", "movies.dat": '1193::One: "Flew" é::Drama\n'}
    data = read(_write(tmp_path, files, "latin-1"))
    assert content(data) == {("1", "1193"): ("5", 11322)}
    assert _titles(data) == {"1193": 'One: "Flew" é'}


def test_ml_latest(tmp_path: Path, content: Read) -> None:
    files = {
        "ratings.csv": "userId,movieId,rating,timestamp\n1,11,4.5,964982703\n1,12,3.0,964982703\n",
        "movies.csv": 'movieId,title,genres\n11,"American President, The (1995)",Comedy\n',
        "tags.csv": "userId,movieId,tag,timestamp\n",
    }
    data = read(_write(tmp_path, files))
    assert content(data)["1", "11"] == ("4.5", 11168)
    assert _titles(data) == {"11": "American President, The (1995)", "12": None}


MOVIES = {
    "mv_0000001.txt": "1:\n10,3,2005-09-06\n11,5,2005-09-07\n",
    "mv_0000002.txt": "2:\n10,1,2005-09-06\n",
}
NETFLIX = {("10", "1"): ("3", 13032), ("11", "1"): ("5", 13033), ("10", "2"): ("1", 13032)}


@pytest.mark.parametrize(
    "files",
    [
        {f"training_set/{name}": text for name, text in MOVIES.items()},
        {"combined_data_1.txt": "".join(MOVIES.values()), "combined_data_2.txt": ""},
        {"combined_data_1.txt": "".join(MOVIES.values()).replace("\n", "\r\n").rstrip()},
        dict(zip(("combined_data_1.txt", "combined_data_2.txt"), MOVIES.values(), strict=True)),
    ],
    ids=["one file per movie", "combined", "other line ends", "two combined"],
)
@pytest.mark.parametrize("titles", ["movie_titles.txt", "movie_titles.csv"])
def test_netflix(tmp_path: Path, content: Read, files: dict[str, str], titles: str) -> None:
    _write(tmp_path, {titles: "1,2003,Dinosaur, Planet é\n2,NULL,Two\n"}, "latin-1")
    data = read(_write(tmp_path, {name: text for name, text in files.items() if text}))
    assert content(data) == NETFLIX
    assert _titles(data) == {"1": "Dinosaur, Planet é (2003)", "2": "Two"}


def test_netflix_blocks_may_end_anywhere(tmp_path: Path, content: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, {"combined_data_1.txt": "".join(MOVIES.values())})
    for size in (1, 2, 3, 7, 30):
        monkeypatch.setattr("standout.io.staging.netflix._BLOCK", size)
        assert content(read(tmp_path)) == NETFLIX


def test_netflix_bad_rows_are_named_by_file_and_line(tmp_path: Path) -> None:
    _write(tmp_path, MOVIES | {"mv_0000002.txt": "2:\n10,1,2005-09-06\n11,9x,2005-09-06\n12,4\n"})
    with pytest.raises(BadInput, match=r"mv_0000002.txt: row 3, column '3': '9x'.*2 bad rows"):
        read(tmp_path)
    data = read(tmp_path, skip_bad_rows=True)
    assert data.count == 3
    _write(tmp_path, {"mv_0000001.txt": "10,3,2005-09-06\n"})
    with pytest.raises(BadInput, match=r"mv_0000001.txt: row 1 comes before any 'movie:'"):
        read(tmp_path)


def test_several_files_have_one_checksum(tmp_path: Path) -> None:
    data = read(_write(tmp_path, MOVIES))
    digests = b"".join(hashlib.sha256(text.encode()).digest() for text in MOVIES.values())
    assert data.source.sha256 == hashlib.sha256(digests).hexdigest()
    assert data.source.files == tuple(MOVIES)


BOOKS = '"User-ID";"ISBN";"Book-Rating"\n"1";"\\"02x";"0"\n"1";"b;é";"5"\n"2";"c\\\\";"10"\n'


@pytest.mark.parametrize("name", ["BX-Book-Ratings.csv", ""])
def test_book_crossing(tmp_path: Path, content: Read, name: str) -> None:
    _write(tmp_path, {"BX-Book-Ratings.csv": BOOKS}, "latin-1")
    data = read(tmp_path / name, into=tmp_path / "out")
    assert content(data) == {
        ("1", '"02x'): (None, None),
        ("1", "b;é"): ("5", None),
        ("2", "c\\"): ("10", None),
    }
    assert data.scale.labels == ("5", "10")
    assert data.first_day is None
    assert any("0" in note for note in data.source.notes)


def test_a_sample_folder(tmp_path: Path, content: Read) -> None:
    times = pa.array([1577836800], pa.int64())
    table = pa.table({"user": ["a"], "item": ["x"], "value": [3], "time": times})
    pq.write_table(table, tmp_path / "interactions.parquet")
    _write(tmp_path, {"items.csv": "item,title\nx,The X\n", "people.csv": "user,age\na,3\n"})
    data = read(tmp_path)
    assert content(data) == {("a", "x"): ("3", 18262)}
    assert _titles(data) == {"x": "The X"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", 'item,title\nx,"The, X"\n'),
        ("t.csv", 'year,Title,Item_ID\n1,"The, X",x\n'),
        ("t.tsv", "x\tThe, X\n"),
        ("t.dat", "x::The, X::1999\n"),
    ],
)
def test_titles_from_a_file(read_text: Read, tmp_path: Path, name: str, text: str) -> None:
    _write(tmp_path, {name: text})
    data = read_text("user,item\na,x\na,y\n", titles=tmp_path / name)
    assert _titles(data) == {"x": "The, X", "y": None}


def test_titles_that_fit_nothing_are_noted_and_a_missing_file_is_refused(read_text: Read, tmp_path: Path) -> None:
    _write(tmp_path, {"t.csv": "item,title\nq,Q\n", "u.csv": "foo,bar,baz\nq,Q,r\n"})
    data = read_text("user,item\na,x\n", titles=tmp_path / "t.csv")
    assert data.vocabulary.titles is None
    assert any("no title for any item" in note for note in data.source.notes)
    for name, word in (("none.csv", "no such file"), ("u.csv", "'item'")):
        with pytest.raises(BadInput, match=word):
            read_text("user,item\na,x\n", titles=tmp_path / name)
