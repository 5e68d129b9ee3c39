"""`standout beliefs`: words, the document, and one line for what cannot be done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import standout as so
from tests.cli.running import standout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("beliefs")
    rows = [f"p{at},Al,{'Ely' if at else 'Bath'},cook,{20 + at}" for at in range(5)]
    (place / "people.csv").write_text("person,name,city,job,age\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (place / "me.csv").write_text("name,city,age\nal,Bath,22\n", encoding="utf-8")
    return place


def test_words(folder: Path) -> None:
    done = standout("beliefs", "me.csv", "--data", "people.csv", "--bin", "age=5", folder=folder)
    assert done.status == 0, done.errors
    words = " ".join(done.output.split())
    assert "Somebody who knows name Al finds 6 profiles and believes three things of you" in words
    assert "city Ely 67% no, you show another 80%" in words
    assert "age 20–24 100% yes, you show it 100%" in words
    assert "you do not show it" in words


def test_the_document_is_that_of_the_library(folder: Path) -> None:
    done = standout("beliefs", "--person", "p0", "--data", "people.csv", "--json", "--out", "result", folder=folder)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    assert json.loads((folder / "result" / "beliefs.json").read_text(encoding="utf-8")) == document
    assert so.beliefs("p0", folder / "people.csv").to_dict() == document
    assert set(document) >= {"known", "beliefs", "identifiability", "candidates", "thresholds"}
    other = standout("beliefs", "p0", "--data", "people.csv", "--site-threshold", "0.9", "--json", folder=folder)
    assert len(json.loads(other.output)["beliefs"]) < len(document["beliefs"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "no profile; name a"),
        (("me.csv", "--person", "p0"), "both a PROFILE and --person"),
        (("--person", "you"), "nobody in --data has this id"),
        (("none.csv",), "none.csv: no such file"),
        (("people.csv",), "people.csv: has 5 rows, and a profile is one"),
        (("me.csv", "--know", "shoe"), "--know shoe: the profile has no such attribute"),
        (("me.csv", "--site-threshold", "2"), "--site-threshold is 2"),
        (("me.csv", "--cross-threshold", "nan"), "--cross-threshold is nan"),
        (("me.csv", "--seed", "-1"), "--seed is -1"),
        (("me.csv", "--out", "me.csv"), "is a file"),
    ],
)
def test_refusals_are_one_line(folder: Path, words: tuple[str, ...], says: str) -> None:
    done = standout("beliefs", *words, "--data", "people.csv", folder=folder)
    assert done.status == 2
    (line,) = [line for line in done.errors.splitlines() if line.startswith("standout: ")]
    assert says in line
    assert done.output == ""
