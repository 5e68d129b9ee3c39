"""Columns: found by usual names, or as told, or refused in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from standout.cli.options import parse_columns
from standout.errors import BadInput

Read = Callable[..., Any]


@pytest.mark.parametrize(
    "header",
    ["userId,movieId,rating,timestamp", "User ID,Product-ID,Score,Rated_At", "CUSTOMER,ASIN,stars,date",
     "listener,artist,weight,day", "account_id,isbn,grade,created_at", "person,Title,value,time"],
)  # fmt: skip
def test_usual_names(read_text: Read, content: Read, header: str) -> None:
    assert content(read_text(f"{header}\na,x,3,2020-01-01\n")) == {("a", "x"): ("3", 18262)}


def test_columns_in_any_order_among_others(read_text: Read, content: Read) -> None:
    data = read_text("note,rating,item,other,user\n?,3,x,!,a\n")
    assert content(data) == {("a", "x"): ("3", None)}


def test_told_columns_come_before_usual_names(read_text: Read, content: Read) -> None:
    text = "user,item,rating,who,what,score\na,x,1,b,y,2\n"
    data = read_text(text, columns={"user": "who", "item": "what", "value": "score"})
    assert content(data) == {("b", "y"): ("2", None)}


def test_an_empty_name_leaves_a_column_out(read_text: Read, content: Read) -> None:
    data = read_text("user,item,rating,time\na,x,ten,never\n", columns={"value": "", "time": ""})
    assert content(data) == {("a", "x"): (None, None)}


def test_numbers_name_columns_of_files_without_header(read_text: Read, content: Read) -> None:
    data = read_text("x,3,a\ny,4,a\n", columns={"user": "3", "item": "1", "value": "2"})
    assert content(data) == {("a", "x"): ("3", None), ("a", "y"): ("4", None)}
    assert not data.source.notes


def test_text_ids_without_header_by_number(read_text: Read, content: Read) -> None:
    assert len(content(read_text("a,x\nb,y\n", columns={"user": "1", "item": "2"}))) == 2


@pytest.mark.parametrize("width", [2, 3, 4])
def test_without_header_the_order_is_user_item_value_time(read_text: Read, content: Read, width: int) -> None:
    data = read_text("\t".join(["196", "242", "3", "881250949"][:width]) + "\n", "u.data")
    value, day = "3" if width > 2 else None, 10199 if width > 3 else None
    assert content(data) == {("196", "242"): (value, day)}
    assert "no header" in data.source.notes[0]


def test_a_title_column_gives_titles(read_text: Read) -> None:
    data = read_text("user,item,title\na,2,\nb,2,Two\na,1,One\na,3,\n")
    assert [data.vocabulary.title(code) for code in range(3)] == ["One", "Two", None]


@pytest.mark.parametrize(
    ("text", "columns", "words"),
    [
        ("foo,item\na,x\n", None, ["data.csv", "people", "'foo', 'item'", "columns={'user': 'NAME'}"]),
        ("foo,bar\na,x\n", None, ["people and items", "columns={'user': 'NAME', 'item': 'NAME'}"]),
        ("user,item\na,x\n", {"user": "who"}, ["'who'", "'user', 'item'"]),
        ("user,item\na,x\n", {"user": "3"}, ["'3'"]),
        ("user,item\na,x\n", {"user": ""}, ["people"]),
        ("1,2,3\n", {"user": "4"}, ["'4'", "1 to 3"]),
        ("user,item,a,a\n1,2,3,4\n", {"value": "a"}, ["2 columns", "'value': '3'"]),
        ("1,2,3,4,5\n", None, ["5 columns without a header", "'user': 'NUMBER'"]),
        ("user,item\na,x\n", {"usr": "user"}, ["'usr'", "user, item, value, time, title"]),
        ("justone\nvalue\n", None, ["two columns"]),
    ],
)
def test_refused_in_one_line(read_text: Read, text: str, columns: dict[str, str] | None, words: list[str]) -> None:
    with pytest.raises(BadInput) as refusal:
        read_text(text, columns=columns)
    message = str(refusal.value)
    assert "\n" not in message
    assert [word for word in words if word not in message] == [], message


def test_missing_columns_in_json_and_parquet(read_text: Read) -> None:
    with pytest.raises(BadInput, match="found 'foo', 'item'"):
        read_text('{"foo": 1, "item": 2}\n', "d.jsonl")


def test_parse_columns() -> None:
    assert parse_columns(None) is None
    assert parse_columns("user=a, item=b c,value=") == {"user": "a", "item": "b c", "value": ""}
    assert parse_columns("user=a,b,item=x=y") == {"user": "a,b", "item": "x=y"}
    for text, word in (
        ("user", "role=name"),
        ("usr=a", "'usr'"),
        ("user=a,user=b", "twice"),
        ("", "role=name"),
    ):
        with pytest.raises(BadInput, match=word):
            parse_columns(text)


@pytest.mark.parametrize(
    ("text", "columns", "word"),
    [
        ("user,user_id,item\n1,2,3\n", None, "may each be the person"),
        ("user,user,item\n1,2,3\n", None, "may each be the person"),
        ("user,item,movie_id\n1,2,3\n", None, "may each be the item"),
        ("user,item\n1,2\n", {"user": "user", "item": "user"}, "cannot be both"),
    ],
)
def test_columns_that_are_not_clear_are_refused(
    read_text: Read, text: str, columns: dict[str, str] | None, word: str
) -> None:
    with pytest.raises(BadInput, match=word):
        read_text(text, columns=columns)
