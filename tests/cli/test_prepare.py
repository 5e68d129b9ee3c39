"""`standout prepare`: plain words or one JSON document, and one line for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Finished, standout

TEXT = "user,item,rating,time\na,x,4.5,2020-01-01\nb,x,3,2020-01-03\nb,x,3,2020-01-03\n"


def _run(folder: Path, *arguments: str) -> Finished:
    return standout("prepare", *arguments, folder=folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "d.csv").write_text(TEXT)
    return tmp_path


def test_plain_words(folder: Path) -> None:
    done = _run(folder, "d.csv")
    assert done.status == 0, done.errors
    for words in (
        "Read d.csv: person user, item item, value rating (ratings, 3–4.5), time time (",
        "3 rows: 1 repeat (the last of each kept); 2 people, 1 item, 2 interactions",
        "people        2",
        "interactions  2",
        "numbers: 3, 4.5",
        "2020-01-01 to 2020-01-03",
        "1 repeated",
    ):
        assert words in done.output
    assert (folder / "d.csv.standout" / "manifest.json").is_file()


def test_json_is_one_document_and_nothing_else(folder: Path) -> None:
    done = _run(folder, "d.csv", "--json", "--out", "there")
    result = json.loads(done.output)
    assert (result["people"], result["items"], result["interactions"]) == (2, 1, 2)
    assert result["days"] == {"first": "2020-01-01", "last": "2020-01-03", "count": 3}
    assert result["values"] == {"kind": "numbers", "labels": ["3", "4.5"]}
    assert result["prepared"] == "there"
    again = json.loads(_run(folder, "there", "--json").output)
    assert again == result


def test_columns_titles_and_bad_rows(folder: Path) -> None:
    (folder / "e.csv").write_text("who,what\na,x\nb,\n,z\n")
    (folder / "t.csv").write_text("item,title\nx,The X\n")
    options = ("e.csv", "--columns", "user=who,item=what", "--titles", "t.csv")
    refused = _run(folder, *options)
    assert refused.status == 2
    assert "row 3, column 'what'" in refused.errors
    assert refused.output == ""
    assert refused.errors.count("\n") == 1
    done = _run(folder, *options, "--skip-bad-rows")
    assert done.status == 0
    assert "with titles" in done.output
    assert "1 row left out" in done.output
    assert "3 rows: 1 without a person left out, 1 bad left out; 1 person, 1 item, 1 interaction" in done.output


def test_bad_columns_are_refused(folder: Path) -> None:
    assert "'usr'" in _run(folder, "d.csv", "--columns", "usr=user").errors
