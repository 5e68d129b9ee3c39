"""`standout advise`, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import standout
from tests.label.bulletins import bulletin_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ratings of 120 people, what one of them shows, and a bulletin."""
    place = tmp_path_factory.mktemp("advise")
    rows = ["user,item,rating,date"]
    for person in range(120):
        for item in range(8):
            if (person * (item + 3) // 7) % (item + 2) == 0 or item == 0:
                rows.append(f"{person},m{item},{1 + (person + item) % 5},2001-05-{1 + (person + item) % 28:02}")
    (place / "ratings.csv").write_text("\n".join(rows))
    own = [line.split(",") for line in rows[1:] if line.startswith("42,")]
    (place / "own.csv").write_text("item,rating,date\n" + "\n".join(",".join(cells[1:]) for cells in own))
    (place / "list.txt").write_text("m0\nm7\nelsewhere\n")
    bulletin_of(["One", "Two"], [700, 300], ["m0", "m7"]).write(place / "bulletin.json")
    return place


def test_advice_is_counted_and_verified_in_the_data(folder: Path) -> None:
    done = standout("advise", "list.txt", "--data", "ratings.csv", "--json", "--k", "5", folder=folder)
    assert done.status == 0, done.errors
    advice = json.loads(done.output)
    assert {"fits", "revealing", "hide", "mention", "verified"} <= advice.keys()
    assert all({"item", "bits"} <= row.keys() for row in advice["revealing"])
    assert advice["unknown"] == ["elsewhere"]
    assert len(advice["verified"]["attacks"]) >= 4


def test_values_and_dates_narrow_the_crowd_where_they_are_shown(folder: Path) -> None:
    fits = []
    for show in ("items", "values", "all"):
        done = standout("advise", "own.csv", "--data", "ratings.csv", "--json", "--show", show, folder=folder)
        assert done.status == 0, done.errors
        fits.append(json.loads(done.output)["fits"])
    assert fits[0] > fits[1] >= fits[2] >= 1


def test_the_words_say_who_fits_and_what_to_hide(folder: Path) -> None:
    done = standout(
        "advise", "own.csv", "--data", "ratings.csv", "--draft", "m7", "--out", "advice", "--k", "60", folder=folder
    )
    assert done.status == 0, done.errors
    said = " ".join(done.output.split())
    for words in ("of 120 people", "This post: before it,", "What makes you stand out", "Hide ", "Attacked again"):
        assert words in said
    assert (folder / "advice" / "advise.json").stat().st_mode & 0o777 == 0o600


def test_a_bulletin_gives_estimates(folder: Path) -> None:
    done = standout("advise", "list.txt", "--bulletin", "bulletin.json", folder=folder)
    assert done.status == 0, done.errors
    assert "Estimated from how popular items are; nothing was verified." in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["list.txt"], "give either --data"),
        (["list.txt", "--data", "ratings.csv", "--bulletin", "bulletin.json"], "give either --data"),
        (["none.txt", "--data", "ratings.csv"], "no such file"),
        (["list.txt", "--data", "none.csv"], "no such file"),
        (["list.txt", "--data", "ratings.csv", "--k", "0"], "--k is 0, but must be at least 1"),
        (["list.txt", "--data", "ratings.csv", "--draft", ";"], "--draft: names nothing"),
        (["list.txt", "--data", "ratings.csv", "--attack", "magic"], "no attack 'magic'"),
        (["list.txt", "--bulletin", "bulletin.json", "--show", "values"], "need --data"),
        (["list.txt", "--bulletin", "bulletin.json", "--out", "list.txt"], "is a file; name a folder"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(folder: Path, words: list[str], told: str) -> None:
    done = standout("advise", *words, folder=folder)
    assert done.status == 2
    assert told in done.errors
    assert done.errors.strip().count("\n") == 0
