"""Rows of nobody are left out and counted; of other bad rows the first is named, or the likely cause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import standout as so
from standout.errors import BadInput

Read = Callable[..., Any]


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as refused:
        action()
    assert "\n" not in str(refused.value)
    return refused.value.as_typed


@pytest.mark.parametrize("cell", ["", "  ", '""', "NaN", "NULL", "NA"])
def test_a_row_of_nobody_is_left_out_without_being_asked_to(read_text: Read, cell: str) -> None:
    data = read_text(f"user,item\na,x\n{cell},guests only\nb,y\n")
    assert data.vocabulary.people.to_pylist() == ["a", "b"]
    assert data.vocabulary.items.to_pylist() == ["x", "y"]
    assert data.source.understood.rows_without_person == 1
    assert any(note.startswith("1 row left out: ") and "person id" in note for note in data.source.notes)


def test_what_else_is_wrong_with_a_row_of_nobody_is_nobodys_concern(read_text: Read) -> None:
    data = read_text("user,item,rating,time\na,x,3,2020-01-01\n,,good,soon\nb,y,4,2020-01-02\n")
    assert (data.people, data.source.understood.rows_without_person) == (2, 1)


def test_half_of_the_rows_may_be_nobodys_and_no_more(read_text: Read) -> None:
    assert read_text("user,item\na,x\n,x\nb,y\n,y\n").people == 2
    said = refusal(lambda: read_text("user,item\na,x\n,x\nb,y\n,y\nnan,z\n"))
    assert "column 'user' is empty in 3 of 5 rows" in said
    assert "--columns user=NAME" in said
    assert "--skip-bad-rows" not in said
    assert "column 'user' is empty" in refusal(lambda: read_text("user,item\n,x\n,y\n", skip_bad_rows=True))


def test_a_row_without_an_item_is_a_bad_row(read_text: Read) -> None:
    assert "row 3, column 'item'" in refusal(lambda: read_text("user,item\na,x\nb,\nc,z\n"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("user,item,rating\na,x,good\nb,y,bad\nc,z,3\n", ["'rating' hardly holds values", "--columns value=NAME"]),
        ("user,item,time\na,x,soon\nb,y,late\nc,z,2020-01-01\n", ["--date-format", "--columns time=NAME"]),
        ("user,item\na,\nb,\nc,z\n", ["column 'item' hardly says what people have", "--columns item=NAME"]),
        ("user,item\na,x,1\nb,y,2\nc,z\n", ["separated by another sign", "no header"]),
    ],
)  # fmt: skip
def test_where_most_rows_are_bad_the_likely_cause_is_said(read_text: Read, text: str, words: list[str]) -> None:
    said = refusal(lambda: read_text(text))
    assert [word for word in [*words, "2 bad rows in all, of 3"] if word not in said] == [], said
    assert "--skip-bad-rows" not in said
    assert len(said) < 400


def test_guests_count_neither_as_good_nor_as_bad(read_text: Read) -> None:
    said = refusal(lambda: read_text("user,item,rating\na,x,good\nb,y,bad\nc,z,3\n,z,3\n,z,3\n,z,3\n"))
    assert "2 bad rows in all, of 3" in said


def test_rows_of_nobody_change_nothing_that_noise_is_added_to(read_text: Read, content: Callable[..., object]) -> None:
    rows, guests = [f"u{person},i{item}" for person in range(9) for item in range(person, 12)], [",i1", "nan,i99"]
    without = content(read_text("\n".join(["user,item", *rows]) + "\n"))
    assert content(read_text("\n".join(["user,item", *guests, *rows]) + "\n")) == without


def test_with_noise_what_was_read_is_told_to_the_owner_alone(tmp_path: Path) -> None:
    catalogue, data, told = tmp_path / "catalogue.csv", tmp_path / "data.csv", list[str]()
    catalogue.write_text("item\n" + "".join(f"i{item}\n" for item in range(12)))
    rows = [f"u{person},i{item}" for person in range(300) for item in range(person % 7, 12)]
    data.write_text("\n".join(["user,item", ",i1", ",i2", *rows]) + "\n")
    published = so.publish(data, epsilon=20.0, catalogue=catalogue, tell=told.append)
    assert published.summary.understood is None
    assert "without a person" not in published.to_json()
    assert any("person user, item item" in line for line in told)
    assert any("2 without a person left out" in line for line in told)


@pytest.mark.parametrize(
    "dates", [("1 janvier 2024", "2 février 2024"), ("1. Januar 2024", "3. März 2024"), ("3 de enero de 2024",) * 2]
)
def test_months_are_named_in_english_only_and_that_is_said(read_text: Read, dates: tuple[str, str]) -> None:
    said = refusal(lambda: read_text(f"user,item,date\na,x,{dates[0]}\nb,y,{dates[1]}\n"))
    assert "in English only; write months as numbers" in said
    assert "--date-format" not in said


def test_other_words_for_times_are_not_taken_for_months(read_text: Read) -> None:
    said = refusal(lambda: read_text("user,item,date\na,x,long ago\nb,y,soon\n"))
    assert "English" not in said
    assert "--date-format" in said
