"""Histories: every kind that people can download, found by its first row, and one line for what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.label.person.history import LARGEST
from standout.label.person.matching import Catalogue, Matched, match
from standout.label.person.netflix_dates import written_alike
from standout.label.person.reading_history import read_history
from tests.label.downloads import ALL_CASES
from tests.label.histories import bulletin


def matched(path: Path, person: str | None = None, columns: dict[str, str] | None = None) -> Matched:
    known = bulletin()
    return match(read_history(path, columns, person), Catalogue(known.ids, known.titles or (), known.holders))


def ids(found: Matched) -> tuple[str, ...]:
    return tuple(bulletin().ids[item] for item in found.items)


@pytest.mark.parametrize("name", ALL_CASES)
def test_every_kind_is_read(name: str, tmp_path: Path) -> None:
    case = ALL_CASES[name]
    file = tmp_path / case.file
    file.write_bytes(case.content)
    history = read_history(file)
    assert history.kind == case.kind
    assert len(history.notes) == case.notes
    found = matched(file)
    assert (found.reading, ids(found), found.unknown, found.repeated) == (
        case.reading, case.found, case.unknown, case.repeated,
    )  # fmt: skip


def write(folder: Path, name: str, text: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_utf_16_is_read(tmp_path: Path) -> None:
    assert ids(matched(write(tmp_path, "x.txt", "Björk\nDark\n".encode("utf-16")))) == ("a1", "m9")


def test_a_film_that_looks_like_json_is_a_title(tmp_path: Path) -> None:
    assert matched(write(tmp_path, "x.txt", "[REC]\nDark\n")).unknown == ("[REC]",)


def test_last_fm_by_track_where_the_bulletin_has_tracks(tmp_path: Path) -> None:
    file = write(tmp_path, "s.csv", "One,Some,First Song,1 Jan 2024 10:00\nOne,Some,Second Song,1 Jan 2024 10:04\n")
    known = Catalogue(["x", "y"], ["One – First Song", "One: Second Song"], [5, 6])
    found = match(read_history(file), known)
    assert (found.reading, found.items) == ("tracks", (0, 1))


def test_one_of_several_people_is_chosen(tmp_path: Path) -> None:
    file = write(tmp_path, "t.csv", "user,item\na,m2\nb,m3\na,m5\n")
    assert ids(matched(file, "a")) == ("m2", "m5")
    household = write(tmp_path, "v.csv", "Profile Name,Title,Start Time\nAnn,Dark: Season 1: X,1\nBob,The Matrix,1\n")
    assert ids(matched(household, "Bob")) == ("m2",)
    with pytest.raises(BadInput, match="holds 2 people") as refused:
        matched(household)
    assert "('Ann', 'Bob'); say which one you are with --profile" in refused.value.as_typed
    with pytest.raises(BadInput, match="nobody is called 'Cat'"):
        matched(household, "Cat")


def test_columns_can_be_told(tmp_path: Path) -> None:
    file = write(tmp_path, "t.csv", "what,when\nDark,2020\n")
    assert ids(matched(file, columns={"item": "what"})) == ("m9",)
    bare = write(tmp_path, "u.csv", "7,m2,5\n7,m3,4\n")
    assert ids(matched(bare)) == ("m2", "m3")
    assert ids(matched(write(tmp_path, "v.csv", "m2,7\nm3,7\n"), columns={"item": "1"})) == ("m2", "m3")


REFUSED = {
    "empty": ("x.txt", b"", "empty; write one title"),
    "only blanks": ("x.txt", b" \n\t\n", "empty; write one title"),
    "only a header": ("x.csv", b"Title,Date\n", "no row of it says what you had"),
    "nothing read": ("g.csv", b"Title,Exclusive Shelf\nA,to-read\n", "no row of it says what you had"),
    "zip": ("x.zip", b"PK\x03\x04aaaa", "not a whole zip archive"),
    "gzip": ("x.gz", b"\x1f\x8b\x08aaaa", "a gzip file"),
    "parquet": ("x.parquet", b"PAR1aaaa", "a Parquet file"),
    "json": ("x.json", b'{"a": {"b": 1}}', "JSON of a kind that is not known"),
    "json of two kinds": ("x.json", b'[["a"], {"b": 1}]', "JSON of a kind that is not known"),
    "broken json": ("x.json", b'[{"title": "Dark"', "not valid JSON"),
    "deep json": ("x.json", b'[{"a":' + b"[" * 100 + b"]" * 100 + b"}]", "nested deeper than 32 levels"),
    "a page without a history": ("x.html", b"<!doctype html><p>Dark", "without a history that is known"),
    "xml": ("x.svg", b'<svg xmlns="x">', "a web page or XML"),
    "binary": ("x.txt", b"Dark\0\0\1", "not text"),
    "several people": (
        "t.csv",
        b"user,item\na,1\nb,2\n",
        "holds 2 people ('a', 'b'); say which one you are with person",
    ),
    "no items": ("t.csv", b"colour,size\nred,9\n", "no column for items (found 'colour', 'size')"),
    "open quote": ("n.csv", b'Title,Date\n"Dark,1/1/24\n', "a quotation mark is opened and never closed"),
    "broken quote": ("n.csv", b'Title,Date\n"Dark" x,1/1/24\n', "line 2 cannot be read"),
    "a long line": ("x.txt", b"Dark\n" + b"x" * 1_001, "line 2 has more than 1,000 characters"),
    "a long first line": ("x.txt", b"x" * 200_000, "line 1 has more than 1,000 characters"),
    "a long cell": ("n.csv", b"Title,Date\n" + b"x" * 200_000 + b",1/1/24\n", "line 2 cannot be read"),
    "a long title": ("n.csv", b"Title,Date\n" + b"x" * 1_001 + b",1/1/24\n", "but a title has at most 1,000"),
    "an endless series": ("n.csv", b"Title,Date\n" + b"Show: " * 20_000 + b",1/1/24\n", "has 119,999 characters, but"),
    "long between colons": ("t.dat", b"user::item\na::" + b"x: " * 2_000_000, "but a title has at most 1,000"),
    "only separators": ("x.csv", b"\xef\xbb\xbf;", "no row of it"),
    "a long first line with quotes": ("x.csv", b'"' + b"x" * 200_000 + b'",b\n', "line 1 has more than 1,000"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    file, content, told = REFUSED[name]
    with pytest.raises(BadInput) as refused:
        read_history(write(tmp_path, file, content))
    assert str(refused.value).startswith(str(tmp_path / file))
    assert told in str(refused.value)


def test_a_person_who_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nobody is called 'z' in it"):
        read_history(write(tmp_path, "t.csv", "user,item\na,1\n"), person="z")
    for name, text in (("x.txt", "Dark\n"), ("n.csv", "Title,Date\nDark,1\n"), ("s.csv", "A,B,C,1 Jan 2024 10:00\n")):
        with pytest.raises(BadInput, match=r"no column of people|a list has no people"):
            read_history(write(tmp_path, name, text), person="z")


def test_places_that_hold_no_history_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_history(tmp_path / "nothing.csv")
    with pytest.raises(BadInput, match="a folder, not a regular file"):
        read_history(tmp_path)
    large = tmp_path / "large.txt"
    with large.open("wb") as stream:
        stream.truncate(LARGEST + 1)
    with pytest.raises(BadInput, match="larger than 64 MB"):
        read_history(large)


@pytest.mark.parametrize(("written", "wanted"), [
    (["1/31/24", "1/2/24"], ["2024-01-31", "2024-01-02"]),
    (["31/01/2024", "02/01/2024"], ["2024-01-31", "2024-01-02"]),
    (["02.01.24", "31.12.23"], ["2024-01-02", "2023-12-31"]),
    (["3/4/24", "2/5/24", "1/6/24"], ["2024-03-04", "2024-02-05", "2024-01-06"]),  # the newest first: months fall
    (["4/3/24", "5/2/24", "6/1/24"], ["2024-03-04", "2024-02-05", "2024-01-06"]),
    (["1/2/24"], ["2024-01-02"]),
    (["1.2.24"], ["2024-02-01"]),
    (["2024-02-01", "2024/1/5", "24. 1. 5."], ["2024-02-01", "2024-01-05", "2024-01-05"]),
    (["", "soon", "99/99/99"], ["", "soon", "99/99/99"]),
])  # fmt: skip
def test_dates_of_netflix_are_understood_in_every_order(written: list[str], wanted: list[str]) -> None:
    assert written_alike(written) == wanted


def test_values_and_dates_come_along(tmp_path: Path) -> None:
    file = write(tmp_path, "n.csv", "Titel,Datum\nThe Matrix,31.01.24\nDark,02.01.24\n")
    assert matched(file).details == (("", "2024-01-31"), ("", "2024-01-02"))
    archive = write(tmp_path, "l.zip", ALL_CASES["letterboxd zip"].content)
    assert matched(archive).details[1] == ("4.5", "2024-01-01")
