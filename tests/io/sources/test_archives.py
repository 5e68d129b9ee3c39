"""Zip archives: read like the folder they hold, and not trusted."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standout.errors import BadInput
from standout.io.reading import read
from standout.io.sources import archives

Read = Callable[..., Any]


def zipped(file: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as refused:
        action()
    return str(refused.value)


@pytest.mark.parametrize(
    "members",
    [
        {"data.csv": "user,item\na,x\nb,y\n"},
        {"export/": "", "export/data.csv": "user,item\na,x\nb,y\n", "export/README.txt": "about", "__MACOSX/._x": ""},
        {"1.csv": "user,item\na,x\n", "2.csv": "user,item\nb,y\n"},
        {"k=1/1.csv": "user,item\na,x\n", "k=2/2.csv": "user,item\nb,y\n"},
    ],
    ids=["one file", "in a folder", "parts", "key=value"],
)
def test_what_is_in_an_archive_is_read(tmp_path: Path, content: Read, members: dict[str, str]) -> None:
    data = read(zipped(tmp_path / "a.zip", members))
    assert sorted(content(data)) == [("a", "x"), ("b", "y")]
    assert data.source.files == ("a.zip",)


def test_a_known_layout_in_an_archive(tmp_path: Path) -> None:
    members = {"ml-1m/ratings.dat": "1::9::5::978300760\n", "ml-1m/movies.dat": "9::Nine (1999)::Drama\n"}
    data = read(zipped(tmp_path / "ml-1m.zip", members))
    assert data.vocabulary.title(0) == "Nine (1999)"


def test_a_bad_row_is_named_by_archive_and_file(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", {"x/1.csv": "user,item\na,\n"})
    assert "a.zip/x/1.csv: row 2, column 'item'" in refusal(lambda: read(archive))


def test_different_tables_in_an_archive_are_refused_by_name(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", {"1.csv": "user,item\na,x\n", "2.csv": "user,price\na,1\n"})
    message = refusal(lambda: read(archive))
    assert "a.zip/1.csv has 'user', 'item', but" in message


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"readme.md": "nothing"}, "no data file in it"),
        ({}, "no data file in it"),
        ({"../out.csv": "user,item\na,x\n"}, "outside of the archive"),
        ({"/etc/out.csv": "user,item\na,x\n"}, "outside of the archive"),
        ({"[Content_Types].xml": "<a/>", "xl/sheet.xml": "<a/>"}, "workbook"),
    ],
)
def test_what_is_no_archive_of_data(tmp_path: Path, members: dict[str, str], words: str) -> None:
    archive = zipped(tmp_path / "a.zip", members)
    assert words in refusal(lambda: read(archive))
    assert not (tmp_path / "out.csv").exists()


def test_a_file_in_an_archive_cannot_be_named_and_the_refusals_say_what_helps(tmp_path: Path) -> None:
    two = zipped(tmp_path / "two.zip", {"a.csv": "user,item\na,x\n", "b.csv": "reader,book,stars\nb,y,1\n"})
    assert "not one table; unpack it, and name one of them" in refusal(lambda: read(two))
    inside = refusal(lambda: read(two / "a.csv"))
    assert inside == f"{two / 'a.csv'}: no file can be named inside of {two}; unpack it first"


def test_encrypted_and_damaged_archives(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", {"1.csv": "user,item\na,x\n" * 100})
    whole = bytearray(archive.read_bytes())
    archive.write_bytes(whole[: len(whole) // 2])
    assert "damaged or cut-off zip" in refusal(lambda: read(archive))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        whole[whole.index(mark) + place] |= 1
    archive.write_bytes(whole)
    assert "is encrypted" in refusal(lambda: read(archive))


def test_an_archive_that_would_fill_the_disk_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = zipped(tmp_path / "a.zip", {"1.csv": "user,item\n" + "a,x\n" * 100_000})
    monkeypatch.setattr(archives, "_LITTLE", 1_000)
    assert "times its size" in refusal(lambda: read(archive))
    monkeypatch.setattr(archives, "MOST_TIMES", 10**9)
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1_000}))
    assert "but 1,000 are free" in refusal(lambda: read(archive))


def test_a_file_that_is_larger_than_it_says_is_not_unpacked(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", {"1.csv": "user,item\n" + "a,x\n" * 1_000})
    whole = archive.read_bytes()
    size = (10 + 4_000).to_bytes(4, "little")
    assert whole.count(size) >= 2
    archive.write_bytes(whole.replace(size, (100).to_bytes(4, "little")))
    message = refusal(lambda: read(archive))
    assert "larger than the archive says" in message or "damaged" in message
