"""Options that all commands share: an odd year is refused unless --any-year, and nothing given twice is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import standout

OLD = "user,item,rating,time\n" + "".join(
    f"u{person},i{(person + step) % 9},{1 + step % 5},18{50 + step}-01-01\n"
    for person in range(60)
    for step in range(4)
)


@pytest.mark.parametrize(
    "words",
    [
        ("prepare", "old.csv"),
        ("audit", "old.csv"),
        ("link", "old.csv", "old.csv"),
        ("infer", "old.csv", "--attribute", "x", "--people", "people.csv"),
        ("publish", "old.csv"),
        ("protect", "old.csv", "--with", "trim"),
        ("compare", "old.csv", "--with", "trim"),
    ],
)
def test_every_command_that_reads_data_refuses_odd_years(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "old.csv").write_text(OLD)
    done = standout(*words, "--out", "out.csv" if words[0] == "protect" else "out", folder=tmp_path)
    assert done.status == 2
    (told,) = [line for line in done.errors.splitlines() if line.startswith("standout: ")]
    assert "old.csv: column 'time' reads as 1850-01-01 to 1853-01-01, not within 1970 to" in told
    assert "--any-year" in told


@pytest.mark.parametrize(
    "words", [("prepare", "old.csv"), ("publish", "old.csv"), ("protect", "old.csv", "--with", "trim:keep=3")]
)
def test_any_year_takes_them(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "old.csv").write_text(OLD)
    out = "out.csv" if words[0] == "protect" else "out"
    done = standout(*words, "--any-year", "--json", "--out", out, folder=tmp_path)
    assert done.status == 0, done.errors
    if words[0] == "prepare":
        assert json.loads(done.output)["days"]["first"] == "1850-01-01"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("protect", "d.csv", "--with", "trim:keep=2,keep=3"), "'keep' is given twice"),
        (("protect", "d.csv", "--with", "swap:share=0.1,share=0.1"), "'share' is given twice"),
        (("protect", "d.csv", "--with", "blurmore:trim-above=2,trim_above=3"), "'trim-above' is given twice"),
        (("protect", "d.csv", "--with", "trim:keep=2", "--with", "trim:keep=3"), "--with trim: is given twice"),
        (("protect", "d.csv", "--with", "trim", "--keep", "2", "--keep", "3"), "--keep: is given twice"),
        (("compare", "d.csv", "--with", "trim:keep=2,keep=3"), "'keep' is given twice"),
        (("compare", "d.csv", "--with", "hide-rarest:share=0.1,share=0.2"), "'share' is given twice"),
        (("compare", "d.csv", "--with", "trim", "--with", "trim"), "--with trim: is given twice"),
        (("compare", "d.csv", "--with", "trim + trim"), "'trim' is given twice"),
        (("prepare", "d.csv", "--columns", "user=a,user=b"), "'user' is given twice"),
        (("prepare", "d.csv", "--columns", "user=a", "--columns", "item=b"), "--columns: is given twice"),
        (("protect", "d.csv", "--with", "trim", "--seed", "1", "--seed", "2"), "--seed: is given twice"),
        (("personas", "d.csv", "--bin", "age=5", "--bin", "age=10"), "'age' is given twice"),
    ],
)
def test_what_is_given_twice_is_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "d.csv").write_text("user,item\na,x\nb,y\n")
    done = standout(*words, folder=tmp_path)
    assert (done.status, done.errors.count("\n")) == (2, 1)
    assert said in done.errors


def test_what_may_be_repeated_may_be(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("user,item\na,x\nb,y\n")
    words = ("protect", "d.csv", "--with", "trim:keep=5", "--with", "sample:people=0.9", "--out", "e.csv")
    done = standout(*words, folder=tmp_path)
    assert done.status == 0, done.errors


def test_a_column_that_was_not_used_is_said_where_people_look(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("user,item,noticed\na,x,2005-07-31\nb,y,2005-08-01\n")
    done = standout("prepare", "d.csv", folder=tmp_path)
    assert "note          column 'noticed' looks like times and was not used" in done.output


def test_without_a_word_the_help_is_shown() -> None:
    done = standout()
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith("Usage: ")
    assert "\n  publish " in done.output
