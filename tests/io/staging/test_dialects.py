"""Headers and quotes: no row of data is taken for a header or swallowed by another without a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standout.errors import BadInput
from standout.io.staging.text import plain_text

Read = Callable[..., Any]


@pytest.mark.parametrize(
    ("text", "columns", "people", "note"),
    [
        ("who,what,stars\na,x,3\nb,y,4\n", "user=1,item=2,value=3", ["a", "b"], "taken as a header"),
        ("user,item\na,x\nb,y\n", "user=1,item=2", ["a", "b"], None),
        ("user,x\na,x\nb,y\n", "user=1,item=2", ["a", "b"], "taken as a header"),
        ("book,a\nb,y\n", "user=2,item=1", ["a", "y"], "taken as data"),
        ("alice,x\nbob,y\n", "user=1,item=2", ["bob", "alice"], "taken as data"),
        ("alice,book,3\nbob,film,4\n", "user=1,item=2,value=3", ["bob", "alice"], None),
        ("member,x\nmember,y\nbob,y\n", "user=1,item=2", ["bob", "member"], "taken as data"),
        ("u1,i1,NA\nu2,i2,3\n", "user=1,item=2", ["u1", "u2"], "taken as data"),
        ("user,item,2020\na,x,3\n", "user=1,item=2,value=3", ["a"], None),
        ("3,4,5\n5,6,7\n", "user=1,item=2", ["3", "5"], None),
    ],
)
def test_columns_by_number_decide_neither_way_unseen(
    read_text: Read, text: str, columns: str, people: list[str], note: str | None
) -> None:
    roles = dict(part.split("=") for part in columns.split(","))
    data = read_text(text, columns=roles | ({} if "value" in roles else {"value": ""}))
    assert data.vocabulary.people.to_pylist() == people
    said = [each for each in data.source.notes if each.startswith("row 1 (")]
    assert (note in said[0]) if note else not said


@pytest.mark.parametrize(("name", "mark"), [("d.tsv", "\t"), ("d.csv", ","), ("d.csv", ";"), ("d.csv", "|")])
def test_a_stray_quote_does_not_swallow_the_next_row(read_text: Read, name: str, mark: str) -> None:
    lines = ["user,item,title", "a,x,Foo", 'b,y,"Bar', 'c,z,5 "', "d,v,Baz"]
    text = "".join(line.replace(",", mark) + "\n" for line in lines)
    with pytest.raises(BadInput, match=r"row 3 has broken quotes.*1 bad row in all"):
        read_text(text, name)
    data = read_text(text, name, skip_bad_rows=True)
    assert data.vocabulary.people.to_pylist() == ["a", "c", "d"]


def test_a_stray_quote_does_not_swallow_many_rows(read_text: Read) -> None:
    rows = [f"u{at},i{at},3,2020-01-01" for at in range(3_000)]
    rows[1_000] = 'u1000,"i1000,3,2020-01-01'
    rows[2_000] = 'u2000,i2000",3,2020-01-01'
    rows[1_500] = 'u1500,"i,1500",3,2020-01-01'
    text = "user,item,rating,time\n" + "\n".join(rows) + "\n"
    with pytest.raises(BadInput, match="row 1002 has broken quotes"):
        read_text(text)


def test_cells_of_several_lines_are_read(read_text: Read) -> None:
    text = 'user,item,rating,review\na,x,3,"good,\nreally good\n\nyes, 5, of, 5"\nb,y,4,"two, lines\nof, it"\n'
    data = read_text(text)
    assert data.people == 2
    many = "user,item\n" + "".join(f'u{at},"first\nsecond"\n' for at in range(3_000))
    assert read_text(many).people == 3_000


def test_a_header_that_comes_again_is_a_bad_row(read_text: Read) -> None:
    text = "user,item\na,x\nuser,item\nb,y\n"
    with pytest.raises(BadInput, match="row 3 is the header once more"):
        read_text(text)
    data = read_text(text, skip_bad_rows=True)
    assert data.people == 2
    assert "1 row left out: the header once more" in data.source.notes


@pytest.mark.parametrize("name", ["rating", "time", "title"])
def test_two_columns_of_one_name_are_refused(read_text: Read, name: str) -> None:
    role = "value" if name == "rating" else name
    with pytest.raises(BadInput, match=f"2 columns are called '{name}'.*columns={{'{role}': '3'}}"):
        read_text(f"user,item,{name},{name}\na,x,1,2\n")


@pytest.mark.parametrize(
    ("text", "lines", "quotes"),
    [(b"a\nb\n", 2, False), (b"a\nb", 2, False), (b'a\r\n"b"\r\n', 2, True), (b"a\rb\r", 2, False), (b"a", 1, False)],
)
def test_lines_and_quotes_are_counted(tmp_path: Path, text: bytes, lines: int, quotes: bool) -> None:
    (tmp_path / "d.txt").write_bytes(text)
    found = plain_text(tmp_path / "d.txt", "", tmp_path)
    assert (found.lines, found.quotes) == (lines, quotes)
